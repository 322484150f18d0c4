"""What a model of context is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import Field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clss.errors import InputError, unknown_name
from clss.matrices import Matrix

if TYPE_CHECKING:
    from clss.context.view import ContextView
    from clss.similarity import Similarity
    from clss.space import BilingualSpace


class ContextModel(ABC):
    """Scores the possible answers to a word in its context; higher is better, always.

    A subclass is a frozen dataclass of its parameters, all with defaults, and implements
    :meth:`scores`; a model that makes one vector of word and context derives from
    :class:`VectorContext` instead and only says how that vector is made. An empty context must
    give the scores without context.
    """

    name: ClassVar[str]
    #: see :attr:`clss.model.RepresentationModel.citations`
    citations: ClassVar[tuple[str, ...]] = ()
    #: False for a model that looks at the word alone
    uses_context: ClassVar[bool] = True
    #: False for a model that reads the whole sentence, so that no words of it can be chosen
    takes_bags: ClassVar[bool] = True

    def check(self, space: BilingualSpace, similarity: Similarity) -> None:
        """Refuse a space or similarity that this model does not apply to, with the reason."""
        similarity.check(space)

    @abstractmethod
    def scores(self, view: ContextView) -> np.ndarray:
        """Return one score for every answer of ``view.occurrences.candidates``."""

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name."""
        held: tuple[Field[Any], ...] = fields(self) if is_dataclass(self) else ()
        return {field.name: getattr(self, field.name) for field in held}


class VectorContext(ContextModel):
    """A model that makes one vector of word and context and compares it with the answers."""

    @abstractmethod
    def modulate(self, view: ContextView) -> Matrix:
        """Return the contextualised vectors w', one row per occurrence."""

    def scores(self, view: ContextView) -> np.ndarray:
        """Compare the contextualised vectors with the answers.

        Where the space is pruned, the similarity prunes the mixture in the same way.
        """
        return view.compare(self.modulate(view))


def check_weight(name: str, weight: float) -> None:
    """Refuse an interpolation parameter lambda that is not between 0 and 1."""
    number = isinstance(weight, int | float | np.number) and not isinstance(weight, bool)
    if not number or not 0 <= weight <= 1:
        raise InputError(f"the weight (lambda) of {name} is a number from 0 to 1, not {weight!r}")


def check_choice(name: str, option: str, value: str, choices: tuple[str, ...]) -> None:
    """Refuse the value of an option that is not one of its choices."""
    if value not in choices:
        raise unknown_name(f"{option} of {name}", value, choices)


def require_distributions(name: str, space: BilingualSpace) -> None:
    """Refuse a space whose vectors cannot be read as P(z|w)."""
    if space.kind != "distribution":
        raise InputError(
            f"{name} mixes probability distributions, but this space holds {space.kind} vectors; "
            "use add, late-fusion or add-melamud, or the space of a topic model"
        )


def require_topics(name: str, space: BilingualSpace, similarity: Similarity, instead: str) -> None:
    """Refuse a space without P(w|z), or a similarity whose vectors are not over topics."""
    if space.word_given_topic is None:
        raise InputError(
            f"{name} needs P(word|topic), which only the space of a topic model"
            f" holds; use {instead}"
        )
    topics = space.word_given_topic[0].shape[0]
    dimensions = similarity.query_rows(space, "source").shape[1]
    over_topics = similarity.name == "cue" or space.topic_given_word is None
    if dimensions != topics or not over_topics:
        raise InputError(
            f"{name} works on distributions over topics, but {similarity.name} compares other"
            f" vectors in this space; use {instead}, or cue"
        )
