"""Training time against score."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure

from evaluation.report.figures.style import COLORS, MARKERS, drawing
from evaluation.report.figures.word_labels import name_points
from evaluation.report.numbers.cost import Costs


@contextmanager
def draw_cost(found: Costs) -> Iterator[Figure]:
    """Draw a point per row with its number, and the rows' names below."""
    columns = 1 if max(len(row.label) for row in found.rows) > 28 else 2
    with drawing(2.1 + 0.13 * len(found.rows) / columns) as (figure, axes):
        names = []
        for number, row in enumerate(found.rows):
            seconds = max(row.seconds, 0.01)
            axes.plot(
                seconds,
                row.score,
                MARKERS[number % len(MARKERS)],
                color=COLORS[number % len(COLORS)],
                label=f"{number + 1} {row.label}",
            )
            names.append((str(number + 1), seconds, row.score))
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("seconds of training, with what it builds on")
        axes.set_ylabel(found.measure)
        figure.legend(loc="outside lower center", ncols=columns, fontsize=6, handletextpad=0.2)
        name_points(figure, axes, names, size=6)
        yield figure
