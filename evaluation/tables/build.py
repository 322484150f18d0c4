"""The one builder of tables: rows down, parts × measures across.

A part is a comparison: the whole task, one language pair, one setting, one kind of item. All
tests of a table are one family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from clss.errors import InputError
from evaluation.stats.comparison import Comparison
from evaluation.stats.families import table_families
from evaluation.stats.pairs import Family
from evaluation.stats.systems import System
from evaluation.tables.caption import caption
from evaluation.tables.columns import (
    RECORD_SCORES,
    cell,
    check_columns,
    chosen_columns,
    column_title,
    default_columns,
    extreme_cell,
    is_score,
    items_counted,
)
from evaluation.tables.notes import detectable_notes, part_notes, table_notes
from evaluation.tables.options import TableOptions
from evaluation.tables.table import Column, ResultTable, Row, TableCell
from evaluation.tasks.labels import RowName, no_such_row
from evaluation.tasks.scores import measure
from evaluation.tasks.signature import row_signature


@dataclass(frozen=True)
class Part:
    """One comparison of a table.

    Parameters
    ----------
    comparison : Comparison
    column : Column, optional
        Its heading; none for the only part of a table.
    key : mapping
        What tells it apart, for JSON: ``{"pair": "es-en", "dim": 100}``.
    """

    comparison: Comparison
    column: Column | None = None
    key: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The heading in one line."""
        return "" if self.column is None else f"{self.column.group} {self.column.title}".strip()

    def system(self, label: str) -> System | None:
        """Return the row of that label, if the part has it."""
        return self.comparison.system(label) if label in self.comparison.labels else None


@dataclass(frozen=True)
class _Block:
    """A part with its tests and the names of its columns."""

    part: Part
    family: Family
    names: tuple[str, ...]
    letters: Mapping[str, str]
    best: Mapping[str, float]
    digits: int

    def row(self, label: str) -> list[TableCell]:
        system = self.part.system(label)
        if system is None:
            return [TableCell() for _ in self.names]
        letters, nothing = self.letters.get(label, ""), float("nan")
        return [
            cell(
                self.part.comparison,
                self.family,
                system,
                name,
                letters,
                self.best.get(name, nothing),
                self.digits,
            )
            for name in self.names
        ]

    def extremes(self, label: str, which: Callable[[np.ndarray], float]) -> list[TableCell]:
        system = self.part.system(label)
        if system is None:
            return [TableCell() for _ in self.names]
        comparison, digits = self.part.comparison, self.digits
        return [extreme_cell(comparison, system, name, which, digits) for name in self.names]

    def headings(self) -> list[Column]:
        column, comparison = self.part.column, self.part.comparison
        titles = [column_title(name, comparison, self.family) for name in self.names]
        if column is None:
            return [Column(title) for title in titles]
        return [column] if len(titles) == 1 else [Column(t, self.part.title) for t in titles]


def build_table(
    parts: Sequence[Part], options: TableOptions, section: Callable[[str], str] = str
) -> ResultTable:
    """Make one table of one or several comparisons, all tests of which are one family.

    Parameters
    ----------
    parts : sequence of Part
        A row may be absent from some of them.
    options : TableOptions
    section : callable
        Gives the group of a row by its label; rules separate groups of several rows.
    """
    if not parts:
        raise InputError("a table needs at least one column")
    labels = list(dict.fromkeys(label for part in parts for label in part.comparison.labels))
    families = _families(parts, labels, options)
    blocks = [_block(part, family, options) for part, family in zip(parts, families, strict=True)]
    if options.sort == "score":
        labels.sort(key=lambda label: -_mean_score(parts, label))
    rows: list[Row] = []
    for label, rule in zip(labels, _rules([section(label) for label in labels]), strict=True):
        found = _rows(blocks, label, options.seed_rows)
        rows += [replace(found[0], new_section=rule), *found[1:]]
    notes = _notes(blocks, options.notes)
    if len(rows) > len(labels) and options.notes != "none":
        notes.append(
            "MIN and MAX are the lowest and the highest of the seeds; they are never bold."
        )
    return ResultTable(
        columns=tuple(column for block in blocks for column in block.headings()),
        rows=tuple(rows),
        caption=_caption(blocks, rows),
        notes=tuple(notes),
        about=_about(blocks[0], options),
        label=options.label or f"tab:{parts[0].comparison.systems[0].first.task}",
        wide=options.wide,
        records=tuple(
            record(block.part, block.family, system)
            for block in blocks
            for system in block.part.comparison.systems
        ),
    )


def _families(parts: Sequence[Part], labels: Sequence[str], options: TableOptions) -> list[Family]:
    """Make the tests of every part, corrected together."""
    baseline = options.baseline
    for label in (*options.baselines, *([] if baseline in (None, "strongest") else [baseline])):
        if label not in labels and not any(part.comparison.has_row(label) for part in parts):
            raise no_such_row(label, [RowName(one) for one in labels])
    comparisons = [part.comparison for part in parts]
    return table_families(
        comparisons, baseline, options.test, options.correction, options.baselines
    )


def _mean_score(parts: Sequence[Part], label: str) -> float:
    scores = [part.comparison.score(label) for part in parts if part.system(label) is not None]
    return float(np.nan_to_num(np.mean(scores)))


def _about(block: _Block, options: TableOptions) -> dict[str, Any]:
    """Return how the table came about, for JSON."""
    comparison, method = block.part.comparison, block.family.method
    apart = {}
    if method.fixed_size:
        apart = {
            "family_size_without_seeds": method.fixed_size,
            "single_test_level_without_seeds": method.fixed_level,
        }
    return {
        "task": comparison.systems[0].first.task,
        "measure": comparison.measure.name,
        "items": comparison.n,
        "oov": comparison.oov,
        "ties": comparison.ties,
        "baseline": "all pairs" if options.baseline is None else options.baseline,
        "baseline_picked_on_test_items": method.selected,
        "test": method.test,
        "unit": method.unit,
        "claim": method.claim,
        "correction": method.correction,
        "family_size": method.size,
        "alpha": method.alpha,
        "single_test_level": method.single_level,
        **apart,
        "interval": method.interval,
        "intervals_corrected": method.intervals_corrected,
        "margin": method.margin,
        "draws": method.draws,
        "seed": method.seed,
    }


def _block(part: Part, family: Family, options: TableOptions) -> _Block:
    comparison = part.comparison
    if options.scores is not None and part.column is not None:
        names = check_columns(options.scores)
    elif options.scores is not None:
        names = chosen_columns(options.scores, family)
    elif part.column is None:
        names = default_columns(comparison, family)
    else:
        names = (comparison.measure.name,)
    all_pairs = bool(family.results) and not family.references
    letters = comparison.letters(family) if all_pairs else {}
    best = {name: comparison.best(name) for name in names if is_score(name)}
    return _Block(part, family, names, letters, best, options.digits)


def _rows(blocks: Sequence[_Block], label: str, seed_rows: bool) -> list[Row]:
    """Return the row of a system, between its MIN and MAX if it has several seeds."""
    systems = [system for block in blocks if (system := block.part.system(label)) is not None]
    comparison = blocks[0].part.comparison
    plain = blocks[0].part.column is None  # a row of several parts has several signatures
    signed = row_signature(systems[0].runs, comparison.oov, comparison.ties) if plain else ""

    def joined(cells: Sequence[list[TableCell]]) -> tuple[TableCell, ...]:
        return tuple(one for some in cells for one in some)

    own = joined([block.row(label) for block in blocks])
    if not seed_rows or all(len(system.runs) == 1 for system in systems):
        return [Row(label, own, signature=signed)]
    low, high = (
        joined([block.extremes(label, which) for block in blocks]) for which in (np.min, np.max)
    )
    return [
        Row(f"{label}, MIN", low, signature=signed),
        Row(f"{label}, AVG", own, signature=signed),
        Row(f"{label}, MAX", high, signature=signed),
    ]


def _rules(sections: Sequence[str]) -> list[bool]:
    """Return above which rows a rule stands: between sections, if one has several rows."""
    return [
        place > 0
        and own != sections[place - 1]
        and max(sections.count(own), sections.count(sections[place - 1])) > 1
        for place, own in enumerate(sections)
    ]


def _caption(blocks: Sequence[_Block], rows: Sequence[Row]) -> str:
    first = blocks[0]
    return caption(
        [block.part.comparison for block in blocks],
        [block.family for block in blocks],
        [measure(name).title for name in first.names if is_score(name)],
        {cell.mark for row in rows for cell in row.cells},
        any(cell.bold for row in rows for cell in row.cells),
        in_parts=first.part.column is not None,
    )


def _notes(blocks: Sequence[_Block], extent: str) -> list[str]:
    first = blocks[0]
    if first.part.column is None:
        return table_notes(first.part.comparison, first.family, first.names, extent)
    parts = [block.part for block in blocks]
    found: dict[str, list[Part]] = {}
    for block in blocks:
        comparison = block.part.comparison
        for note in part_notes(comparison, block.family, block.names, extent, len(blocks) > 1):
            found.setdefault(note, []).append(block.part)
    listed = [
        note if len(where) == len(parts) else f"{_place(where, parts)}: {note}"
        for note, where in found.items()
    ]
    if extent == "full":
        listed += detectable_notes([block.family for block in blocks])
    return listed


def _place(where: Sequence[Part], parts: Sequence[Part]) -> str:
    """Name parts, a whole group of them by its title."""
    names: list[str] = []
    for part in where:
        group = "" if part.column is None else part.column.group
        members = [other for other in parts if other.column and other.column.group == group]
        name = group if group and all(other in where for other in members) else part.title
        if name not in names:
            names.append(name)
    return ", ".join(names)


def record(part: Part, family: Family, system: System) -> dict[str, Any]:
    """Return one row of a part in full, as JSON shows it."""
    comparison, first = part.comparison, system.first
    policies = (comparison.score_oov, comparison.ties)
    chosen = dict.fromkeys((comparison.measure.name, *RECORD_SCORES))
    scores = {name: system.scores(measure(name), *policies) for name in chosen}
    plain = {
        "label": system.label,
        "model": first.model,
        "task": first.task,
        "pair": first.facts.pair,
        "scores": {name: float(values.mean()) for name, values in scores.items()},
        "n": items_counted(comparison, system),
        "coverage": comparison.score(system.label, "coverage"),
        "seeds": [
            {"seed": run.seed, "scores": {n: float(values[i]) for n, values in scores.items()}}
            for i, run in enumerate(system.runs)
        ],
        "signature": row_signature(system.runs, comparison.oov, comparison.ties),
        "against": {result.second: result.to_json() for result in family.of(system.label)},
    }
    return plain if part.column is None else {**plain, "column": dict(part.key)}
