"""The space of a row in the plane, as a value and as a page with the words on hover."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.report.charts import Axis, ChartPoint, point_chart
from evaluation.report.document import document
from evaluation.report.markup import Markup, element, join, paragraph, word
from evaluation.report.numbers.space import Plane, plane
from evaluation.report.sortable_table import Cell, number, numbers_below, sortable_table
from evaluation.report.spaces import row_space
from evaluation.report.view import Panel, RunView


def row_plane(
    view: RunView,
    panel: Panel,
    row: str | None = None,
    words: Sequence[str] = (),
    method: str = "pca",
    seed: int = 0,
    most: int = 30,
) -> Plane:
    """Flatten the space of a row: gold pairs of its task, or words that were chosen.

    Parameters
    ----------
    view, panel
        The run directory, and the task with its gold pairs.
    row : str, optional
        The row with the highest score that has a space, if omitted.
    words, method, seed, most
        See :func:`evaluation.report.numbers.space.plane`.
    """
    label, space = row_space(view, panel, row)
    some = next(iter(panel.firsts().values()))
    pairs = [(item.word, gold) for item in some for gold in item.gold]
    return plane(space, pairs, words, label=label, method=method, seed=seed, most=most)


def plane_section(found: Plane) -> Markup:
    """Show the plane with the words on hover, and the numbers below."""
    partner = {a: b for pair in found.joined for a, b in (pair, pair[::-1])}
    points = []
    for i, place in enumerate(found.places):
        lines = [f"{place.word} ({found.langs[place.side]})"]
        if i in partner:
            lines.append(f"= {found.places[partner[i]].word}")
        points.append(ChartPoint(place.x, place.y, place.word, "\n".join(lines), place.side))
    axes = []
    for name in ("x", "y"):
        values = [getattr(place, name) for place in found.places]
        room = 0.06 * (max(values) - min(values)) or 1.0
        axes.append(Axis("", min(values) - room, max(values) + room))
    title = f"{found.label} in the plane ({found.method.upper()})"
    rows = [
        [Cell(word(p.word)), Cell(found.langs[p.side]), number(p.x), number(p.y)]
        for p in found.places
    ]
    named = ", ".join(found.langs)
    return join(
        paragraph(
            f"{title}: circles and squares are the two languages ({named}); lines join"
            " translations."
        ),
        point_chart(points, axes[0], axes[1], title, found.joined, frame=False),
        numbers_below(sortable_table(("Word", "Language", "x", "y"), rows)),
    )


def plane_page(found: Plane) -> str:
    """Return a page of its own."""
    body = element(
        "main", element("h1", f"The space of {found.label}"), plane_section(found), id="main"
    )
    tip = element("div", id="tip", role="tooltip", hidden=True)
    return document(f"The space of {found.label}", join(body, tip))
