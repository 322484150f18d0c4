"""Grids as the article prints them: language pairs and parameters across, models down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from clss.errors import InputError
from evaluation.stats.comparison import Comparison
from evaluation.tables.columns_table import Part, columns_table
from evaluation.tables.table import Column, ResultTable
from evaluation.tasks.outcome import Outcome


def axis_value(outcome: Outcome, axis: str) -> Any:
    """Return where an outcome stands on an axis, None if the axis is not its own.

    Looked for in the metadata: in the grid, among the parameters, then at the top (``pair``).
    """
    if axis == "task":
        return outcome.task
    metadata = outcome.metadata
    for place in (metadata.get("grid") or {}, metadata.get("parameters") or {}, metadata):
        if place.get(axis) is not None:
            return place[axis]
    return None


def row_label(outcome: Outcome, axes: Sequence[str]) -> str:
    """Return the label of an outcome without what the columns say.

    Examples
    --------
    >>> from evaluation.tasks.outcome import Item
    >>> outcome = Outcome("BWESG, window=16, dim=100", [Item("casa", "oov")], metadata={
    ...     "name": "BWESG", "grid": {"window": 16, "dim": 100}})
    >>> row_label(outcome, ["pair", "dim"])
    'BWESG, window=16'
    """
    name = outcome.metadata.get("name")
    if name is None:
        return outcome.label
    rest = {k: v for k, v in (outcome.metadata.get("grid") or {}).items() if k not in axes}
    return ", ".join([name, *(f"{key}={value}" for key, value in rest.items())])


def grid_table(
    outcomes: Iterable[Outcome],
    columns: Sequence[str] = ("pair", "dim"),
    baseline: str | None = "strongest",
    *,
    test: str = "exact",
    correction: str = "holm",
    baselines: Sequence[str] = (),
    seed_rows: bool = True,
    notes: bool = True,
    **comparing: Any,
) -> ResultTable:
    """Pivot outcomes into columns, each a comparison of its own.

    Parameters
    ----------
    outcomes : iterable of Outcome
        Of all cells. One without a value on an axis, such as a topic model where the columns are
        dimensions of embeddings, stands in every column, as in the article.
    columns : sequence of str
        The axes: ``pair``, ``task`` or parameters of models; the first is the heading above.
    baseline, test, correction, baselines, seed_rows, notes
        See :func:`comparison_table`; all tests of the table are one
        family, and the same test in several columns counts once.
    **comparing
        For :class:`~evaluation.stats.comparison.Comparison`: ``measure``, ``oov``, ``ties``,
        ``test_seed``, ``alpha`` …
    """
    outcomes = list(outcomes)
    if not columns:
        raise InputError("a grid needs at least one axis for its columns")
    places = [[axis_value(outcome, axis) for axis in columns] for outcome in outcomes]
    values = []
    for axis, found in zip(columns, zip(*places, strict=True), strict=True):
        known = list(dict.fromkeys(value for value in found if value is not None))
        if not known:
            raise InputError(f"no outcome has a value for the column axis {axis!r}")
        numeric = all(isinstance(value, int | float) for value in known)
        values.append(sorted(known) if numeric else known)
    groups: dict[str, str] = {}
    parts = []
    for key in product(*values):
        chosen = [
            (place, outcome)
            for place, outcome in zip(places, outcomes, strict=True)
            if all(mine in (None, wanted) for mine, wanted in zip(place, key, strict=True))
        ]
        if not any(None not in place for place, _ in chosen):
            continue  # nothing was run for this combination
        renamed = []
        for _, outcome in chosen:
            label = row_label(outcome, columns)
            groups[label] = str(outcome.metadata.get("name", label))
            renamed.append(outcome.relabelled(label))
        titles = [_title(axis, value) for axis, value in zip(columns, key, strict=True)]
        column = Column(", ".join(titles[1:]), titles[0]) if len(titles) > 1 else Column(titles[0])
        where = dict(zip(columns, key, strict=True))
        parts.append(Part(column, Comparison(renamed, **comparing), where))
    return columns_table(
        parts,
        baseline,
        test=test,
        correction=correction,
        baselines=baselines,
        seed_rows=seed_rows,
        notes=notes,
        section=lambda label: groups[label],
    )


def _title(axis: str, value: Any) -> str:
    return str(value).upper() if axis in ("pair", "task") else f"{axis}={value}"
