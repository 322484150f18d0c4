"""Comma-separated values for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable

TIDY_COLUMNS = ("task", "pair", "column", "label", "model", "seed", "n", "measure", "value")


def csv_lines(table: ResultTable) -> list[dict[str, object]]:
    """Return full values by row; marks, letters and spreads stand in columns of their own.

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
    lines = []
    for row in table.rows:
        line: dict[str, object] = {table.stub: row.label}
        for i, cell in enumerate(row.cells):
            title = f"{table.columns[i].group} {table.columns[i].title}".strip()
            value = "" if cell.value is None else cell.value
            if intervals[i]:
                ends = cell.value if isinstance(cell.value, tuple) else ("", "")
                line |= {f"{title} low": ends[0], f"{title} high": ends[1]}
            else:
                line[title] = value
            line |= {f"{title} {name}": getattr(cell, name) for name in extras[i]}
        lines.append(line | {"signature": row.signature} if signed else line)
    return lines


def tidy_lines(tables: Sequence[ResultTable]) -> list[dict[str, object]]:
    """Return every score of every run: one measure of one seed of one row per line."""
    return [
        {
            "task": record["task"],
            "pair": record.get("pair"),
            "column": " ".join(f"{k}={v}" for k, v in record.get("column", {}).items()),
            "label": record["label"],
            "model": record["model"],
            "seed": run["seed"],
            "n": record["n"],
            "measure": name,
            "value": value,
        }
        for table in tables
        for record in table.records
        for run in record["seeds"]
        for name, value in run["scores"].items()
    ]


def _write(lines: Sequence[Mapping[str, object]], head: Sequence[str] = ()) -> str:
    """Write lines under the union of their columns."""
    names = list(dict.fromkeys([*head, *(name for line in lines for name in line)]))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return stream.getvalue()


class CsvRenderer(Renderer):
    """Comma-separated values: one header, whatever the number of tables."""

    name = "csv"
    suffix = "csv"

    def render(self, table: ResultTable) -> str:
        """Write one table, see :func:`csv_lines`."""
        return _write(csv_lines(table), [table.stub])

    def render_all(self, tables: Sequence[ResultTable]) -> str:
        """Write several tables under one header, told apart by their task."""
        if len(tables) == 1:
            return self.render(tables[0])
        tasks = [str(table.about.get("task", "")) for table in tables]
        lines = [
            {"Task": task, **line}
            for task, table in zip(tasks, tables, strict=True)
            for line in csv_lines(table)
        ]
        return _write(lines, ["Task"])


class SafeCsvRenderer(CsvRenderer):
    """Comma-separated values in which no cell is a formula to a spreadsheet.

    A text that begins with one of ``= + - @`` gets an apostrophe before it; numbers do not.
    """

    name = "safe-csv"

    def render(self, table: ResultTable) -> str:
        """Write one table."""
        return _disarmed(super().render(table))

    def render_all(self, tables: Sequence[ResultTable]) -> str:
        """Write several tables under one header."""
        return _disarmed(super().render_all(tables))


def _disarmed(text: str) -> str:
    stream = io.StringIO()
    rows = ([harmless(cell) for cell in row] for row in csv.reader(io.StringIO(text)))
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("-0.25"), harmless("-a")
    ("'=1+1", '-0.25', "'-a")
    """
    if not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


class TidyRenderer(Renderer):
    """All scores of all runs in one long file of comma-separated values."""

    name = "tidy"
    suffix = "csv"

    def render(self, table: ResultTable) -> str:
        """Write the scores behind one table, see :func:`tidy_lines`."""
        return self.render_all([table])

    def render_all(self, tables: Sequence[ResultTable]) -> str:
        """Write the scores behind several tables."""
        return _write(tidy_lines(tables), TIDY_COLUMNS)
