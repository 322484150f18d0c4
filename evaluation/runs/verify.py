"""Computing stored results again from the text, and naming the first difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from clss.arrays import load_array
from clss.errors import InputError, suggest
from evaluation.runs.directory import RunDirectory, Say
from evaluation.runs.execute import Display, execute
from evaluation.runs.inputs import read_corpus
from evaluation.runs.plan import Plan
from evaluation.runs.pools import Pool
from evaluation.runs.record import CorpusRecord, Record, ScoreCell
from evaluation.runs.schema import CorpusSource
from evaluation.runs.stage import CORPUS, Report, Stage
from evaluation.runs.store import DamagedEntry, Entry


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


def chosen_cells(records: Iterable[Record], row: str | None) -> list[tuple[Record, ScoreCell]]:
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
    with run.scratch() as scratch:
        plan, changed = Plan(), dict[str, str]()
        for record, cell in chosen:
            own = Plan({stage.key: stage for stage in record.stages})
            for stage in own.closure([cell.outcome]):
                _refuse_untrusted(stage, plugins)
                plan.add(stage)
            for corpus in record.corpora:
                _read_again(scratch, corpus, changed, display.say)
        stages = [stage for stage in plan.stages.values() if stage.job.corpus not in changed]
        display.begin(stages, 0)
        pool = make_pool(scratch.path)
        try:
            reports = execute(stages, pool, display)
        finally:
            pool.close()
            display.close()
        found = {
            stage.key: _difference(run, scratch, stage, reports[stage.key]) for stage in stages
        }
        return [
            Verdict(cell.label, cell.pair, cell.task, cell.seed, _first(plan, cell, found, changed))
            for _, cell in chosen
        ]


def _refuse_untrusted(stage: Stage, plugins: Sequence[Path]) -> None:
    trusted = {str(path.resolve()) for path in plugins}
    for path in stage.job.plugins:
        if path not in trusted:
            raise InputError(
                f"the run has models from {path}; if you trust that file, name it "
                f"with --plugin {path}"
            )


def _read_again(
    scratch: RunDirectory, corpus: CorpusRecord, changed: dict[str, str], say: Say
) -> None:
    """Read a corpus from its text once more, under the key that the record has for it."""
    if corpus.key in changed or scratch.store.has(CORPUS, corpus.key):
        return
    files = tuple(Path(path) for path, _ in corpus.files)
    gone = [path for path in files if not path.exists()]
    if gone:
        changed[corpus.key] = f"the text {gone[0]} is no longer there"
        return
    read = read_corpus(CorpusSource(corpus.name, files, corpus.langs, corpus.min_count))
    if read.fingerprint != corpus.fingerprint:
        changed[corpus.key] = (
            f"the corpus {corpus.name} has changed: its fingerprint was {corpus.fingerprint[:8]},"
            f" is {read.fingerprint[:8]}"
        )
        return
    scratch.keep_corpus(corpus.key, read, {"name": corpus.name})
    say(f"read {corpus.name} again: the same text")


def _difference(run: RunDirectory, scratch: RunDirectory, stage: Stage, report: Report) -> str:
    """Return how the result of a stage differs from the stored one, "" if it does not."""
    if report.status == "failed":
        return f"{stage.title} cannot be computed now: {report.reason}"
    try:
        before = run.store.get(*stage.place)
    except DamagedEntry as damage:
        return f"{stage.title}: {damage}"
    if before is None:
        return ""  # a model may be gone as long as its scores are there
    difference = first_difference(before, scratch.store.require(*stage.place))
    return f"{stage.title}: {difference}" if difference else ""


def _first(plan: Plan, cell: ScoreCell, found: dict[str, str], changed: dict[str, str]) -> str:
    """Return the first difference on the way to a score."""
    for stage in plan.closure([cell.outcome]):
        if stage.job.corpus in changed:
            return changed[stage.job.corpus]
        if found[stage.key]:
            return found[stage.key]
    return "" if cell.outcome in plan.stages else "was never computed"


def first_difference(before: Entry, now: Entry) -> str:
    """Compare two results file by file: which differs, where, and both values; "" if none does."""
    for name in sorted(set(before.files) ^ set(now.files)):
        return f"{name} is {'missing' if name in before.files else 'new'}"
    for name in sorted(before.files):
        if before.files[name] != now.files[name]:
            return f"{name} differs{_detail(before.path / name, now.path / name)}"
    return ""


def _detail(old: Path, new: Path) -> str:
    if old.suffix == ".npy":
        first, second = load_array(old), load_array(new)
        if first.shape != second.shape or first.dtype != second.dtype:
            return f": {first.dtype}{first.shape} then, {second.dtype}{second.shape} now"
        places = np.argwhere(np.asarray(first) != np.asarray(second))
        if len(places):
            at = tuple(places[0].tolist())
            return (
                f" in {len(places)} of {first.size} numbers, first at {list(at)}:"
                f" {first[at]!r} then, {second[at]!r} now"
            )
        return ""
    lines = [path.read_text(encoding="utf-8", errors="replace").split("\n") for path in (old, new)]
    for number, (then, now) in enumerate(zip(*lines, strict=False), 1):
        if then != now:
            return f" in line {number}: {_short(then)} then, {_short(now)} now"
    return f": {len(lines[0])} lines then, {len(lines[1])} now"


def _short(text: str) -> str:
    return text if len(text) <= 160 else text[:157] + "..."
