"""The tasks of a config: read and checked before anything is trained, asked within a stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clss.errors import InputError
from clss.space import BilingualSpace
from evaluation.ble import BLE
from evaluation.outcome import Item, Outcome
from evaluation.ranked_lists import outcome_from_lists, read_ranked_lists
from evaluation.runner.schema import TaskSource
from evaluation.swtc import SWTC
from evaluation.swtc_tuning import require_disjoint, tune

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
        Of the tuning set of a task in context, "" without one.
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
        return {**self.identity, "kind": source.kind, "file": str(source.files[self.pair]),
                "dev_file": str(dev) if dev and self.dev_fingerprint else None,
                **source.options}  # fmt: skip


def know(source: TaskSource, pair: str) -> KnownTask:
    """Read a task's files; a wrong line is an error now and not after hours of training."""
    path = source.files[pair]
    dev = source.dev.get(pair)
    if source.kind == "swtc":
        task = SWTC.from_file(path)
        if dev is None:
            return KnownTask(source, pair, task.fingerprint)
        tuning = SWTC.from_file(dev)
        try:
            require_disjoint(tuning.items, task.items)
        except InputError as error:
            raise InputError(error.message, path) from error
        return KnownTask(source, pair, task.fingerprint, tuning.fingerprint)
    ble = _ble(path, source.options.get("direction", "forward"))
    if dev is not None:
        shared = sorted(set(ble.gold) & set(_ble(dev, source.options.get("direction", "")).gold))
        if shared:
            raise InputError(f"{len(shared)} source words of the test lexicon also stand in this"
                             f" dev lexicon (the first: {shared[0]!r}); parameters must not be"
                             " chosen on test items", dev)  # fmt: skip
    return KnownTask(source, pair, ble.fingerprint)


def dev_task(task: KnownTask) -> KnownTask:
    """Return the dev lexicon of a lexicon task as a task of its own, for tuning."""
    files = task.source.dev
    source = TaskSource(task.source.kind, f"{task.source.name}-dev", files, {}, task.source.options)
    return know(source, task.pair)


def _ble(path: Path, direction: str) -> BLE:
    task = BLE.from_file(path)
    return task.reversed() if direction == "backward" else task


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
    if task["kind"] == "ble":
        ble = _ble(Path(task["file"]), task.get("direction", "forward"))
        _unchanged(ble.fingerprint, task["gold"], task["file"])
        return ble.evaluate(space, way["similarity"], way["retrieval"], label="outcome")
    swtc = SWTC.from_file(task["file"])
    _unchanged(swtc.fingerprint, task["gold"], task["file"])
    options = dict(way["context"])
    name, keep = options.pop("name"), options.pop("keep", None)
    if task["dev_file"] is None:
        return swtc.evaluate(space, name, keep=keep, similarity=way["similarity"],
                             label="outcome", **options)  # fmt: skip
    dev = SWTC.from_file(task["dev_file"])
    _unchanged(dev.fingerprint, task["dev"], task["dev_file"])
    # what the config fixes is not searched; lambda and context size are, unless fixed
    tuning = tune(space, dev, name, keeps=None if keep is None else [keep],
                  similarity=way["similarity"], test=swtc, **options)  # fmt: skip
    found = {k: v for k, v in tuning.as_dict().items() if k != "trials"}
    return swtc.evaluate(space, tuning=tuning, label="outcome", metadata={"tuning": found})


def from_ranked_list(path: str, task: Mapping[str, Any]) -> Outcome:
    """Score the answers of a foreign system."""
    lists = read_ranked_lists(path)
    if task["kind"] == "ble":
        gold = _ble(Path(task["file"]), task.get("direction", "forward")).gold
        return outcome_from_lists(lists, gold, label="outcome")
    items = [Item(item.key, "unanswered", gold=(item.gold,), candidates=len(item.candidates),
                  cluster=item.word) for item in SWTC.from_file(task["file"]).items]  # fmt: skip
    return outcome_from_lists(lists, items, label="outcome", task="swtc")


def _unchanged(found: str, planned: str, path: str) -> None:
    if found != planned:
        raise InputError("has changed since the comparison began", path)
