"""A bilingual space as two vector files, one for each language (fastText, MUSE, VecMap)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import IO

import numpy as np

from clss.errors import InputError
from clss.formats.vectors import WordVectors
from clss.matrices import Matrix
from clss.packing import output_file
from clss.space import BilingualSpace, SpaceKind
from clss.textfile import PACKED
from clss.vocabulary import Vocabulary

Reader = Callable[[str | PathLike[str], int | None], WordVectors]
Dumper = Callable[[IO[bytes], Sequence[str], Matrix, str | PathLike[str]], None]

_LOG = logging.getLogger(__name__)


def make_space(
    source: WordVectors, target: WordVectors, langs: tuple[str, str], kind: SpaceKind = "embedding"
) -> BilingualSpace:
    """Join the vectors of two languages; words keep the order of their files."""
    made = [list(source.from_subwords), list(target.from_subwords)]
    return BilingualSpace(
        Vocabulary(source.words),
        Vocabulary(target.words),
        source.matrix,
        target.matrix,
        langs=langs,
        kind=kind,
        metadata={"from_subwords": made} if any(made) else None,
    )


def read_pair(
    paths: Sequence[str | PathLike[str]],
    langs: tuple[str, str],
    read: Reader | tuple[Reader, Reader],
    *,
    kind: SpaceKind = "embedding",
    max_words: int | None = None,
) -> BilingualSpace:
    """Read two vector files, the source language's first, by one reader or by one each."""
    if len(paths) != 2:
        raise InputError(
            f"expected two files, {langs[0]} and {langs[1]}, found {len(paths)} "
            "(the format 'prefixed' has both languages in one)"
        )
    readers = read if isinstance(read, tuple) else (read, read)
    source, target = (one(path, max_words) for one, path in zip(readers, paths, strict=True))
    for path, vectors in zip(paths, (source, target), strict=True):
        _LOG.info("read %s: %d words, %d dimensions", path, *vectors.matrix.shape)
    if source.matrix.shape[1] != target.matrix.shape[1]:
        raise InputError(
            f"has {target.matrix.shape[1]} dimensions but {paths[0]} has {source.matrix.shape[1]}; "
            "the two languages must share one space",
            paths[1],
        )
    return make_space(source, target, langs, kind)


def pair_paths(path: str | PathLike[str], langs: tuple[str, str]) -> tuple[Path, Path]:
    """Name the two files of a pair as fastText does.

    Examples
    --------
    >>> [str(p) for p in pair_paths("out/wiki.vec.gz", ("es", "en"))]
    ['out/wiki.es.vec.gz', 'out/wiki.en.vec.gz']
    """
    path = Path(path)
    packed = path.suffix if path.suffix in PACKED else ""
    plain = Path(path.name.removesuffix(packed))
    source, target = (path.parent / f"{plain.stem}.{lang}{plain.suffix}{packed}" for lang in langs)
    return source, target


def write_pair(
    space: BilingualSpace, paths: Sequence[str | PathLike[str]], dump: Dumper
) -> tuple[Path, Path]:
    """Write two vector files and return their names.

    `paths` are two names, or one from which :func:`pair_paths` makes two. Either both files
    are written or none.
    """
    if len(paths) not in (1, 2):
        raise InputError(f"expected one or two names of files, found {len(paths)}")
    first, second = pair_paths(paths[0], space.langs) if len(paths) == 1 else map(Path, paths)
    if first == second:
        raise InputError("both languages would go to the same file", first)
    with output_file(first, "wb") as one, output_file(second, "wb") as other:
        dump(one, space.source.words, space.matrix("source"), first)
        dump(other, space.target.words, space.matrix("target"), second)
    return first, second


def select(vectors: WordVectors, rows: Sequence[int], words: Sequence[str]) -> WordVectors:
    """Take some rows under new names."""
    return WordVectors(tuple(words), np.ascontiguousarray(vectors.matrix[np.asarray(rows, int)]))
