"""Similarity functions: how two vectors of a space are compared."""

from __future__ import annotations

from clss.registry import Registry
from clss.similarity.base import Prepared, Similarity
from clss.similarity.cosine import Cosine
from clss.similarity.cue import Cue
from clss.similarity.divergence import Jaccard, JensenShannon, KullbackLeibler
from clss.similarity.hellinger import Bhattacharyya, Hellinger

#: All similarities by name; third parties add theirs by the entry-point group.
SIMILARITIES: Registry[Similarity] = Registry(
    "similarity",
    group="clss.similarities",
    builtin=[Cosine, Hellinger, Bhattacharyya, Cue, JensenShannon, KullbackLeibler, Jaccard],
)


def get_similarity(similarity: str | Similarity) -> Similarity:
    """Return a similarity by its name; one that is given already is returned as it is.

    Examples
    --------
    >>> get_similarity("hellinger")
    hellinger
    """
    return similarity if isinstance(similarity, Similarity) else SIMILARITIES.get(similarity)()


__all__ = ["SIMILARITIES", "Prepared", "Similarity", "get_similarity"]
