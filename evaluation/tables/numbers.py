"""Numbers as people read them in a table."""

from __future__ import annotations

import math
from collections.abc import Iterable

MINUS = "−"


def score_text(value: float, digits: int = 3) -> str:
    """Return a score, a dash if there is none."""
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def signed_text(value: float, digits: int = 3) -> str:
    """Return a difference with its sign; what rounds to zero has none.

    Examples
    --------
    >>> signed_text(0.0123), signed_text(-0.05), signed_text(-0.0001)
    ('+0.012', '−0.050', '0.000')
    """
    if math.isnan(value):
        return "–"
    text = f"{abs(value):.{digits}f}"
    if not text.strip("0."):
        return text
    return f"{MINUS if value < 0 else '+'}{text}"


def p_text(value: float, alpha: float = 0.05) -> str:
    """Return a p-value: never a false zero, never on the wrong side of the level.

    Examples
    --------
    >>> p_text(0.0312), p_text(0.04996), p_text(0.05004), p_text(0.0004)
    ('0.031', '0.04996', '0.05004', '<0.001')
    """
    if math.isnan(value):
        return "–"
    if value < 0.001:
        return "<0.001"
    for shown in range(3, 12):
        text = f"{value:.{shown}f}"
        if (float(text) < alpha) == (value < alpha) and (float(text) != alpha or value == alpha):
            return text
    return text


def interval_text(ci: tuple[float, float], digits: int = 3) -> str:
    """Return an interval, a dash if there is none.

    Examples
    --------
    >>> interval_text((-0.1, 0.0216)), interval_text((math.nan, math.nan))
    ('[−0.100, +0.022]', '–')
    """
    if any(map(math.isnan, ci)):
        return "–"
    return f"[{signed_text(ci[0], digits)}, {signed_text(ci[1], digits)}]"


def ratio_text(value: float) -> str:
    """Return an odds ratio; infinite and undefined ones are said so."""
    if math.isnan(value):
        return "–"
    return "∞" if math.isinf(value) else f"{value:.2f}"


def span_text(counts: Iterable[int]) -> str:
    """Return a number, or between which numbers the runs of a row lie.

    Examples
    --------
    >>> span_text([7, 7, 7]), span_text([7, 5, 6])
    ('7', '5 to 7')
    """
    low, high = min(found := list(counts)), max(found)
    return f"{low}" if low == high else f"{low} to {high}"
