"""A bilingual space as one vector file in which words carry their language: ``es:reina``."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from clss.errors import InputError
from clss.formats.pair import Dumper, Reader, make_space, select
from clss.packing import output_file
from clss.space import BilingualSpace, SpaceKind


def read_prefixed(
    path: str | PathLike[str],
    langs: tuple[str, str] | None,
    read: Reader,
    *,
    kind: SpaceKind = "embedding",
    max_words: int | None = None,
) -> BilingualSpace:
    """Read one vector file of two languages.

    Without `langs` the file must hold exactly two prefixes, of which the first to occur is the
    source language.
    """
    vectors = read(path, max_words)
    rows: dict[str, list[int]] = {} if langs is None else {lang: [] for lang in langs}
    names: dict[str, list[str]] = {lang: [] for lang in rows}
    for index, word in enumerate(vectors.words):
        lang, colon, name = word.partition(":")
        if not colon or not name or not lang:
            raise InputError(f"expected lang:word, found {word!r} (word {index + 1})", path)
        if lang not in rows:
            if langs is not None:
                raise InputError(
                    f"the word {word!r} has the language {lang!r}; expected {' or '.join(langs)}",
                    path,
                )
            rows[lang], names[lang] = [], []
        rows[lang].append(index)
        names[lang].append(name)
    empty = [lang for lang in rows if not rows[lang]]
    if len(rows) != 2 or empty:
        found = ", ".join(lang for lang in rows if rows[lang])
        raise InputError(f"expected words of two languages, found {found}", path)
    first, second = rows
    return make_space(
        select(vectors, rows[first], names[first]),
        select(vectors, rows[second], names[second]),
        (first, second),
        kind,
    )


def write_prefixed(space: BilingualSpace, path: str | PathLike[str], dump: Dumper) -> Path:
    """Write both languages into one file, the source language first."""
    words: list[str] = []
    for lang, vocabulary in zip(space.langs, (space.source, space.target), strict=True):
        if ":" in lang:
            raise InputError(f"the language code {lang!r} holds a colon, the sign after it", path)
        if "" in vocabulary:
            raise InputError("cannot be written: the vocabulary holds an empty word", path)
        words += [f"{lang}:{word}" for word in vocabulary.words]
    parts: Any = (space.matrix("source"), space.matrix("target"))
    either_sparse = any(sparse.issparse(part) for part in parts)
    both = sparse.vstack(parts).tocsr() if either_sparse else np.vstack(parts)
    with output_file(path, "wb") as stream:
        dump(stream, words, both, path)
    return Path(path)
