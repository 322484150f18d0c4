"""Reading the ``[[models]]`` of a config: what belongs to the row, and what to its model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clss.errors import InputError
from clss.model import RepresentationModel
from evaluation.runs.config_asking import read_asking
from evaluation.runs.grid import build, variants
from evaluation.runs.model_fields import (
    check_parameters,
    model_class,
    parameter_names,
    resolve_files,
)
from evaluation.runs.schema import EveryRow, RowSource, TaskSource
from evaluation.runs.toml_fields import Fields, show
from evaluation.tasks import TASKS

#: Keys of an entry that are not parameters of its model.
ROW_KEYS = (
    "model",
    "label",
    "seeds",
    "similarity",
    "retrieval",
    "context",
    "tasks",
    "baseline",
    "tune",
    "trials",
    "space",
    "ranked",
)


#: more seeds of one row are a slip of the keyboard; a plan of them would fill the memory
MOST_SEEDS = 10_000


def read_row(
    fields: Fields, pairs: list[str], tasks: Sequence[TaskSource], every: EveryRow
) -> RowSource:
    """Read one entry; an empty label is filled in by :func:`with_labels`."""
    sources = [key for key in ("model", "space", "ranked") if key in fields]
    if len(sources) != 1:
        fields.require("model", str, " (or space, or ranked, one of the three)")
        raise fields.error(f"{' and '.join(sources)} exclude each other in one row")
    common: dict[str, Any] = {
        "label": fields.take("label", str, ""),
        "baseline": fields.take("baseline", bool, False),
        "tasks": tuple(_names(fields, "tasks", sorted({task.kind for task in tasks}))),
        "line": fields.line,
    }
    if sources == ["ranked"]:
        ranked = fields.files_by_pair("ranked", pairs)
        fields.finish()
        return RowSource(None, ranked=ranked, **common)
    axes = read_asking(fields, every)
    if sources == ["space"]:
        space = fields.directories_by_pair("space", pairs)
        fields.finish()
        return RowSource(None, space=space, **axes, **common)
    return _model_row(fields, axes, common, tasks, every)


def _model_row(
    fields: Fields,
    axes: dict[str, Any],
    common: dict[str, Any],
    tasks: Sequence[TaskSource],
    every: EveryRow,
) -> RowSource:
    name = fields.take("model", str)
    cls = model_class(fields, name)
    seeds = _seeds(fields)
    tune = _tune(fields, cls, tasks)
    trials = _trials(fields, tune, every)
    parameters = fields.rest()
    check_parameters(cls, parameters, fields, ROW_KEYS)
    parameters = resolve_files(cls, parameters, fields.path.parent)
    if seeds and "seed" in parameters:
        raise fields.error("seed and seeds exclude each other in one row", "seed")
    for key, value in parameters.items():
        if key in tune:
            raise fields.error(f"{key} is given and tuned; one of the two", key)
        if trials and _holds_grid(value):
            raise fields.error(
                f"{key} is a grid in a row that is tuned; tune it too, or write one"
                " row for each value",
                key,
            )
    _check_models(fields, cls.name, parameters)
    return RowSource(
        name, parameters=parameters, seeds=seeds, tune=tune, trials=trials, **axes, **common
    )


def _holds_grid(value: Any) -> bool:
    """Whether a value is a list of values, or the table of a model that has such a list."""
    if isinstance(value, dict):
        return any(map(_holds_grid, value.values()))
    return isinstance(value, list)


def _check_models(fields: Fields, name: str, parameters: Mapping[str, Any]) -> None:
    """Make every model of the grid, so that what cannot be trained is refused here."""
    try:
        every = variants(parameters)
    except InputError as error:
        raise fields.error(error.message) from error
    for variant in every:
        try:
            build(name, variant.parameters).check_parameters()
        except InputError as error:
            named = [key for key in parameters if error.message.startswith(key)]
            raise fields.error(error.message, *named[:1]) from error


def _names(fields: Fields, key: str, known: Iterable[str]) -> list[str]:
    names = fields.strings(key)
    for name in names:
        fields.choice(key, name, known)
    return names


def _seeds(fields: Fields) -> tuple[int, ...]:
    value = fields.take("seeds", (int, list))
    if value is None:
        return ()
    if isinstance(value, int) and value > MOST_SEEDS:
        raise fields.error(f"seeds = {show(value)} is more than {MOST_SEEDS}", "seeds")
    seeds = list(range(1, value + 1)) if isinstance(value, int) else value
    for seed in seeds:
        fields.check_type("seeds", seed, int)
    if not seeds or min(seeds) < 0 or len(set(seeds)) < len(seeds):
        raise fields.error(
            "seeds must be a number of at least 1 (seeds 1 to that number) or a"
            f" list of different seeds, not {show(value)}",
            "seeds",
        )
    return tuple(seeds)


def _tune(
    fields: Fields, cls: type[RepresentationModel], tasks: Sequence[TaskSource]
) -> dict[str, list[Any]]:
    tune = fields.take("tune", dict, {})
    inner = Fields(tune, fields.path, fields.lines, (*fields.place, "tune"))
    for name in tune:
        if name not in parameter_names(cls):
            inner.choice(name, name, parameter_names(cls))
        value = inner.take(name, list)
        if len(value) < 2 or any(isinstance(v, dict | list) for v in value):
            raise inner.error(
                f"tune.{name} must be [lowest, highest] or a list of choices, not {value}", name
            )
    check_parameters(cls, tune, inner)
    if tune:
        require_dev(fields, "tune", tasks)
    return resolve_files(cls, tune, fields.path.parent)


def _trials(fields: Fields, tune: Mapping[str, Any], every: EveryRow) -> int:
    """Return how many settings the row is tried with; 0 if it is not searched."""
    trials = fields.take("trials", int)
    if trials is None:
        return every.trials or (20 if tune else 0)
    if every.trials:
        raise fields.error("every row has the trials of [tune]; leave out its own", "trials")
    if not tune:
        raise fields.error("trials is for rows with tune", "trials")
    if trials < 1:
        raise fields.error(f"trials must be at least 1, not {trials}", "trials")
    return int(trials)


def require_dev(fields: Fields, key: str, tasks: Sequence[TaskSource]) -> None:
    """Refuse tuning where no task has a dev lexicon."""
    if not any(TASKS.get(task.kind).dev_chooses == "models" and task.dev for task in tasks):
        raise fields.error(
            'tune needs a dev lexicon: dev = "…" in [tasks.ble]; the test gold is'
            " never used for tuning",
            key,
        )


def with_labels(rows: Sequence[RowSource]) -> list[RowSource]:
    """Name the rows without a label: by their model, and their settings where need be.

    Examples
    --------
    >>> rows = [RowSource("bwesg", "", {"window": 16}), RowSource("bwesg", "", {"window": [4, 8]}),
    ...         RowSource("lsa", "")]
    >>> [row.label for row in with_labels(rows)]
    ['bwesg (window=16)', 'bwesg', 'lsa']
    """
    models = [row.model for row in rows if not row.label]
    named: list[RowSource] = []
    taken = {row.label for row in rows}
    for row in rows:
        if row.label:
            named.append(row)
            continue
        label = row.model or next(iter((*row.space.values(), *row.ranked.values()))).stem
        if models.count(row.model) > 1 or label in taken:
            settings = [
                f"{key}={value}"
                for key, value in row.parameters.items()
                if not isinstance(value, list | dict)
            ]
            base = f"{label} ({', '.join(settings)})" if settings else label
            numbers = (f"{label} ({i})" for i in range(2, len(rows) + 2))
            label = next(name for name in (base, *numbers) if name not in taken)
        taken.add(label)
        named.append(replace(row, label=label))
    return named
