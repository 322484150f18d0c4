"""Words in the plane, translations joined."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure

from evaluation.report.figures.style import COLORS, MARKERS, drawing
from evaluation.report.figures.word_labels import name_points
from evaluation.report.numbers.space import Plane

#: More words than this are drawn without names.
MOST_NAMES = 60


@contextmanager
def draw_space(found: Plane) -> Iterator[Figure]:
    """Draw the words of either language in their own colour and marker."""
    named = len(found.places) <= MOST_NAMES
    size = 3.35 if len(found.places) <= 24 else 6.9
    with drawing(size * 0.8, size) as (figure, axes):
        for first, second in found.joined:
            a, b = found.places[first], found.places[second]
            axes.plot([a.x, b.x], [a.y, b.y], color="#999999", linewidth=0.5, zorder=1)
        for side, lang in enumerate(found.langs):
            own = [place for place in found.places if place.side == side]
            axes.scatter(
                [p.x for p in own],
                [p.y for p in own],
                s=9,
                color=COLORS[side],
                marker=MARKERS[side],
                label=lang,
                zorder=2,
            )
        axes.set_xticks([])
        axes.set_yticks([])
        axes.grid(False)
        for spine in axes.spines.values():
            spine.set_visible(False)
        title = f"{found.label}, {found.method.upper()}"
        figure.legend(title=title, title_fontsize=7, loc="outside lower center", ncols=2)
        if named:
            name_points(figure, axes, [(p.word, p.x, p.y) for p in found.places], size=5.5)
        yield figure
