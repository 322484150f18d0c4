"""Plain text for terminals and logs."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable, TableCell


WIDTH = 100
GAP = 2  # between columns
NARROWEST = 24  # to which labels are wrapped before columns move to a block of their own


def render_text(table: ResultTable, ansi: bool = False) -> str:
    """Lay the table out for a terminal or a log, at most :data:`WIDTH` characters wide.

    Labels are wrapped if need be; columns that still do not fit follow in a block of their own.
    """
    cells = [_padded(column, ansi) for column in zip(*(r.cells for r in table.rows), strict=True)]
    cells = cells or [[] for _ in table.columns]
    # one line per level of heading
    heads = [f"{c.group}\n{c.title}" if c.group else c.title for c in table.columns]
    sizes = [
        max(map(_size, [*column, *head.split("\n")]))
        for column, head in zip(cells, heads, strict=True)
    ]
    labels = [table.stub, *(row.label for row in table.rows)]
    longest = max(map(_size, labels))
    room = max(WIDTH - sum(size + GAP for size in sizes), min(longest, NARROWEST))
    blocks = [table.caption and wrap(table.caption)]
    for chosen in _fitting(sizes, WIDTH - min(longest, room)):
        lines = [
            ["\n".join(wrap_label(row.label, room)), *(cells[i][place] for i in chosen)]
            for place, row in enumerate(table.rows)
        ]
        left = [True, *(table.columns[i].words for i in chosen)]
        blocks.append(_aligned([[table.stub, *(heads[i] for i in chosen)], *lines], left))
    if any(cell.bold for row in table.rows for cell in row.cells) and not ansi:
        blocks.append("[ ] stands for bold.")
    if table.notes:
        blocks.append("\n".join(wrap(note, "- ") for note in table.notes))
    return "\n\n".join(block for block in blocks if block)


def _aligned(lines: Sequence[Sequence[str]], left: Sequence[bool]) -> str:
    """Arrange cells of one or more lines each in columns, the first line over a rule."""
    split = [[cell.split("\n") for cell in line] for line in lines]
    sizes = [
        max(_size(part) for cell in column for part in cell) for column in zip(*split, strict=True)
    ]
    texts = []
    for place, cells in enumerate(split):
        height = max(map(len, cells))
        for level in range(height):
            parts = []
            for i, (cell, size) in enumerate(zip(cells, sizes, strict=True)):
                # headings stand at the foot of their line, all else at its top
                at = level - (height - len(cell) if place == 0 else 0)
                text = cell[at] if 0 <= at < len(cell) else ""
                blank = " " * (size - _size(text))
                parts.append(text + blank if left[i] else blank + text)
            texts.append((" " * GAP).join(parts).rstrip())
        if place == 0:
            texts.append((" " * GAP).join("-" * size for size in sizes))
    return "\n".join(texts)


def _padded(column: Sequence[TableCell], ansi: bool) -> list[str]:
    """Return the cells of a column, digits under digits: what follows the number is padded."""

    def halves(cell: TableCell) -> tuple[str, str]:
        beside = "".join(f" {part}" for part in (cell.letters, cell.spread) if part)
        if not cell.bold:
            return cell.text, cell.mark + beside
        if ansi:
            return f"\x1b[1m{cell.text}\x1b[0m", cell.mark + beside
        return f"[{cell.text}", f"]{cell.mark}{beside}"

    parts = [halves(cell) for cell in column]
    size = max((_size(after) for _, after in parts), default=0)
    return [number + after + " " * (size - _size(after)) for number, after in parts]


def _size(text: str) -> int:
    """Return how many places a text takes on a terminal, escape codes none."""
    plain = re.sub(r"\x1b\[\d+m", "", text)
    from wcwidth import wcswidth  # large tables that `clss --help` can do without

    return max(wcswidth(plain), 0) if plain else 0


def _fitting(sizes: Sequence[int], room: int) -> list[list[int]]:
    """Deal columns into blocks that fit; a column is never cut."""
    blocks: list[list[int]] = [[]]
    used = 0
    for place, size in enumerate(sizes):
        if blocks[-1] and used + GAP + size > room:
            blocks.append([])
            used = 0
        blocks[-1].append(place)
        used += GAP + size
    return blocks


def wrap(text: str, bullet: str = "") -> str:
    """Break a text into lines; the later ones of a note are indented."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
    )


def wrap_label(label: str, room: int) -> list[str]:
    """Break a label that is wider than its column."""
    if _size(label) <= room:
        return [label]
    lines, line = [], ""
    for word in label.split(" "):
        longer = f"{line} {word}" if line.strip() else f"{line}{word}"
        if line.strip() and _size(longer) > room:
            lines.append(line)
            longer = f"  {word}"
        line = longer
    return [*lines, line]


class TextRenderer(Renderer):
    """Plain text, bold in brackets."""

    name = "text"
    suffix = "txt"

    def render(self, table: ResultTable) -> str:
        """Write one table."""
        return render_text(table)
