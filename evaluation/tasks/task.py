"""What a task is: questions with right answers that a space, or a foreign system, is asked.

To add a task, write a subclass of :class:`Task` in a file of its own and name it in the registry
(:data:`evaluation.tasks.TASKS`); configs, runs and tables read everything else from the class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.tasks.outcome import Outcome


@dataclass(frozen=True)
class TaskOption:
    """A key of ``[tasks.NAME]`` that is not a file: a choice among words.

    A list of several in the config makes one task of each.

    Attributes
    ----------
    name : str
    choices : tuple of str
        The first is the default.
    """

    name: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """What holds if the config says nothing."""
        return self.choices[0]


@dataclass(frozen=True)
class EvaluationSettings:
    """How a trained space is evaluated: what can vary without training anew.

    Attributes
    ----------
    similarity : str, optional
        By default the one that the space is meant for.
    retrieval : str
    context : mapping, optional
        ``name`` of the model of context, ``keep`` (context words) and its parameters; for tasks
        whose questions have a context.
    """

    similarity: str | None = None
    retrieval: str = "nn"
    context: Mapping[str, Any] | None = None


class Task(ABC):
    """Questions with right answers, read from a file.

    Subclasses declare the class attributes and implement the abstract methods.

    Attributes
    ----------
    name : str
        What configs (``[tasks.NAME]``), outcomes and captions call it.
    file_key : str
        The config's key for the file of test items.
    options : tuple of TaskOption
        Further keys of the config.
    dev_chooses : {"models", "context"}
        What a development set (the config's key ``dev``) is for: the parameters of models, in
        rows with ``tune``, or the settings of the model of context, each time a space is asked.
    retrieves : bool
        Whether answers are looked for in the whole vocabulary, so that retrievals make a
        difference.
    default_context : mapping, optional
        The model of context of a row that names none; None if questions have no context.
    default_scores : tuple of str
        The measures of a table that asks for none.
    """

    name: ClassVar[str]
    file_key: ClassVar[str]
    options: ClassVar[tuple[TaskOption, ...]] = ()
    dev_chooses: ClassVar[Literal["models", "context"]] = "models"
    retrieves: ClassVar[bool] = True
    default_context: ClassVar[Mapping[str, Any] | None] = None
    default_scores: ClassVar[tuple[str, ...]] = ("acc1", "acc5", "acc10", "mrr", "coverage")

    @classmethod
    @abstractmethod
    def read(cls, path: Path, options: Mapping[str, str]) -> Self:
        """Read a file of items, asked as the options say; a wrong line is an error."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """The hash of the questions and their right answers."""

    @abstractmethod
    def require_disjoint(self, dev: Self) -> None:
        """Refuse a development set that shares a question with this task."""

    def shared_answers(self, dev: Self) -> int:
        """Count right answers that are right in a development set too, to be said in the notes."""
        return 0

    @abstractmethod
    def ask(
        self, space: BilingualSpace, settings: EvaluationSettings, dev: Self | None = None
    ) -> Outcome:
        """Ask a space all questions.

        Parameters
        ----------
        space : BilingualSpace
        settings : EvaluationSettings
        dev : Task, optional
            The development set, where it chooses the settings of the model of context; what
            `settings` gives is not searched.
        """

    @abstractmethod
    def ask_lists(self, lists: Mapping[str, Collection[str]]) -> Outcome:
        """Score the ranked lists of a foreign system: per item its answers, best first."""

    def asked_words(self) -> tuple[set[str], set[str]]:
        """Return the source and target words that a space should have a vector for."""
        return set(), set()

    def diagnose(self, source: Vocabulary, target: Vocabulary, langs: tuple[str, str]) -> list[str]:
        """Say, one line each, why the questions hardly fit these words; nothing if they do."""
        return []

    @classmethod
    def filed_as(cls, options: Mapping[str, str]) -> str:
        """Return what outcomes with these options are filed under: ``ble``, ``ble-backward``."""
        unusual = [
            options[o.name] for o in cls.options if options.get(o.name, o.default) != o.default
        ]
        return "-".join([cls.name, *unusual])

    @classmethod
    def pair_name(cls, pair: str, langs: tuple[str, str], options: Mapping[str, str]) -> str:
        """Return what tables call a language pair that is asked with these options."""
        return pair
