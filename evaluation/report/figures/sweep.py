"""Score over a parameter, as the article's figures show it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure

from evaluation.report.figures.style import DASHES, drawing, line_style
from evaluation.report.numbers.sweep import Sweep


@contextmanager
def draw_sweep(found: Sweep) -> Iterator[Figure]:
    """Draw lines over the axis, their range over seeds, and levels."""
    entries = len(found.lines) + len(found.levels)
    with drawing(2.1 + 0.13 * entries) as (figure, axes):
        for place, line in enumerate(found.lines):
            xs = [point.x for point in line.points]
            style = line_style(place)
            axes.plot(xs, [point.score for point in line.points], label=line.label, **style)
            low, high = ([getattr(p, end) for p in line.points] for end in ("low", "high"))
            if low != high:
                axes.fill_between(xs, low, high, color=style["color"], alpha=0.15, linewidth=0)
        for place, (label, score) in enumerate(found.levels):
            dash = DASHES[place % len(DASHES)]
            axes.axhline(score, color="#555555", linewidth=0.9, linestyle=dash, label=label)
        ticks = sorted({point.x for line in found.lines for point in line.points})
        if len(ticks) <= 12:
            axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.set_xlabel(found.axis)
        axes.set_ylabel(found.measure)
        figure.legend(loc="outside lower center", ncols=1, handlelength=3.2)
        yield figure
