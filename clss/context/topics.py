"""What the probabilistic models of context need of a space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clss.errors import InputError

if TYPE_CHECKING:
    from clss.similarity import Similarity
    from clss.space import BilingualSpace


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
