r"""LaTeX with booktabs, for papers.

Every score is two columns, the number and what stands beside it, so that digits are under digits
whatever the marks. A table wider than the line is scaled to it; many rows become a longtable.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from evaluation.tables.hints import without_hints
from evaluation.tables.render.latex_escape import UNICODE_MACRO, escape_latex
from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable, TableCell

TIGHT = 6  # columns from which the table is set smaller
LONG = 36  # rows from which it goes over several pages
PACKAGES = ("booktabs", "graphicx", "longtable")


def render_latex(
    table: ResultTable, standalone: bool = False, label: str | None = None, wide: bool | None = None
) -> str:
    """Write a table environment, or a whole document around it.

    Parameters
    ----------
    table : ResultTable
    standalone : bool
        Write a document that compiles by itself.
    label, wide
        Instead of the table's own.
    """
    label = table.label if label is None else label
    wide = table.wide if wide is None else wide
    long = len(table.rows) >= LONG
    head = [
        rf"\caption{{{escape_latex(table.caption)}}}" if table.caption else "",
        rf"\label{{{_key(label)}}}",
    ]
    size = [r"\footnotesize\setlength{\tabcolsep}{3pt}"] if len(table.columns) >= TIGHT else []
    lines = _long(table, head, size) if long else _floating(table, head, size, wide)
    text = "\n".join(line for line in lines if line) + "\n"
    macro = UNICODE_MACRO + "\n" if r"\clssunicode" in text else ""
    packages = ",".join(p for p in PACKAGES if p != "longtable" or long)
    if not standalone:
        return f"% needs \\usepackage{{{packages}}}\n{macro}{text}"
    columns = "[twocolumn]" if wide else ""
    start = f"\\documentclass{columns}{{article}}\n\\usepackage{{{packages}}}\n"
    return f"{start}\\begin{{document}}\n{macro}{text}\\end{{document}}\n"


def _floating(table: ResultTable, head: list[str], size: list[str], wide: bool) -> list[str]:
    name = "table*" if wide else "table"
    return [
        rf"\begin{{{name}}}[t]",
        r"\centering",
        *head,
        *size,
        r"\setbox0=\hbox{%",
        rf"\begin{{tabular}}{{{_format(table)}}}",
        r"\toprule",
        *_titles(table),
        r"\midrule",
        *_body(table),
        r"\bottomrule",
        r"\end{tabular}}%",
        r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\box0}\else\leavevmode\box0\fi",
        *_notes(table),
        rf"\end{{{name}}}",
    ]


def _long(table: ResultTable, head: list[str], size: list[str]) -> list[str]:
    titles = [r"\toprule", *_titles(table), r"\midrule"]
    return [
        r"\begingroup" + "".join(size or [r"\small"]),
        rf"\begin{{longtable}}{{{_format(table)}}}",
        *head,
        r"\\",
        *titles,
        r"\endfirsthead",
        *titles,
        r"\endhead",
        *_body(table),
        r"\bottomrule",
        r"\end{longtable}",
        *_notes(table),
        r"\endgroup",
    ]


def _key(label: str) -> str:
    """Keep what a label may hold: no character that TeX interprets."""
    return "".join(c if c.isascii() and (c.isalnum() or c in ":.-") else "-" for c in label)


def _double(table: ResultTable) -> list[bool]:
    """Return which columns have anything beside the numbers."""
    return [any(_beside(row.cells[i]) for row in table.rows) for i in range(len(table.columns))]


def _format(table: ResultTable) -> str:
    columns = "".join(
        "r@{}l" if double else "l" if column.words else "r"
        for column, double in zip(table.columns, _double(table), strict=True)
    )
    return f"@{{}}l{columns}@{{}}"


def _titles(table: ResultTable) -> list[str]:
    double = _double(table)
    titles = [
        rf"\multicolumn{{2}}{{c}}{{{escape_latex(column.title)}}}"
        if wide
        else escape_latex(column.title)
        for column, wide in zip(table.columns, double, strict=True)
    ]
    line = _line([escape_latex(table.stub), *titles])
    if not any(column.group for column in table.columns):
        return [line]
    groups, rules, place = [""], [], 2
    together = zip(table.columns, double, strict=True)
    for name, members in groupby(together, key=lambda pair: pair[0].group):
        width = sum(2 if wide else 1 for _, wide in members)
        groups.append(rf"\multicolumn{{{width}}}{{c}}{{{escape_latex(name)}}}")
        if name:
            rules.append(rf"\cmidrule(lr){{{place}-{place + width - 1}}}")
        place += width
    return [_line(groups), " ".join(rules), line]


def _body(table: ResultTable) -> list[str]:
    double = _double(table)
    lines = []
    for place, row in enumerate(table.rows):
        if row.new_section and place:
            lines.append(r"\midrule")
        cells = [escape_latex(row.label)]
        for cell, wide in zip(row.cells, double, strict=True):
            cells += [_number(cell), _beside(cell)] if wide else [_number(cell)]
        lines.append(_line(cells))
    return lines


def _notes(table: ResultTable) -> list[str]:
    if not table.notes:
        return []
    return [
        r"\par\smallskip",
        r"\begin{minipage}{\linewidth}\footnotesize\raggedright",
        *(escape_latex(without_hints(note)) + r"\par" for note in table.notes),
        r"\end{minipage}",
    ]


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _number(cell: TableCell) -> str:
    text = escape_latex(cell.text)
    return rf"\textbf{{{text}}}" if cell.bold else text


def _beside(cell: TableCell) -> str:
    above = cell.mark + cell.letters
    text = rf"\textsuperscript{{{escape_latex(above)}}}" if above else ""
    return f"{text}\\,{{\\scriptsize {escape_latex(cell.spread)}}}" if cell.spread else text


class LatexRenderer(Renderer):
    """LaTeX."""

    name = "latex"
    suffix = "tex"

    def render(self, table: ResultTable) -> str:
        """Write one table environment."""
        return render_latex(table)
