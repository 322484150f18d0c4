"""What a model of context is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clss.errors import InputError
from clss.matrices import Matrix
from clss.parameters import Number
from clss.parameters.named import NamedValue

if TYPE_CHECKING:
    from clss.context.view import ContextView
    from clss.similarity import Similarity
    from clss.space import BilingualSpace

#: the interpolation parameter lambda, and other shares of something
SHARE = Number(at_least=0, at_most=1)


class ContextModel(NamedValue, ABC):
    """Scores the possible answers to a word in its context; higher is better, always.

    A subclass is a frozen dataclass of its parameters, all with defaults, says in ``allowed`` what
    they may be, and implements :meth:`scores`; a model that makes one vector of word and context
    derives from :class:`VectorContext` instead and only says how that vector is made. An empty
    context must give the scores without context.
    """

    #: raise it when the same vectors get other answers than before: cached outcomes expire
    algorithm_version: ClassVar[int] = 1
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
