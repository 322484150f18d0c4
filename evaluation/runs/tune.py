"""Searching parameters on a dev lexicon: never on the test gold, and every trial resumable.

A trial is the training and the scoring of one model, both ordinary stages of the store. The
search is seeded and goes in batches of a fixed size, so one that was interrupted asks for the
same trials again and finds what it had computed; jobs and machines change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clss.errors import InputError
from clss.model import model_spec
from evaluation.runs.directory import RunDirectory
from evaluation.runs.grid import build, evaluation_settings, seeded
from evaluation.runs.inputs import PlannedCorpus, PlannedTask, dev_task
from evaluation.runs.plan import Plan, Planner, portable
from evaluation.runs.schema import RowSource
from evaluation.runs.stage import TUNE, Report, SpaceSource
from evaluation.runs.store import stage_key
from evaluation.tasks import TASKS
from evaluation.tasks.scores import score
from evaluation.tasks.task import EvaluationSettings

if TYPE_CHECKING:
    import optuna

#: Trials started at once; a constant, so that the search is the same with any number of jobs.
BATCH = 4
_SEED = 1


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
    key : str
        Where the result is stored.
    """

    row: RowSource
    corpus: PlannedCorpus
    task: str
    dev: PlannedTask
    key: str

    @property
    def place(self) -> tuple[str, str]:
        """The row and the language pair."""
        return self.row.label, self.corpus.record.name


@dataclass(frozen=True)
class Found:
    """The best parameters for a task, or why there are none."""

    key: str
    task: str
    parameters: Mapping[str, Any] | None
    reason: str = ""


Compute = Callable[[Plan], dict[str, Report]]


def searches(planner: Planner) -> list[Search]:
    """Return the searches that a config asks for."""
    found = []
    for row in planner.config.rows:
        if not row.tune or row.model is None:
            continue
        for corpus in planner.corpora:
            task = next(
                t
                for t in planner.tasks
                if t.pair == corpus.record.name
                and TASKS.get(t.source.kind).dev_chooses == "models"
                and t.source.dev
            )
            dev = dev_task(task)
            spec = portable(model_spec(build(row.model, row.parameters)))
            key = stage_key(
                kind=TUNE,
                corpus=corpus.record.fingerprint,
                model=spec,
                space=row.tune,
                trials=row.trials,
                dev=dev.questions.identity,
                asking=_identity(row, dev),
                seed=row.seeds[:1],
                batch=BATCH,
            )
            found.append(Search(row, corpus, task.source.name, dev, key))
    return found


def _settings(row: RowSource, dev: PlannedTask) -> EvaluationSettings:
    """Return how a trial is scored: the first way in which the row is."""
    return evaluation_settings(row, TASKS.get(dev.source.kind))[0][0]


def _identity(row: RowSource, dev: PlannedTask) -> dict[str, Any]:
    settings = _settings(row, dev)
    return {"similarity": settings.similarity, "retrieval": settings.retrieval}


def run_searches(
    planner: Planner, run: RunDirectory, compute: Compute, say: Callable[[str], None]
) -> dict[tuple[str, str], Found]:
    """Run all searches side by side, or take what an earlier run found."""
    found: dict[tuple[str, str], Found] = {}
    open_searches = []
    for search in searches(planner):
        stored = run.tuning(search.key, say)
        if stored is not None:
            found[search.place] = Found(search.key, search.task, stored["best"])
        else:
            open_searches.append(_Trials(search, planner))
    while unfinished := [trials for trials in open_searches if not trials.finished]:
        plan = Plan()
        for trials in unfinished:
            trials.add_batch(plan)
        say(
            f"tuning: {sum(t.started for t in open_searches)} of"
            f" {sum(t.search.row.trials for t in open_searches)} trials"
        )
        reports = compute(plan)
        for trials in unfinished:
            trials.read_scores(run, reports)
    for trials in open_searches:
        found[trials.search.place] = trials.conclude(run)
    return found


class _Trials:
    """The trials of one search so far."""

    def __init__(self, search: Search, planner: Planner) -> None:
        self.search, self.planner = search, planner
        self.study = _study()
        self.asked: list[tuple[optuna.trial.Trial, dict[str, Any], str]] = []
        self.results: list[dict[str, Any]] = []

    @property
    def started(self) -> int:
        return len(self.results) + len(self.asked)

    @property
    def finished(self) -> bool:
        return len(self.results) >= self.search.row.trials

    def add_batch(self, plan: Plan) -> None:
        """Add the next batch of trials to a plan."""
        row, corpus = self.search.row, self.search.corpus
        assert row.model is not None
        for _ in range(min(BATCH, row.trials - len(self.results))):
            trial = self.study.ask()
            chosen = {name: _suggest(trial, name, values) for name, values in row.tune.items()}
            parameters = {**row.parameters, **chosen}
            model = next(seeded(build(row.model, parameters), parameters, row.seeds[:1]))
            fit = self.planner.fit(plan, model, corpus)
            space, dev = SpaceSource("fit", fit.key), self.search.dev
            stage = self.planner.score(plan, corpus, dev, space, _settings(row, dev))
            self.asked.append((trial, chosen, stage.key))

    def read_scores(self, run: RunDirectory, reports: Mapping[str, Report]) -> None:
        """Read the scores of the batch, in the order in which it was asked for."""
        import optuna

        for trial, chosen, key in self.asked:
            result: dict[str, Any] = {"parameters": chosen}
            report = reports.get(key)
            if report is not None and report.status == "failed":
                result["failed"] = report.reason
                self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                outcome = run.outcome(key)
                assert outcome is not None
                result |= {"acc1": score(outcome, "acc1"), "mrr": score(outcome, "mrr")}
                self.study.tell(trial, result["acc1"])
            self.results.append(result)
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
        return Found(key, self.search.task, best["parameters"])


def _study() -> optuna.Study:
    try:
        import optuna
    except ImportError as error:
        raise InputError("tune needs optuna: pip install 'clss[tune]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=_SEED, n_startup_trials=2 * BATCH)
    return optuna.create_study(direction="maximize", sampler=sampler)


def _suggest(trial: optuna.trial.Trial, name: str, values: list[Any]) -> Any:
    """Ask for a value: two numbers are a range, anything else is a list of choices."""
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    if len(values) != 2 or not numbers:
        return trial.suggest_categorical(name, values)
    low, high = min(values), max(values)
    wide = low > 0 and high / low >= 100  # orders of magnitude are searched as such
    if all(isinstance(v, int) for v in values):
        return trial.suggest_int(name, low, high, log=wide)
    return trial.suggest_float(name, low, high, log=wide)
