"""To and from gensim's ``KeyedVectors``, in memory: its own files are pickles, never loaded here.

References
----------
R. Řehůřek, P. Sojka (2010). Software framework for topic modelling with large corpora. LREC.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clss.errors import InputError
from clss.matrices import to_dense
from clss.sides import SIDES
from clss.space import BilingualSpace, SpaceKind
from clss.vocabulary import Vocabulary

if TYPE_CHECKING:
    from gensim.models import KeyedVectors


def to_keyed_vectors(space: BilingualSpace, lang: str | None = None) -> KeyedVectors:
    """Give the vectors of one language, or of both, to gensim.

    Parameters
    ----------
    space : BilingualSpace
    lang : str, optional
        One of the space's languages. Without it the result holds both, its keys carrying their
        language: ``es:reina``.

    Returns
    -------
    gensim.models.KeyedVectors
        With the attribute ``count`` for every key.
    """
    from gensim.models import KeyedVectors  # imported here: gensim takes a second to import

    if lang is not None and lang not in space.langs:
        raise InputError(f"the space has no language {lang!r}, only {' and '.join(space.langs)}")
    wanted = space.langs if lang is None else (lang,)
    keys: list[str] = []
    blocks, counts = [], []
    for side, code in zip(SIDES, space.langs, strict=True):
        if code not in wanted:
            continue
        vocabulary = space.vocabulary(side)
        keys += vocabulary.words if lang else [f"{code}:{word}" for word in vocabulary.words]
        blocks.append(np.asarray(to_dense(space.matrix(side)), dtype=np.float32))
        counts.append(vocabulary.counts)
    vectors = KeyedVectors(vector_size=blocks[0].shape[1], count=0, dtype=np.float32)
    vectors.add_vectors(keys, np.vstack(blocks))
    for key, count in zip(keys, np.concatenate(counts).tolist(), strict=True):
        vectors.set_vecattr(key, "count", count)
    return vectors


def from_keyed_vectors(
    source: KeyedVectors,
    target: KeyedVectors,
    langs: tuple[str, str],
    kind: SpaceKind = "embedding",
) -> BilingualSpace:
    """Take the vectors of two languages from gensim; counts come along if there are any.

    They were trained elsewhere, and the space says so: its supervision is "pretrained
    (KeyedVectors, HASH)", which tables print.
    """
    if source.vector_size != target.vector_size:
        raise InputError(
            f"the {langs[0]} vectors have {source.vector_size} dimensions, "
            f"the {langs[1]} vectors {target.vector_size}; the two languages must share one space"
        )
    vocabularies = []
    for vectors, lang in zip((source, target), langs, strict=True):
        bad = ~np.isfinite(vectors.vectors).all(axis=1)
        if bad.any():
            word = vectors.index_to_key[int(np.flatnonzero(bad)[0])]
            raise InputError(f"the {lang} vector of {word!r} holds numbers that are not finite")
        counts = vectors.expandos.get("count")
        vocabularies.append(Vocabulary(vectors.index_to_key, counts))
    space = BilingualSpace(
        vocabularies[0],
        vocabularies[1],
        np.array(source.vectors, dtype=np.float32),
        np.array(target.vectors, dtype=np.float32),
        langs=langs,
        kind=kind,
    )
    content = space.fingerprint[:8]
    return space.described(
        model="vectors",
        supervision=[f"pretrained (KeyedVectors, {content})"],
        parameters={"content": content, "format": "gensim"},
    )
