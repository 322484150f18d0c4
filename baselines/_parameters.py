"""Checks of constructor parameters, made when a model is fitted, and of what it learned."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np

from clss.errors import DivergenceError, InputError, suggest


def whole(name: str, value: Any, at_least: int = 1) -> int:
    """Return a whole number that is large enough, or say what was expected.

    Examples
    --------
    >>> whole("dim", 200)
    200
    >>> whole("dim", 0)
    Traceback (most recent call last):
    clss.errors.InputError: dim must be a whole number of at least 1, not 0
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < at_least:
        raise InputError(f"{name} must be a whole number of at least {at_least}, not {value!r}")
    return int(value)


def number(
    name: str, value: Any, *, above: float = -math.inf, at_least: float = -math.inf
) -> float:
    """Return a finite number within the bound, or say what was expected.

    Examples
    --------
    >>> number("learning_rate", 0.05, above=0)
    0.05
    >>> number("l2", -1.0, at_least=0)
    Traceback (most recent call last):
    clss.errors.InputError: l2 must be a number of at least 0, not -1.0
    """
    real = isinstance(value, Real) and not isinstance(value, bool)
    if not real or not math.isfinite(value) or not value > above or not value >= at_least:
        bound = f" above {above:g}" if above > -math.inf else ""
        bound += f" of at least {at_least:g}" if at_least > -math.inf else ""
        raise InputError(f"{name} must be a number{bound}, not {value!r}")
    return float(value)


def choice(name: str, value: Any, known: Iterable[str]) -> str:
    """Return one of the known words, or say which they are.

    Examples
    --------
    >>> choice("scale", "cod", ["code", "gradient"])
    Traceback (most recent call last):
    clss.errors.InputError: scale must be one of code, gradient, not 'cod'; did you mean code?
    """
    names = list(known)
    if value not in names:
        near = suggest(str(value), names)
        raise InputError(f"{name} must be one of {', '.join(names)}, not {value!r}{near}")
    return str(value)


def check_finite(*values: np.ndarray | float) -> None:
    """Stop a training that has left the finite numbers.

    Examples
    --------
    >>> check_finite(np.array([1.0, np.nan]))
    Traceback (most recent call last):
    clss.errors.DivergenceError: training left the finite numbers: lower learning_rate
    """
    if not all(np.isfinite(value).all() for value in values):
        raise DivergenceError("training left the finite numbers: lower learning_rate")
