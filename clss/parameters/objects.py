"""Parameters that are more than a value: pairs of words, spaces, other models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from clss.parameters.kinds import Kind


class WordPairs(Kind):
    """A list of (source word, target word), from Python only."""

    description = "a list of word pairs"

    def allows(self, value: Any) -> bool:
        """Whether it is a list of something."""
        # a model or a space may have a length too, but is no list
        return isinstance(value, Iterable) and not isinstance(value, str | Mapping)

    def parse(self, text: str) -> Any:
        """Refuse: pairs are given as a file."""
        raise ValueError(text)


class Space(Kind):
    """A :class:`clss.BilingualSpace`, or the directory of one."""

    description = "the directory of a space"

    def allows(self, value: Any) -> bool:
        """Whether it is a space."""
        from clss.space import BilingualSpace

        return isinstance(value, BilingualSpace)

    def parse(self, text: str) -> Any:
        """Load the space of a directory."""
        from clss.space import BilingualSpace

        if not Path(text).is_dir():
            raise ValueError(text)
        return BilingualSpace.load(text)


class ModelOf(Kind):
    """Another model; by name on the command line."""

    description = "a model"

    def known_words(self) -> Iterable[str]:
        """Return the names of all models."""
        from clss.model import MODELS

        return MODELS.names()

    def allows(self, value: Any) -> bool:
        """Whether it is a model."""
        from clss.model import RepresentationModel

        return isinstance(value, RepresentationModel)

    def parse(self, text: str) -> Any:
        """Make the model of that name, with its defaults."""
        from clss.model import MODELS

        if text not in MODELS.names():
            raise ValueError(text)
        return MODELS.get(text)()
