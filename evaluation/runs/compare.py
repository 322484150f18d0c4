"""What ``clss compare`` does: plan, compute what is missing, remember what was compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from clss.errors import InputError
from evaluation.runs.baseline import check_baseline
from evaluation.runs.directory import RunDirectory, Say
from evaluation.runs.execute import Display, execute
from evaluation.runs.forecast import Forecast, Pace, span
from evaluation.runs.inputs import diagnose_task, prepare_corpus, read_task
from evaluation.runs.plan import Plan, Planner
from evaluation.runs.pools import Pool
from evaluation.runs.record import Record, ScoreCell
from evaluation.runs.record_files import record_name
from evaluation.runs.schema import Config
from evaluation.runs.search import searches
from evaluation.runs.stage import SCORE, Report, Stage
from evaluation.runs.tune import Found, first_settings, run_searches, stored_results


def prepare(
    config: Config, run: RunDirectory, say: Say, write: bool = True, processor: str = ""
) -> Planner:
    """Read everything that a config names; whatever is wrong with it is found here.

    `processor` becomes part of the keys, see `Planner`.
    """
    check_baseline(config)
    tasks = [read_task(task, corpus.name) for corpus in config.corpora for task in config.tasks]
    corpora = [prepare_corpus(source, run, say, write) for source in config.corpora]
    for task in tasks:
        for corpus in corpora:
            if corpus.record.name == task.pair:
                for remark in diagnose_task(task, corpus, run):
                    say(f"warning: {task.source.name} {task.pair}: {remark}")
    return Planner(config, corpora, tasks, processor)


def missing(plan: Plan, run: RunDirectory, say: Say, repair: bool = True) -> list[Stage]:
    """Return the stages to compute: missing scores with all they need, and what is damaged.

    A trained model that is not there is not missed as long as all its scores are.
    """
    present: set[str] = set()
    wanted: list[str] = []
    for stage in plan.stages.values():
        was_there = run.store.has(*stage.place)
        if run.usable(*stage.place, say, repair) is not None:
            present.add(stage.key)
        elif was_there or stage.kind == SCORE:
            wanted.append(stage.key)
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
    config: Config,
    make_pool: Callable[[], Pool],
    display: Display,
    fresh: bool = False,
    processor: str = "",
) -> Finished:
    """Compute whatever a config asks for and the run directory does not have.

    Parameters
    ----------
    run : RunDirectory
    config : Config
    make_pool : callable
        Returns where stages run; called only if there is something to run.
    display : Display
    fresh : bool
        Compute everything anew.
    processor : str
        The kind that does the work on a cluster of several kinds; it is part of the keys then.
    """
    with run.alone(display.say):
        planner = prepare(config, run, display.say, processor=processor)
        return compute(run, planner, make_pool, display, fresh)


def compute(
    run: RunDirectory,
    planner: Planner,
    make_pool: Callable[[], Pool],
    display: Display,
    fresh: bool = False,
) -> Finished:
    """Compute what has been prepared, and keep a record of it."""
    wanted = searches(planner)
    tuned = stored_results(wanted, run, display.say)
    still = [search for search in wanted if search.place not in tuned]
    # before anything is computed: a run that is killed is listed, and its results are kept
    begun = {search.place: Found(search.key, search.task, None) for search in still}
    run.records.save(_record(planner, _plan(planner, tuned), {}, tuned | begun))
    with _Session(run, make_pool, display, fresh) as session:
        if still:
            session.later = list(planner.plan(first_settings(wanted)).stages.values())
            tuned |= run_searches(still, planner, run, session.compute, display.say)
            session.later = []
            tuned = {search.place: tuned[search.place] for search in wanted}
            run.records.save(_record(planner, _plan(planner, tuned), {}, tuned))
        plan = _plan(planner, tuned)
        reports = session.compute(plan)
    record = _record(planner, plan, reports, tuned)
    try:
        run.records.save(record)
    except InputError as error:  # the disk is full by now; the table can still be shown
        return Finished(record, reports, str(error))
    return Finished(record, reports)


def _plan(planner: Planner, tuned: Mapping[tuple[str, str], Found]) -> Plan:
    return planner.plan({place: found.tuned for place, found in tuned.items()})


class _Session:
    """One pool for everything that a comparison computes, made when it is first needed."""

    def __init__(
        self, run: RunDirectory, make_pool: Callable[[], Pool], display: Display, fresh: bool
    ) -> None:
        self.run, self.make_pool, self.display, self.fresh = run, make_pool, display, fresh
        #: stages that follow what is computed now, as far as they are known
        self.later: list[Stage] = []
        self._pool: Pool | None = None
        self._pace = Pace.of_earlier(run)
        self._renewed: set[str] = set()

    def __enter__(self) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.display.close()
        if self._pool is not None:
            self._pool.close()
            self.run.store.sweep()  # what workers were writing if they had to be ended

    def compute(self, plan: Plan, repeats: float = 0.0) -> dict[str, Report]:
        """Compute what is missing of a plan, after which `repeats` times as much follows."""
        if self.fresh:
            for stage in plan.stages.values():
                if stage.key not in self._renewed:
                    self.run.store.discard(*stage.place)
                    self._renewed.add(stage.key)
        todo = missing(plan, self.run, self.display.say)
        cached = len(plan.stages) - len(todo)
        if not todo:
            self.display.begin(todo, cached, Forecast())
            return {}
        if self._pool is None:
            self._pool = self.make_pool()
        cores = self._pool.cores
        known = plan.stages
        later = [s for s in self.later if s.key not in known and not self.run.store.has(*s.place)]
        after = repeats * self._span(todo, cores) + self._span(later, cores)
        self.display.begin(todo, cached, Forecast(todo, self._pace, cores, after))
        return execute(todo, self._pool, self.display)

    def _span(self, stages: Sequence[Stage], cores: int) -> float:
        return span(stages, {stage.key: self._pace.seconds(stage) for stage in stages}, cores)


def _record(
    planner: Planner,
    plan: Plan,
    reports: Mapping[str, Report],
    tuned: Mapping[tuple[str, str], Found],
) -> Record:
    config = planner.config
    failures = {
        key: {"reason": report.reason, "log": report.log}
        for key, report in reports.items()
        if report.status == "failed"
    }
    cells = list(plan.cells)
    for (label, pair), found in tuned.items():
        if found.tuned is None:
            if found.reason:
                failures[found.key] = {"reason": found.reason, "log": ""}
            cells.append(
                ScoreCell(label, label, pair, found.task, None, found.key, {}, {"pair": pair})
            )
    return Record(
        name=record_name(config.path),
        config=str(config.path.resolve()),
        text=config.text,
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        corpora=tuple(corpus.record for corpus in planner.corpora),
        stages=tuple(plan.stages.values()),
        cells=tuple(cells),
        failures=failures,
        table=config.table,
        searches=tuple(found.key for found in tuned.values()),
        processor=planner.processor,
    )
