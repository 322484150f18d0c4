"""The retrievals by name, and by the text that configs and the command line have."""

from __future__ import annotations

import re
from typing import Any

from clss.parameters.named import made
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


def get_retrieval(retrieval: str | Retrieval, /, **parameters: Any) -> Retrieval:
    """Return a retrieval by its name and parameters; one given is returned as it is.

    Examples
    --------
    >>> get_retrieval("csls"), get_retrieval("csls", neighborhood=3)
    (csls, csls(neighborhood=3))
    >>> get_retrieval("inverted-softmax(inverse_temperature=20)").parameters
    {'inverse_temperature': 20.0}
    """
    return made(RETRIEVALS, Retrieval, retrieval, parameters)


def described_retrievals(text: str) -> list[str]:
    """Return the retrievals of a list with commas, each once, as they describe themselves.

    Examples
    --------
    >>> described_retrievals("nn, csls(neighborhood = 3), csls(neighborhood=10)")
    ['nn', 'csls(neighborhood=3)', 'csls']
    """
    given = re.split(r",(?![^()]*\))", text)  # a comma between brackets parts parameters
    return list(dict.fromkeys(get_retrieval(one).describe() for one in given))
