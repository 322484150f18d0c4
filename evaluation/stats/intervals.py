"""Confidence intervals of a paired difference, each the inversion of the test beside it."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm
from scipy.stats import t as student

from clss.errors import InputError

INTERVALS = ("score", "score-uncorrected", "bootstrap")


def tango_score(b: int, c: int, n: int, difference: float) -> float:
    """Return how many standard errors b - c lies from a true difference of accuracies.

    At a difference of 0 this is (b - c) / sqrt(b + c), the root of McNemar's chi-square.

    Parameters
    ----------
    b, c : int
        Items that only the first system gets right, and only the second.
    n : int
        All items.
    difference : float
        The hypothesis.

    References
    ----------
    Tango (1998), Statistics in Medicine 17(8).
    """
    # q: the share of items only the second gets right, most likely under the hypothesis
    half = (b + c - (2 * n - b + c) * difference) / (4 * n)
    q = half + math.sqrt(max(half**2 + c * difference * (1 - difference) / (2 * n), 0.0))
    deviation = math.sqrt(max(n * (2 * q + difference * (1 - difference)), 1e-12))
    return (b - c - n * difference) / deviation


def tango_interval(b: int, c: int, n: int, critical: float | None = None) -> tuple[float, float]:
    """Return the score interval of the difference in accuracy (b - c) / n.

    Parameters
    ----------
    b, c, n : int
        See :func:`tango_score`.
    critical : float, optional
        How many standard errors to either side; 1.96, for 95%, if omitted.

    Examples
    --------
    >>> low, high = tango_interval(60, 35, 360)
    >>> round(low, 3), round(high, 3)
    (0.017, 0.123)
    >>> [round(end, 3) for end in tango_interval(0, 0, 40)]
    [-0.088, 0.088]
    """
    if not 0 <= b + c <= n or n == 0:
        raise InputError(f"{b} + {c} discordant items among {n} are impossible")
    if b < c:  # one direction computed, the other its mirror image
        return mirrored(tango_interval(c, b, n, critical))
    z = float(norm.isf(0.025)) if critical is None else critical
    observed = (b - c) / n

    def low_end(d: float) -> float:
        return tango_score(b, c, n, d) - z

    def high_end(d: float) -> float:
        return tango_score(b, c, n, d) + z

    low = brentq(low_end, -1, observed) if low_end(-1) > 0 else -1.0
    high = brentq(high_end, observed, 1) if high_end(1) < 0 else 1.0
    return float(low), float(high)


def studentised_interval(
    differences: np.ndarray, weights: np.ndarray, seed_variance: float, critical: float
) -> tuple[float, float]:
    """Return the differences that the permutation statistic does not reject.

    All d with abs(sum(differences) - d) <= critical * sqrt(sum((differences - d * weights)^2)
    + seed_variance): zero lies outside exactly if the statistic exceeds the critical value. With
    equal weights and no seeds it is Student's interval over units.

    Parameters
    ----------
    differences : array
        What each unit contributes to the difference of the two scores.
    weights : array
        The share of the items that each unit holds.
    seed_variance : float
        What the seeds add to the variance of the difference.
    critical : float
        See :class:`~evaluation.stats.permutation.PermutationResult`.

    Examples
    --------
    >>> units = np.array([0.3, 0.1, 0.2, -0.1, 0.4, 0.1, 0.2, 0.0, 0.1, 0.2]) / 10
    >>> [round(end, 3) for end in studentised_interval(units, np.full(10, 0.1), 0.0, 1.904)]
    [0.047, 0.253]
    """
    total = float(differences.sum())
    square = critical**2
    if np.square(differences - total * weights).sum() + seed_variance < 1e-24:
        # every unit says the same, which is luck and not certainty
        if abs(total) < 1e-12:  # as for an accuracy without a discordant item
            end = square / (len(differences) + square)
            return (-end, end) if math.isfinite(end) else (-1.0, 1.0)
        # as if one more unit had shown no difference: the statistic at zero stays what it is
        differences, weights = np.append(differences, 0.0), np.append(weights, 1 / len(weights))
    # a d^2 - 2 b d + c <= 0
    a = 1 - square * float(weights @ weights)
    b = total - square * float(differences @ weights)
    c = total**2 - square * (float(differences @ differences) + seed_variance)
    root = math.sqrt(max(b**2 - a * c, 0.0))
    if a <= 0 and c <= 0:  # so few units, or one so large, that nothing can be ruled out
        return -1.0, 1.0
    if a <= 0:  # zero is ruled out, and what is beyond it; nothing on the side of the estimate
        return (c / (b + root), 1.0) if total > 0 else (-1.0, c / (b - root))
    low, high = (b - root) / a, (b + root) / a
    return max(low, -1.0), min(high, 1.0)


def student_critical(units: int, alpha: float) -> float:
    """Return the critical value of the permutation statistic for normal unit differences.

    The statistic divides by the root of the sum of squares around zero, Student's t by that
    around the mean; this is the quantile of t, turned into the permutation statistic.

    Examples
    --------
    >>> round(student_critical(10, 0.05), 3), round(student_critical(1000, 0.05), 2)
    (1.904, 1.96)
    """
    if units < 2:
        return math.inf
    t = float(student.isf(alpha / 2, units - 1))
    return t * math.sqrt(units / (units - 1 + t**2))


def student_level(units: int, critical: float) -> float:
    """Return the two-sided level at which :func:`student_critical` gives this value.

    Examples
    --------
    >>> round(student_level(10, student_critical(10, 0.01)), 6)
    0.01
    """
    if units < 2 or critical**2 >= units:
        return 0.0
    t = critical * math.sqrt((units - 1) / (units - critical**2))
    return 2 * float(student.sf(t, units - 1))


def bootstrap_interval(
    differences: np.ndarray,
    weights: np.ndarray,
    *,
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> tuple[float, float]:
    """Return the percentile interval over resampled units.

    Too narrow where units are few (at ten words it covers the truth in 88% of tables, not 95%),
    and not corrected for the number of rows: for comparison with papers that print it.

    Parameters
    ----------
    differences, weights : array
        See :func:`studentised_interval`.
    level, resamples, seed
        Confidence, and number and seed of the resamples.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap.
    """
    # units that contribute alike are drawn together, so the cost does not grow with their number
    kinds, counts = np.unique(np.stack([differences, weights]), axis=1, return_counts=True)
    units = len(differences)
    drawn = np.random.default_rng(seed).multinomial(units, counts / units, size=resamples)
    values = (drawn @ kinds[0]) / (drawn @ kinds[1])
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    if high - low < 1e-12:  # no unit differs from the others: nothing to resample
        z = float(norm.isf((1 - level) / 2))
        return studentised_interval(differences, weights, 0.0, z)
    return float(low), float(high)


def mirrored(ci: tuple[float, float]) -> tuple[float, float]:
    """Return the interval of the difference taken the other way round."""
    return 0.0 - ci[1], 0.0 - ci[0]  # a plain minus would make minus zeros
