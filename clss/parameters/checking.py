"""All parameters of a class: their kinds, declared or like the defaults, and what breaks them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

from clss.errors import InputError, suggest
from clss.parameters.kinds import Flag, Kind, plain_value


@dataclass(frozen=True)
class LikeDefault(Kind):
    """What a parameter without a declaration may be: a number if its default is one, and so on.

    Any number may replace a number (a default of 1 does not say that halves are wrong), None may
    replace anything, and where the default is None or something else, so may any value.
    """

    default: Any

    @property
    def description(self) -> str:
        """The sort of value that the default is."""
        if isinstance(self.default, bool):
            return Flag.description
        return "a number" if isinstance(self.default, Real) else "a value"

    def allows(self, value: Any) -> bool:
        """Whether the value is of the default's sort."""
        if value is None or not isinstance(self.default, Real):
            return True
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        return isinstance(value, Real) and not isinstance(value, bool)

    def parse(self, text: str) -> Any:
        """Read the sort of value that the default is."""
        if isinstance(self.default, str):
            return text
        if isinstance(self.default, bool):
            return Flag().parse(text)
        return plain_value(text)


def check_values(kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> None:
    """Check all values that have been declared."""
    for name, kind in kinds.items():
        if name in values:
            kind.check(name, values[name])


def kinds_of(cls: type, declared: Mapping[str, Kind]) -> dict[str, Kind]:
    """Return the kind of every constructor parameter: declared, or like its default."""
    return {
        name: declared.get(name, LikeDefault(parameter.default))
        for name, parameter in inspect.signature(cls).parameters.items()
    }


def unknown_parameter(
    model: str, name: str, known: Iterable[str], also: Iterable[str] = ()
) -> InputError:
    """Make the error of a parameter that a model, or a retrieval or the like, does not have.

    Parameters
    ----------
    model, name : str
        The names of both.
    known : iterable of str
        The parameters that it has.
    also : iterable of str
        What else could have been meant in this place.

    Examples
    --------
    >>> str(unknown_parameter("bwesg", "dims", ["dim", "window"]))
    "bwesg has no parameter 'dims' (it has: dim, window); did you mean dim?"
    """
    names = list(known)
    near = suggest(name, [*names, *also])
    has = f"it has: {', '.join(names)}" if names else "it has none"
    return InputError(f"{model} has no parameter {name!r} ({has}){near}")
