"""The critical-difference diagram."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure

from evaluation.report.figures.style import COLORS, MARKERS, drawing
from evaluation.report.numbers.ranks import Ranks


@contextmanager
def draw_ranks(found: Ranks) -> Iterator[Figure]:
    """Draw rows by score, best above, and bars beside rows that the tests cannot tell apart."""
    count = len(found.places)
    place = {label: i for i, (label, _) in enumerate(found.places)}
    scores = [score for _, score in found.places]
    with drawing(0.8 + 0.19 * count) as (figure, axes):
        axes.plot(scores, range(count), MARKERS[0], color=COLORS[0])
        worst = min(scores) if found.descending else max(scores)
        axes.hlines(range(count), worst, scores, color="#cccccc", linewidth=0.6)
        span = (max(scores) - min(scores)) or 0.01
        for number, group in enumerate(found.groups):
            beyond = span * (0.08 + 0.06 * number)
            x = max(scores) + beyond if found.descending else min(scores) - beyond
            ends = place[group[0]] - 0.2, place[group[-1]] + 0.2
            axes.plot([x, x], ends, color="black", linewidth=2.2, solid_capstyle="butt")
        axes.set_yticks(range(count), [label for label, _ in found.places])
        axes.set_ylim(count - 0.5, -0.5)
        axes.grid(False, axis="y")
        low = min(scores)
        ticks = [tick for tick in axes.get_xticks() if low - 0.02 <= tick <= max(scores) + 0.02]
        axes.set_xticks(ticks)
        if not found.descending:  # the best stand at the right in any case
            axes.invert_xaxis()
        axes.set_xlabel(found.measure)
        yield figure
