"""Score against a parameter, one line per value of the others: the article's figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clss.errors import InputError, unknown_name
from evaluation.report.numbers.sheet import Sheet
from evaluation.report.view import Panel

#: What a sweep is drawn over unless somebody says otherwise: the first that has several values.
USUAL_AXES = ("window", "dim", "topics")


@dataclass(frozen=True)
class Point:
    """The mean score over seeds at one value of the axis, and the extremes."""

    x: float
    score: float
    low: float
    high: float
    label: str


@dataclass(frozen=True)
class Line:
    """The scores of one model along the axis."""

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Sweep:
    """Lines over an axis, and the rows that do not have it as levels.

    Attributes
    ----------
    axis : str
        A parameter of the grid.
    measure : str
        Title of the score.
    lines : tuple of Line
    levels : tuple of (str, float)
        Rows outside the grid with their score: horizontal lines.
    """

    axis: str
    measure: str
    lines: tuple[Line, ...]
    levels: tuple[tuple[str, float], ...]

    @property
    def sheet(self) -> Sheet:
        """The numbers for machines."""
        rows = [
            (line.label, point.x, point.score, point.low, point.high)
            for line in self.lines
            for point in line.points
        ]
        levels = [(label, None, score, score, score) for label, score in self.levels]
        return Sheet(("line", self.axis, "score", "min", "max"), (*rows, *levels))


def sweep_axes(panel: Panel) -> tuple[str, ...]:
    """Return the parameters with several numeric values in a panel, the usual ones first."""
    values: dict[str, set[float]] = {}
    for outcome in panel.outcomes:
        for name, value in (outcome.facts.grid or {}).items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                values.setdefault(name, set()).add(value)
    several = [name for name, found in values.items() if len(found) > 1]
    return tuple(sorted(several, key=lambda name: (name not in USUAL_AXES, name != "window", name)))


def sweep(panel: Panel, axis: str | None = None, levels: int = 4) -> Sweep:
    """Arrange the rows of a panel along a parameter of its grid.

    Parameters
    ----------
    panel : Panel
    axis : str, optional
        ``window`` if the grid has it, else another numeric parameter.
    levels : int
        How many rows without that parameter are kept as levels, the best first; declared
        baselines before others.
    """
    axes = sweep_axes(panel)
    if axis is None:
        if not axes:
            raise InputError(
                f"{panel.title}: no row has a grid over a number; give a model a list, such as"
                " window = [4, 16, 48]"
            )
        axis = axes[0]
    elif axis not in axes:
        raise unknown_name("axis", axis, axes)
    comparison = panel.comparison
    lines: dict[str, list[Point]] = {}
    flat: list[tuple[bool, float, str]] = []
    for system in comparison.systems:
        facts = system.first.facts
        grid = dict(facts.grid or {})
        scores = system.scores(comparison.measure, comparison.score_oov, comparison.ties)
        mean = float(scores.mean())
        if axis not in grid:
            flat.append((not facts.baseline, -mean, system.label))
            continue
        x = float(grid.pop(axis))
        point = Point(x, mean, float(scores.min()), float(scores.max()), system.label)
        lines.setdefault(_line_label(facts.name or system.label, grid), []).append(point)
    return Sweep(
        axis,
        comparison.measure.title,
        tuple(
            Line(label, tuple(sorted(points, key=lambda p: p.x))) for label, points in lines.items()
        ),
        tuple((label, -score) for _, score, label in sorted(flat)[:levels]),
    )


def _line_label(name: str, rest: Mapping[str, Any]) -> str:
    return ", ".join([name, *(f"{key}={value}" for key, value in rest.items())])
