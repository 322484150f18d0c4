"""Plain text, laid out by tabulate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabulate import tabulate

from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable, TableCell


def render_text(table: ResultTable, ansi: bool = False) -> str:
    """Lay the table out for a terminal or a log."""

    def halves(cell: TableCell) -> tuple[str, str]:
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
    body = lay_out([table.stub, *heads], lines, "simple")
    blocks = [table.caption, body] if table.caption else [body]
    if any(cell.bold for row in table.rows for cell in row.cells) and not ansi:
        blocks.append("[ ] stands for bold.")
    if table.notes:
        blocks.append("\n".join(f"- {note}" for note in table.notes))
    return "\n\n".join(blocks)


def lay_out(heads: list[str], lines: list[list[str]], style: str) -> str:
    """Arrange labels and right-aligned cells under their headings."""
    return tabulate(
        lines,
        headers=heads,
        tablefmt=style,
        disable_numparse=True,
        preserve_whitespace=True,
        colalign=("left", *("right" for _ in heads[1:])) if lines else None,
    )


class TextRenderer(Renderer):
    """Plain text, bold in brackets."""

    name = "text"

    def render(self, table: ResultTable) -> str:
        """Write one table."""
        return render_text(table)
