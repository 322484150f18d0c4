"""From a comparison to a table: scores, marks, caption and notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from clss.errors import unknown_name
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, PairResult
from evaluation.stats.systems import System
from evaluation.stats.tests import CORRECTION_NAMES
from evaluation.tables.audit import audit
from evaluation.tables.notes import (
    cluster_notes,
    counting_notes,
    detectable_note,
    interval_note,
    mark_phrase,
    seed_notes,
)
from evaluation.tables.table import Cell, Column, ResultTable, Row
from evaluation.tasks.scores import measure
from evaluation.tasks.signature import signature

DEFAULT_SCORES = {"swtc": ("acc1", "coverage")}
RECORD_SCORES = ("acc1", "acc5", "acc10", "mrr")
EMPTY = Cell(None, "–")


def number_cell(value: float, pattern: str = "{:.3f}") -> Cell:
    """Return the cell of a number, a dash if there is none."""
    return EMPTY if math.isnan(value) else Cell(float(value), pattern.format(value))


def p_cell(value: float) -> Cell:
    """Return the cell of a p-value; never a false zero."""
    return Cell(value, "<0.001" if value < 0.001 else f"{value:.3f}")


def interval_cell(ci: tuple[float, float]) -> Cell:
    """Return the cell of an interval."""
    return Cell(ci, f"[{ci[0]:+.3f}, {ci[1]:+.3f}]")


PAIR_COLUMNS: dict[str, Callable[[PairResult], Cell]] = {
    "difference": lambda r: number_cell(r.difference, "{:+.3f}"),
    "ci": lambda r: interval_cell(r.ci),
    "b": lambda r: Cell(r.b, str(r.b)),
    "c": lambda r: Cell(r.c, str(r.c)),
    "odds_ratio": lambda r: number_cell(r.odds_ratio, "{:.2f}"),
    "p": lambda r: p_cell(r.pvalue),
    "p_adjusted": lambda r: p_cell(r.p_adjusted),
    "cluster_ci": lambda r: EMPTY if r.cluster is None else interval_cell(r.cluster.ci),
    "cluster_p": lambda r: EMPTY if r.cluster is None else p_cell(r.cluster.pvalue),
}


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


def check_columns(names: Sequence[str]) -> tuple[str, ...]:
    """Bring column names to their canonical form; an unknown one is an error."""
    known = (*PAIR_COLUMNS, "seeds", "n")
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
    names = DEFAULT_SCORES.get(task, (*RECORD_SCORES, "coverage"))
    if comparison.measure.name not in names:
        names = (comparison.measure.name, *names)
    if family.references:
        names = (*names, "difference", "ci", "p_adjusted")
        if comparison.clusters is not None:
            names = (*names, "cluster_ci", "cluster_p")
    return names


def comparison_table(
    comparison: Comparison,
    baseline: str | None = "strongest",
    *,
    test: str = "exact",
    correction: str = "holm",
    baselines: Sequence[str] = (),
    columns: Sequence[str] | None = None,
    seed_rows: bool = True,
    notes: bool = True,
) -> ResultTable:
    """Make the table of a comparison.

    Parameters
    ----------
    comparison : Comparison
        The rows.
    baseline : "strongest", label or None
        What rows are tested against; None tests all pairs and marks groups by letters.
    test : {"exact", "midp", "chi2", "chi2-corrected"}
        The form of McNemar's test.
    correction : {"holm", "bh", "none"}
        For the number of tests in the table.
    baselines : sequence of str
        With "strongest": the rows that count as baselines, see :meth:`Comparison.references`.
    columns : sequence of str, optional
        Scores (``acc1``, ``mrr``, ``coverage`` …) and what the tests found (``difference``,
        ``ci``, ``b``, ``c``, ``odds_ratio``, ``p``, ``p_adjusted``, ``cluster_ci``,
        ``cluster_p``), ``seeds``, ``n``.
    seed_rows : bool
        Show MIN, AVG and MAX of a system with several seeds, or its average only.
    notes : bool
        Add the fairness audit and the smallest detectable difference. What changes the meaning
        of the scores is noted in any case.
    """
    family = comparison.tests(baseline, test, correction, baselines)
    names = check_columns(columns) if columns is not None else default_columns(comparison, family)
    letters = comparison.letters(family) if baseline is None and len(family) else {}
    best = {name: comparison.best(name) for name in names if _is_score(name)}
    rows: list[Row] = []
    for system in comparison.systems:
        cells = [_cell(comparison, family, system, name, letters, best) for name in names]
        many = seed_rows and len(system.runs) > 1
        label = f"{system.label}, AVG" if many else system.label
        signed = signature(system.first, comparison.oov, comparison.ties)
        block = [Row(label, tuple(cells), signature=signed)]
        if many:
            block.insert(0, _extreme(comparison, system, names, "MIN", signed))
            block.append(_extreme(comparison, system, names, "MAX", signed))
        rows += block
    return ResultTable(
        columns=tuple(Column(column_title(name, comparison, family)) for name in names),
        rows=tuple(rows),
        caption=_caption(comparison, family, baseline, names),
        notes=tuple(table_notes(comparison, family, names, full=notes)),
        records=tuple(record(comparison, family, system) for system in comparison.systems),
    )


def _is_score(name: str) -> bool:
    return name not in PAIR_COLUMNS and name not in ("seeds", "n", "coverage")


def _cell(
    comparison: Comparison,
    family: Family,
    system: System,
    name: str,
    letters: dict[str, str],
    best: dict[str, float],
) -> Cell:
    if name == "seeds":
        return Cell(len(system.runs), str(len(system.runs)))
    if name == "n":
        counted = int(system.first.covered.sum()) if comparison.oov == "skip" else comparison.n
        return Cell(counted, str(counted))
    if name in PAIR_COLUMNS:
        result = family.find(system.label)
        return Cell() if result is None else PAIR_COLUMNS[name](result)
    chosen = measure(name)
    score = comparison.score(system.label, chosen)
    cell = number_cell(score)
    if len(system.runs) > 1 and name in best:
        spread = system.spread(chosen, comparison.score_oov, comparison.ties)
        cell = replace(cell, spread=f"±{spread:.3f}")
    if name in best:
        cell = replace(cell, bold=abs(score - best[name]) < 1e-12)
    if chosen == comparison.measure:
        mark = "*" if family.better(system.label) else ""
        cell = replace(cell, mark=mark, letters=letters.get(system.label, ""))
    return cell


def _extreme(
    comparison: Comparison, system: System, names: Sequence[str], which: str, signed: str
) -> Row:
    cells = []
    for name in names:
        if name in PAIR_COLUMNS or name in ("seeds", "n"):
            cells.append(Cell())
            continue
        values = system.scores(measure(name), comparison.score_oov, comparison.ties)
        cells.append(number_cell(float(values.min() if which == "MIN" else values.max())))
    return Row(f"{system.label}, {which}", tuple(cells), signature=signed)


def _caption(
    comparison: Comparison, family: Family, baseline: str | None, names: Sequence[str]
) -> str:
    first = comparison.systems[0].first
    titles = [measure(name).title for name in names if _is_score(name)]
    pair = f", {first.metadata['pair']}" if first.metadata.get("pair") else ""
    shown = " and ".join([", ".join(titles[:-1]), titles[-1]] if len(titles) > 1 else titles)
    sentences = [f"{shown} ({first.task.upper()}{pair}, {comparison.n} items)."]
    if len(comparison.systems) > 1:
        sentences.append("Highest score per column in bold.")
    sentences.append(mark_phrase(comparison, family, baseline))
    return " ".join(sentence for sentence in sentences if sentence)


def table_notes(
    comparison: Comparison,
    family: Family,
    names: Sequence[str],
    full: bool = True,
    one_of_many: bool = False,
) -> list[str]:
    """Return the notes of a table, or of one column of many; the indispensable ones first."""
    notes = counting_notes(comparison, one_of_many)
    if any(name in ("difference", "ci") for name in names) and family.results:
        notes.append(interval_note(comparison))
    notes += seed_notes(comparison, family)
    notes += cluster_notes(comparison, family, one_of_many)
    if full:
        notes += detectable_note(family)
        rows = [system.first for system in comparison.systems]
        notes += audit(rows, comparison.measure, comparison.oov)
    return notes


def record(comparison: Comparison, family: Family, system: System) -> dict[str, Any]:
    """Return one row in full, as JSON shows it."""
    chosen = dict.fromkeys((comparison.measure.name, *RECORD_SCORES))
    first = system.first

    def all_scores(outcome_system: System) -> dict[str, float]:
        policies = (comparison.score_oov, comparison.ties)
        return {n: float(outcome_system.scores(measure(n), *policies).mean()) for n in chosen}

    return {
        "label": system.label,
        "model": first.model,
        "task": first.task,
        "scores": all_scores(system),
        "n": int(first.covered.sum()) if comparison.oov == "skip" else comparison.n,
        "coverage": comparison.score(system.label, "coverage"),
        "seeds": [
            {"seed": run.seed, "scores": all_scores(System(system.label, (run,)))}
            for run in system.runs
        ],
        "signature": signature(first, comparison.oov, comparison.ties),
        "against": {result.second: result.to_json() for result in family.of(system.label)},
    }
