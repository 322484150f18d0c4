"""A whole comparison: read, plan, compute what is missing, remember what was compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from clss.errors import InputError, suggest
from evaluation.runs import corpora as corpus_stages
from evaluation.runs import tasks as task_stages
from evaluation.runs.config import read_config
from evaluation.runs.corpora import KnownCorpus
from evaluation.runs.execute import Pool, execute
from evaluation.runs.plan import Plan, Planner, task_sources
from evaluation.runs.progress import Display
from evaluation.runs.rundir import Record, RunDirectory
from evaluation.runs.schema import Config
from evaluation.runs.stage import SCORE, Cell, Report, Stage
from evaluation.runs.store import DamagedEntry, Store, hash_file
from evaluation.runs.tune import Found, run_searches


@dataclass(frozen=True)
class Prepared:
    """A config that was read, with its corpora and tasks looked at."""

    config: Config
    corpora: tuple[KnownCorpus, ...]
    planner: Planner


def prepare(
    path: Path,
    store: Store,
    plugins: Sequence[Path] = (),
    say: Callable[[str], None] = lambda text: None,
    write: bool = True,
) -> Prepared:
    """Read everything that a config names; whatever is wrong with it is found here."""
    config = read_config(path, plugins)
    tasks = [task_stages.read_task(task, pair) for pair, task in task_sources(config)]
    corpora = tuple(corpus_stages.know(source, store, say, write) for source in config.corpora)
    return Prepared(config, corpora, Planner(config, corpora, tasks))


def missing(plan: Plan, store: Store, say: Callable[[str], None], repair: bool) -> list[Stage]:
    """Return the stages to compute: missing scores with all they need, and what is damaged.

    A trained model that is not there is not missed as long as all its scores are.
    """
    present: set[str] = set()
    wanted: list[str] = []
    for stage in plan.stages.values():
        try:
            if store.get(*stage.place) is not None:
                present.add(stage.key)
        except DamagedEntry as damage:
            say(f"damaged: {damage}; it is computed again")
            wanted.append(stage.key)
            if repair:
                store.discard(*stage.place)
    wanted += [key for key, stage in plan.stages.items() if stage.kind == SCORE]
    todo: set[str] = set()
    while wanted:
        key = wanted.pop()
        if key in plan.stages and key not in present and key not in todo:
            todo.add(key)
            wanted += [needed for _, needed in plan.stages[key].needs]
    return [stage for key, stage in plan.stages.items() if key in todo]


@dataclass(frozen=True)
class Finished:
    """A comparison that has been run as far as possible.

    Attributes
    ----------
    record : Record
    reports : dict of str to Report
        How the stages went that were computed now.
    unsaved : str
        Why the record could not be kept, "" if it was.
    """

    record: Record
    reports: dict[str, Report]
    unsaved: str = ""


def compare(
    run: RunDirectory,
    path: Path,
    make_pool: Callable[[], Pool],
    display: Display,
    plugins: Sequence[Path] = (),
    fresh: bool = False,
) -> Finished:
    """Compute whatever a config asks for and the run directory does not have.

    Parameters
    ----------
    run : RunDirectory
    path : Path
        The config.
    make_pool : callable
        Returns where stages run; called only if there is something to run.
    display : Display
    plugins : sequence of Path
        Files with models of one's own.
    fresh : bool
        Compute everything anew.
    """
    prepared = prepare(path, run.store, plugins, display.say)
    with _Session(run, make_pool, display, fresh) as session:
        tuned = run_searches(prepared.planner, run.store, session.compute, display.say)
        plan = prepared.planner.plan({place: found.parameters for place, found in tuned.items()})
        _check_baseline(prepared.config, plan)
        # before anything is computed: a run that is killed is listed, and its results are kept
        run.save(_record(run, prepared, plan, {}, tuned))
        reports = session.compute(plan)
    record = _record(run, prepared, plan, reports, tuned)
    try:
        run.save(record)
    except InputError as error:  # the disk is full by now; the table can still be shown
        return Finished(record, reports, str(error))
    return Finished(record, reports)


def _check_baseline(config: Config, plan: Plan) -> None:
    """Refuse a table's baseline that no row is called, before hours of training."""
    wanted = config.table.get("baseline")
    # pivoted rows drop the part of their label that became a column
    pivoted = bool(config.table.get("columns")) or len(config.corpora) > 1
    labels = list(dict.fromkeys(cell.label for cell in plan.cells))
    if wanted in (None, "strongest") or wanted in labels or pivoted:
        return
    raise InputError(
        f"[table] baseline: no row is labelled {wanted!r} (rows: {', '.join(labels)})"
        f"{suggest(str(wanted), labels)}",
        config.path,
    )


class _Session:
    """One pool for everything that a comparison computes, made when it is first needed."""

    def __init__(
        self, run: RunDirectory, make_pool: Callable[[], Pool], display: Display, fresh: bool
    ) -> None:
        self.run, self.make_pool, self.display, self.fresh = run, make_pool, display, fresh
        self._pool: Pool | None = None
        self._renewed: set[str] = set()

    def __enter__(self) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.display.close()
        if self._pool is not None:
            self._pool.close()

    def compute(self, plan: Plan) -> dict[str, Report]:
        """Compute what is missing of a plan."""
        if self.fresh:
            for stage in plan.stages.values():
                if stage.key not in self._renewed:
                    self.run.store.discard(*stage.place)
                    self._renewed.add(stage.key)
        todo = missing(plan, self.run.store, self.display.say, repair=True)
        self.display.begin(todo, len(plan.stages) - len(todo))
        if not todo:
            return {}
        if self._pool is None:
            self._pool = self.make_pool()
        return execute(todo, self._pool, self.display)


def _record(
    run: RunDirectory,
    prepared: Prepared,
    plan: Plan,
    reports: dict[str, Report],
    tuned: dict[tuple[str, str], Found],
) -> Record:
    config = prepared.config
    corpora = tuple(
        {
            "name": corpus.name,
            "key": corpus.key,
            "fingerprint": corpus.fingerprint,
            "files": [[str(path), hash_file(path)] for path in corpus.source.files],
            "langs": list(corpus.source.langs),
            "min_count": corpus.source.min_count,
        }
        for corpus in prepared.corpora
    )
    failures = {
        key: {"reason": report.reason, "log": report.log}
        for key, report in reports.items()
        if report.status == "failed"
    }
    cells = list(plan.cells)
    for (label, pair), found in tuned.items():
        if found.parameters is None:
            failures[found.key] = {"reason": found.reason, "log": ""}
            cells.append(Cell(label, label, pair, "ble", None, found.key, {}, {"pair": pair}))
    stages = tuple(replace(stage, memory=0) for stage in plan.stages.values())
    return Record(
        name=run.record_path(config.path).stem,
        config=str(config.path.resolve()),
        text=config.text,
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        corpora=corpora,
        stages=stages,
        cells=tuple(cells),
        failures=failures,
        table=config.table,
        searches=tuple(found.key for found in tuned.values()),
    )
