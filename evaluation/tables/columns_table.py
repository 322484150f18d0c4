"""A table whose columns are comparisons: language pairs, dimensions, numbers of senses …"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from clss.errors import InputError, unknown_name
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, adjust_families
from evaluation.stats.systems import System
from evaluation.stats.tests import CORRECTIONS
from evaluation.tables.audit import audit
from evaluation.tables.comparison_table import number_cell, record, table_notes
from evaluation.tables.notes import detectable_note, mark_phrase, phrase_of_test
from evaluation.tables.table import Cell, Column, ResultTable, Row


@dataclass(frozen=True)
class Part:
    """One column: its titles, the comparison it shows, and what tells it apart."""

    column: Column
    comparison: Comparison
    key: dict[str, Any]

    @property
    def title(self) -> str:
        """Both titles in one line."""
        return f"{self.column.group} {self.column.title}".strip()


def columns_table(
    parts: Sequence[Part],
    baseline: str | None = "strongest",
    *,
    test: str = "exact",
    correction: str = "holm",
    baselines: Sequence[str] = (),
    seed_rows: bool = True,
    notes: bool = True,
    section: Callable[[str], str] = str,
) -> ResultTable:
    """Make one table of several comparisons, all tests of which are one family.

    Parameters
    ----------
    parts : sequence of Part
        The columns. A row may be absent from some of them.
    baseline, test, correction, baselines, seed_rows, notes
        See :func:`comparison_table`; "strongest" is the strongest
        of each column.
    section : callable
        Gives the group of a row by its label; rules separate groups of several rows.
    """
    if not parts:
        raise InputError("a table needs at least one column")
    labels = list(dict.fromkeys(label for part in parts for label in part.comparison.labels))
    for label in (*baselines, *([] if baseline in (None, "strongest") else [baseline])):
        if label not in labels:
            raise InputError(f"no row is labelled {label!r} (rows: {', '.join(labels)})")
    families = _families(parts, baseline, test, correction, baselines)
    rows: list[Row] = []
    sections = [section(label) for label in labels]
    for place, label in enumerate(labels):
        cells = [_cell(part, family, label) for part, family in zip(parts, families, strict=True)]
        several = any(len(_runs(part, label)) > 1 for part in parts)
        block = [Row(f"{label}, AVG" if several and seed_rows else label, tuple(cells))]
        if several and seed_rows:
            block.insert(0, Row(f"{label}, MIN", tuple(_extreme(p, label, np.min) for p in parts)))
            block.append(Row(f"{label}, MAX", tuple(_extreme(p, label, np.max) for p in parts)))
        rule = (
            place > 0
            and sections[place] != sections[place - 1]
            and max(sections.count(sections[place]), sections.count(sections[place - 1])) > 1
        )
        rows += [replace(block[0], new_section=rule), *block[1:]]
    records = [
        {**record(part.comparison, family, system), "column": part.key}
        for part, family in zip(parts, families, strict=True)
        for system in part.comparison.systems
    ]
    return ResultTable(
        columns=tuple(part.column for part in parts),
        rows=tuple(rows),
        caption=_caption(parts, families, baseline),
        notes=tuple(_notes(parts, families, notes)),
        records=tuple(records),
    )


def _families(
    parts: Sequence[Part],
    baseline: str | None,
    test: str,
    correction: str,
    baselines: Sequence[str],
) -> list[Family]:
    if correction not in CORRECTIONS:
        raise unknown_name("correction", correction, CORRECTIONS)
    families, keys = [], []
    for part in parts:
        comparison = part.comparison
        present = [label for label in baselines if label in comparison.labels]
        if baseline not in (None, "strongest", *comparison.labels):
            family = Family((), {}, test, correction, comparison.alpha, 0)  # baseline not here
        else:
            raw = comparison.tests(baseline, test, "none", present)
            family = replace(raw, correction=correction)
        families.append(family)
        keys.append([_identity(comparison, r.first, r.second) for r in family])
    return adjust_families(families, keys)


def _identity(comparison: Comparison, *labels: str) -> Hashable:
    return frozenset(
        tuple(run.fingerprint for run in comparison.system(label).runs) for label in labels
    )


def _runs(part: Part, label: str) -> Sequence[Any]:
    return part.comparison.system(label).runs if label in part.comparison.labels else ()


def _values(part: Part, label: str) -> np.ndarray:
    comparison = part.comparison
    system: System = comparison.system(label)
    return system.scores(comparison.measure, comparison.score_oov, comparison.ties)


def _cell(part: Part, family: Family, label: str) -> Cell:
    comparison = part.comparison
    if label not in comparison.labels:
        return Cell()
    score = comparison.score(label)
    values = _values(part, label)
    letters = {} if family.references or not family.results else comparison.letters(family)
    return replace(
        number_cell(score),
        bold=abs(score - comparison.best()) < 1e-12,
        mark="*" if family.better(label) else "",
        letters=letters.get(label, ""),
        spread=f"±{values.std(ddof=1):.3f}" if len(values) > 1 else "",
    )


def _extreme(part: Part, label: str, which: Callable[[np.ndarray], float]) -> Cell:
    if not _runs(part, label):
        return Cell()
    return number_cell(float(which(_values(part, label))))


def _caption(parts: Sequence[Part], families: Sequence[Family], baseline: str | None) -> str:
    first = parts[0].comparison
    sentences = [
        f"{first.measure.title} ({first.systems[0].first.task.upper()}).",
        "Highest score per column in bold.",
    ]
    tested = [family for family in families if family.results]
    if not tested:
        return " ".join(sentences)
    references = {other for family in tested for other in family.references.values()}
    if not tested[0].references:
        sentences.append(
            "Rows that share a letter within a column do not differ significantly"
            f" (all pairs, {phrase_of_test(tested[0])})."
        )
    elif len(references) == 1:
        sentences.append(mark_phrase(first, tested[0], baseline))
    else:
        declared = any(
            label not in family.references
            for part, family in zip(parts, families, strict=True)
            if family.results
            for label in part.comparison.labels
        )
        over = "baseline" if declared else "other row"
        sentences.append(
            f"* significantly better than the strongest {over} of its column:"
            f" {phrase_of_test(tested[0])}."
        )
    return " ".join(sentences)


def _notes(parts: Sequence[Part], families: Sequence[Family], full: bool) -> list[str]:
    found: dict[str, list[Part]] = {}
    for part, family in zip(parts, families, strict=True):
        comparison = part.comparison
        notes = table_notes(comparison, family, (), full=False, one_of_many=len(parts) > 1)
        if full:
            rows = [system.first for system in comparison.systems]
            notes += audit(rows, comparison.measure, comparison.oov, full=False)
        for note in notes:
            found.setdefault(note, []).append(part)
    listed = [
        note if len(where) == len(parts) else f"{_place(where, parts)}: {note}"
        for note, where in found.items()
    ]
    if full:
        every = tuple(result for family in families for result in family)
        listed += detectable_note(replace(families[0], results=every))
    return listed


def _place(where: Sequence[Part], parts: Sequence[Part]) -> str:
    """Name columns, a whole group of them by its title."""
    names: list[str] = []
    for part in where:
        group = [other for other in parts if other.column.group == part.column.group]
        whole = part.column.group and all(other in where for other in group)
        name = part.column.group if whole else part.title
        if name not in names:
            names.append(name)
    return ", ".join(names)
