"""Searching parameters on a dev lexicon: never on the test gold, and every trial resumable.

A trial is the training and the scoring of one model, both ordinary stages of the store. The
search is seeded and goes in batches of a fixed size, so one that was interrupted asks for the
same trials again and finds what it had computed; jobs and machines change nothing. Models that
build on the same component share its training, as they do in the comparison itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from evaluation.runs.directory import RunDirectory
from evaluation.runs.grid import build, seeded
from evaluation.runs.plan import Plan, Planner, Tuned
from evaluation.runs.proposals import Setting
from evaluation.runs.search import Search, effective
from evaluation.runs.stage import Report, SpaceSource
from evaluation.tasks.scores import score


@dataclass(frozen=True)
class Found:
    """The best parameters for a task, or why there are none."""

    key: str
    task: str
    tuned: Tuned | None
    reason: str = ""


#: computes a plan, after which so many times as much is to follow
Compute = Callable[[Plan, float], dict[str, Report]]


def stored_results(
    wanted: Sequence[Search], run: RunDirectory, say: Callable[[str], None]
) -> dict[tuple[str, str], Found]:
    """Return what earlier runs found, for the searches that have ended."""
    found = {}
    for search in wanted:
        stored = run.tuning(search.key, say)
        if stored is not None:
            tuned = Tuned(search.here(stored["best"]), len(stored["trials"]))
            found[search.place] = Found(search.key, search.task, tuned)
    return found


def run_searches(
    wanted: Sequence[Search],
    planner: Planner,
    run: RunDirectory,
    compute: Compute,
    say: Callable[[str], None],
) -> dict[tuple[str, str], Found]:
    """Run searches side by side."""
    open_searches = [_Trials(search, planner) for search in wanted]
    trials = sum(t.proposals.trials for t in open_searches)
    while unfinished := [trials for trials in open_searches if not trials.finished]:
        plan = Plan()
        before = sum(t.started for t in open_searches)
        for one in unfinished:
            one.add_batch(plan)
        started = sum(t.started for t in open_searches)
        say(f"tuning: {started} of {trials} trials")
        reports = compute(plan, (trials - started) / (started - before))
        for one in unfinished:
            one.read_scores(run, reports)
    return {trials.search.place: trials.conclude(run) for trials in open_searches}


@dataclass(frozen=True)
class Outlook:
    """What searches will compute, as far as that is known before they begin.

    Attributes
    ----------
    trials : Plan
        The first trials of each.
    repeats : float
        How many times as many trials follow.
    """

    trials: Plan
    repeats: float


def outlook(wanted: Sequence[Search], planner: Planner) -> Outlook:
    """Plan the first trials of searches."""
    plan, begun = Plan(), [_Trials(search, planner) for search in wanted]
    for trials in begun:
        trials.add_batch(plan)
    started = sum(trials.started for trials in begun)
    wanted_trials = sum(trials.proposals.trials for trials in begun)
    return Outlook(plan, (wanted_trials - started) / started if started else 0.0)


def first_settings(wanted: Sequence[Search]) -> dict[tuple[str, str], Tuned | None]:
    """Return what would be planned if the first trial of every search were the best."""
    return {
        search.place: Tuned(effective(search.row, search.proposals().ask()[0]), 1)
        for search in wanted
    }


class _Trials:
    """The trials of one search so far."""

    def __init__(self, search: Search, planner: Planner) -> None:
        self.search, self.planner = search, planner
        self.proposals = search.proposals()
        self.asked: list[tuple[Setting, list[str]]] = []
        self.results: list[dict[str, Any]] = []

    @property
    def started(self) -> int:
        return len(self.results) + len(self.asked)

    @property
    def finished(self) -> bool:
        return len(self.results) >= self.proposals.trials

    def add_batch(self, plan: Plan) -> None:
        """Add the next batch of trials to a plan."""
        row, corpus, dev = self.search.row, self.search.corpus, self.search.dev
        assert row.model is not None
        for proposed in self.proposals.ask():
            chosen = effective(row, proposed)
            parameters = {**row.parameters, **chosen}
            model = next(seeded(build(row.model, parameters), parameters, row.seeds[:1]))
            space = SpaceSource("fit", self.planner.fit(plan, model, corpus).key)
            stages = [
                self.planner.score(plan, corpus, dev, space, way) for way in self.search.settings()
            ]
            self.asked.append((chosen, [stage.key for stage in stages]))

    def read_scores(self, run: RunDirectory, reports: Mapping[str, Report]) -> None:
        """Read the scores of the batch, in the order in which it was asked for."""
        batch = [
            _result(self.search.portable(chosen), keys, run, reports) for chosen, keys in self.asked
        ]
        self.proposals.tell([result.get("acc1") for result in batch])
        self.results += batch
        self.asked = []

    def conclude(self, run: RunDirectory) -> Found:
        """Keep the best trial: by accuracy, then by mean reciprocal rank, then the first."""
        key = self.search.key
        worked = [result for result in self.results if "failed" not in result]
        if not worked:
            reason = f"every trial of the tuning failed ({self.results[0]['failed']})"
            return Found(key, self.search.task, None, reason)
        best = max(worked, key=lambda result: (result["acc1"], result["mrr"]))
        about = {"title": f"tuning {self.search.row.label} on {self.search.corpus.record.name}"}
        run.keep_tuning(key, {"best": best["parameters"], "trials": self.results}, about)
        tuned = Tuned(self.search.here(best["parameters"]), len(self.results))
        return Found(key, self.search.task, tuned)


def _result(
    chosen: Setting, keys: list[str], run: RunDirectory, reports: Mapping[str, Report]
) -> dict[str, Any]:
    """Return how one trial went: its scores are means over the ways in which it was asked."""
    for key in keys:
        if key in reports and reports[key].status == "failed":
            return {"parameters": chosen, "failed": reports[key].reason}
    outcomes = [outcome for key in keys if (outcome := run.outcome(key)) is not None]
    return {
        "parameters": chosen,
        **{name: mean(score(outcome, name) for outcome in outcomes) for name in ("acc1", "mrr")},
    }
