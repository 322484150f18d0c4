"""Computing stored results again from the text, and naming the first difference."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from clss.errors import InputError, suggest
from evaluation.runs import corpora
from evaluation.runs.differences import first_difference
from evaluation.runs.execute import Pool, execute
from evaluation.runs.plan import Plan
from evaluation.runs.progress import Display
from evaluation.runs.rundir import Record, RunDirectory
from evaluation.runs.schema import CorpusSource
from evaluation.runs.stage import Cell, Stage
from evaluation.runs.store import DamagedEntry, Store


@dataclass(frozen=True)
class Verdict:
    """What came of computing one cell again; an empty difference is none."""

    label: str
    pair: str
    task: str
    seed: int | None
    difference: str

    def __str__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        where = f"{self.label} ({self.task} {self.pair}{seed})"
        return f"{where}: {self.difference or 'identical'}"


def chosen_cells(records: Iterable[Record], row: str | None) -> list[tuple[Record, Cell]]:
    """Return the cells of a row (its label, or its label without the grid's values), or all."""
    cells = [(record, cell) for record in records for cell in record.cells]
    if row is None:
        return cells
    found = [(r, c) for r, c in cells if row in (c.label, c.name)]
    if not found:
        labels = list(dict.fromkeys(cell.label for _, cell in cells))
        raise InputError(
            f"no row is labelled {row!r} (rows: {', '.join(labels)}){suggest(row, labels)}"
        )
    return found


def verify(
    run: RunDirectory,
    row: str | None,
    make_pool: Callable[[Path], Pool],
    display: Display,
    plugins: Sequence[Path] = (),
) -> list[Verdict]:
    """Compute the cells of a row (or all) from scratch in a temporary place and compare.

    `make_pool` returns where stages run, given the directory they are to be stored in. A run
    directory may come from somebody else, and reading it must not run code: Python files that it
    names are loaded only if they stand in `plugins` too.

    Every stage on the way is compared, the corpus first, so that the verdict names where the
    difference begins and not only that the score changed.
    """
    chosen = chosen_cells(run.records(), row)
    with tempfile.TemporaryDirectory(prefix=".verify-", dir=run.path) as name:
        scratch = Store(Path(name) / "store")
        scratch.prepare()
        plan, changed = Plan(), dict[str, str]()
        for record, cell in chosen:
            own = Plan({stage.key: stage for stage in record.stages})
            for stage in own.closure([cell.outcome]):
                _refuse_strangers(stage, plugins)
                plan.add(stage)
            for corpus in record.corpora:
                _read_again(run, scratch, corpus, changed, display.say)
        stages = [stage for stage in plan.stages.values() if not _blocked(stage, changed)]
        display.begin(stages, 0)
        pool = make_pool(Path(name))
        try:
            reports = execute(stages, pool, display)
        finally:
            pool.close()
            display.close()
        found = _compare(
            run.store,
            scratch,
            plan,
            changed,
            {key: report.reason for key, report in reports.items() if report.status == "failed"},
        )
        return [
            Verdict(cell.label, cell.pair, cell.task, cell.seed, _first(plan, cell, found, changed))
            for _, cell in chosen
        ]


def _refuse_strangers(stage: Stage, plugins: Sequence[Path]) -> None:
    trusted = {str(path.resolve()) for path in plugins}
    for path in stage.task.get("plugins", ()):
        if path not in trusted:
            raise InputError(
                f"the run has models from {path}; if you trust that file, name it "
                f"with --plugin {path}"
            )


def _read_again(
    run: RunDirectory,
    scratch: Store,
    corpus: object,
    changed: dict[str, str],
    say: Callable[[str], None],
) -> None:
    """Read a corpus from its text once more, under the key that the record knows it by."""
    assert isinstance(corpus, dict)
    key = str(corpus["key"])
    if key in changed or scratch.path("corpus", key).exists():
        return
    files = tuple(Path(path) for path, _ in corpus["files"])
    gone = [path for path in files if not path.exists()]
    if gone:
        changed[key] = f"the text {gone[0]} is no longer there"
        return
    langs = tuple(corpus["langs"])
    source = CorpusSource(corpus["name"], files, (langs[0], langs[1]), corpus["min_count"])
    read = corpora.read(source)
    if read.fingerprint != corpus["fingerprint"]:
        then, now = corpus["fingerprint"][:8], read.fingerprint[:8]
        changed[key] = (
            f"the corpus {corpus['name']} has changed: its fingerprint was {then}, is {now}"
        )
        return
    with scratch.writing("corpus", key, {"name": corpus["name"]}) as directory:
        read.save(directory / "corpus")
    say(f"read {corpus['name']} again: the same text")


def _blocked(stage: Stage, changed: dict[str, str]) -> bool:
    return str(stage.task.get("corpus", "")) in changed


def _compare(
    stored: Store, scratch: Store, plan: Plan, changed: dict[str, str], failed: dict[str, str]
) -> dict[str, str]:
    """Return by key of a stage how its result differs; stages without difference are not there."""
    found: dict[str, str] = {}
    for stage in plan.stages.values():
        if _blocked(stage, changed):
            continue
        if stage.key in failed:
            found[stage.key] = f"{stage.title} cannot be computed now: {failed[stage.key]}"
            continue
        try:
            before = stored.get(*stage.place)
        except DamagedEntry as damage:
            found[stage.key] = f"{stage.title}: {damage}"
            continue
        if before is None:
            continue  # a model may be gone as long as its scores are there
        difference = first_difference(before.path, scratch.require(*stage.place).path)
        if difference:
            found[stage.key] = f"{stage.title}: {difference}"
    return found


def _first(plan: Plan, cell: Cell, found: dict[str, str], changed: dict[str, str]) -> str:
    for stage in plan.closure([cell.outcome]):
        if _blocked(stage, changed):
            return changed[str(stage.task["corpus"])]
        if stage.key in found:
            return found[stage.key]
    if cell.outcome not in plan.stages:
        return "was never computed"
    return ""
