"""Tables of a page that its headings sort."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluation.report.markup import Child, Markup, element, scrolling


@dataclass(frozen=True)
class Cell:
    """A cell.

    Attributes
    ----------
    content : str or Markup
    sort : float or str, optional
        What rows are sorted by, where the content is not it.
    numeric : bool
    class_ : str, optional
    """

    content: Child = ""
    sort: float | str | None = None
    numeric: bool = False
    class_: str | None = None


def number(value: float | None, pattern: str = "{:.3f}") -> Cell:
    """Return the cell of a number, a dash if there is none."""
    if value is None or value != value:
        return Cell("–", sort=float("-inf"), numeric=True)
    return Cell(pattern.format(value), sort=float(value), numeric=True)


def sortable_table(
    titles: Sequence[str], rows: Iterable[Sequence[Cell]], class_: str = ""
) -> Markup:
    """Make a table whose first column names its rows and whose headings sort it."""
    listed = list(rows)
    heads = []
    for place, title in enumerate(titles):
        button = element("button", title, type="button", class_="sort")
        heads.append(
            element(
                "th", button, scope="col", class_=_classes(listed[0][place]) if listed else None
            )
            if title
            else element("td", "")
        )
    body = []
    for row in listed:
        first, *rest = row
        cells = [_cell("th", first, "row"), *(_cell("td", cell) for cell in rest)]
        body.append(element("tr", *cells))
    table = element(
        "table",
        element("thead", element("tr", *heads)),
        element("tbody", *body),
        class_=f"sortable {class_}".strip(),
    )
    return scrolling(table, f"Table by {titles[0]}")


def _cell(name: str, cell: Cell, scope: str | None = None) -> Markup:
    return element(
        name,
        cell.content,
        scope=scope,
        class_=_classes(cell),
        data_sort=None if cell.sort is None else _sort_text(cell.sort),
    )


def _sort_text(value: float | str) -> str:
    """Write what is sorted by; the script reads numbers as JavaScript writes them."""
    if isinstance(value, float) and math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return str(value)


def _classes(cell: Cell) -> str | None:
    return " ".join([*(["n"] if cell.numeric else []), cell.class_ or ""]).strip() or None


def numbers_below(table: Markup, title: str = "The numbers") -> Markup:
    """Fold a table away below a picture."""
    return element("details", element("summary", title), table)
