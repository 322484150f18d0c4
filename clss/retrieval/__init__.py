"""Retrieval: how the best answers are chosen from similarities; an axis of every comparison."""

from __future__ import annotations

from clss.registry import Registry
from clss.retrieval.base import NearestNeighbor, Retrieval
from clss.retrieval.csls import CSLS
from clss.retrieval.globally_corrected import GloballyCorrected
from clss.retrieval.inverted_softmax import InvertedSoftmax
from clss.retrieval.mutual import Mutual

#: All retrievals by name; third parties add theirs by the entry-point group.
RETRIEVALS: Registry[Retrieval] = Registry(
    "retrieval",
    group="clss.retrievals",
    builtin=[NearestNeighbor, CSLS, InvertedSoftmax, GloballyCorrected, Mutual],
)


def get_retrieval(retrieval: str | Retrieval) -> Retrieval:
    """Return a retrieval by its name; one that is given already is returned as it is.

    Examples
    --------
    >>> get_retrieval("csls")
    csls
    """
    return retrieval if isinstance(retrieval, Retrieval) else RETRIEVALS.get(retrieval)()


__all__ = ["RETRIEVALS", "Retrieval", "get_retrieval"]
