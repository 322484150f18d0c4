"""Reading how a row of a config is asked: similarities, retrievals, models of context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clss.context import CONTEXTS, check_keep, get_context, read_context
from clss.errors import InputError
from clss.parameters.named import name_of
from clss.retrieval import RETRIEVALS, get_retrieval
from clss.similarity import SIMILARITIES
from evaluation.runs.schema import EveryRow
from evaluation.runs.toml_fields import Fields


def read_asking(fields: Fields, every: EveryRow) -> dict[str, Any]:
    """Read the ways in which a row is asked, every one of which is a row of the table."""
    own = "similarity" in fields or "retrieval" in fields
    return {
        "similarities": tuple(_similarities(fields)),
        "retrievals": tuple(read_retrievals(fields)) if own else every.retrievals,
        "contexts": tuple(_contexts(fields)),
    }


def _similarities(fields: Fields) -> Iterable[str]:
    """Read names of similarities; retrievals are welcome, too: ``["cosine", "csls"]``."""
    similarities = SIMILARITIES.names()
    for name in fields.strings("similarity"):
        if name_of(name) in RETRIEVALS.names():
            yield _retrieval(fields, "similarity", {"name": name})
        else:
            yield fields.choice("similarity", name, [*similarities, *RETRIEVALS.names()])


def read_retrievals(fields: Fields) -> Iterable[str]:
    """Read ``retrieval``: names, ``"csls(neighborhood=5)"``, ``{name = "csls", neighborhood = 5}``.

    Each is returned as it describes itself, so that one way of asking has one text.
    """
    for options in _named_tables(fields, "retrieval", '{name = "csls", neighborhood = 5}'):
        fields.choice("retrieval", name_of(options["name"]), RETRIEVALS.names())
        yield _retrieval(fields, "retrieval", options)


def _retrieval(fields: Fields, key: str, options: Mapping[str, Any]) -> str:
    parameters = {name: value for name, value in options.items() if name != "name"}
    try:
        return get_retrieval(options["name"], **parameters).describe()
    except InputError as error:
        raise fields.error(error.message, key) from error


def _named_tables(fields: Fields, key: str, example: str) -> Iterable[dict[str, Any]]:
    """Read names, tables with a name and parameters, or a list of these, as such tables."""
    value = fields.take(key, (str, dict, list), [])
    for given in value if isinstance(value, list) else [value]:
        fields.check_type(key, given, (str, dict))
        options: dict[str, Any] = {"name": given} if isinstance(given, str) else dict(given)
        if not isinstance(options.get("name"), str):
            raise fields.error(f"{key} needs a name: {example}", key)
        yield options


def _contexts(fields: Fields) -> Iterable[Mapping[str, Any]]:
    """Read ``context``: names, ``"add(background=0.8,keep=5)"``, ``{name = "add", keep = 5}``.

    Each is returned as a table, so that one way of asking is written in one way.
    """
    for options in _named_tables(fields, "context", '{name = "add", weight = 0.9}'):
        text = options.pop("name")
        fields.choice("context", name_of(text), CONTEXTS.names())
        try:
            name, given = read_context(text, options)
            settings = {**given, **options}
            keep = settings.pop("keep", None)
            check_keep(get_context(name, **settings), keep)
        except InputError as error:
            raise fields.error(error.message, "context") from error
        yield {"name": name, **given, **options}
