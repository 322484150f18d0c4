"""From the store to tables: outcomes, comparisons, and the rows that failed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaluation.runs.directory import RunDirectory
from evaluation.runs.record import Cell, Record
from evaluation.stats.comparison import Comparison
from evaluation.tables.grid import grid_table
from evaluation.tables.render.html import html_page
from evaluation.tables.table import Cell as TableCell
from evaluation.tables.table import ResultTable, Row
from evaluation.tasks.outcome import Outcome

#: Options of a table that belong to the comparison behind it.
_COMPARING = ("oov", "measure", "ties", "test_seed")


@dataclass(frozen=True)
class Failure:
    """A score that is not there."""

    label: str
    model: str
    pair: str
    seed: int | None
    reason: str


@dataclass(frozen=True)
class Results:
    """What there is for one task."""

    task: str
    outcomes: tuple[Outcome, ...]
    failures: tuple[Failure, ...]

    @property
    def pairs(self) -> tuple[str, ...]:
        """The language pairs, in order."""
        found = [str(outcome.metadata["pair"]) for outcome in self.outcomes]
        return tuple(dict.fromkeys([*found, *(failure.pair for failure in self.failures)]))

    def of_pair(self, pair: str) -> Results:
        """Return the part of one language pair."""
        return Results(
            self.task,
            tuple(o for o in self.outcomes if o.metadata["pair"] == pair),
            tuple(f for f in self.failures if f.pair == pair),
        )


def collect(run: RunDirectory, records: Iterable[Record]) -> list[Results]:
    """Return the outcomes of records by task, in the order of the configs.

    A row that stands in several configs with the same answers comes once; one with other answers
    is told apart by its config.
    """
    groups: dict[str, tuple[list[Outcome], list[Failure]]] = {}
    taken: dict[tuple[str, str, str, int | None], str] = {}
    for record in records:
        for cell in record.cells:
            label = cell.label
            if taken.get((cell.task, cell.pair, label, cell.seed)) == cell.outcome:
                continue
            if (cell.task, cell.pair, label, cell.seed) in taken:
                label = f"{label} ({record.name})"
            taken[cell.task, cell.pair, label, cell.seed] = cell.outcome
            outcomes, failures = groups.setdefault(cell.task, ([], []))
            found = _outcome(run, cell, label)
            if found is not None:
                outcomes.append(found)
            else:
                reason = record.failures.get(cell.outcome, {}).get("reason", "not computed yet")
                failures.append(
                    Failure(
                        label,
                        str(cell.metadata.get("model", "")),
                        str(cell.metadata["pair"]),
                        cell.seed,
                        reason,
                    )
                )
    return [
        Results(task, tuple(outcomes), tuple(failures))
        for task, (outcomes, failures) in groups.items()
    ]


def _outcome(run: RunDirectory, cell: Cell, label: str) -> Outcome | None:
    outcome = run.outcome(cell.outcome)
    if outcome is None:
        return None
    facts = {key: value for key, value in cell.metadata.items() if value is not None}
    model = str(facts.pop("model", ""))
    return Outcome(label, outcome.items, outcome.task, model, {**outcome.metadata, **facts})


def tables_of(results: Results, options: Mapping[str, Any]) -> list[ResultTable]:
    """Make the marked tables of one task; failed rows are in them, with reasons.

    Parameters
    ----------
    results : Results
    options : mapping
        ``columns``: axes to pivot into columns, by default ``["pair"]`` for several language
        pairs, none for one. ``baseline``, ``test``, ``correction`` of the tests, ``oov``,
        ``measure``, ``ties`` and ``test_seed`` of the comparison.
    """
    chosen = dict(options)
    axes = chosen.pop("columns", None) or (["pair"] if len(results.pairs) > 1 else [])
    if not results.outcomes:
        caption = f"{results.task.upper()}: no row could be computed."
        return [_with_failures(ResultTable((), (), caption), results)]
    if axes:
        return [_with_failures(grid_table(results.outcomes, axes, **chosen), results)]
    comparing = {k: v for k, v in chosen.items() if k in _COMPARING}
    showing = {k: v for k, v in chosen.items() if k not in _COMPARING}
    table = Comparison(results.outcomes, **comparing).table(**showing)
    return [_with_failures(table, results)]


def _with_failures(table: ResultTable, results: Results) -> ResultTable:
    failures = results.failures
    task = results.task.partition("-")[0]
    rows: list[Row] = []
    records: list[Mapping[str, Any]] = []
    notes: list[str] = []
    by_label: dict[str, list[Failure]] = {}
    for failure in failures:
        by_label.setdefault(failure.label, []).append(failure)
    present = {record["label"] for record in table.records}
    for label, failed in by_label.items():
        where = sorted(
            {f"{f.pair}" + ("" if f.seed is None else f" seed {f.seed}") for f in failed}
        )
        notes.append(f"Failed: {label} ({', '.join(where)}): {failed[0].reason.rstrip('.')}.")
        if label in present:  # some of its seeds or language pairs are there
            continue
        cells = [TableCell() for _ in table.columns]
        if cells:
            cells[0] = TableCell(None, "failed")
        rows.append(Row(label, tuple(cells)))
        records.append(
            {
                "label": label,
                "model": failed[0].model,
                "task": task,
                "scores": {},
                "n": 0,
                "coverage": None,
                "seeds": [],
                "signature": None,
                "against": {},
                "failed": failed[0].reason,
            }
        )
    return replace(
        table,
        rows=(*table.rows, *rows),
        records=(*table.records, *records),
        notes=(*table.notes, *notes),
    )


def with_signatures(table: ResultTable) -> ResultTable:
    """Return the table with a note for every row on how it came about."""
    signed = [f"{r['label']}: {r['signature']}" for r in table.records if r.get("signature")]
    return replace(table, notes=(*table.notes, *signed))


def render(tables: Sequence[ResultTable], form: str) -> str:
    """Render tables one after the other; as HTML a whole page, as JSON one document."""
    if form == "html":
        return html_page(table.render(form) for table in tables)
    if form != "json":
        return "\n\n".join(table.render(form).rstrip("\n") for table in tables) + "\n"
    return json.dumps(as_document(tables), indent=1, ensure_ascii=False) + "\n"


def as_document(tables: Sequence[ResultTable]) -> dict[str, Any]:
    """Return the rows and notes of all tables as one JSON document."""
    documents = [json.loads(table.to_json()) for table in tables]
    rows = [row for document in documents for row in document["rows"]]
    notes = list(dict.fromkeys(note for document in documents for note in document["notes"]))
    return {"rows": rows, "notes": notes}
