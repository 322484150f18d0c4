"""What is searched for a row: the values of its parameters, and what the result is known by.

A row is searched over the space that it names itself (``tune = {…}``) or, with ``[tune]`` in the
config, every row over the space that its model declares, with the same number of trials.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clss.model import MODELS
from evaluation.runs.grid import build, evaluation_settings
from evaluation.runs.inputs import SCORE_VERSION, PlannedCorpus, PlannedTask, dev_task
from evaluation.runs.plan import Plan, Planner
from evaluation.runs.proposals import BATCH, Adaptive, Listed, Proposals
from evaluation.runs.schema import RowSource
from evaluation.runs.stage import TUNE
from evaluation.runs.store import stage_key
from evaluation.tasks import TASKS
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
    return replace(search, key=_key(search, planner))


def _key(search: Search, planner: Planner) -> str:
    """Return where the result is stored: the hash of everything that it depends on."""
    row = search.row
    return stage_key(
        kind=TUNE,
        version=SCORE_VERSION,
        corpus=search.corpus.record.fingerprint,
        space=list(search.space.items()),
        trainings=_trainings(search, planner),
        adaptive=bool(row.tune),
        trials=row.trials,
        dev=search.dev.questions.identity,
        asking=[[way.similarity, way.retrieval] for way in search.settings()],
        seed=row.seeds[:1],
        batch=BATCH,
        **planner.own_kind(),
    )


def _trainings(search: Search, planner: Planner) -> list[str]:
    """Return the keys of the trainings with the first values, and with every other one of them.

    They hold what the values themselves do not say: the code of a plugin, the versions of the
    models that are built upon, the content of files and directories.
    """
    row, space = search.row, search.space
    assert row.model is not None
    first = {name: values[0] for name, values in space.items()}
    others = [{**first, name: value} for name, values in space.items() for value in values[1:]]
    models = [build(row.model, {**row.parameters, **setting}) for setting in (first, *others)]
    return [planner.fit(Plan(), model, search.corpus).key for model in models]


def _declared_space(row: RowSource, corpus: PlannedCorpus) -> dict[str, list[Any]]:
    """Return the space that the row's model declares, without what the row gives or makes idle."""
    declared = MODELS.get(str(row.model)).tuning_space(corpus.statistics)
    first = {name: v[0] for name, v in declared.items() if name not in row.parameters}
    return {name: list(declared[name]) for name in effective(row, first)}


def effective(row: RowSource, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what does nothing beside the rest of a setting; in others of its space it may."""
    assert row.model is not None
    idle = build(row.model, {**row.parameters, **chosen}).idle_parameters()
    return {name: value for name, value in chosen.items() if name not in idle}
