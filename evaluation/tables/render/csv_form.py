"""Comma-separated values for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable


def render_csv(table: ResultTable) -> str:
    """Write full values; a column that has marks, letters or spreads gets columns for them.

    Notes have no place in a CSV file. What changes the meaning of a number (how words out of
    vocabulary were counted) is part of the signature, which stands in the last column.
    """
    width = range(len(table.columns))
    intervals = [any(isinstance(row.cells[i].value, tuple) for row in table.rows) for i in width]
    extras = [
        [
            name
            for name in ("mark", "letters", "spread")
            if any(getattr(row.cells[i], name) for row in table.rows)
        ]
        for i in width
    ]
    signed = any(row.signature for row in table.rows)
    head = [table.stub]
    for column, names, interval in zip(table.columns, extras, intervals, strict=True):
        title = f"{column.group} {column.title}".strip()
        head += [f"{title} low", f"{title} high"] if interval else [title]
        head += [f"{title} {name}" for name in names]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*head, "signature"] if signed else head)
    for row in table.rows:
        line: list[object] = [row.label]
        for cell, names, interval in zip(row.cells, extras, intervals, strict=True):
            if isinstance(cell.value, tuple):
                line += cell.value
            else:
                line += ["" if cell.value is None else cell.value] * (2 if interval else 1)
            line += [getattr(cell, name) for name in names]
        writer.writerow([*line, row.signature] if signed else line)
    return stream.getvalue()


class CsvRenderer(Renderer):
    """Comma-separated values."""

    name = "csv"

    def render(self, table: ResultTable) -> str:
        """Write one table, see :func:`render_csv`."""
        return render_csv(table)
