"""The marked tables, as ``clss table`` prints them, with the tests behind every score."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from evaluation.report.markup import Markup, element, join, paragraph, scrolling
from evaluation.report.sections.details import record_detail
from evaluation.tables.table import ResultTable, TableCell


def results_section(table: ResultTable, measure: str) -> Markup:
    """Show a table with its caption and notes.

    Parameters
    ----------
    table : ResultTable
    measure : str
        Title of the tested score: its cells have details.
    """
    blocks = _blocks(table)
    alpha = float(table.about["alpha"])
    per_block = len(table.columns) // max(len(blocks), 1)
    body = []
    for row in table.rows:
        cells = []
        for place, cell in enumerate(row.cells):
            record = blocks[place // per_block].get(row.label) if per_block else None
            title = table.columns[place].title
            tested = title == measure or (per_block == 1 and len(blocks) > 1)
            cells.append(_cell(cell, record_detail(record, alpha) if record and tested else ""))
        head = element("th", row.label, scope="row")
        body.append(element("tr", head, *cells, class_="section" if row.new_section else None))
    shown = element(
        "table",
        element("thead", *_head(table)),
        element("tbody", *body),
        class_="sortable results",
    )
    notes = element("ul", *(element("li", note) for note in table.notes), class_="notes")
    return join(
        paragraph(table.caption),
        scrolling(shown, "Results"),
        element("details", element("summary", f"Notes ({len(table.notes)})"), notes)
        if table.notes
        else None,
    )


def _blocks(table: ResultTable) -> list[dict[str, Mapping[str, Any]]]:
    """Return the records of every part of a table by label: a table has one part, a grid many."""
    keys: list[Any] = []
    blocks: list[dict[str, Mapping[str, Any]]] = []
    for record in table.records:
        key = record.get("column")
        if (record.get("failed") or record.get("pending")) and keys:
            continue
        if key not in keys:
            keys.append(key)
            blocks.append({})
        blocks[keys.index(key)][str(record["label"])] = record
    return blocks


def _head(table: ResultTable) -> list[Markup]:
    def title(text: str, **attributes: Any) -> Markup:
        button = element("button", text, type="button", class_="sort")
        return element("th", button, scope="col", **attributes)

    titles = [title(column.title, class_="n") for column in table.columns]
    if not any(column.group for column in table.columns):
        return [element("tr", title(table.stub), *titles)]
    groups = [
        element("th", name, scope="colgroup", colspan=len(list(members)))
        for name, members in groupby(table.columns, key=lambda column: column.group)
    ]
    return [
        element("tr", title(table.stub, rowspan=2), *groups),
        element("tr", *titles),
    ]


def marked(cell: TableCell) -> Markup:
    """Show a value with all that a caption explains: bold, mark and letters."""
    text: Markup | str = element("strong", cell.text) if cell.bold else cell.text
    return join(text, cell.mark, element("sup", cell.letters) if cell.letters else None)


def _cell(cell: TableCell, detail: str) -> Markup:
    spread = element("small", f" {cell.spread}") if cell.spread else None
    content = join(marked(cell), spread)
    if detail:
        content = element("button", content, type="button", class_="detail", data_detail=detail)
    value = cell.value[0] if isinstance(cell.value, tuple) else cell.value
    return element(
        "td", content, class_="n", data_sort="-Infinity" if value is None else str(value)
    )
