"""What can stand in a column: scores of rows, what the tests found, counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from clss.errors import unknown_name
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, PairResult
from evaluation.stats.significance import CORRECTIONS
from evaluation.stats.systems import System
from evaluation.tables.numbers import interval_text, p_text, ratio_text, score_text, signed_text
from evaluation.tables.table import TableCell
from evaluation.tasks import TASKS, Task
from evaluation.tasks.scores import measure

#: The scores of which every row's JSON has a value.
RECORD_SCORES = ("acc1", "acc5", "acc10", "mrr")
COUNTS = ("seeds", "n")
EMPTY = TableCell(None, "–")

#: Marks beside the tested score.
BETTER, WORSE, AS_GOOD = "*", "▼", "≈"


def number_cell(value: float, digits: int) -> TableCell:
    """Return the cell of a score, a dash if there is none."""
    return EMPTY if math.isnan(value) else TableCell(float(value), score_text(value, digits))


def p_cell(value: float, alpha: float) -> TableCell:
    """Return the cell of a p-value, a dash if there is none."""
    return EMPTY if math.isnan(value) else TableCell(value, p_text(value, alpha))


#: What the test of a row against its reference found, by the name of the column: from the result,
#: the level and the digits to the cell.
PAIR_COLUMNS: dict[str, Callable[[PairResult, float, int], TableCell]] = {
    "difference": lambda r, _, d: TableCell(r.difference, signed_text(r.difference, d)),
    "ci": lambda r, _, d: TableCell(r.ci, interval_text(r.ci, d)),
    "b": lambda r, *_: TableCell(r.b, str(r.b)),
    "c": lambda r, *_: TableCell(r.c, str(r.c)),
    "odds_ratio": lambda r, *_: TableCell(r.odds_ratio, ratio_text(r.odds_ratio)),
    "p": lambda r, alpha, _: p_cell(r.pvalue, alpha),
    "p_adjusted": lambda r, alpha, _: p_cell(r.p_adjusted, alpha),
    "p_equivalent": lambda r, alpha, _: (
        EMPTY if r.p_equivalent is None else p_cell(r.p_equivalent, alpha)
    ),
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
    if all(comparison.score(label, "coverage") == 1 for label in comparison.labels):
        names = tuple(name for name in names if name != "coverage")
    return names + columns_of_tests(family)


def columns_of_tests(family: Family) -> tuple[str, ...]:
    """Return the columns that a table with a baseline has beside its scores."""
    if not family.references:
        return ()
    if family.method.withheld:
        return ("difference", "ci") if family.method.size else ("difference",)
    equivalence = () if family.method.margin is None else ("p_equivalent",)
    return ("difference", "ci", "p_adjusted", *equivalence)


def chosen_columns(asked: Sequence[str], family: Family) -> tuple[str, ...]:
    """Return the columns asked for; where no result of a test is, the usual ones follow."""
    names = check_columns(asked)
    if any(name in PAIR_COLUMNS for name in names):
        return names
    return names + columns_of_tests(family)


def column_title(name: str, comparison: Comparison, family: Family) -> str:
    """Return what stands over a column."""
    method = family.method
    uncorrected = "" if method.intervals_corrected or method.size == 1 else ", uncorrected"
    correction = "uncorrected" if method.correction == "none" else CORRECTIONS[method.correction]
    common = " (common)" if comparison.oov == "skip" else ""
    titles = {
        "difference": f"Diff.{common}",
        "ci": f"{1 - comparison.alpha:.0%} CI{uncorrected}",
        "b": "Wins",
        "c": "Losses",
        "odds_ratio": "Odds ratio",
        "p": "p (single)",
        "p_adjusted": "p" if method.size == 1 else f"p ({correction})",
        "p_equivalent": "p (equiv.)",
        "seeds": "Seeds",
        "n": "n",
    }
    return titles[name] if name in titles else measure(name).title


def items_counted(comparison: Comparison, system: System) -> int:
    """Return the denominator of a row's scores."""
    return int(system.first.covered.sum()) if comparison.oov == "skip" else comparison.n


def cell(
    comparison: Comparison,
    family: Family,
    system: System,
    name: str,
    letters: str,
    best: float,
    digits: int,
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
    digits : int
        After the point.
    """
    if name == "seeds":
        return TableCell(len(system.runs), str(len(system.runs)))
    if name == "n":
        counted = items_counted(comparison, system)
        return TableCell(counted, str(counted))
    if name in PAIR_COLUMNS:
        result = family.find(system.label)
        if result is None:
            return TableCell()
        return PAIR_COLUMNS[name](result, family.method.alpha, digits)
    chosen = measure(name)
    score = comparison.score(system.label, chosen)
    found = number_cell(score, digits)
    if is_score(name):
        competes = len(comparison.systems) > 1
        found = replace(found, bold=competes and abs(score - best) < 1e-12)
        if len(system.runs) > 1:
            spread = system.spread(chosen, comparison.score_oov, comparison.ties)
            found = replace(found, spread=f"±{spread:.{digits}f}")
    if chosen == comparison.measure:
        found = replace(found, mark=_mark(family, system.label), letters=letters)
    return found


def _mark(family: Family, label: str) -> str:
    better, worse = family.better(label), family.worse(label)
    mark = BETTER if better else WORSE if worse else ""
    return mark + (AS_GOOD if family.as_good(label) else "")


def extreme_cell(
    comparison: Comparison,
    system: System,
    name: str,
    which: Callable[[np.ndarray], float],
    digits: int,
) -> TableCell:
    """Return the lowest or highest score over seeds; blank where a column is no score."""
    if name in PAIR_COLUMNS or name in COUNTS:
        return TableCell()
    values = system.scores(measure(name), comparison.score_oov, comparison.ties)
    return number_cell(float(which(values)), digits)
