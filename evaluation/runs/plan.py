"""From a config to a graph of stages: what is shared is computed once."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from clss.model import RepresentationModel, model_spec
from clss.space import BilingualSpace
from evaluation.runs import resources
from evaluation.runs.asking_versions import raised_versions
from evaluation.runs.disk import hash_file
from evaluation.runs.grid import (
    build,
    context_name,
    evaluation_settings,
    full_label,
    seeded,
    variants,
)
from evaluation.runs.inputs import SCORE_VERSION, PlannedCorpus, PlannedTask
from evaluation.runs.plugins import source_hash
from evaluation.runs.portable import chosen_portably, portable_spec
from evaluation.runs.record import ScoreCell
from evaluation.runs.schema import Config, RowSource
from evaluation.runs.stage import CORPUS, FIT, SCORE, FitJob, ScoreJob, SpaceSource, Stage
from evaluation.runs.store import stage_key
from evaluation.tasks import TASKS
from evaluation.tasks.task import EvaluationSettings


@dataclass
class Plan:
    """The stages by key, each after those it needs, and the cells that they fill."""

    stages: dict[str, Stage] = field(default_factory=dict)
    cells: list[ScoreCell] = field(default_factory=list)

    def add(self, stage: Stage) -> Stage:
        """Add a stage unless an equal one is there: this is where sharing happens."""
        return self.stages.setdefault(stage.key, stage)

    def closure(self, keys: Iterable[str]) -> list[Stage]:
        """Return the stages with these keys and all that they need, in order."""
        wanted: set[str] = set()
        pending = list(keys)
        while pending:
            key = pending.pop()
            if key in self.stages and key not in wanted:
                wanted.add(key)
                pending += [needed for _, needed in self.stages[key].needs]
        return [stage for key, stage in self.stages.items() if key in wanted]


@dataclass(frozen=True)
class Tuned:
    """What a search found for a row: the best parameters, and how many settings were tried."""

    parameters: Mapping[str, Any]
    trials: int


class Planner:
    """Turns rows into stages, for all language pairs and tasks of a config.

    Parameters
    ----------
    config : Config
    corpora : sequence of PlannedCorpus
    tasks : sequence of PlannedTask
        Every task of every language pair.
    processor : str
        A kind of processor that keys depend on, "" if they depend on none: on a cluster of several
        kinds, what one of them computed must not pass for what another would.
    """

    def __init__(
        self,
        config: Config,
        corpora: Sequence[PlannedCorpus],
        tasks: Sequence[PlannedTask],
        processor: str = "",
    ) -> None:
        self.config, self.processor = config, processor
        self.corpora, self.tasks = corpora, tasks
        self.plugins = tuple(str(path) for path in config.plugins)

    def plan(self, tuned: Mapping[tuple[str, str], Tuned | None] | None = None) -> Plan:
        """Plan all rows; a row that is searched is left out until `tuned` has its parameters."""
        plan = Plan()
        for row in self.config.rows:
            for corpus in self.corpora:
                found = (tuned or {}).get((row.label, corpus.record.name))
                if not row.searched or found is not None:
                    self._row(plan, row, corpus, found)
        return plan

    def _row(self, plan: Plan, row: RowSource, corpus: PlannedCorpus, tuned: Tuned | None) -> None:
        if row.model is None:
            self._cells(plan, row, corpus, _given(row, corpus.record.name), {}, {})
            return
        chosen = {} if tuned is None else tuned.parameters
        for variant in variants({**row.parameters, **chosen}):
            unseeded = build(row.model, variant.parameters)
            for model in seeded(unseeded, variant.parameters, row.seeds):
                fit = self.fit(plan, model, corpus)
                facts = {
                    "supervision": sorted(model.supervision),
                    "parameters": portable_spec(model, named=True)["parameters"],
                    "seed": model.random_seed,
                }
                if tuned is not None:
                    said = chosen_portably(chosen, facts["parameters"])
                    facts |= {"tuned": said, "trials": tuned.trials, "dev_overlap": 0}
                source = SpaceSource("fit", fit.key)
                grid = {name: self._as_written(value) for name, value in variant.grid.items()}
                self._cells(plan, row, corpus, source, grid, facts)

    def _as_written(self, value: Any) -> Any:
        """Write a file or directory below the config's as a config does: a label of any machine."""
        if isinstance(value, str) and os.path.isabs(value):
            place, home = Path(value), self.config.path.resolve().parent
            return place.relative_to(home).as_posix() if place.is_relative_to(home) else value
        return value

    def _cells(
        self,
        plan: Plan,
        row: RowSource,
        corpus: PlannedCorpus,
        space: SpaceSource,
        grid: Mapping[str, Any],
        facts: Mapping[str, Any],
    ) -> None:
        """Add the scores of one space on all tasks of the row."""
        for task in self.tasks:
            kind, options = TASKS.get(task.source.kind), task.source.options
            if task.pair != corpus.record.name or (row.tasks and kind.name not in row.tasks):
                continue
            for settings, differing in evaluation_settings(row, kind):
                stage = self.score(plan, corpus, task, space, settings)
                metadata = {
                    **facts,
                    "pair": kind.pair_name(corpus.record.name, corpus.record.langs, options),
                    # a given space was made of something else
                    "corpus": corpus.record.fingerprint if row.model else None,
                    "row": row.label,
                    **_shared_answers(task, facts),
                    "name": full_label(row.label, {}, differing),
                    "grid": dict(grid),
                    "model": row.model or "",
                }
                if row.baseline:
                    metadata["baseline"] = True
                plan.cells.append(
                    ScoreCell(
                        full_label(row.label, grid, differing),
                        row.label,
                        corpus.record.name,
                        task.source.name,
                        facts.get("seed"),
                        stage.key,
                        grid,
                        metadata,
                    )
                )

    def fit(self, plan: Plan, model: RepresentationModel, corpus: PlannedCorpus) -> Stage:
        """Add the training of a model, and of the models that it builds on."""
        components = {
            name: self.fit(plan, component, corpus).key
            for name, component in sorted(model.components().items())
        }
        spec = model_spec(model)
        key = stage_key(
            kind=FIT,
            corpus=corpus.record.fingerprint,
            model=portable_spec(model),
            components=components,
            code=source_hash(type(model)),
            **self.own_kind(),
        )
        return plan.add(
            Stage(
                key,
                f"{_shown(model)} on {corpus.record.name}",
                FitJob(corpus.record.key, spec, components, self.plugins),
                needs=((CORPUS, corpus.record.key), *((FIT, k) for k in components.values())),
                memory=model.estimate_memory(corpus.statistics),
                cores=model.threads,
                seconds=model.estimate_seconds(corpus.statistics),
            )
        )

    def own_kind(self) -> dict[str, str]:
        """Return what keys have beside what they always have."""
        return {"processor": self.processor} if self.processor else {}

    def score(
        self,
        plan: Plan,
        corpus: PlannedCorpus,
        task: PlannedTask,
        space: SpaceSource,
        settings: EvaluationSettings,
    ) -> Stage:
        """Add the evaluation of a space on a task: one that the plan trains, or a given one."""
        trained = plan.stages[space.identity] if space.kind == "fit" else None
        key = stage_key(
            kind=SCORE,
            version=SCORE_VERSION,
            space={space.kind: space.identity},
            task=task.questions.identity,
            **asdict(settings),
            **raised_versions(settings, space, trained),
            **self.own_kind(),
        )
        who = trained.title.partition(" on ")[0] if trained else space.path
        ways = [v for v in (settings.similarity, settings.retrieval) if v not in (None, "nn")]
        ways += [context_name(settings.context)] if settings.context else []
        shown = f"{who} [{', '.join(ways)}]" if ways else who
        return plan.add(
            Stage(
                key,
                f"{task.source.name} {corpus.record.name}: {shown}",
                ScoreJob(corpus.record.key, space, task.questions, settings, self.plugins),
                needs=((FIT, space.identity),) if trained else (),
                memory=resources.estimate_score(corpus.statistics),
                seconds=resources.estimate_score_seconds(corpus.statistics),
            )
        )


def _given(row: RowSource, pair: str) -> SpaceSource:
    """Identify a saved space or ranked lists by their content."""
    if row.ranked:
        path = row.ranked[pair]
        return SpaceSource("ranked", hash_file(path), str(path))
    path = row.space[pair]
    return SpaceSource("given", BilingualSpace.load(path).fingerprint, str(path))


def _shown(model: RepresentationModel) -> str:
    """Write a model with the parameters that are not its defaults, and its seed."""
    signature = inspect.signature(type(model).__init__).parameters
    given = model.get_params(deep=False)
    parts = []
    for name, value in given.items():
        if isinstance(value, RepresentationModel):
            parts.append(f"{name}={value.name}(…)")
        elif name == "seed" or value != signature[name].default:
            shown = Path(value).name if isinstance(value, str) and os.path.isabs(value) else value
            parts.append(f"{name}={shown}")
    return f"{model.name}({', '.join(parts)})"


def _shared_answers(task: PlannedTask, facts: Mapping[str, Any]) -> dict[str, int]:
    """Return how many right answers a tuned row's development set shares with the test, if any."""
    if "tuned" not in facts or not task.shared_answers:
        return {}
    return {"dev_shared_answers": task.shared_answers}
