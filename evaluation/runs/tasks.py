"""The tasks of a config: read and checked before anything is trained, asked within a stage."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clss.errors import InputError
from clss.space import BilingualSpace
from evaluation.runs.schema import TaskSource
from evaluation.runs.stage import Questions
from evaluation.tasks import TASKS
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.ranked_lists import read_ranked_lists
from evaluation.tasks.task import EvaluationSettings, Task

#: Raise when the same space would get other answers than before: cached outcomes expire.
SCORE_VERSION = 1


@dataclass(frozen=True)
class PlannedTask:
    """A task of one language pair whose files have been read."""

    source: TaskSource
    pair: str
    questions: Questions


def read_task(source: TaskSource, pair: str) -> PlannedTask:
    """Read a task's files; a wrong line is an error now and not after hours of training."""
    kind = TASKS.get(source.kind)
    task = kind.read(source.files[pair], source.options)
    path = source.dev.get(pair)
    dev_file, dev_fingerprint = None, ""
    if path is not None:
        dev = kind.read(path, source.options)
        try:
            task.require_disjoint(dev)
        except InputError as error:
            raise InputError(error.message, path) from error
        if kind.dev_chooses == "context":
            dev_file, dev_fingerprint = str(path), dev.fingerprint
    questions = Questions(
        source.name,
        source.kind,
        str(source.files[pair]),
        task.fingerprint,
        dev_file,
        dev_fingerprint,
        source.options,
    )
    return PlannedTask(source, pair, questions)


def dev_task(task: PlannedTask) -> PlannedTask:
    """Return the development set of a task as a task of its own, for tuning."""
    files = task.source.dev
    source = TaskSource(task.source.kind, f"{task.source.name}-dev", files, {}, task.source.options)
    return read_task(source, task.pair)


def ask_space(space: BilingualSpace, asked: Questions, settings: EvaluationSettings) -> Outcome:
    """Ask a space the questions of a stage."""
    dev = None
    if asked.dev_file is not None:
        dev = _read(asked, asked.dev_file, asked.dev_fingerprint)
    return _read(asked, asked.file, asked.fingerprint).ask(space, settings, dev)


def ask_lists(path: str, asked: Questions) -> Outcome:
    """Score the answers of a foreign system."""
    lists = read_ranked_lists(path)
    return _read(asked, asked.file, asked.fingerprint).ask_lists(lists)


def _read(asked: Questions, path: str, planned: str) -> Task:
    """Read a file again; it must be what it was when the stage was planned."""
    task = TASKS.get(asked.kind).read(Path(path), asked.options)
    if task.fingerprint != planned:
        raise InputError("has changed since the comparison began", path)
    return task
