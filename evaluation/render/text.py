"""Plain text and Markdown, laid out by tabulate."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tabulate import tabulate

if TYPE_CHECKING:
    from evaluation.table import Cell, ResultTable


def render_text(table: ResultTable, ansi: bool = False) -> str:
    """Lay the table out for a terminal or a log."""

    def cell_text(cell: Cell) -> str:
        text = cell.text
        if cell.bold:
            text = f"\x1b[1m{text}\x1b[0m" if ansi else f"[{text}]"
        elif not ansi and isinstance(cell.value, float):
            text = f"{text} " if text else text  # digits stay under digits beside a bracket
        return _join(text, cell.mark, cell.letters, cell.spread)

    # one line per heading level; tabulate keeps several lines of a heading together
    heads = [f"{c.group}\n{c.title}" if c.group else c.title for c in table.columns]
    body = _layout(table, [table.stub, *heads], cell_text, "simple", lambda text: text)
    parts = [table.caption, body] if table.caption else [body]
    if any(cell.bold for row in table.rows for cell in row.cells) and not ansi:
        parts.append("[ ] stands for bold.")
    if table.notes:
        parts.append("\n".join(f"- {note}" for note in table.notes))
    return "\n\n".join(parts)


def render_markdown(table: ResultTable) -> str:
    """Lay the table out as GitHub-flavoured Markdown."""

    def cell_text(cell: Cell) -> str:
        text = escape_markdown(cell.text)
        text = f"**{text}**" if cell.bold else text
        letters = f"<sup>{escape_markdown(cell.letters)}</sup>" if cell.letters else ""
        return _join(text + escape_markdown(cell.mark) + letters, "", "",
                     escape_markdown(cell.spread))  # fmt: skip

    heads = [escape_markdown(f"{c.group} {c.title}".strip()) for c in table.columns]
    stub = escape_markdown(table.stub)
    body = _layout(table, [stub, *heads], cell_text, "pipe", escape_markdown)
    parts = [escape_markdown(table.caption), body] if table.caption else [body]
    if table.notes:
        parts.append("\n".join(f"- {escape_markdown(note)}" for note in table.notes))
    return "\n\n".join(parts)


def escape_markdown(text: str) -> str:
    r"""Escape what Markdown or its HTML would interpret.

    Examples
    --------
    >>> print(escape_markdown("A|B_1 *x* <b>"))
    A\|B\_1 \*x\* &lt;b&gt;
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|~])", r"\\\1", text).replace("\n", " ")


def _join(text: str, mark: str, letters: str, spread: str) -> str:
    beside = " ".join(part for part in (letters, spread) if part)
    stem = text.rstrip() + mark if mark else text
    return f"{stem.rstrip()} {beside}" if beside else stem


def _layout(
    table: ResultTable,
    heads: list[str],
    cell_text: Callable[[Cell], str],
    style: str,
    label_text: Callable[[str], str],
) -> str:
    lines = [[label_text(row.label), *map(cell_text, row.cells)] for row in table.rows]
    return tabulate(
        lines, headers=heads, tablefmt=style, disable_numparse=True, preserve_whitespace=True,
        colalign=("left", *("right" for _ in table.columns)),
    )  # fmt: skip
