"""The values that a parameter may take: numbers, words, paths, and ``a | b`` of them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral, Real
from os import PathLike
from typing import Any

import numpy as np

from clss.errors import InputError, suggest

_TRUE, _FALSE = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}


class Kind(ABC):
    """The values that a parameter may take; ``a | b`` allows those of both."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What is expected, as the end of the sentence "dim must be …"."""

    @abstractmethod
    def allows(self, value: Any) -> bool:
        """Whether a value may be given."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """Return the value that a text stands for; ValueError if it is none of this kind."""

    def known_words(self) -> Iterable[str]:
        """Return words that may have been meant by another one."""
        return ()

    @property
    def options(self) -> tuple[Kind, ...]:
        """The kinds of which one must fit."""
        return (self,)

    def __or__(self, other: Kind) -> Kind:
        return AnyOf((*self.options, *other.options))

    def has(self, kind: type[Kind]) -> bool:
        """Whether values of a certain kind are among those allowed."""
        return any(isinstance(option, kind) for option in self.options)

    def check(self, name: str, value: Any) -> None:
        """Refuse a value that is not allowed.

        Examples
        --------
        >>> Choice("code", "gradient").check("scale", "cod")
        Traceback (most recent call last):
        clss.errors.InputError: scale must be one of code, gradient, not 'cod'; did you mean code?
        """
        if not self.allows(value):
            raise self.error(name, value)

    def read_text(self, name: str, text: str) -> Any:
        """Read what was typed on a command line, as the first of the options that fits.

        Examples
        --------
        >>> kind = Number(at_least=0) | Choice("dim") | Nothing()
        >>> [kind.read_text("margin", text) for text in ("2", "dim", "none")]
        [2.0, 'dim', None]
        >>> Whole(at_least=1).read_text("dim", "0")
        Traceback (most recent call last):
        clss.errors.InputError: dim must be a whole number of at least 1, not 0
        """
        for option in self.options:
            try:
                value = option.parse(text)
            except ValueError:
                continue
            if option.allows(value):
                return value
        raise self.error(name, plain_value(text))

    def error(self, name: str, value: Any) -> InputError:
        """Make the error of a value that is not allowed."""
        known = [word for option in self.options for word in option.known_words()]
        near = suggest(value, known) if isinstance(value, str) else ""
        return InputError(f"{name} must be {self.description}, not {value!r}{near}")


@dataclass(frozen=True)
class AnyOf(Kind):
    """One of several kinds, made by ``|``."""

    kinds: tuple[Kind, ...]

    @property
    def description(self) -> str:
        """The descriptions, joined by "or"."""
        return " or ".join(kind.description for kind in self.kinds)

    @property
    def options(self) -> tuple[Kind, ...]:
        """The kinds."""
        return self.kinds

    def allows(self, value: Any) -> bool:
        """Whether one of the kinds allows it."""
        return any(kind.allows(value) for kind in self.kinds)

    def parse(self, text: str) -> Any:
        """Read the text by the first kind that can."""
        for kind in self.kinds:
            try:
                return kind.parse(text)
            except ValueError:
                continue
        raise ValueError(text)


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number; true and false are none."""

    at_least: int | None = None
    at_most: int | None = None

    @property
    def description(self) -> str:
        """With its bounds."""
        return "a whole number" + _bounds(at_least=self.at_least, at_most=self.at_most)

    def allows(self, value: Any) -> bool:
        """Whether it is a whole number within the bounds."""
        if isinstance(value, bool) or not isinstance(value, Integral):
            return False
        number = int(value)
        return (self.at_least is None or number >= self.at_least) and (
            self.at_most is None or number <= self.at_most
        )

    def parse(self, text: str) -> int:
        """Read a whole number."""
        return int(text)


@dataclass(frozen=True)
class Number(Kind):
    """A finite number within bounds; true and false are none.

    Examples
    --------
    >>> Number(above=0, at_most=1).description
    'a number above 0 and at most 1'
    """

    at_least: float | None = None
    above: float | None = None
    at_most: float | None = None
    below: float | None = None

    @property
    def description(self) -> str:
        """With its bounds."""
        return "a number" + _bounds(self.at_least, self.above, self.at_most, self.below)

    def allows(self, value: Any) -> bool:
        """Whether it is a finite number within the bounds."""
        if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
            return False
        number = float(value)
        return (
            (self.at_least is None or number >= self.at_least)
            and (self.above is None or number > self.above)
            and (self.at_most is None or number <= self.at_most)
            and (self.below is None or number < self.below)
        )

    def parse(self, text: str) -> float:
        """Read a number."""
        return float(text)


def _bounds(
    at_least: float | None = None,
    above: float | None = None,
    at_most: float | None = None,
    below: float | None = None,
) -> str:
    named = {"of at least": at_least, "above": above, "at most": at_most, "below": below}
    parts = [f"{words} {bound:g}" for words, bound in named.items() if bound is not None]
    return f" {' and '.join(parts)}" if parts else ""


class Choice(Kind):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    @property
    def description(self) -> str:
        """The words."""
        return repr(self.words[0]) if len(self.words) == 1 else f"one of {', '.join(self.words)}"

    def known_words(self) -> Iterable[str]:
        """Return the words."""
        return self.words

    def allows(self, value: Any) -> bool:
        """Whether it is one of the words."""
        return isinstance(value, str) and value in self.words

    def parse(self, text: str) -> str:
        """Read one of the words."""
        if text not in self.words:
            raise ValueError(text)
        return text


class Flag(Kind):
    """True or false."""

    description = "true or false"

    def allows(self, value: Any) -> bool:
        """Whether it is true or false."""
        return isinstance(value, bool | np.bool_)

    def parse(self, text: str) -> bool:
        """Read true, yes, on, 1 and their opposites."""
        if text.lower() not in _TRUE | _FALSE:
            raise ValueError(text)
        return text.lower() in _TRUE


class Nothing(Kind):
    """None: the parameter is left out."""

    description = "none"

    def allows(self, value: Any) -> bool:
        """Whether it is None."""
        return value is None

    def parse(self, text: str) -> None:
        """Read "none"."""
        if text.lower() != "none":
            raise ValueError(text)


@dataclass(frozen=True)
class FilePath(Kind):
    """A file that is read or, with `written`, a place that is written to."""

    written: bool = False
    description = "a path"

    def allows(self, value: Any) -> bool:
        """Whether it is a path; whether there is a file is seen when it is opened."""
        return isinstance(value, str | PathLike)

    def parse(self, text: str) -> str:
        """Take the text as it is."""
        return text


class DirectoryPath(Kind):
    """A directory that is read."""

    description = "the path of a directory"

    def allows(self, value: Any) -> bool:
        """Whether it is a path; what is there is seen when it is opened."""
        return isinstance(value, PathLike) or (isinstance(value, str) and value != "")

    def parse(self, text: str) -> str:
        """Take the text as it is."""
        return text


class Text(Kind):
    """Any text, also an empty one."""

    description = "a text"

    def allows(self, value: Any) -> bool:
        """Whether it is a text."""
        return isinstance(value, str)

    def parse(self, text: str) -> str:
        """Take the text as it is."""
        return text


def plain_value(text: str) -> Any:
    """Return the number, truth value or None that a text spells, else the text itself.

    Examples
    --------
    >>> [plain_value(text) for text in ("12", "0.5", "true", "none", "many")]
    [12, 0.5, True, None, 'many']
    """
    for reader in (int, float):
        try:
            return reader(text)
        except ValueError:
            continue
    words: dict[str, Any] = {"true": True, "false": False, "none": None}
    return words.get(text.lower(), text)
