"""The tasks of a config: read and checked before anything is trained, asked within a stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clss.errors import InputError
from clss.space import BilingualSpace
from evaluation.runs.schema import TaskSource
from evaluation.tasks import TASKS
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.ranked_lists import read_ranked_lists
from evaluation.tasks.task import EvaluationSettings

#: Raise when the same space would get other answers than before: cached outcomes expire.
SCORE_VERSION = 1


@dataclass(frozen=True)
class KnownTask:
    """A task of one language pair whose files have been read.

    Attributes
    ----------
    source : TaskSource
    pair : str
    fingerprint : str
        Of the questions and right answers.
    dev_fingerprint : str
        Of the tuning set that is used whenever a space is asked, "" without one.
    """

    source: TaskSource
    pair: str
    fingerprint: str
    dev_fingerprint: str = ""

    @property
    def identity(self) -> dict[str, str]:
        """What answers depend on."""
        return {"task": self.source.name, "gold": self.fingerprint, "dev": self.dev_fingerprint}

    def describe(self) -> dict[str, Any]:
        """Return what a stage needs to read the task again."""
        source, dev = self.source, self.source.dev.get(self.pair)
        return {
            **self.identity,
            "kind": source.kind,
            "file": str(source.files[self.pair]),
            "dev_file": str(dev) if dev and self.dev_fingerprint else None,
            **source.options,
        }


def read_task(source: TaskSource, pair: str) -> KnownTask:
    """Read a task's files; a wrong line is an error now and not after hours of training."""
    kind = TASKS.get(source.kind)
    task = kind.read(source.files[pair], source.options)
    path = source.dev.get(pair)
    if path is None:
        return KnownTask(source, pair, task.fingerprint)
    dev = kind.read(path, source.options)
    try:
        task.require_disjoint(dev)
    except InputError as error:
        raise InputError(error.message, path) from error
    used = dev.fingerprint if kind.dev_chooses == "context" else ""
    return KnownTask(source, pair, task.fingerprint, used)


def dev_task(task: KnownTask) -> KnownTask:
    """Return the development set of a task as a task of its own, for tuning."""
    files = task.source.dev
    source = TaskSource(task.source.kind, f"{task.source.name}-dev", files, {}, task.source.options)
    return read_task(source, task.pair)


def evaluate(space: BilingualSpace, task: Mapping[str, Any], way: Mapping[str, Any]) -> Outcome:
    """Ask a space as a stage says.

    Parameters
    ----------
    space : BilingualSpace
    task : mapping
        What :meth:`KnownTask.describe` returned.
    way : mapping
        ``similarity``, ``retrieval`` and ``context``.
    """
    settings = EvaluationSettings(way["similarity"], way["retrieval"], way["context"])
    kind = TASKS.get(task["kind"])
    test = kind.read(Path(task["file"]), task)
    _unchanged(test.fingerprint, task["gold"], task["file"])
    if task["dev_file"] is None:
        return test.ask(space, settings)
    dev = kind.read(Path(task["dev_file"]), task)
    _unchanged(dev.fingerprint, task["dev"], task["dev_file"])
    return test.ask(space, settings, dev)


def from_ranked_list(path: str, task: Mapping[str, Any]) -> Outcome:
    """Score the answers of a foreign system."""
    lists = read_ranked_lists(path)
    return TASKS.get(task["kind"]).read(Path(task["file"]), task).ask_lists(lists)


def _unchanged(found: str, planned: str, path: str) -> None:
    if found != planned:
        raise InputError("has changed since the comparison began", path)
