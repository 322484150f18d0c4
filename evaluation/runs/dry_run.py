"""What ``clss compare`` would do: the stages of a config, their memory and their time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from tabulate import tabulate

from evaluation.runs import resources
from evaluation.runs.compare import missing, prepare
from evaluation.runs.config import read_config
from evaluation.runs.cores import usable_cores
from evaluation.runs.costs import megabytes
from evaluation.runs.directory import RunDirectory
from evaluation.runs.forecast import Pace, about, span
from evaluation.runs.plan import Plan, Planner
from evaluation.runs.search import Search, searches
from evaluation.runs.stage import TUNE, Stage
from evaluation.runs.tune import first_settings, outlook


def describe_plan(
    config: Path, run_dir: Path, jobs: int | None = None
) -> tuple[dict[str, Any], str]:
    """Return the plan of a config as plain values and as text.

    The stages, what is there already, the memory and the time that each may take. No plugin
    is executed.
    """
    said: list[str] = []
    run = RunDirectory.open(run_dir) if run_dir.is_dir() else RunDirectory(run_dir)
    planner = prepare(read_config(config), run, said.append, write=False)
    plan = planner.plan()
    missed = missing(plan, run, said.append, repair=False)
    todo = {stage.key for stage in missed}
    pace, cores = Pace.of_earlier(run), jobs or usable_cores()
    wanted = searches(planner)
    tuned = [
        f"tune {' on '.join(search.place)}: up to {search.row.trials} trials over"
        f" {', '.join(search.space) or 'nothing'} on the dev lexicon; the best setting is then"
        " scored"
        for search in wanted
    ]
    damage = [text for text in said if text.startswith("damaged")]
    document = {
        "stages": _stages(planner, plan.stages.values(), todo, pace),
        "to_compute": len(todo),
        "scores": len(plan.cells),
        "memory_budget": resources.memory_budget(),
        "seconds": round(_seconds(planner, run, pace, cores, wanted, missed), 1),
        "jobs": cores,
        "measured": pace.measured,
        "tuning": tuned,
        "damage": damage,
    }
    return document, _plan_text(document)


def _stages(
    planner: Planner, stages: Iterable[Stage], todo: Set[str], pace: Pace
) -> list[dict[str, Any]]:
    """Return the corpora and then the stages, each with what it would take."""
    corpora = [
        {
            "state": "stored" if corpus.stored else "to read",
            "kind": "corpus",
            "title": corpus.record.name,
            "key": corpus.record.key,
            "memory": 0,
            "seconds": 0.0,
        }
        for corpus in planner.corpora
        if corpus.record.files
    ]
    return corpora + [
        {
            "state": "to compute" if stage.key in todo else "stored",
            "kind": stage.kind,
            "title": stage.title,
            "key": stage.key,
            "memory": stage.memory,
            "seconds": round(pace.seconds(stage), 1),
        }
        for stage in stages
    ]


def _seconds(
    planner: Planner,
    run: RunDirectory,
    pace: Pace,
    cores: int,
    wanted: Sequence[Search],
    missed: Sequence[Stage],
) -> float:
    """Estimate the time of the whole: searches, and what is scored when they have ended."""

    def lasts(stages: Sequence[Stage]) -> float:
        seconds: Mapping[str, float] = {stage.key: pace.seconds(stage) for stage in stages}
        return span(stages, seconds, cores)

    def still(plan: Plan) -> list[Stage]:
        return [stage for stage in plan.stages.values() if not run.store.has(*stage.place)]

    searching = [search for search in wanted if not run.store.has(TUNE, search.key)]
    if not searching:
        return lasts(missed)
    trials = outlook(searching, planner)
    tried = trials.trials.stages
    rest = [s for s in still(planner.plan(first_settings(wanted))) if s.key not in tried]
    return (1 + trials.repeats) * lasts(still(trials.trials)) + lasts(rest)


def _plan_text(document: dict[str, Any]) -> str:
    rows = [
        [
            stage["state"],
            stage["kind"],
            stage["title"],
            megabytes(stage["memory"]) if stage["memory"] else "",
            about(stage["seconds"]).removeprefix("about ")
            if stage["state"] == "to compute"
            else "",
        ]
        for stage in document["stages"]
    ]
    header = ["State", "Stage", "What", "Memory (est.)", "Time (est.)"]
    computed = sum(stage["kind"] != "corpus" for stage in document["stages"])
    free = megabytes(document["memory_budget"])
    last = (
        f"{document['to_compute']} of {computed} stages to compute for {document['scores']}"
        f" scores, {free} of memory free for them."
    )
    if document["tuning"]:
        rest = last if computed else f"{free} of memory free for them."
        last = f"{len(document['tuning'])} rows are tuned first, then their best scored. {rest}"
    basis = "what earlier runs here took" if document["measured"] else "measurements elsewhere"
    jobs = "1 process" if document["jobs"] == 1 else f"{document['jobs']} processes"
    whole = f"It will take {about(document['seconds'])} with {jobs}, by {basis}."
    table = tabulate(rows, headers=header, disable_numparse=True)
    return "\n".join([*document["damage"], table, "", *document["tuning"], last, whole])
