"""The two sides of everything bilingual, as they are named in calls and files."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

from clss.errors import InputError

SideName: TypeAlias = Literal["source", "target"]
#: where answers are looked for
Into: TypeAlias = Literal["source", "target", "both"]

SIDES: tuple[SideName, SideName] = ("source", "target")

T = TypeVar("T")


def side_index(side: str) -> int:
    """Return the place of a side in every pair.

    Examples
    --------
    >>> side_index("target")
    1
    >>> side_index("es")
    Traceback (most recent call last):
    clss.errors.InputError: a side is 'source' or 'target', not 'es'
    """
    if side not in SIDES:
        raise InputError(f"a side is 'source' or 'target', not {side!r}")
    return SIDES.index(side)


def as_side(side: str) -> SideName:
    """Return the name of a side that a user gave; any other is refused."""
    return SIDES[side_index(side)]


def other_side(side: SideName) -> SideName:
    """Return the side across.

    Examples
    --------
    >>> other_side("source")
    'target'
    """
    return SIDES[1 - side_index(side)]


def own_first(side: SideName, pair: tuple[T, T]) -> tuple[T, T]:
    """Put a (source, target) pair into the order own side, other side; or such a pair back.

    Examples
    --------
    >>> own_first("target", ("es", "en"))
    ('en', 'es')
    """
    return pair if side_index(side) == 0 else (pair[1], pair[0])


def sides_of(into: str) -> tuple[SideName, ...]:
    """Return the sides that answers are looked for on.

    Examples
    --------
    >>> sides_of("both"), sides_of("target")
    (('source', 'target'), ('target',))
    """
    if into == "both":
        return SIDES
    if into not in SIDES:
        raise InputError(f"into is 'target', 'source' or 'both', not {into!r}")
    return (as_side(into),)
