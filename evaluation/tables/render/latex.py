"""LaTeX with booktabs, for papers."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from evaluation.tables.render.latex_escape import UNICODE_MACRO, escape_latex
from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable, TableCell

WIDE = 8  # columns from which the table is set tighter


def render_latex(table: ResultTable, standalone: bool = False, label: str = "tab:results") -> str:
    """Write a table environment, or a whole document around it."""
    count = len(table.columns)
    lines = [r"\begin{table}[t]", r"\centering"]
    if table.caption:
        lines.append(rf"\caption{{{escape_latex(table.caption)}}}")
    lines.append(rf"\label{{{_key(label)}}}")
    if count >= WIDE:
        lines.append(r"\footnotesize\setlength{\tabcolsep}{3pt}")
    lines += [rf"\begin{{tabular}}{{@{{}}l{'r' * count}@{{}}}}", r"\toprule", *_head(table)]
    lines.append(r"\midrule")
    for place, row in enumerate(table.rows):
        if row.new_section and place:
            lines.append(r"\midrule")
        lines.append(_line([escape_latex(row.label), *map(_cell, row.cells)]))
    lines += [r"\bottomrule", r"\end{tabular}"]
    if table.notes:
        lines += [r"\par\smallskip", r"\begin{minipage}{\linewidth}\footnotesize\raggedright"]
        lines += [escape_latex(note) + r"\par" for note in table.notes]
        lines.append(r"\end{minipage}")
    lines.append(r"\end{table}")
    text = "\n".join(lines) + "\n"
    macro = UNICODE_MACRO + "\n" if r"\clssunicode" in text else ""
    if not standalone:
        return f"% needs \\usepackage{{booktabs}}\n{macro}{text}"
    head = "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
    return f"{head}{macro}{text}\\end{{document}}\n"


def _key(label: str) -> str:
    """Keep what a label may hold: no character that TeX interprets."""
    return "".join(c if c.isascii() and (c.isalnum() or c in ":.-") else "-" for c in label)


def _head(table: ResultTable) -> list[str]:
    titles = _line([escape_latex(table.stub), *(escape_latex(c.title) for c in table.columns)])
    if not any(column.group for column in table.columns):
        return [titles]
    groups, rules, place = [""], [], 2
    for name, members in groupby(table.columns, key=lambda column: column.group):
        width = len(list(members))
        groups.append(rf"\multicolumn{{{width}}}{{c}}{{{escape_latex(name)}}}")
        if name:
            rules.append(rf"\cmidrule(lr){{{place}-{place + width - 1}}}")
        place += width
    return [_line(groups), " ".join(rules), titles]


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(cell: TableCell) -> str:
    text = escape_latex(cell.text)
    text = rf"\textbf{{{text}}}" if cell.bold else text
    above = cell.mark + cell.letters
    if above:
        text += rf"\textsuperscript{{{escape_latex(above)}}}"
    return f"{text} {{\\scriptsize {escape_latex(cell.spread)}}}" if cell.spread else text


class LatexRenderer(Renderer):
    """LaTeX."""

    name = "latex"

    def render(self, table: ResultTable) -> str:
        """Write one table environment."""
        return render_latex(table)
