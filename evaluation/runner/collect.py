"""From the store to tables: outcomes, comparisons, and the rows that failed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clss.errors import InputError
from evaluation.comparison import Comparison
from evaluation.outcome import Outcome
from evaluation.runner.rundir import Record, RunDirectory
from evaluation.runner.stage import SCORE, Cell
from evaluation.runner.store import DamagedEntry
from evaluation.table import Cell as TableCell
from evaluation.table import ResultTable, Row


@dataclass(frozen=True)
class Failure:
    """A row that has no score."""

    label: str
    model: str
    seed: int | None
    reason: str


@dataclass(frozen=True)
class Results:
    """What there is for one task of one language pair."""

    task: str
    pair: str
    outcomes: tuple[Outcome, ...]
    failures: tuple[Failure, ...]


def collect(run: RunDirectory, records: Iterable[Record]) -> list[Results]:
    """Return the outcomes of records by task and language pair, in the order of the configs.

    A row that stands in several configs with the same answers comes once.
    """
    groups: dict[tuple[str, str], tuple[list[Outcome], list[Failure]]] = {}
    seen: set[tuple[str, str, str, int | None]] = set()
    labels: dict[tuple[str, str, str, int | None], str] = {}
    for record in records:
        for cell in record.cells:
            place = (cell.task, cell.pair, cell.label, cell.seed)
            label = cell.label
            if place in seen:
                if labels[place] == cell.outcome:
                    continue
                label = f"{cell.label} ({record.name})"
            seen.add(place)
            labels[place] = cell.outcome
            outcomes, failures = groups.setdefault((cell.task, cell.pair), ([], []))
            found = _outcome(run, cell, label)
            if found is not None:
                outcomes.append(found)
            else:
                reason = record.failures.get(cell.outcome, {}).get("reason", "not computed yet")
                model = str(cell.metadata.get("model", ""))
                failures.append(Failure(label, model, cell.seed, reason))
    return [Results(task, pair, tuple(outcomes), tuple(failures))
            for (task, pair), (outcomes, failures) in groups.items()]  # fmt: skip


def _outcome(run: RunDirectory, cell: Cell, label: str) -> Outcome | None:
    try:
        entry = run.store.get(SCORE, cell.outcome)
    except DamagedEntry as damage:
        raise InputError(f"{damage}; run clss compare again to compute it anew") from damage
    if entry is None:
        return None
    outcome = Outcome.load(entry.path / "outcome.jsonl")
    facts = {key: value for key, value in cell.metadata.items() if value is not None}
    model = str(facts.pop("model", ""))
    merged = {**outcome.metadata, **facts}
    return Outcome(label, outcome.items, outcome.task, model, merged)


def table_of(results: Results, options: Mapping[str, Any]) -> ResultTable:
    """Make the marked table of one task and language pair; failed rows are in it, with reasons.

    Parameters
    ----------
    results : Results
    options : mapping
        ``baseline``, ``test``, ``correction`` of the tests, ``oov``, and whatever else
        `Comparison` and its table take.
    """
    making = {k: v for k, v in options.items() if k in ("oov", "measure", "ties", "test_seed")}
    showing = {k: v for k, v in options.items() if k not in making}
    if not results.outcomes:
        caption = f"{results.task.upper()}, {results.pair}: no row could be computed."
        return _with_failures(ResultTable((), (), caption), results.failures)
    comparison = Comparison(results.outcomes, **making)
    return _with_failures(comparison.table(**showing), results.failures)


def _with_failures(table: ResultTable, failures: Sequence[Failure]) -> ResultTable:
    rows, records, notes = [], [], []
    by_label: dict[str, list[Failure]] = {}
    for failure in failures:
        by_label.setdefault(failure.label, []).append(failure)
    present = {record["label"] for record in table.records}
    for label, failed in by_label.items():
        reason = failed[0].reason
        seeds = [str(f.seed) for f in failed if f.seed is not None]
        which = f" (seed {', '.join(seeds)})" if label in present and seeds else ""
        notes.append(f"Failed: {label}{which}: {reason}.".replace("..", "."))
        if label in present:  # some of its seeds are there
            continue
        cells = [TableCell() for _ in table.columns]
        if cells:
            cells[0] = TableCell(None, "failed")
        rows.append(Row(label, tuple(cells)))
        records.append({"label": label, "model": failed[0].model, "failed": reason})
    return replace(table, rows=(*table.rows, *rows), records=(*table.records, *records),
                   notes=(*table.notes, *notes))  # fmt: skip


def render(tables: Sequence[ResultTable], form: str) -> str:
    """Render tables one after the other; as JSON, all rows and notes in one document."""
    if form != "json":
        return "\n\n".join(table.render(form).rstrip("\n") for table in tables) + "\n"
    documents = [json.loads(table.to_json()) for table in tables]
    rows = [row for document in documents for row in document["rows"]]
    notes = list(dict.fromkeys(note for document in documents for note in document["notes"]))
    return json.dumps({"rows": rows, "notes": notes}, indent=2, ensure_ascii=False) + "\n"
