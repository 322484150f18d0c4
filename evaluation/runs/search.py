"""What is searched for a row: the values of its parameters, and what the result is known by.

A row is searched over the space that it names itself (``tune = {…}``) or, with ``[tune]`` in the
config, every row over the space that its model declares, with the same number of trials.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from clss.model import MODELS, RepresentationModel
from evaluation.runs.asking_versions import raised_versions
from evaluation.runs.grid import build, evaluation_settings
from evaluation.runs.inputs import SCORE_VERSION, PlannedCorpus, PlannedTask, dev_task
from evaluation.runs.plan import Plan, Planner
from evaluation.runs.portable import portable_spec
from evaluation.runs.proposals import BATCH, Adaptive, Listed, Proposals, every_value
from evaluation.runs.schema import RowSource
from evaluation.runs.stage import TUNE, SpaceSource, Stage
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
    adaptive : bool
        Whether settings are proposed from the scores of earlier ones, or listed in advance.
    key : str
        Where the result is stored.
    """

    row: RowSource
    corpus: PlannedCorpus
    task: str
    dev: PlannedTask
    space: Mapping[str, Sequence[Any]]
    adaptive: bool
    key: str

    @property
    def place(self) -> tuple[str, str]:
        """The row and the language pair."""
        return self.row.label, self.corpus.record.name

    def proposals(self) -> Proposals:
        """Return the settings to try."""
        make = Adaptive if self.adaptive else Listed
        return make(self.space, self.row.trials)

    def settings(self) -> list[EvaluationSettings]:
        """Return how a trial is scored: in all the ways in which the row is."""
        return [way for way, _ in evaluation_settings(self.row, TASKS.get(self.dev.source.kind))]

    def portable(self, setting: Mapping[str, Any]) -> dict[str, Any]:
        """Tell the files and directories of a setting by their content: as it is stored."""
        return {name: self._content.get((name, str(v)), v) for name, v in setting.items()}

    def here(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """Return the setting that :meth:`portable` told, with the files and directories of now."""
        places = {(name, told): path for (name, path), told in reversed(self._content.items())}
        return {name: places.get((name, str(v)), v) for name, v in stored.items()}

    @cached_property
    def _content(self) -> dict[tuple[str, str], str]:
        """What files and directories among the values hold, by parameter and path."""
        return {
            (name, value): portable_spec(self.model({name: value}))["parameters"][name]
            for name, values in self.space.items()
            for value in values
            if isinstance(value, str) and os.path.isabs(value)
        }

    def model(self, values: Mapping[str, Any]) -> RepresentationModel:
        """Make the model of some values; the other parameters have the first of theirs."""
        assert self.row.model is not None
        first = {name: given[0] for name, given in self.space.items()}
        return build(self.row.model, {**self.row.parameters, **first, **values})


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
    space, adaptive = _space(row, corpus)
    search = Search(row, corpus, task.source.name, dev, space, adaptive, "")
    return replace(search, key=_key(search, planner))


def _space(row: RowSource, corpus: PlannedCorpus) -> tuple[Mapping[str, Sequence[Any]], bool]:
    """Return what is searched, and whether adaptively: not where every setting has its trial."""
    if not row.tune:
        return _declared_space(row, corpus), False
    every = every_value(row.tune)
    if every is not None and math.prod(map(len, every.values())) <= row.trials:
        return {name: list(values) for name, values in every.items()}, False
    return row.tune, True


def _key(search: Search, planner: Planner) -> str:
    """Return where the result is stored: the hash of everything that it depends on."""
    row, trainings = search.row, _trainings(search, planner)
    return stage_key(
        kind=TUNE,
        version=SCORE_VERSION,
        corpus=search.corpus.record.fingerprint,
        space=[(n, [search.portable({n: v})[n] for v in vs]) for n, vs in search.space.items()],
        trainings=[training.key for training in trainings],
        adaptive=search.adaptive,
        trials=row.trials,
        dev=search.dev.questions.identity,
        asking=[_asked(way) for way in search.settings()],
        seed=row.seeds[:1],
        batch=BATCH,
        **_without_repeats(search),
        **_asked_by(search, trainings[0]),
        **planner.own_kind(),
    )


def _asked(way: EvaluationSettings) -> list[Any]:
    asked: list[Any] = [way.similarity, way.retrieval]
    return asked if way.context is None else [*asked, way.context]


def _without_repeats(search: Search) -> dict[str, bool]:
    """Mark what an earlier version of clss searched otherwise: it tried a setting twice."""
    finite = every_value(search.row.tune) is not None
    return {"repeats": False} if search.adaptive and finite else {}


def _asked_by(search: Search, training: Stage) -> dict[str, list[Any]]:
    """Return the raised versions of what asks the spaces of trials; nothing if none is."""
    source = SpaceSource("fit", training.key)
    raised = [raised_versions(way, source, training) for way in search.settings()]
    return {"asked by": raised} if any(raised) else {}


def _trainings(search: Search, planner: Planner) -> list[Stage]:
    """Return the trainings with the first values, and with every other one of them.

    Their keys hold what the values themselves do not say: the code of a plugin, the versions of
    the models that are built upon, the content of files and directories.
    """
    others = [{name: value} for name, values in search.space.items() for value in values[1:]]
    models = [search.model(setting) for setting in ({}, *others)]
    return [planner.fit(Plan(), model, search.corpus) for model in models]


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
