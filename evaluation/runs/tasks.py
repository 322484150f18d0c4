"""The tasks of a config: read and checked before anything is trained, asked within a stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clss.errors import InputError
from clss.space import BilingualSpace
from evaluation.runs.schema import TaskSource
from evaluation.tasks.ble import BLE
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.ranked_lists import outcome_from_lists, read_ranked_lists
from evaluation.tasks.swtc import SWTC
from evaluation.tasks.swtc_tuning import require_disjoint, tune

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
        return {
            **self.identity,
            "kind": source.kind,
            "file": str(source.files[self.pair]),
            "dev_file": str(dev) if dev and self.dev_fingerprint else None,
            **source.options,
        }


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
            raise InputError(
                f"{len(shared)} source words of the test lexicon also stand in this"
                f" dev lexicon (the first: {shared[0]!r}); parameters must not be"
                " chosen on test items",
                dev,
            )
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
    dev = task["dev_file"]
    return ask(
        space,
        Path(task["file"]),
        task["kind"],
        dev=None if dev is None else Path(dev),
        similarity=way["similarity"],
        retrieval=way["retrieval"],
        context=way["context"],
        direction=task.get("direction", "forward"),
        planned=(task["gold"], task["dev"]),
    )


def ask(
    space: BilingualSpace,
    path: Path,
    kind: str,
    *,
    dev: Path | None = None,
    similarity: str | None = None,
    retrieval: str = "nn",
    context: Mapping[str, Any] | None = None,
    direction: str = "forward",
    planned: tuple[str, str] | None = None,
) -> Outcome:
    """Ask a space the questions of a file.

    Parameters
    ----------
    space : BilingualSpace
    path : Path
        The gold lexicon or the items.
    kind : {"ble", "swtc"}
    dev : Path, optional
        For words in context, items to tune lambda and context size on.
    similarity, retrieval : str
    context : mapping, optional
        ``name`` of the model of context, ``keep`` (context words) and its parameters. What is
        given is not tuned.
    direction : {"forward", "backward"}
    planned : (str, str), optional
        Fingerprints that the files had when the comparison was planned.
    """
    if kind == "ble":
        ble = _ble(path, direction)
        _unchanged(ble.fingerprint, planned and planned[0], path)
        return ble.evaluate(space, similarity, retrieval, label="outcome")
    swtc = SWTC.from_file(path)
    _unchanged(swtc.fingerprint, planned and planned[0], path)
    options = dict(context or {"name": "add"})
    name, keep = options.pop("name"), options.pop("keep", None)
    if dev is None:
        return swtc.evaluate(
            space, name, keep=keep, similarity=similarity, label="outcome", **options
        )
    tuning_set = SWTC.from_file(dev)
    _unchanged(tuning_set.fingerprint, planned and planned[1], dev)
    tuning = tune(
        space,
        tuning_set,
        name,
        keeps=None if keep is None else [keep],
        similarity=similarity,
        test=swtc,
        **options,
    )
    found = {k: v for k, v in tuning.as_dict().items() if k != "trials"}
    return swtc.evaluate(space, tuning=tuning, label="outcome", metadata={"tuning": found})


def from_ranked_list(path: str, task: Mapping[str, Any]) -> Outcome:
    """Score the answers of a foreign system."""
    lists = read_ranked_lists(path)
    if task["kind"] == "ble":
        gold = _ble(Path(task["file"]), task.get("direction", "forward")).gold
        return outcome_from_lists(lists, gold, label="outcome")
    items = [
        Item(
            item.key,
            "unanswered",
            gold=(item.gold,),
            candidates=len(item.candidates),
            cluster=item.word,
        )
        for item in SWTC.from_file(task["file"]).items
    ]
    return outcome_from_lists(lists, items, label="outcome", task="swtc")


def _unchanged(found: str, planned: str | None, path: Path) -> None:
    if planned is not None and found != planned:
        raise InputError("has changed since the comparison began", path)
