"""From a row of a config to rows of the table: grids, seeds, and several ways of evaluation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clss.errors import InputError
from clss.model import MODELS, RepresentationModel
from clss.similarity import SIMILARITIES
from evaluation.runs.schema import RowSource
from evaluation.tasks.task import EvaluationSettings, Task

#: a table of more rows helps nobody, and listing them would fill the memory
MOST_VARIANTS = 10_000


@dataclass(frozen=True)
class Variant:
    """One point of a row's grid: parameters without lists, and the values that vary."""

    parameters: Mapping[str, Any]
    grid: Mapping[str, Any]


def variants(parameters: Mapping[str, Any]) -> list[Variant]:
    """Return every combination of the listed values, the last one varying fastest.

    Examples
    --------
    >>> for v in variants({"dim": [100, 200], "window": 16, "inner": {"model": "x", "k": [1, 2]}}):
    ...     print(v.parameters["dim"], v.parameters["inner"], dict(v.grid))
    100 {'model': 'x', 'k': 1} {'dim': 100, 'inner.k': 1}
    100 {'model': 'x', 'k': 2} {'dim': 100, 'inner.k': 2}
    200 {'model': 'x', 'k': 1} {'dim': 200, 'inner.k': 1}
    200 {'model': 'x', 'k': 2} {'dim': 200, 'inner.k': 2}
    >>> tables = [{"model": "x", "k": 1}, {"model": "x", "k": 2}, {"model": "y", "k": 3}]
    >>> [dict(v.grid) for v in variants({"inner": tables})]
    [{'inner': 'x', 'inner.k': 1}, {'inner': 'x', 'inner.k': 2}, {'inner': 'y'}]
    """
    axes = [_choices(name, value) for name, value in parameters.items()]
    if math.prod(len(axis) for axis in axes) > MOST_VARIANTS:
        raise InputError(f"the lists of values multiply to more than {MOST_VARIANTS} rows")
    found = []
    for point in itertools.product(*axes):
        chosen = {name: value for name, (value, _) in zip(parameters, point, strict=True)}
        varied = {path: value for _, grid in point for path, value in grid.items()}
        found.append(Variant(chosen, varied))
    return found


def _choices(name: str, value: Any) -> list[tuple[Any, dict[str, Any]]]:
    """Return the values that a parameter takes, each with its place in the grid."""
    if isinstance(value, dict):
        return [
            (inner.parameters, {f"{name}.{key}": v for key, v in inner.grid.items()})
            for inner in variants(value)
        ]
    if not isinstance(value, list):
        return [(value, {})]
    spread = [point for one in value for point in _points(name, one)]
    if len(value) == 1:
        return spread
    leaves = [_leaves(name, chosen) for chosen, _ in spread]
    return [
        (chosen, {name: own[name], **grid, **_told_apart(name, own, leaves)})
        for (chosen, grid), own in zip(spread, leaves, strict=True)
    ]


def _points(name: str, one: Any) -> list[tuple[Any, dict[str, Any]]]:
    return _choices(name, one) if isinstance(one, dict) else [(one, {})]


def _leaves(name: str, value: Any) -> dict[str, Any]:
    """Return the values within a value by their place; the table of a model has its name."""
    if not isinstance(value, dict):
        return {name: value}
    found = {name: value["model"]}
    for key, inner in value.items():
        if key != "model":
            found |= _leaves(f"{name}.{key}", inner)
    return found


def _told_apart(
    name: str, own: Mapping[str, Any], every: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the values in which the table of a model differs from others of that model."""
    alike = [other for other in every if other[name] == own[name]]
    return {
        place: value
        for place, value in own.items()
        if any(place not in other or other[place] != value for other in alike)
    }


def build(name: str, parameters: Mapping[str, Any]) -> RepresentationModel:
    """Make the unfitted model of a config's parameters; tables are nested models."""
    made = {
        key: build(value["model"], {k: v for k, v in value.items() if k != "model"})
        if isinstance(value, Mapping)
        else value
        for key, value in parameters.items()
    }
    return MODELS.get(name)(**made)


def seeded(
    model: RepresentationModel, parameters: Mapping[str, Any], seeds: tuple[int, ...]
) -> Iterator[RepresentationModel]:
    """Yield the model once for every seed, set in it and in the models within it.

    A nested seed that the config gives stays; a model that takes no seed comes once.
    """
    fixed = set(_given_seeds(parameters))
    places = [name for name in model.seed_parameters() if name not in fixed]
    if not seeds or not places:
        yield model
        return
    for seed in seeds:
        copy = MODELS.get(model.name)(**model.get_params(deep=False))
        nested = {
            key: _copy(value)
            for key, value in copy.get_params(deep=False).items()
            if isinstance(value, RepresentationModel)
        }
        copy.set_params(**nested)
        yield copy.set_params(**dict.fromkeys(places, seed))


def _copy(model: RepresentationModel) -> RepresentationModel:
    inner = {
        key: _copy(value) if isinstance(value, RepresentationModel) else value
        for key, value in model.get_params(deep=False).items()
    }
    return type(model)(**inner)


def _given_seeds(parameters: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in parameters.items():
        if key == "seed":
            yield prefix + key
        elif isinstance(value, Mapping):
            yield from _given_seeds(value, f"{prefix}{key}__")


def evaluation_settings(
    row: RowSource, task: type[Task]
) -> list[tuple[EvaluationSettings, dict[str, str]]]:
    """Return the ways in which a row's space is evaluated on a task, with what tells them apart.

    A retrieval's name among the similarities means that retrieval with the default similarity, so
    that ``similarity = ["cosine", "csls"]`` separates the gain of the model from that of the
    retrieval.
    """
    similarities = [name for name in row.similarities if name in SIMILARITIES.names()]
    named_retrievals = [name for name in row.similarities if name not in SIMILARITIES.names()]
    retrievals = list(row.retrievals) or ["nn"]
    ways: list[tuple[str | None, str]] = []
    if similarities or not named_retrievals:
        wanted: list[str | None] = [*similarities] or [None]
        ways = list(itertools.product(wanted, retrievals))
    ways += [(similarities[0] if similarities else None, name) for name in named_retrievals]
    if not task.retrieves:
        ways = [(similarity, "nn") for similarity, _ in ways]
    contexts: list[Mapping[str, Any] | None] = [None]
    if task.default_context is not None:
        contexts = list(row.contexts) or [dict(task.default_context)]
    found = dict[str, tuple[EvaluationSettings, dict[str, str]]]()
    for (similarity, retrieval), context in itertools.product(dict.fromkeys(ways), contexts):
        settings = EvaluationSettings(similarity, retrieval, context)
        names = {
            "similarity": similarity or "",
            "retrieval": retrieval,
            "context": context_name(context),
        }
        found.setdefault(repr(settings), (settings, names))
    kept = list(found.values())
    differing = [
        key
        for key in ("similarity", "retrieval", "context")
        if len({names[key] for _, names in kept}) > 1
    ]
    return [(settings, {key: names[key] for key in differing}) for settings, names in kept]


def context_name(context: Mapping[str, Any] | None) -> str:
    """Write a model of context with the parameters that it is given.

    Examples
    --------
    >>> context_name({"name": "add"}), context_name({"name": "add", "background": 0.8})
    ('add', 'add(background=0.8)')
    """
    if context is None:
        return ""
    options = ", ".join(f"{key}={value}" for key, value in context.items() if key != "name")
    return f"{context['name']}({options})" if options else str(context["name"])


def full_label(label: str, grid: Mapping[str, Any], settings: Mapping[str, str]) -> str:
    """Compose the label of one row of the table: grid values, and what tells its settings apart.

    Examples
    --------
    >>> full_label("BWESG", {"window": 16}, {"retrieval": "csls"})
    'BWESG, window=16, csls'
    >>> full_label("BWESG", {}, {"context": "add"})
    'BWESG+add'
    """
    values = [f"{key}={value}" for key, value in grid.items()]
    ways = [settings[key] for key in ("similarity", "retrieval") if settings.get(key)]
    context = f"+{settings['context']}" if settings.get("context") else ""
    return ", ".join([label + context, *values, *ways])
