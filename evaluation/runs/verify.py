"""Computing stored results again from the config and the text, and naming the first difference.

Nothing of a record is believed: the config's text is read and planned anew, everything is computed
in a temporary directory, and what comes out is compared with what the run directory holds: rows,
labels, facts, keys, stored files and, if all rows are verified, the printed table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from clss.errors import InputError
from evaluation.runs import collect
from evaluation.runs.compare import Finished, compute, prepare
from evaluation.runs.config import parse_config
from evaluation.runs.differences import first_change, first_difference, line_difference
from evaluation.runs.directory import RunDirectory
from evaluation.runs.disk import text_of
from evaluation.runs.execute import Display
from evaluation.runs.plan import Plan, Planner
from evaluation.runs.pools import Pool
from evaluation.runs.record import Record, ScoreCell
from evaluation.runs.stage import CORPUS, TUNE, FitJob, is_key
from evaluation.runs.store import DamagedEntry
from evaluation.tables.options import TableOptions
from evaluation.tables.render import render_tables
from evaluation.tasks.labels import RowName, row_called


@dataclass(frozen=True)
class Verdict:
    """What came of computing one cell again; an empty difference is none.

    What concerns the comparison as a whole (its config, its table) has neither pair nor task.
    """

    label: str
    pair: str
    task: str
    seed: int | None
    difference: str

    def __str__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        where = f"{self.label} ({self.task} {self.pair}{seed})" if self.task else self.label
        return f"{where}: {self.difference or 'identical'}"


def chosen_cells(records: Iterable[Record], row: str | None) -> list[tuple[Record, ScoreCell]]:
    """Return the cells of a row (its label, or its label without the grid's values), or all."""
    cells = [(record, cell) for record in records for cell in record.cells]
    if row is None:
        return cells
    named = [(r, c) for r, c in cells if row in (c.label, c.name)]
    if named:
        return named
    label = row_called(row, (RowName(cell.label, cell.name) for _, cell in cells)).label
    return [(r, c) for r, c in cells if c.label == label]


def verify(
    run: RunDirectory,
    row: str | None,
    make_pool: Callable[[Path], Pool],
    display: Display,
    plugins: Sequence[Path] = (),
) -> list[Verdict]:
    """Compute the cells of a row (or all) from scratch in a temporary place and compare.

    `make_pool` returns where stages run, given the directory they are to be stored in. A run
    directory may come from somebody else, and reading it must not run code: Python files that its
    configs name are loaded only if they stand in `plugins` too.
    """
    records = list(run.records)
    chosen = chosen_cells(records, row)
    verdicts = []
    for record in records:
        cells = [cell for owner, cell in chosen if owner is record]
        if cells or row is None:
            verdicts += _Verification(run, record, row, cells).verdicts(make_pool, display, plugins)
    return verdicts


class _Verification:
    """One record, and what the same config gives now."""

    def __init__(
        self, run: RunDirectory, record: Record, row: str | None, cells: list[ScoreCell]
    ) -> None:
        self.run, self.record, self.row, self.cells = run, record, row, cells

    def verdicts(
        self, make_pool: Callable[[Path], Pool], display: Display, plugins: Sequence[Path]
    ) -> list[Verdict]:
        files = [Path(path) for corpus in self.record.corpora for path, _ in corpus.files]
        gone = [path for path in files if not path.exists()]
        if gone:
            return [*self._unhashed(), *self._all(f"the text {gone[0]} is no longer there")]
        with self.run.scratch() as scratch:
            planner = self._planner(scratch, display, plugins)
            changed = self._changed_corpora(planner)
            if changed and all(cell.pair in changed for cell in self.cells):
                told = [_verdict(cell, changed[cell.pair]) for cell in self.cells]
                return [*self._unhashed(), *told]
            if self._all_new(planner.plan()):
                return [*self._unhashed(), *self._otherwise(planner.plan())]
            now = compute(scratch, planner, lambda: make_pool(scratch.path), display)
            found = [
                _verdict(cell, changed.get(cell.pair) or self._difference(cell, now, scratch))
                for cell in self.cells
            ]
            return [
                *self._unhashed(),
                *found,
                *self._unrecorded(now),
                *self._whole(now, scratch),
            ]

    def _unhashed(self) -> list[Verdict]:
        if self.record.hashed:
            return []
        told = (
            "has no hash: an older version of clss wrote it, or the hash was taken away; nothing"
            " shows that it is what was written"
        )
        return [Verdict(f"record {self.record.name}", "", "", None, told)]

    def _all_new(self, plan: Plan) -> bool:
        """Whether nothing of the record has a key that the config gives today."""
        keys = {cell.outcome for cell in plan.cells}
        return not self.record.searches and not any(cell.outcome in keys for cell in self.cells)

    def _otherwise(self, plan: Plan) -> list[Verdict]:
        """Say why every key is another; nothing is computed, since nothing could be compared."""
        cells = {_place(cell): cell for cell in plan.cells}
        found = []
        for cell in self.cells:
            same = cells.get(_place(cell))
            if same is None:
                found.append(_verdict(cell, "the config has no such row"))
            else:
                found.append(_verdict(cell, self._key_difference(cell, same, plan)))
        return found

    def _key_difference(self, cell: ScoreCell, same: ScoreCell, plan: Plan) -> str:
        """Tell why a cell was recorded under another key than the config gives."""
        recorded = Plan({stage.key: stage for stage in self.record.stages})
        then, now = recorded.closure([cell.outcome]), plan.closure([same.outcome])
        if not then or not now:
            return "was recorded under a key that the config does not give"
        for old, new in zip(then, now, strict=False):
            pair = _keyless(old.to_json()), _keyless(new.to_json())
            if isinstance(old.job, FitJob) and isinstance(new.job, FitJob):
                versions = old.job.spec.get("algorithm"), new.job.spec.get("algorithm")
                if versions[0] != versions[1]:
                    return (
                        f"{old.title} was made by another version of clss: its algorithm was"
                        f" version {versions[0]} then, is version {versions[1]} now"
                    )
            if detail := first_change(*pair):
                return f"{old.title}: the record is not what the config gives: {detail}"
        return (
            "was made by another version of clss: its key is another, though nothing that is"
            " recorded differs"
        )

    def _all(self, difference: str) -> list[Verdict]:
        return [_verdict(cell, difference) for cell in self.cells]

    def _planner(self, scratch: RunDirectory, display: Display, plugins: Sequence[Path]) -> Planner:
        config = parse_config(self.record.text, Path(self.record.config), plugins)
        if self.row is not None:
            names = {cell.name for cell in self.cells}
            rows = tuple(row for row in config.rows if row.label in names)
            # a baseline may be among the rows that are left out
            config = replace(config, rows=rows, table={})
        return prepare(config, scratch, display.say, processor=self.record.processor)

    def _changed_corpora(self, planner: Planner) -> dict[str, str]:
        before = {corpus.name: corpus for corpus in self.record.corpora}
        changed = {}
        for corpus in (planned.record for planned in planner.corpora):
            if corpus.name not in before:
                changed[corpus.name] = f"the record has no corpus {corpus.name}"
            elif before[corpus.name].fingerprint != corpus.fingerprint:
                changed[corpus.name] = (
                    f"the corpus {corpus.name} has changed: its fingerprint was"
                    f" {before[corpus.name].fingerprint[:8]}, is {corpus.fingerprint[:8]}"
                )
            elif detail := first_change(asdict(before[corpus.name]), asdict(corpus)):
                changed[corpus.name] = f"the corpus {corpus.name}: {detail}"
        return changed

    def _difference(self, cell: ScoreCell, now: Finished, scratch: RunDirectory) -> str:
        """Return the first difference on the way to a score, "" if there is none."""
        same = [one for one in now.record.cells if _place(one) == _place(cell)]
        if not same:
            return "the config has no such row"
        found = first_change(
            asdict(replace(cell, outcome="")), asdict(replace(same[0], outcome=""))
        )
        if found:
            return f"the record is not what the config gives: {found}"
        stages = {stage.key: stage for stage in now.record.stages}
        recorded = {stage.key: stage for stage in self.record.stages}
        if cell.outcome != same[0].outcome:
            return self._key_difference(cell, same[0], Plan(stages))
        for stage in Plan(stages).closure([cell.outcome]):
            if stage.key not in recorded:
                return f"{stage.title} is missing from the record"
            detail = first_change(recorded[stage.key].to_json(), stage.to_json())
            if detail:
                return f"{stage.title}: the record is not what the config gives: {detail}"
            for place in (*(need for need in stage.needs if need[0] == CORPUS), stage.place):
                report = now.reports.get(place[1])
                if report is not None and report.status == "failed":
                    return f"{stage.title} cannot be computed now: {report.reason}"
                if detail := self._stored(place, scratch):
                    return f"{stage.title}: {detail}"
        return "" if cell.outcome in stages else self._untuned(cell, now)

    def _untuned(self, cell: ScoreCell, now: Finished) -> str:
        failure = now.record.failures.get(cell.outcome)
        return f"cannot be computed now: {failure['reason']}" if failure else "was never computed"

    def _stored(self, place: tuple[str, str], scratch: RunDirectory) -> str:
        try:
            before = self.run.store.get(*place)
        except DamagedEntry as damage:
            return str(damage)
        if before is None:
            return f"its result is not in the run directory any more ({place[0]} {place[1][:8]})"
        now = scratch.store.require(*place)
        found = first_difference(before, now)
        if found and before.processor and before.processor != now.processor:
            found += f" (computed on {before.processor} then, on {now.processor} now)"
        return found

    def _unrecorded(self, now: Finished) -> list[Verdict]:
        """Return the cells that the config gives and the record does not have."""
        known = {_place(cell) for cell in self.record.cells}
        wanted = [
            cell
            for cell in now.record.cells
            if self.row in (None, cell.label, cell.name) and _place(cell) not in known
        ]
        return [_verdict(cell, "is missing from the record") for cell in wanted]

    def _whole(self, now: Finished, scratch: RunDirectory) -> list[Verdict]:
        """Compare what concerns the comparison as a whole; only differences are told."""
        found = []
        path = Path(self.record.config)
        if text_of(path) not in (None, self.record.text):
            found.append((f"config {path}", "has been edited since it was run"))
        if self.row is None:
            detail = first_change(dict(self.record.table), dict(now.record.table))
            if detail:
                found.append(("table", f"the record is not what the config gives: {detail}"))
            for key in now.record.searches:
                if key not in self.record.searches:
                    found.append(("tuning", "is missing from the record"))
                elif detail := self._stored((TUNE, key), scratch):
                    found.append(("tuning", detail))
            if detail := self._table_difference(now, scratch):
                found.append(("table", detail))
        return [Verdict(label, "", "", None, difference) for label, difference in found]

    def _table_difference(self, now: Finished, scratch: RunDirectory) -> str:
        try:
            texts = [
                _table_text(place, record)
                for place, record in ((self.run, self.record), (scratch, now.record))
            ]
        except InputError as error:
            return str(error)
        return f"differs{line_difference(*texts)}" if texts[0] != texts[1] else ""


def _keyless(value: Any) -> Any:
    """Leave keys out of the description of a stage: they follow from the rest."""
    if isinstance(value, Mapping):
        return {name: _keyless(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_keyless(inner) for inner in value]
    return "key" if is_key(value) else value


def _place(cell: ScoreCell) -> tuple[str, str, str, int | None]:
    return cell.label, cell.pair, cell.task, cell.seed


def _verdict(cell: ScoreCell, difference: str) -> Verdict:
    return Verdict(cell.label, cell.pair, cell.task, cell.seed, difference)


def _table_text(run: RunDirectory, record: Record) -> str:
    options = TableOptions.from_config(record.table)
    results = collect.collect(run, [record], processors=False)
    return render_tables([t for one in results for t in collect.tables_of(one, options)], "json")
