"""HTML for reports and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import Column, ResultTable, TableCell


def render_html(table: ResultTable) -> str:
    """Write a fragment: a table of class ``clss-table`` and a list of notes."""
    lines = ['<table class="clss-table">']
    if table.caption:
        lines.append(f"<caption>{escape(table.caption)}</caption>")
    lines += ["<thead>", *_head(table), "</thead>", "<tbody>"]
    for row in table.rows:
        opening = '<tr class="section">' if row.new_section else "<tr>"
        cells = "".join(
            f'<td class="{"word" if column.words else "number"}">{_cell(cell)}</td>'
            for column, cell in zip(table.columns, row.cells, strict=True)
        )
        lines.append(f'{opening}<th scope="row">{escape(row.label)}</th>{cells}</tr>')
    lines += ["</tbody>", "</table>"]
    if table.notes:
        items = "".join(f"<li>{escape(note)}</li>" for note in table.notes)
        lines.append(f'<ul class="clss-notes">{items}</ul>')
    return "\n".join(lines) + "\n"


_STYLE = """\
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
.clss-table { border-collapse: collapse; margin-top: 2.5rem; }
.clss-table caption { text-align: left; padding-bottom: .6rem; }
.clss-table th, .clss-table td { padding: .2rem .7rem; }
.clss-table tbody th { font-weight: normal; text-align: left; }
.clss-table thead tr:first-child, .clss-table tbody tr:last-child, .clss-table thead
  tr:last-child, .clss-table .section { border-bottom: 1px solid; }
.clss-table thead tr:first-child { border-top: 2px solid; }
.clss-table .number { text-align: right; font-variant-numeric: tabular-nums; }
.clss-table .word { text-align: left; }
.clss-notes { color: #444; font-size: 13px; }
"""


def html_page(fragments: Iterable[str]) -> str:
    """Make a page of its own of rendered tables: one file, nothing fetched."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>Results</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(fragments)
        + "</body>\n</html>\n"
    )


def _head(table: ResultTable) -> list[str]:
    titles = "".join(f'<th scope="col"{_class(c)}>{escape(c.title)}</th>' for c in table.columns)
    if not any(column.group for column in table.columns):
        return [f'<tr><th scope="col">{escape(table.stub)}</th>{titles}</tr>']
    groups = "".join(
        f'<th scope="colgroup" colspan="{len(list(members))}">{escape(name)}</th>'
        for name, members in groupby(table.columns, key=lambda column: column.group)
    )
    stub = f'<th scope="col" rowspan="2">{escape(table.stub)}</th>'
    return [f"<tr>{stub}{groups}</tr>", f"<tr>{titles}</tr>"]


def _class(column: Column) -> str:
    return ' class="word"' if column.words else ""


def _cell(cell: TableCell) -> str:
    text = f"<strong>{escape(cell.text)}</strong>" if cell.bold else escape(cell.text)
    letters = f"<sup>{escape(cell.letters)}</sup>" if cell.letters else ""
    spread = f" <small>{escape(cell.spread)}</small>" if cell.spread else ""
    return f"{text}{escape(cell.mark)}{letters}{spread}"


class HtmlRenderer(Renderer):
    """HTML: one table is a fragment, several are a page."""

    name = "html"
    suffix = "html"

    def render(self, table: ResultTable) -> str:
        """Write one table as a fragment."""
        return render_html(table)

    def render_all(self, tables: Sequence[ResultTable]) -> str:
        """Write a page of its own."""
        return html_page(render_html(table) for table in tables)
