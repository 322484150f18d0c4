"""Searching parameters on a dev lexicon: never on the test gold, and every trial resumable.

A trial is the training and the scoring of one model, both ordinary stages of the store. The
search is seeded and goes in batches of a fixed size, so one that was interrupted asks for the
same trials again and finds what it had computed; jobs and machines change nothing. Models that
build on the same component share its training, as they do in the comparison itself.

A row is searched over the space that it names itself (``tune = {…}``) or, with ``[tune]`` in the
config, every row over the space that its model declares, with the same number of trials.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

from clss.model import MODELS, model_spec
from evaluation.runs.directory import RunDirectory
from evaluation.runs.grid import build, evaluation_settings, seeded
from evaluation.runs.inputs import PlannedCorpus, PlannedTask, dev_task
from evaluation.runs.plan import Plan, Planner, Tuned, portable
from evaluation.runs.proposals import BATCH, Adaptive, Listed, Proposals, Setting
from evaluation.runs.schema import RowSource
from evaluation.runs.stage import TUNE, Report, SpaceSource
from evaluation.runs.store import stage_key
from evaluation.tasks import TASKS
from evaluation.tasks.scores import score
from evaluation.tasks.task import EvaluationSettings


@dataclass(frozen=True)
class Search:
    """The search for the parameters of one row on one language pair.

    Attributes
    ----------
    row : RowSource
    corpus : PlannedCorpus
    task : str
        The task that the parameters are for.
    dev : PlannedTask
        Its development set.
    space : mapping of str to list
        The values of each parameter.
    key : str
        Where the result is stored.
    """

    row: RowSource
    corpus: PlannedCorpus
    task: str
    dev: PlannedTask
    space: Mapping[str, list[Any]]
    key: str

    @property
    def place(self) -> tuple[str, str]:
        """The row and the language pair."""
        return self.row.label, self.corpus.record.name

    def proposals(self) -> Proposals:
        """Return the settings to try."""
        make = Adaptive if self.row.tune else Listed
        return make(self.space, self.row.trials)

    def settings(self) -> list[EvaluationSettings]:
        """Return how a trial is scored: in all the ways in which the row is."""
        return [way for way, _ in evaluation_settings(self.row, TASKS.get(self.dev.source.kind))]


@dataclass(frozen=True)
class Found:
    """The best parameters for a task, or why there are none."""

    key: str
    task: str
    tuned: Tuned | None
    reason: str = ""


#: computes a plan, after which so many times as much is to follow
Compute = Callable[[Plan, float], dict[str, Report]]


def searches(planner: Planner) -> list[Search]:
    """Return the searches that a config asks for."""
    return [
        _search(planner, row, corpus)
        for row in planner.config.rows
        if row.searched
        for corpus in planner.corpora
    ]


def _search(planner: Planner, row: RowSource, corpus: PlannedCorpus) -> Search:
    task = next(
        t
        for t in planner.tasks
        if t.pair == corpus.record.name
        and TASKS.get(t.source.kind).dev_chooses == "models"
        and t.source.dev
    )
    dev = dev_task(task)
    assert row.model is not None
    space = row.tune or _declared_space(row, corpus)
    search = Search(row, corpus, task.source.name, dev, space, "")
    key = stage_key(
        kind=TUNE,
        corpus=corpus.record.fingerprint,
        model=portable(model_spec(build(row.model, row.parameters))),
        space=space,
        trials=row.trials,
        dev=dev.questions.identity,
        asking=[[way.similarity, way.retrieval] for way in search.settings()],
        seed=row.seeds[:1],
        batch=BATCH,
        **planner.own_kind(),
    )
    return replace(search, key=key)


def _declared_space(row: RowSource, corpus: PlannedCorpus) -> dict[str, list[Any]]:
    """Return the space that the row's model declares, without what the row gives or makes idle."""
    declared = MODELS.get(str(row.model)).tuning_space(corpus.statistics)
    first = {name: v[0] for name, v in declared.items() if name not in row.parameters}
    return {name: list(declared[name]) for name in _effective(row, first)}


def _effective(row: RowSource, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what does nothing beside the rest of a setting; in others of its space it may."""
    assert row.model is not None
    idle = build(row.model, {**row.parameters, **chosen}).idle_parameters()
    return {name: value for name, value in chosen.items() if name not in idle}


def stored_results(
    wanted: Sequence[Search], run: RunDirectory, say: Callable[[str], None]
) -> dict[tuple[str, str], Found]:
    """Return what earlier runs found, for the searches that have ended."""
    found = {}
    for search in wanted:
        stored = run.tuning(search.key, say)
        if stored is not None:
            tuned = Tuned(stored["best"], len(stored["trials"]))
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
        search.place: Tuned(_effective(search.row, search.proposals().ask()[0]), 1)
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
            chosen = _effective(row, proposed)
            parameters = {**row.parameters, **chosen}
            model = next(seeded(build(row.model, parameters), parameters, row.seeds[:1]))
            space = SpaceSource("fit", self.planner.fit(plan, model, corpus).key)
            stages = [
                self.planner.score(plan, corpus, dev, space, way) for way in self.search.settings()
            ]
            self.asked.append((chosen, [stage.key for stage in stages]))

    def read_scores(self, run: RunDirectory, reports: Mapping[str, Report]) -> None:
        """Read the scores of the batch, in the order in which it was asked for."""
        batch = [_result(chosen, keys, run, reports) for chosen, keys in self.asked]
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
        return Found(key, self.search.task, Tuned(best["parameters"], len(self.results)))


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
