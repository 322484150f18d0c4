"""What ``clss compare`` does: read, plan, compute what is missing, remember what was compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tabulate import tabulate

from clss.errors import InputError
from evaluation.runs import resources
from evaluation.runs.baseline import check_baseline
from evaluation.runs.config import read_config
from evaluation.runs.costs import megabytes
from evaluation.runs.directory import RunDirectory, Say
from evaluation.runs.execute import Display, execute
from evaluation.runs.inputs import diagnose_task, prepare_corpus, read_task
from evaluation.runs.plan import Plan, Planner
from evaluation.runs.pools import Pool
from evaluation.runs.record import Record, ScoreCell
from evaluation.runs.schema import Config
from evaluation.runs.stage import SCORE, Report, Stage
from evaluation.runs.tune import Found, run_searches, searches


def prepare(config: Config, run: RunDirectory, say: Say, write: bool = True) -> Planner:
    """Read everything that a config names; whatever is wrong with it is found here."""
    check_baseline(config)
    tasks = [read_task(task, corpus.name) for corpus in config.corpora for task in config.tasks]
    corpora = [prepare_corpus(source, run, say, write) for source in config.corpora]
    for task in tasks:
        for corpus in corpora:
            if corpus.record.name == task.pair:
                for remark in diagnose_task(task, corpus, run):
                    say(f"warning: {task.source.name} {task.pair}: {remark}")
    return Planner(config, corpora, tasks)


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
    path: Path,
    make_pool: Callable[[], Pool],
    display: Display,
    plugins: Sequence[Path] = (),
    fresh: bool = False,
    trust: bool = False,
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
    trust : bool
        Execute the plugins that the config names, too.
    """
    config = read_config(path, plugins, trust)
    with run.alone(display.say):
        planner = prepare(config, run, display.say)
        return compute(run, planner, make_pool, display, fresh)


def compute(
    run: RunDirectory,
    planner: Planner,
    make_pool: Callable[[], Pool],
    display: Display,
    fresh: bool = False,
) -> Finished:
    """Compute what has been prepared, and keep a record of it."""
    with _Session(run, make_pool, display, fresh) as session:
        tuned = run_searches(planner, run, session.compute, display.say)
        plan = planner.plan({place: found.tuned for place, found in tuned.items()})
        # before anything is computed: a run that is killed is listed, and its results are kept
        run.save(_record(run, planner, plan, {}, tuned))
        reports = session.compute(plan)
    record = _record(run, planner, plan, reports, tuned)
    try:
        run.save(record)
    except InputError as error:  # the disk is full by now; the table can still be shown
        return Finished(record, reports, str(error))
    return Finished(record, reports)


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
        todo = missing(plan, self.run, self.display.say)
        self.display.begin(todo, len(plan.stages) - len(todo))
        if not todo:
            return {}
        if self._pool is None:
            self._pool = self.make_pool()
        return execute(todo, self._pool, self.display)


def _record(
    run: RunDirectory,
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
            failures[found.key] = {"reason": found.reason, "log": ""}
            cells.append(
                ScoreCell(label, label, pair, found.task, None, found.key, {}, {"pair": pair})
            )
    return Record(
        name=run.record_name(config.path),
        config=str(config.path.resolve()),
        text=config.text,
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        corpora=tuple(corpus.record for corpus in planner.corpora),
        stages=tuple(plan.stages.values()),
        cells=tuple(cells),
        failures=failures,
        table=config.table,
        searches=tuple(found.key for found in tuned.values()),
    )


def describe_plan(
    config: Path, run_dir: Path, plugins: Sequence[Path] = ()
) -> tuple[dict[str, Any], str]:
    """Return the plan of a config as plain values and as text.

    The stages, what is there already, and the memory that each may take.
    """
    said: list[str] = []
    run = RunDirectory.open(run_dir) if run_dir.is_dir() else RunDirectory(run_dir)
    planner = prepare(read_config(config, plugins), run, said.append, write=False)
    plan = planner.plan()
    todo = {stage.key for stage in missing(plan, run, said.append, repair=False)}
    stages = [
        {
            "state": "stored" if corpus.stored else "to read",
            "kind": "corpus",
            "title": corpus.record.name,
            "key": corpus.record.key,
            "memory": 0,
        }
        for corpus in planner.corpora
        if corpus.record.files
    ]
    stages += [
        {
            "state": "to compute" if stage.key in todo else "stored",
            "kind": stage.kind,
            "title": stage.title,
            "key": stage.key,
            "memory": stage.memory,
        }
        for stage in plan.stages.values()
    ]
    tuned = [
        f"tune {' on '.join(search.place)}: up to {search.row.trials} trials over"
        f" {', '.join(search.space) or 'nothing'} on the dev lexicon; the best setting is then"
        " scored"
        for search in searches(planner)
    ]
    damage = [text for text in said if text.startswith("damaged")]
    document = {
        "stages": stages,
        "to_compute": len(todo),
        "scores": len(plan.cells),
        "memory_budget": resources.memory_budget(),
        "tuning": tuned,
        "damage": damage,
    }
    return document, _plan_text(document)


def _plan_text(document: dict[str, Any]) -> str:
    rows = [
        [
            stage["state"],
            stage["kind"],
            stage["title"],
            megabytes(stage["memory"]) if stage["memory"] else "",
        ]
        for stage in document["stages"]
    ]
    header = ["State", "Stage", "What", "Memory (est.)"]
    computed = sum(stage["kind"] != "corpus" for stage in document["stages"])
    free = megabytes(document["memory_budget"])
    last = (
        f"{document['to_compute']} of {computed} stages to compute for {document['scores']}"
        f" scores, {free} of memory free for them."
    )
    table = tabulate(rows, headers=header, disable_numparse=True)
    return "\n".join([*document["damage"], table, "", *document["tuning"], last])
