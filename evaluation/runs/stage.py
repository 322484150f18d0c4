"""A stage: one thing to compute, described by values that travel to any process or machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from clss.errors import InputError
from evaluation.tasks.task import EvaluationSettings

CORPUS, FIT, SCORE, TUNE = "corpus", "fit", "score", "tune"
KINDS = (CORPUS, FIT, SCORE, TUNE)
_KEY = re.compile(r"[0-9a-f]{64}")


def is_key(value: Any) -> bool:
    """Whether something can be a key: 64 hexadecimal digits."""
    return isinstance(value, str) and _KEY.fullmatch(value) is not None


def checked_key(value: Any) -> str:
    """Return a key of the store; anything that is not 64 hexadecimal digits is refused.

    Keys become names of directories, and a record may come from somebody else.

    Examples
    --------
    >>> checked_key("../../home")
    Traceback (most recent call last):
    clss.errors.InputError: '../../home' is no key of a stored result (64 hexadecimal digits)
    """
    if not is_key(value):
        raise InputError(f"{value!r:.80} is no key of a stored result (64 hexadecimal digits)")
    return value


def text(value: Any) -> str:
    """Return a string of a record; anything else is refused."""
    if not isinstance(value, str):
        raise InputError(f"{value!r:.80} stands where a text was expected")
    return value


@dataclass(frozen=True)
class FitJob:
    """The training of a model.

    Attributes
    ----------
    corpus : str
        Key of the corpus in the store.
    spec : mapping
        The model and its parameters (`clss.model.model_spec`).
    components : mapping of str to str
        Keys of the trained models that it builds on.
    plugins : tuple of str
        Python files that define models.
    """

    corpus: str
    spec: Mapping[str, Any]
    components: Mapping[str, str]
    plugins: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> FitJob:
        """Read what :meth:`to_json` gave."""
        components = {text(name): checked_key(key) for name, key in value["components"].items()}
        plugins = tuple(text(path) for path in value["plugins"])
        return cls(checked_key(value["corpus"]), dict(value["spec"]), components, plugins)


@dataclass(frozen=True)
class SpaceSource:
    """Where the answers to be scored come from.

    Attributes
    ----------
    kind : {"fit", "given", "ranked"}
        A model trained by another stage, a saved space, or the ranked lists of a foreign system.
    identity : str
        The stage's key, the space's fingerprint, or the hash of the file.
    path : str
        Where the given space or the given lists are.
    """

    kind: Literal["fit", "given", "ranked"]
    identity: str
    path: str = ""

    def to_json(self) -> dict[str, str]:
        """Return plain values."""
        named: dict[str, str] = {self.kind: self.identity}
        return {**named, "path": self.path} if self.path else named

    @classmethod
    def from_json(cls, value: Mapping[str, str]) -> SpaceSource:
        """Read what :meth:`to_json` gave."""
        kinds: tuple[Literal["fit", "given", "ranked"], ...] = ("fit", "given", "ranked")
        kind = next((kind for kind in kinds if kind in value), None)
        if kind is None or not isinstance(value, Mapping):
            raise InputError(f"{value!r:.80} says nothing about a space")
        return cls(kind, checked_key(value[kind]), text(value.get("path", "")))


@dataclass(frozen=True)
class Questions:
    """The questions that a space is asked: files, and what they held when the run was planned.

    Attributes
    ----------
    name : str
        What the outcome is filed under: the kind of task, and the direction if it is the reverse.
    kind : str
        The registered name of the task.
    file : str
        The gold lexicon or the items.
    fingerprint : str
        Of the questions and right answers.
    dev_file, dev_fingerprint : str, optional
        The tuning set of a task in context.
    options : mapping
        Further settings of the task (`direction`).
    """

    name: str
    kind: str
    file: str
    fingerprint: str
    dev_file: str | None = None
    dev_fingerprint: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def identity(self) -> dict[str, str]:
        """What answers depend on: a part of the key of every score."""
        return {"task": self.name, "gold": self.fingerprint, "dev": self.dev_fingerprint}

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        files = {"kind": self.kind, "file": self.file, "dev_file": self.dev_file}
        return {**self.identity, **files, **self.options}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Questions:
        """Read what :meth:`to_json` gave."""
        named = {"task", "kind", "file", "gold", "dev_file", "dev"}
        return cls(
            text(value["task"]),
            text(value["kind"]),
            text(value["file"]),
            text(value["gold"]),
            None if value["dev_file"] is None else text(value["dev_file"]),
            text(value["dev"]),
            {name: setting for name, setting in value.items() if name not in named},
        )


@dataclass(frozen=True)
class ScoreJob:
    """The scoring of a space on a task.

    Attributes
    ----------
    corpus : str
        Key of the corpus of the language pair.
    space : SpaceSource
    questions : Questions
    settings : EvaluationSettings
    plugins : tuple of str
        Python files that define models.
    """

    corpus: str
    space: SpaceSource
    questions: Questions
    settings: EvaluationSettings
    plugins: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "corpus": self.corpus,
            "space": self.space.to_json(),
            "task": self.questions.to_json(),
            **asdict(self.settings),
            "plugins": self.plugins,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ScoreJob:
        """Read what :meth:`to_json` gave."""
        return cls(
            checked_key(value["corpus"]),
            SpaceSource.from_json(value["space"]),
            Questions.from_json(value["task"]),
            EvaluationSettings(value["similarity"], value["retrieval"], value["context"]),
            tuple(text(path) for path in value["plugins"]),
        )


Job = FitJob | ScoreJob


@dataclass(frozen=True)
class Stage:
    """One node of the plan.

    Attributes
    ----------
    key : str
        The hash of everything that the result depends on.
    title : str
        For people: "bwesg(window=16, seed=1) on es-en".
    job : FitJob or ScoreJob
        All that is needed to do it.
    needs : tuple of (kind, key)
        Stages whose results it reads.
    memory : int
        Estimated bytes.
    cores : int
        Threads that it runs.
    seconds : float
        What it is expected to take, before this machine is known (see `forecast`).
    """

    key: str
    title: str
    job: Job
    needs: tuple[tuple[str, str], ...] = ()
    memory: int = 0
    cores: int = 1
    seconds: float = 0.0

    @property
    def kind(self) -> str:
        """What is computed: "fit" or "score"."""
        return FIT if isinstance(self.job, FitJob) else SCORE

    @property
    def place(self) -> tuple[str, str]:
        """Where its result is in the store."""
        return self.kind, self.key

    def to_json(self) -> dict[str, Any]:
        """Return plain values; estimates of memory and time are no part of the stage."""
        return {
            "kind": self.kind,
            "key": self.key,
            "title": self.title,
            "task": self.job.to_json(),
            "needs": self.needs,
            "memory": 0,
            "cores": self.cores,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Stage:
        """Read what :meth:`to_json` gave."""
        if value["kind"] not in (FIT, SCORE) or not isinstance(value["cores"], int):
            raise InputError(f"{value['kind']!r:.80} is no kind of stage")
        job = FitJob if value["kind"] == FIT else ScoreJob
        needs = tuple((kind, checked_key(key)) for kind, key in value["needs"])
        if not all(kind in KINDS for kind, _ in needs):
            raise InputError("a stage needs something that is no stage")
        return cls(
            checked_key(value["key"]),
            text(value["title"]),
            job.from_json(value["task"]),
            needs,
            cores=value["cores"],
        )


@dataclass(frozen=True)
class Report:
    """How a stage went.

    Attributes
    ----------
    status : {"done", "cached", "failed"}
    reason : str
        Why it failed, in one sentence.
    seconds : float
    memory : int
        The highest resident memory of its process while it ran.
    log : str
        The file with the traceback of a failure.
    remarks : tuple of str
        What the user should read: that a checkpoint was dropped.
    """

    key: str
    status: str
    reason: str = ""
    seconds: float = 0.0
    memory: int = 0
    log: str = ""
    remarks: tuple[str, ...] = ()
