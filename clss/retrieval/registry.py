"""The retrievals by name, and by the text that configs and the command line have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from clss.errors import InputError, suggest
from clss.parameters import kinds_of
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

_CALL = re.compile(r"\s*([^\s()]+)\s*(?:\(([^()]*)\))?\s*")


def get_retrieval(retrieval: str | Retrieval, /, **parameters: Any) -> Retrieval:
    """Return a retrieval by its name and parameters; one given is returned as it is.

    Examples
    --------
    >>> get_retrieval("csls"), get_retrieval("csls", neighborhood=3)
    (csls, csls(neighborhood=3))
    >>> get_retrieval("inverted-softmax(inverse_temperature=20)").parameters
    {'inverse_temperature': 20.0}
    """
    if isinstance(retrieval, Retrieval):
        if parameters:
            raise InputError(
                f"the retrieval {retrieval.name!r} is made already; give"
                f" {', '.join(parameters)} where it is made"
            )
        return retrieval
    if not isinstance(retrieval, str):
        raise InputError(f"a retrieval is given by name or made, not {retrieval!r}")
    name, texts = _read(retrieval)
    cls = RETRIEVALS.get(name)
    known = cls().parameters
    for parameter in (*texts, *parameters):
        if parameter not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has none"
            raise InputError(
                f"the retrieval {name!r} has no parameter {parameter!r}; {has}"
                f"{suggest(parameter, known)}"
            )
    if twice := sorted(texts.keys() & parameters.keys()):
        raise InputError(f"{', '.join(twice)} of the retrieval {retrieval!r} is given twice")
    kinds = kinds_of(cls, cls.allowed)
    read = {key: kinds[key].read_text(key, text) for key, text in texts.items()}
    for key, value in parameters.items():
        kinds[key].check(key, value)
    return cls(**read, **parameters)


def described_retrievals(text: str) -> list[str]:
    """Return the retrievals of a list with commas, each once, as they describe themselves.

    Examples
    --------
    >>> described_retrievals("nn, csls(neighborhood = 3), csls(neighborhood=10)")
    ['nn', 'csls(neighborhood=3)', 'csls']
    """
    given = re.split(r",(?![^()]*\))", text)  # a comma between brackets parts parameters
    return list(dict.fromkeys(get_retrieval(one).describe() for one in given))


def _read(text: str) -> tuple[str, Mapping[str, str]]:
    """Read ``name`` or ``name(parameter=value, …)``."""
    found = _CALL.fullmatch(text)
    if found is None:
        raise InputError(
            f"a retrieval is written name or name(parameter=value), as in csls(neighborhood=5), not"
            f" {text!r}"
        )
    values: dict[str, str] = {}
    for part in found[2].split(",") if found[2] and found[2].strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value) or key in values:
            raise InputError(f"{part.strip()!r} in {text!r} is not one parameter=value")
        values[key] = value
    return found[1], values
