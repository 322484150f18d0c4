"""Scores with intervals, seeds, and kinds of items."""

from __future__ import annotations

from collections.abc import Sequence

from clss.errors import InputError
from evaluation.report.markup import Markup, element, join, paragraph
from evaluation.report.numbers.intervals import Scores
from evaluation.report.numbers.seeds import Seeds
from evaluation.report.sections.results import marked
from evaluation.report.sortable_table import Cell, number, sortable_table
from evaluation.report.strips import bar, interval_strip, padded, seed_strip
from evaluation.report.view import Panel
from evaluation.tables.breakdown import breakdown_table
from evaluation.tables.table import ResultTable

_KINDS = {
    "frequency": "By frequency of the source word in the training corpus",
    "senses": "By number of senses",
    "class": "By word class",
}


def intervals_section(found: Scores) -> Markup:
    """Show every row's score on a common scale."""
    domain = padded([v for row in found.rows for v in (row.low, row.high)])
    best = max(row.score for row in found.rows)
    rows = [
        [
            Cell(row.label),
            number(row.score),
            Cell(f"[{row.low:.3f}, {row.high:.3f}]", sort=row.low, numeric=True, class_="extra"),
            Cell(interval_strip(row.score, row.low, row.high, domain, best), class_="picture"),
        ]
        for row in found.rows
    ]
    scale = f"{domain[0]:.2f} to {domain[1]:.2f}"
    return join(
        paragraph(f"{found.method}; the upright line is the highest score. Scale: {scale}."),
        sortable_table(("Row", found.measure, "Interval", ""), rows, class_="strips"),
    )


def seeds_section(found: Seeds) -> Markup:
    """Show the spread over seeds."""
    domain = padded([score for row in found.rows for score in row.scores])
    rows = [
        [
            Cell(row.label),
            Cell(str(len(row.seeds)), sort=len(row.seeds), numeric=True),
            number(row.mean),
            number(row.deviation),
            number(min(row.scores)),
            number(max(row.scores)),
            Cell(
                seed_strip(row.scores, domain),
                class_="picture",
            ),
        ]
        for row in found.rows
    ]
    titles = ("Row", "Seeds", f"Mean {found.measure}", "SD", "Min", "Max", "")
    return join(
        paragraph(
            f"One stroke a seed, {domain[0]:.2f} to {domain[1]:.2f}; the square is the mean."
        ),
        sortable_table(titles, rows, class_="strips"),
    )


def breakdowns(panel: Panel) -> list[tuple[str, ResultTable]]:
    """Return the tables by kind of item that the items of a panel allow."""
    found = []
    for kind, title in _KINDS.items():
        try:
            table = breakdown_table(panel.outcomes, kind, panel.options, seed_rows=False)
        except InputError:  # the items do not say
            continue
        if len(table.columns) > 1:
            found.append((title, table))
    return found


def breakdown_section(tables: Sequence[tuple[str, ResultTable]]) -> Markup:
    """Show scores by kind of item under their caption, with a bar in every cell."""
    parts = []
    for title, table in tables:
        rows = []
        for row in table.rows:
            cells = [Cell(row.label)]
            for cell in row.cells:
                if not isinstance(cell.value, float):
                    cells.append(Cell("–", sort=float("-inf"), numeric=True))
                    continue
                text = element("span", marked(cell), class_="over")
                cells.append(Cell(join(bar(cell.value), text), sort=cell.value, class_="barred"))
            rows.append(cells)
        titles = ("Row", *(f"{column.group} ({column.title})" for column in table.columns))
        shown = sortable_table(titles, rows, class_="kinds")
        parts += [element("h4", title), paragraph(table.caption), shown]
    return join(*parts)
