"""From the store to tables: outcomes, comparisons, and the rows that failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluation.runs.directory import RunDirectory
from evaluation.runs.merging import one_comparison
from evaluation.runs.record import Record
from evaluation.tables.breakdown import grid_table
from evaluation.tables.build import Part, build_table
from evaluation.tables.options import TableOptions
from evaluation.tables.table import ResultTable, Row, TableCell
from evaluation.tasks.labels import RowName, rows_called
from evaluation.tasks.outcome import Outcome

_PENDING = "not computed yet; clss compare with the same config goes on where it was"


@dataclass(frozen=True)
class Failure:
    """A score that is not there: it failed, or (`pending`) its run was interrupted before."""

    label: str
    model: str
    pair: str
    seed: int | None
    reason: str
    row: str = ""
    baseline: bool = False
    pending: bool = False

    @property
    def word(self) -> str:
        """What became of it, in one word."""
        return "pending" if self.pending else "failed"


@dataclass(frozen=True)
class Results:
    """What there is for one task."""

    task: str
    outcomes: tuple[Outcome, ...]
    failures: tuple[Failure, ...]

    @property
    def pairs(self) -> tuple[str, ...]:
        """The language pairs, in order."""
        found = [str(outcome.metadata.get("pair", "")) for outcome in self.outcomes]
        return tuple(dict.fromkeys([*found, *(failure.pair for failure in self.failures)]))

    def of_pair(self, pair: str) -> Results:
        """Return the part of one language pair."""
        return Results(
            self.task,
            tuple(o for o in self.outcomes if o.metadata.get("pair", "") == pair),
            tuple(f for f in self.failures if f.pair == pair),
        )


def collect(run: RunDirectory, records: Iterable[Record], processors: bool = True) -> list[Results]:
    """Return the outcomes of records by task, in the order of the configs.

    A row that stands in several configs with the same answers comes once; one with other answers
    gets the name of its config added to its label. Without `processors` nothing says on what
    kind of processor a row was computed, so that tables of two machines can be compared.
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
            facts = {name: fact for name, fact in cell.metadata.items() if fact is not None}
            model = str(facts.pop("model", "")) or None  # of a given space: what it says itself
            found = run.outcome(cell.outcome, label, model, facts, processors)
            if found is not None:
                outcomes.append(found)
            else:
                failed = record.failures.get(cell.outcome)
                failures.append(
                    Failure(
                        label,
                        str(cell.metadata.get("model", "")),
                        str(cell.metadata["pair"]),
                        cell.seed,
                        failed["reason"] if failed else _PENDING,
                        cell.name,
                        bool(cell.metadata.get("baseline")),
                        pending=failed is None,
                    )
                )
    return [
        Results(task, tuple(outcomes), tuple(failures))
        for task, (outcomes, failures) in groups.items()
    ]


def collect_paths(
    paths: Sequence[Path], config: str | None = None
) -> tuple[list[Results], dict[str, Any]]:
    """Return the results of run directories and of saved outcomes, by task.

    Also the options of the table that the last config of a run directory asks for. `config` names
    one of the comparisons of run directories, see :meth:`RecordFiles.of_config`.
    """
    table: dict[str, Any] = {}
    found: list[Results] = []
    for path in paths:
        if path.is_dir():
            run = RunDirectory.open(path)
            records = run.records.of_config(config)
            found += collect(run, records)
            table.update(records[-1].table)
        else:
            outcome = Outcome.load(path)
            found.append(Results(outcome.task, (outcome,), ()))
    return (found if len(paths) == 1 else merged(found)), table


def merged(found: Iterable[Results]) -> list[Results]:
    """Join the results of several places, see :func:`one_comparison`."""
    tasks: dict[str, list[Results]] = {}
    for results in found:
        tasks.setdefault(results.task, []).append(results)
    return [
        Results(
            task,
            tuple(one_comparison(o for results in parts for o in results.outcomes)),
            tuple(failure for results in parts for failure in results.failures),
        )
        for task, parts in tasks.items()
    ]


def every_table(found: Sequence[Results], options: TableOptions) -> list[ResultTable]:
    """Make the tables of all tasks.

    A task whose rows do not include the named baseline is tested against its strongest row, and
    says so; a name that no task knows is an error.
    """
    wanted = options.baseline
    named = [
        results
        for results in found
        if wanted in (None, "strongest")
        or rows_called(str(wanted), map(RowName.of, results.outcomes))
        or not results.outcomes
    ]
    tables: list[ResultTable] = []
    for results in found:
        if results in named or not any(one.outcomes for one in named):
            tables += tables_of(results, options)
            continue
        note = f"No row of this task is called {wanted!r}: tested against the strongest row."
        strongest = tables_of(results, replace(options, baseline="strongest"))
        tables += [replace(table, notes=(note, *table.notes)) for table in strongest]
    return tables


def tables_of(results: Results, options: TableOptions) -> list[ResultTable]:
    """Make the marked tables of one task; failed rows are in them, with reasons.

    Without axes to pivot, several language pairs are columns.
    """
    if options.label is None:
        options = replace(options, label=f"tab:{results.task}")
    options, lost = _without_lost(results, options)
    axes = options.axes or (["pair"] if len(results.pairs) > 1 else [])
    if not results.outcomes:
        missing = all(failure.pending for failure in results.failures)
        what = "no row is computed yet" if missing else "no row could be computed"
        caption = f"{results.task.upper()}: {what}."
        return [_with_failures(ResultTable((), (), caption), results)]
    if axes:
        table = grid_table(results.outcomes, axes, options)
    else:
        table = build_table([Part(options.compare(results.outcomes))], options)
    table = _with_failures(table, results)
    return [replace(table, notes=(*table.notes, lost))] if lost else [table]


def _without_lost(results: Results, options: TableOptions) -> tuple[TableOptions, str]:
    """Leave out baselines that have failed, and return what to say about them."""
    there = {name for o in results.outcomes for name in (o.label, o.metadata.get("name"))}
    failed = {name for f in results.failures for name in (f.label, f.row)} - there
    wanted = options.baseline
    named = [] if wanted in (None, "strongest") else [str(wanted)]
    lost = [label for label in (*named, *options.baselines) if label in failed]
    if not named and not options.baselines:
        lost = list(dict.fromkeys(f.label for f in results.failures if f.baseline))
        declared = any(outcome.facts.baseline for outcome in results.outcomes)
    else:
        declared = any(label in there for label in options.baselines)
    if not lost or wanted is None:
        return options, ""
    stand_in = "the other baselines" if declared else "the strongest of the rows above"
    stands = "stand" if declared else "stands"
    pending = all(f.pending for f in results.failures if {f.label, f.row} & {*lost})
    note = (
        f"Tests against {', '.join(lost)} are missing, because it"
        f" {'is not computed yet' if pending else 'failed'}; {stand_in} {stands} in for it."
    )
    left = tuple(label for label in options.baselines if label not in failed)
    baseline = "strongest" if wanted in lost else wanted
    return replace(options, baseline=baseline, baselines=left), note


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
        word = failed[0].word
        notes.append(
            f"{word.capitalize()}: {label} ({', '.join(where)}): {failed[0].reason.rstrip('.')}."
        )
        if label in present:  # some of its seeds or language pairs are there
            continue
        cells = [TableCell() for _ in table.columns]
        if cells:
            cells[0] = TableCell(None, word)
        rows.append(Row(label, tuple(cells)))
        records.append(
            {
                "label": label,
                "model": failed[0].model,
                "task": task,
                "pair": failed[0].pair,
                "scores": {},
                "n": 0,
                "coverage": None,
                "seeds": [],
                "signature": None,
                "against": {},
                word: failed[0].reason,
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
