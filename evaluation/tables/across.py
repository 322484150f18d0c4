"""The table of one statement over several corpora: each score, their mean, the combined test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from evaluation.stats.across import AverageRanks, average_ranks, combined_family, common_rows
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import Family, group_letters
from evaluation.tables.caption import phrase_of_test
from evaluation.tables.columns import BETTER, WORSE, number_cell, p_cell
from evaluation.tables.notes import (
    RUNS_CLAIM,
    averages_note,
    claim_notes,
    interval_notes,
    kinds_notes,
    one_seed_note,
)
from evaluation.tables.numbers import interval_text, signed_text
from evaluation.tables.options import TableOptions
from evaluation.tables.table import Column, ResultTable, Row, TableCell
from evaluation.tasks.outcome import Outcome


def across_table(
    groups: Sequence[tuple[str, Iterable[Outcome]]], options: TableOptions | None = None
) -> ResultTable:
    """Compare rows over several corpora, each of the same weight.

    Parameters
    ----------
    groups : sequence of (str, outcomes)
        The corpora (language pairs, tasks) by their titles. Rows that one lacks are left out.
    options : TableOptions, optional
        Its test is the permutation test, stratified by corpus, corrected by max-t.
    """
    options = options or TableOptions()
    comparisons = [options.compare(list(outcomes)) for _, outcomes in groups]
    statement = _Statement(
        [title for title, _ in groups],
        comparisons,
        common_rows(comparisons),
        combined_family(comparisons, options.baseline, options.baselines),
        average_ranks(comparisons, options.alpha),
    )
    rows = statement.rows(options)
    return ResultTable(
        columns=tuple(Column(title) for title in statement.headings()),
        rows=tuple(rows),
        caption=statement.caption(rows),
        notes=() if options.notes == "none" else tuple(statement.notes(options)),
        about=statement.about(),
        records=tuple(
            _record(c, t, label)
            for c, t in zip(comparisons, statement.titles, strict=True)
            for label in statement.labels
        ),
        label=options.label or "tab:across",
        wide=options.wide,
    )


@dataclass(frozen=True)
class _Statement:
    """What is said over several corpora: a comparison of each, the tests over all, mean ranks."""

    titles: Sequence[str]
    comparisons: Sequence[Comparison]
    labels: Sequence[str]
    family: Family
    ranks: AverageRanks

    @cached_property
    def means(self) -> dict[str, float]:
        """The mean score of each row, every corpus of the same weight."""
        return {
            label: sum(c.score(label) for c in self.comparisons) / len(self.titles)
            for label in self.labels
        }

    def rows(self, options: TableOptions) -> list[Row]:
        best = [max(c.score(label) for label in self.labels) for c in self.comparisons]
        top, digits = max(self.means.values()), options.digits
        letters = group_letters(self.labels, self.family, self.means) if self._all_pairs else {}
        rows = []
        for label in self._order(options):
            cells = [
                _score(c.score(label), c.score(label) >= high - 1e-12, digits)
                for c, high in zip(self.comparisons, best, strict=True)
            ]
            mean = _score(self.means[label], self.means[label] >= top - 1e-12, digits)
            cells.append(replace(mean, mark=self._mark(label), letters=letters.get(label, "")))
            rank = self.ranks.ranks[label]
            cells.append(TableCell(rank, f"{rank:.2f}"))
            cells += [] if self._all_pairs else self._test(label, digits)
            rows.append(Row(label, tuple(cells)))
        return rows

    def headings(self) -> list[str]:
        heads = [*self.titles, "Mean", "Rank"]
        if self._all_pairs:
            return heads
        method = self.family.method
        return [
            *heads,
            "Diff.",
            f"{1 - method.alpha:.0%} CI",
            "p" if method.size == 1 else "p (max-t)",
        ]

    @property
    def _all_pairs(self) -> bool:
        return not self.family.references

    def _order(self, options: TableOptions) -> Sequence[str]:
        if options.sort == "score":
            return sorted(self.labels, key=lambda label: -self.means[label])
        return self.labels

    def _mark(self, label: str) -> str:
        return BETTER if self.family.better(label) else WORSE if self.family.worse(label) else ""

    def _test(self, label: str, digits: int) -> list[TableCell]:
        result = self.family.find(label)
        if result is None:
            return [TableCell()] * 3
        return [
            TableCell(result.difference, signed_text(result.difference, digits)),
            TableCell(result.ci, interval_text(result.ci, digits)),
            p_cell(result.p_adjusted, self.family.method.alpha),
        ]

    def notes(self, options: TableOptions) -> list[str]:
        together = zip(self.titles, self.comparisons, strict=True)
        notes = [
            "Every corpus has the same weight; systems are exchanged within each"
            f" ({', '.join(f'{title}: {c.n} items' for title, c in together)}).",
            f"Rank: average over {self.ranks.corpora} corpora; by Nemenyi's test ranks differ"
            f" significantly from {self.ranks.critical_difference:.2f} on.",
        ]
        units = {result.units for result in self.family}
        if self.family.results and max(units) < sum(c.n for c in self.comparisons):
            notes.append(
                "Items of one word, and items of different corpora that share a word, are not"
                f" independent and are exchanged together: {' or '.join(map(str, sorted(units)))}"
                " groups."
            )
        notes += _unasked(options)
        notes += kinds_notes(self.family)
        if self.family.references:
            notes += interval_notes(self.family)
        notes += self._seed_notes()
        left_out = {label for c in self.comparisons for label in c.labels} - set(self.labels)
        if left_out:
            notes.append(f"Not in every corpus, so left out: {', '.join(sorted(left_out))}.")
        return notes

    def _seed_notes(self) -> list[str]:
        """Say which scores are averages over seeds, and what is claimed of which rows."""
        systems = [c.system(label) for label in self.labels for c in self.comparisons]
        averages = averages_note(systems)
        if averages is None:
            return []
        if self.family.method.claim == "runs":
            return [averages, RUNS_CLAIM]
        notes = [averages]
        if any(result.has_interval for result in self.family):
            notes += claim_notes(systems)
        single = dict.fromkeys(system.label for system in systems if system.one_draw)
        return [*notes, one_seed_note(single)] if single else notes

    def caption(self, rows: Sequence[Row]) -> str:
        marks = {cell.mark for row in rows for cell in row.cells}
        meanings = [
            meaning
            for mark, meaning in (
                (BETTER, f"{BETTER} significantly better"),
                (WORSE, f"{WORSE} significantly worse"),
            )
            if mark in marks
        ]
        test = f"{phrase_of_test(self.family.method)}, stratified by corpus"
        if self.family.method.withheld:
            tested = "Not tested."
        elif self._all_pairs:
            tested = f"Means that share a letter do not differ significantly (all pairs; {test})."
        elif meanings:
            tested = f"{', '.join(meanings)} on average than {self._against()} ({test})."
        else:
            tested = f"No row differs significantly on average from {self._against()} ({test})."
        return (
            f"{self.comparisons[0].measure.title} over {', '.join(self.titles)}, with mean and"
            f" average rank. Highest in bold. {tested}"
        )

    def _against(self) -> str:
        method, targets = self.family.method, set(self.family.references.values())
        if len(targets) == 1:
            return targets.pop() + (" (the strongest baseline)" if method.selected else "")
        if method.baseline not in (None, "strongest"):
            return f"{method.baseline} with the same retrieval"
        return "the strongest other row"

    def about(self) -> dict[str, Any]:
        method = self.family.method
        return {
            "task": "+".join(dict.fromkeys(c.systems[0].first.task for c in self.comparisons)),
            "measure": self.comparisons[0].measure.name,
            "items": sum(c.n for c in self.comparisons),
            "test": method.test,
            "unit": method.unit,
            "claim": method.claim,
            "correction": method.correction,
            "family_size": method.size,
            **({"family_size_without_seeds": method.fixed_size} if method.fixed_size else {}),
            "alpha": method.alpha,
            "average_ranks": self.ranks.ranks,
            "critical_difference": self.ranks.critical_difference,
            "combined": {
                f"{result.first} - {result.second}": result.to_json() for result in self.family
            },
        }


def _score(value: float, bold: bool, digits: int) -> TableCell:
    return replace(number_cell(value, digits), bold=bold)


def _unasked(options: TableOptions) -> list[str]:
    """Say which options were asked for that a table over several corpora does not have."""
    asked = [
        f"{name} {value}"
        for name, value, usual in (
            ("test", options.test, (None, "permutation")),
            ("correction", options.correction, (None, "max-t")),
            ("interval", options.interval, ("score",)),
            ("margin", options.margin, (None,)),
        )
        if value not in usual
    ]
    if not asked:
        return []
    return [
        "Over corpora there is the permutation test corrected by max-t with its intervals, whatever"
        f" else is asked for ({', '.join(asked)})."
    ]


def _record(comparison: Comparison, title: str, label: str) -> dict[str, Any]:
    system = comparison.system(label)
    scores = system.scores(comparison.measure, comparison.score_oov, comparison.ties)
    name = comparison.measure.name
    return {
        "label": label,
        "model": system.first.model,
        "task": system.first.task,
        "pair": system.first.facts.pair,
        "column": {"corpus": title},
        "n": comparison.n,
        "scores": {name: float(scores.mean())},
        "seeds": [
            {"seed": run.seed, "scores": {name: float(value)}}
            for run, value in zip(system.runs, scores, strict=True)
        ],
    }
