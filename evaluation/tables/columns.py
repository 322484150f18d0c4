"""What can stand in a column: scores of rows, what the tests found, counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from clss.errors import unknown_name
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, PairResult
from evaluation.stats.systems import System
from evaluation.stats.tests import CORRECTION_NAMES
from evaluation.tables.table import TableCell
from evaluation.tasks import TASKS, Task
from evaluation.tasks.scores import measure

#: The scores of which every row's JSON has a value.
RECORD_SCORES = ("acc1", "acc5", "acc10", "mrr")
COUNTS = ("seeds", "n")
EMPTY = TableCell(None, "–")


def number_cell(value: float, pattern: str = "{:.3f}") -> TableCell:
    """Return the cell of a number, a dash if there is none."""
    return EMPTY if math.isnan(value) else TableCell(float(value), pattern.format(value))


def p_cell(value: float) -> TableCell:
    """Return the cell of a p-value; never a false zero."""
    return TableCell(value, "<0.001" if value < 0.001 else f"{value:.3f}")


def interval_cell(ci: tuple[float, float]) -> TableCell:
    """Return the cell of an interval."""
    return TableCell(ci, f"[{ci[0]:+.3f}, {ci[1]:+.3f}]")


#: What the test of a row against its reference found, by the name of the column.
PAIR_COLUMNS: dict[str, Callable[[PairResult], TableCell]] = {
    "difference": lambda r: number_cell(r.difference, "{:+.3f}"),
    "ci": lambda r: interval_cell(r.ci),
    "b": lambda r: TableCell(r.b, str(r.b)),
    "c": lambda r: TableCell(r.c, str(r.c)),
    "odds_ratio": lambda r: number_cell(r.odds_ratio, "{:.2f}"),
    "p": lambda r: p_cell(r.pvalue),
    "p_adjusted": lambda r: p_cell(r.p_adjusted),
    "cluster_ci": lambda r: EMPTY if r.cluster is None else interval_cell(r.cluster.ci),
    "cluster_p": lambda r: EMPTY if r.cluster is None else p_cell(r.cluster.pvalue),
}


def is_score(name: str) -> bool:
    """Return whether a column is a score in which rows compete; coverage is not."""
    return name not in PAIR_COLUMNS and name not in (*COUNTS, "coverage")


def check_columns(names: Sequence[str]) -> tuple[str, ...]:
    """Bring column names to their canonical form; an unknown one is an error."""
    known = (*PAIR_COLUMNS, *COUNTS)
    checked = []
    for name in names:
        try:
            checked.append(name if name in known else measure(name).name)
        except ValueError:
            raise unknown_name("column", name, (*RECORD_SCORES, "coverage", *known)) from None
    return tuple(dict.fromkeys(checked))


def default_columns(comparison: Comparison, family: Family) -> tuple[str, ...]:
    """Return the scores usual for the task, and what the tests found beside them."""
    task = comparison.systems[0].first.task
    kind = TASKS.get(task) if task in TASKS.names() else Task  # lists of a task of one's own
    names = kind.default_scores
    if comparison.measure.name not in names:
        names = (comparison.measure.name, *names)
    if family.references:
        names = (*names, "difference", "ci", "p_adjusted")
        if comparison.clusters is not None:
            names = (*names, "cluster_ci", "cluster_p")
    return names


def column_title(name: str, comparison: Comparison, family: Family) -> str:
    """Return what stands over a column."""
    level = f"{1 - comparison.alpha:.0%} CI"
    p_name = "p" if family.correction == "none" else f"p ({CORRECTION_NAMES[family.correction]})"
    titles = {
        "difference": "Diff.",
        "ci": level,
        "odds_ratio": "Odds ratio",
        "p_adjusted": p_name,
        "cluster_ci": f"{level} by word",
        "cluster_p": "p by word",
        "seeds": "Seeds",
        "n": "n",
    }
    if name in PAIR_COLUMNS or name in titles:
        return titles.get(name, name)
    return measure(name).title


def items_counted(comparison: Comparison, system: System) -> int:
    """Return the denominator of a row's scores."""
    return int(system.first.covered.sum()) if comparison.oov == "skip" else comparison.n


def cell(
    comparison: Comparison, family: Family, system: System, name: str, letters: str, best: float
) -> TableCell:
    """Return what a column says of a row.

    Parameters
    ----------
    comparison, family
        Of the part of the table, and its tests.
    system : System
        The row.
    name : str
        The column.
    letters : str
        The row's groups, shown beside the tested measure.
    best : float
        The highest score of the column; not a number where rows do not compete.
    """
    if name == "seeds":
        return TableCell(len(system.runs), str(len(system.runs)))
    if name == "n":
        counted = items_counted(comparison, system)
        return TableCell(counted, str(counted))
    if name in PAIR_COLUMNS:
        result = family.find(system.label)
        return TableCell() if result is None else PAIR_COLUMNS[name](result)
    chosen = measure(name)
    score = comparison.score(system.label, chosen)
    found = number_cell(score)
    if is_score(name):
        found = replace(found, bold=abs(score - best) < 1e-12)
        if len(system.runs) > 1:
            spread = system.spread(chosen, comparison.score_oov, comparison.ties)
            found = replace(found, spread=f"±{spread:.3f}")
    if chosen == comparison.measure:
        mark = "*" if family.better(system.label) else ""
        found = replace(found, mark=mark, letters=letters)
    return found


def extreme_cell(
    comparison: Comparison, system: System, name: str, which: Callable[[np.ndarray], float]
) -> TableCell:
    """Return the lowest or highest score over seeds; blank where a column is no score."""
    if name in PAIR_COLUMNS or name in COUNTS:
        return TableCell()
    values = system.scores(measure(name), comparison.score_oov, comparison.ties)
    return number_cell(float(which(values)))
