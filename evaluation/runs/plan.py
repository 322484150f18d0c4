"""From a config to a graph of stages: what is shared is computed once."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clss.model import RepresentationModel, model_spec
from clss.space import BilingualSpace
from evaluation.runs import resources
from evaluation.runs.corpora import KnownCorpus
from evaluation.runs.grid import build, evaluation_settings, full_label, seeded, variants
from evaluation.runs.plugins import source_hash
from evaluation.runs.schema import Config, RowSource, TaskSource
from evaluation.runs.stage import CORPUS, FIT, SCORE, Cell, Stage
from evaluation.runs.store import hash_file, stage_key
from evaluation.runs.tasks import SCORE_VERSION, KnownTask
from evaluation.tasks import TASKS
from evaluation.tasks.task import EvaluationSettings


@dataclass
class Plan:
    """The stages by key, each after those it needs, and the cells that they fill."""

    stages: dict[str, Stage] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)

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


class Planner:
    """Turns rows into stages, for all language pairs and tasks of a config.

    Parameters
    ----------
    config : Config
    corpora : sequence of KnownCorpus
    tasks : sequence of KnownTask
        Every task of every language pair.
    """

    def __init__(
        self, config: Config, corpora: Sequence[KnownCorpus], tasks: Sequence[KnownTask]
    ) -> None:
        self.config = config
        self.corpora, self.tasks = corpora, tasks
        self.plugins = [str(path) for path in config.plugins]

    def plan(self, tuned: Mapping[tuple[str, str], Mapping[str, Any] | None] | None = None) -> Plan:
        """Plan all rows; a row to be tuned only where `tuned` has its parameters."""
        plan = Plan()
        for row in self.config.rows:
            for corpus in self.corpora:
                found = (tuned or {}).get((row.label, corpus.name))
                if not row.tune or found is not None:
                    self._row(plan, row, corpus, found or {})
        return plan

    def _row(
        self, plan: Plan, row: RowSource, corpus: KnownCorpus, tuned: Mapping[str, Any]
    ) -> None:
        tasks = [
            task
            for task in self.tasks
            if task.pair == corpus.name and (not row.tasks or task.source.kind in row.tasks)
        ]
        if row.model is None:
            for task in tasks:
                self._given(plan, row, corpus, task)
            return
        for variant in variants({**row.parameters, **tuned}):
            unseeded = build(row.model, variant.parameters)
            for model in seeded(unseeded, variant.parameters, row.seeds):
                fit = self.fit(plan, model, corpus)
                facts = {
                    "supervision": sorted(model.supervision),
                    "parameters": portable(model_spec(model)["parameters"], named=True),
                    "seed": model.get_params(deep=False).get("seed"),
                }
                if tuned:
                    facts |= {"tuned": dict(tuned), "dev_overlap": 0}
                for task in tasks:
                    self._cells(plan, row, corpus, task, {"fit": fit.key}, fit, variant.grid, facts)

    def fit(self, plan: Plan, model: RepresentationModel, corpus: KnownCorpus) -> Stage:
        """Add the training of a model, and of the models that it builds on."""
        components = {
            name: self.fit(plan, component, corpus)
            for name, component in sorted(model.components().items())
        }
        spec = model_spec(model)
        keys = {name: stage.key for name, stage in components.items()}
        key = stage_key(
            kind=FIT,
            corpus=corpus.fingerprint,
            model=portable(spec),
            components=keys,
            code=source_hash(type(model)),
        )
        return plan.add(
            Stage(
                FIT,
                key,
                f"{_shown(model)} on {corpus.name}",
                {"corpus": corpus.key, "spec": spec, "components": keys, "plugins": self.plugins},
                needs=((CORPUS, corpus.key), *((FIT, k) for k in keys.values())),
                memory=resources.estimate_fit(model, corpus.statistics),
                cores=resources.cores_of(model),
            )
        )

    def _cells(
        self,
        plan: Plan,
        row: RowSource,
        corpus: KnownCorpus,
        task: KnownTask,
        space: Mapping[str, str],
        fit: Stage | None,
        grid: Mapping[str, Any],
        facts: Mapping[str, Any],
    ) -> None:
        kind, options = TASKS.get(task.source.kind), task.source.options
        for settings, told in evaluation_settings(row, kind):
            stage = self.score(plan, corpus, task, space, fit, settings)
            label = full_label(row.label, grid, told)
            pair = kind.pair_name(corpus.name, corpus.source.langs, options)
            metadata = {
                **facts,
                "pair": pair,
                "corpus": corpus.fingerprint,
                "name": full_label(row.label, {}, told),
                "grid": dict(grid),
                "model": row.model or "",
            }
            if row.baseline:
                metadata["baseline"] = True
            plan.cells.append(
                Cell(
                    label,
                    row.label,
                    corpus.name,
                    task.source.name,
                    facts.get("seed"),
                    stage.key,
                    grid,
                    metadata,
                )
            )

    def score(
        self,
        plan: Plan,
        corpus: KnownCorpus,
        task: KnownTask,
        space: Mapping[str, str],
        fit: Stage | None,
        settings: EvaluationSettings,
    ) -> Stage:
        """Add the asking of a space: a trained one (`fit`) or a given one."""
        way = {
            "similarity": settings.similarity,
            "retrieval": settings.retrieval,
            "context": None if settings.context is None else dict(settings.context),
        }
        identity = {k: v for k, v in space.items() if k != "path"}
        key = stage_key(
            kind=SCORE, version=SCORE_VERSION, space=identity, task=task.identity, **way
        )
        who = fit.title.partition(" on ")[0] if fit else space.get("path", "ranked list")
        ways = [v for v in (settings.similarity, settings.retrieval) if v not in (None, "nn")]
        ways += [str(settings.context["name"])] if settings.context else []
        shown = f"{who} [{', '.join(ways)}]" if ways else who
        return plan.add(
            Stage(
                SCORE,
                key,
                f"{task.source.name} {corpus.name}: {shown}",
                {
                    "space": dict(space),
                    "task": task.describe(),
                    "plugins": self.plugins,
                    "corpus": corpus.key,
                    **way,
                },
                needs=((FIT, fit.key),) if fit else (),
                memory=resources.estimate_score(corpus.statistics),
            )
        )

    def _given(self, plan: Plan, row: RowSource, corpus: KnownCorpus, task: KnownTask) -> None:
        if row.ranked:
            path = row.ranked[corpus.name]
            space = {"ranked": hash_file(path), "path": str(path)}
        else:
            path = row.space[corpus.name]
            space = {"given": BilingualSpace.load(path).fingerprint, "path": str(path)}
        self._cells(plan, row, corpus, task, space, None, {}, {})


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


def portable(value: Any, named: bool = False) -> Any:
    """Replace files among a model's parameters by their content, wherever they lie.

    `named` keeps the name of the file, for people.
    """
    if isinstance(value, Mapping):
        return {key: portable(inner, named) for key, inner in value.items()}
    if isinstance(value, list):
        return [portable(inner, named) for inner in value]
    if isinstance(value, str) and os.path.isabs(value) and os.path.isfile(value):
        content = hash_file(Path(value))
        return f"{Path(value).name}@{content[:8]}" if named else f"file:{content}"
    return value


def task_sources(config: Config) -> list[tuple[str, TaskSource]]:
    """Return every task of every language pair."""
    return [(corpus.name, task) for corpus in config.corpora for task in config.tasks]
