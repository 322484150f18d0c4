"""How small a difference the tests of a table can see, and how large a one they can rule out."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom, nct, norm
from scipy.stats import t as student

from clss.errors import InputError
from evaluation.stats.intervals import tango_score
from evaluation.stats.significance import rejection_limit


def mcnemar_power(
    difference: float, discordance: float, n: int, *, alpha: float = 0.05, method: str = "exact"
) -> float:
    """Return the probability that McNemar's test sees a true difference in accuracy.

    Enumerated, not approximated: over the number of discordant items and their split.

    Parameters
    ----------
    difference : float
        True difference of the two accuracies.
    discordance : float
        Share of items on which the systems differ, at least the difference.
    n : int
        Number of items.
    alpha, method
        Level and form of the test.

    Examples
    --------
    >>> round(mcnemar_power(0.0, 0.3, 360), 3), round(mcnemar_power(0.1, 0.3, 360), 3)
    (0.04, 0.928)
    """
    if not 0 <= abs(difference) <= discordance <= 1:
        raise InputError("expected a difference no larger than the share of discordant items")
    m = np.arange(1, n + 1)
    chance = binom.pmf(m, n, discordance)
    m, chance = m[chance > 1e-12], chance[chance > 1e-12]
    first = (discordance + difference) / (2 * discordance) if discordance else 0.5
    limit = rejection_limit(m, alpha, method)
    reject = binom.cdf(limit, m, first) + binom.sf(m - limit - 1, m, first)
    return float(chance @ reject)


def smallest_detectable(
    discordance: float,
    n: int,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    method: str = "exact",
) -> float | None:
    """Return the smallest true difference that McNemar's test finds with the given power.

    None if even systems whose disagreements all point one way would be missed too often.

    Examples
    --------
    >>> round(smallest_detectable(0.25, 360), 3)
    0.076
    """
    if mcnemar_power(discordance, discordance, n, alpha=alpha, method=method) < power:
        return None
    return float(
        brentq(
            lambda d: mcnemar_power(d, discordance, n, alpha=alpha, method=method) - power,
            0.0,
            discordance,
            xtol=1e-6,
        )
    )


def detectable_by_t(error: float, degrees: float, alpha: float, power: float = 0.8) -> float | None:
    """Return the smallest true difference that a t test finds with the given power.

    For what is not a single run's right and wrong: means over seeds, reciprocal ranks, words.

    Parameters
    ----------
    error : float
        Standard error of the difference.
    degrees : float
        Its degrees of freedom.
    alpha, power : float
        Two-sided level and the power asked for. At a level of 0, that of a test of so few words
        that it can never reject, no difference is found.

    Examples
    --------
    >>> detectable_by_t(0.02, 9, 0.0) is None
    True
    >>> round(detectable_by_t(0.02, 9, 0.05), 3), round(detectable_by_t(0.02, 1e6, 0.05), 3)
    (0.063, 0.056)
    """
    if error < 1e-12 or degrees < 1 or alpha <= 0:
        return None
    limit = student.isf(alpha / 2, degrees)

    def missing(shift: float) -> float:
        found = nct.sf(limit, degrees, shift) if degrees < 1e4 else norm.sf(limit - shift)
        return float(found) - power

    found = brentq(missing, 0.0, 4 * limit + 20)
    return float(found) * error if found * error < 1 else None


def equivalence_pvalue(
    difference: float,
    error: float,
    degrees: float,
    margin: float,
    counts: tuple[int, int, int] | None = None,
) -> float:
    """Return the p-value of two one-sided tests: is the difference within the margin?

    Parameters
    ----------
    difference, error, degrees : float
        Of the scores, with its standard error and degrees of freedom.
    margin : float
        Largest difference that does not matter.
    counts : (int, int, int), optional
        b, c and n where single runs and an accuracy are compared; the score of Tango is then
        used instead of t. Also (0, 0, units) where nothing differs and t has no error.

    References
    ----------
    Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15(6).

    Examples
    --------
    >>> round(equivalence_pvalue(0.005, 0.006, 500, 0.02), 4)
    0.0064
    >>> round(equivalence_pvalue(0.0, 0.0, 0, 0.02, (0, 0, 183)), 4)
    0.0266
    """
    if margin <= 0:
        raise InputError(f"a margin of equivalence must be positive, not {margin}")
    if counts is not None:
        below, above = (tango_score(*counts, end) for end in (margin, -margin))
        return float(max(norm.cdf(below), norm.sf(above)))
    if error <= 0 or not math.isfinite(error):
        return 1.0
    below, above = (difference - margin) / error, (difference + margin) / error
    return float(max(student.cdf(below, degrees), student.sf(above, degrees)))
