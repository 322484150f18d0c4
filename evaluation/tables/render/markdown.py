"""GitHub-flavoured Markdown, laid out by tabulate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable, TableCell


def render_markdown(table: ResultTable) -> str:
    """Lay the table out as GitHub-flavoured Markdown."""
    from tabulate import tabulate  # which `clss --help`, that names all formats, can do without

    def cell_text(cell: TableCell) -> str:
        text = escape_markdown(cell.text)
        text = f"**{text}**" if cell.bold else text
        letters = f"<sup>{escape_markdown(cell.letters)}</sup>" if cell.letters else ""
        spread = f" {escape_markdown(cell.spread)}" if cell.spread else ""
        return text + escape_markdown(cell.mark) + letters + spread

    heads = [escape_markdown(f"{c.group} {c.title}".strip()) for c in table.columns]
    lines = [[escape_markdown(row.label), *map(cell_text, row.cells)] for row in table.rows]
    body = tabulate(
        lines,
        headers=[escape_markdown(table.stub), *heads],
        tablefmt="pipe",
        disable_numparse=True,
        preserve_whitespace=True,
        colalign=("left", *("left" if c.words else "right" for c in table.columns))
        if lines
        else None,
    )
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


class MarkdownRenderer(Renderer):
    """GitHub-flavoured Markdown."""

    name = "markdown"
    suffix = "md"

    def render(self, table: ResultTable) -> str:
        """Write one table."""
        return render_markdown(table)
