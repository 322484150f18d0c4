"""Plain text and Markdown, laid out by tabulate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tabulate import tabulate

if TYPE_CHECKING:
    from evaluation.tables.table import Cell, ResultTable


def render_text(table: ResultTable, ansi: bool = False) -> str:
    """Lay the table out for a terminal or a log."""

    def halves(cell: Cell) -> tuple[str, str]:
        beside = "".join(f" {part}" for part in (cell.letters, cell.spread) if part)
        if not cell.bold:
            return cell.text, cell.mark + beside
        if ansi:
            return f"\x1b[1m{cell.text}\x1b[0m", cell.mark + beside
        return f"[{cell.text}", f"]{cell.mark}{beside}"

    parts = [[halves(cell) for cell in row.cells] for row in table.rows]
    # what follows the number is padded, so that digits stand under digits
    widths = [
        max((len(after) for _, after in column), default=0) for column in zip(*parts, strict=True)
    ]
    lines = [
        [
            row.label,
            *(
                number + after.ljust(width)
                for (number, after), width in zip(cells, widths, strict=True)
            ),
        ]
        for row, cells in zip(table.rows, parts, strict=True)
    ]
    # one line per level of heading
    heads = [f"{c.group}\n{c.title}" if c.group else c.title for c in table.columns]
    body = _layout([table.stub, *heads], lines, "simple")
    blocks = [table.caption, body] if table.caption else [body]
    if any(cell.bold for row in table.rows for cell in row.cells) and not ansi:
        blocks.append("[ ] stands for bold.")
    if table.notes:
        blocks.append("\n".join(f"- {note}" for note in table.notes))
    return "\n\n".join(blocks)


def render_markdown(table: ResultTable) -> str:
    """Lay the table out as GitHub-flavoured Markdown."""

    def cell_text(cell: Cell) -> str:
        text = escape_markdown(cell.text)
        text = f"**{text}**" if cell.bold else text
        letters = f"<sup>{escape_markdown(cell.letters)}</sup>" if cell.letters else ""
        spread = f" {escape_markdown(cell.spread)}" if cell.spread else ""
        return text + escape_markdown(cell.mark) + letters + spread

    heads = [escape_markdown(f"{c.group} {c.title}".strip()) for c in table.columns]
    lines = [[escape_markdown(row.label), *map(cell_text, row.cells)] for row in table.rows]
    body = _layout([escape_markdown(table.stub), *heads], lines, "pipe")
    blocks = [escape_markdown(table.caption), body] if table.caption else [body]
    if table.notes:
        blocks.append("\n".join(f"- {escape_markdown(note)}" for note in table.notes))
    return "\n\n".join(blocks)


def escape_markdown(text: str) -> str:
    r"""Escape what Markdown or its HTML would interpret.

    Examples
    --------
    >>> print(escape_markdown("A|B_1 *x* <b>"))
    A\|B\_1 \*x\* &lt;b&gt;
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|~])", r"\\\1", text).replace("\n", " ")


def _layout(heads: list[str], lines: list[list[str]], style: str) -> str:
    return tabulate(
        lines,
        headers=heads,
        tablefmt=style,
        disable_numparse=True,
        preserve_whitespace=True,
        colalign=("left", *("right" for _ in heads[1:])) if lines else None,
    )
