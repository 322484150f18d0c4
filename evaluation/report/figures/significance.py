"""All pairs of rows: who is significantly better than whom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from evaluation.report.figures.style import COLUMN, drawing
from evaluation.report.numbers.significance import Significance

#: The shades for better and worse, those of the strongest evidence first.
_SHADES = (("#1f6fb4", "#b35806"), ("#7db4dd", "#f0a35c"), ("#cfe3f3", "#fbdcb9"))


@contextmanager
def draw_significance(found: Significance) -> Iterator[Figure]:
    """Draw the matrix, rows by score: blue and + for better, orange and − for worse."""
    labels = found.labels
    size = max(COLUMN, 1.6 + 0.15 * len(labels))
    with drawing(size * 0.86, size) as (figure, axes):
        for i, first in enumerate(labels):
            for j, second in enumerate(labels):
                color, sign, ink = _square(found, first, second)
                axes.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, color=color, linewidth=0))
                axes.text(j, i, sign, ha="center", va="center", fontsize=6, color=ink)
        axes.set_xlim(-0.5, len(labels) - 0.5)
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.set_aspect("equal")
        numbered = [f"{label}  {i}" for i, label in enumerate(labels, 1)]
        axes.set_yticks(range(len(labels)), numbered, fontsize=6)
        axes.set_xticks(range(len(labels)), [str(i + 1) for i in range(len(labels))], fontsize=6)
        axes.tick_params(length=0)
        axes.grid(False)
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.xaxis.tick_top()
        keys = [
            Patch(color=colors[side], label=f"{sign} p < {level:g}")
            for side, sign in enumerate("+−")
            for level, colors in zip(found.levels, _SHADES, strict=False)
        ]
        figure.legend(handles=keys, loc="outside lower center", ncols=2, fontsize=6)
        _close_the_gap(figure, axes)
        yield figure


def _close_the_gap(figure: Figure, axes: Axes) -> None:
    """Cut the height to the squares, whose size follows from the width that the labels leave."""
    figure.draw_without_rendering()
    free = axes.get_position(original=True).height - axes.get_position().height
    figure.set_figheight(figure.get_figheight() * (1 - free))


def _square(found: Significance, first: str, second: str) -> tuple[str, str, str]:
    if first == second:
        return "#bbbbbb", "", "black"
    if not found.significant(first, second):
        return "#f4f4f4", "", "black"
    p = found.p(first, second) or 0.0
    better = float(found.pairs[first, second]["difference"]) > 0
    strength = next(i for i, level in enumerate(found.levels) if p < level)
    return _SHADES[strength][not better], "+" if better else "−", "black" if strength else "white"
