"""The spread over seeds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure

from evaluation.report.figures.style import COLORS, drawing
from evaluation.report.numbers.seeds import Seeds


@contextmanager
def draw_seeds(found: Seeds) -> Iterator[Figure]:
    """Draw one open circle per seed and a stroke at the mean, row by row."""
    with drawing(0.7 + 0.24 * len(found.rows)) as (figure, axes):
        for place, row in enumerate(found.rows):
            axes.plot(
                row.scores,
                [place] * len(row.scores),
                "o",
                color=COLORS[0],
                markerfacecolor="none",
                markeredgewidth=0.8,
            )
            axes.plot([row.mean] * 2, [place - 0.32, place + 0.32], color="black", linewidth=1.4)
        axes.set_yticks(range(len(found.rows)), [row.label for row in found.rows])
        axes.set_ylim(len(found.rows) - 0.5, -0.5)
        axes.set_xlabel(found.measure)
        yield figure
