"""Every row's score with its interval."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure

from evaluation.report.figures.style import COLORS, MARKERS, drawing
from evaluation.report.numbers.intervals import Scores


@contextmanager
def draw_scores(found: Scores) -> Iterator[Figure]:
    """Draw rows in the order of the table, each a dot with its interval."""
    rows = found.rows
    with drawing(0.7 + 0.19 * len(rows)) as (figure, axes):
        axes.hlines(
            range(len(rows)), [r.low for r in rows], [r.high for r in rows], color=COLORS[0]
        )
        axes.plot([r.score for r in rows], range(len(rows)), MARKERS[0], color=COLORS[0])
        axes.set_yticks(range(len(rows)), [row.label for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(False, axis="y")
        axes.set_xlabel(found.measure)
        yield figure
