"""The tests and corrections that a table can ask for; McNemar's test, and p-values corrected."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom, chi2
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.multitest import multipletests

from clss.errors import InputError, unknown_name

#: The significance tests, as captions call them. The first is the default, see
#: :mod:`~evaluation.stats.permutation`; the others are the forms of :func:`mcnemar`.
TESTS = {
    "permutation": "paired permutation test",
    "exact": "McNemar's exact test",
    "midp": "McNemar's mid-p test",
    "chi2": "McNemar's chi-square test",
    "chi2-corrected": "McNemar's chi-square test with continuity correction",
}
DEFAULT_TEST, *_forms = TESTS
METHODS = tuple(_forms)
#: Corrections that need only the p-values, by their names in statsmodels.
BY_PVALUES = {"holm": "holm", "bh": "fdr_bh", "none": None}
#: Corrections for the number of tests, as captions call them; the first two draw all tests of a
#: table together and so need the permutation test.
CORRECTIONS = {
    "max-t": "max-t",
    "step-down": "step-down max-t",
    "holm": "Holm",
    "bh": "Benjamini-Hochberg",
    "none": "no",
}
JOINT_CORRECTIONS = ("max-t", "step-down")


@dataclass(frozen=True, slots=True)
class McNemarResult:
    """The outcome of one test.

    Parameters
    ----------
    b, c : int
        Items that only the first system gets right, and only the second.
    method : str
        The form of the test.
    statistic : float
        min(b, c) for the exact and mid-p forms, the chi-square for the others.
    pvalue : float
        Two-sided.
    """

    b: int
    c: int
    method: str
    statistic: float
    pvalue: float


def mcnemar(b: int, c: int, method: str = "exact") -> McNemarResult:
    """Test whether two systems that answered the same items are equally good.

    Only the discordant items matter: `b` that the first system alone gets right, `c` that the
    second alone gets right. Under the null hypothesis each of them falls to either side like a
    fair coin.

    Parameters
    ----------
    b, c : int
        Discordant counts.
    method : {"exact", "midp", "chi2", "chi2-corrected"}
        The binomial test (never rejects too often, so somewhat too seldom), the same with half
        the probability of the observed count (close to its nominal level), and the chi-square
        approximation without and with Edwards' continuity correction.

    Returns
    -------
    McNemarResult
        With ``pvalue`` and ``statistic``.

    Notes
    -----
    Two cases in which the textbook formulas fail are settled here. No discordant item at all is
    no evidence, p = 1 (the chi-square forms would divide by zero). And b = c is the perfect
    tie, so p = 1 in every form. The corrected statistic (abs(b - c) - 1)^2 / (b + c) does not
    know that: at b = c the correction of one overshoots zero and its square counts as distance,
    which makes (5, 5) "p = .7518" (statsmodels prints that). A continuity correction moves a
    difference towards zero and no further, hence max(abs(b - c) - 1, 0) here. No other cell of
    the table changes.

    References
    ----------
    McNemar (1947), Psychometrika 12(2); Edwards (1948), Psychometrika 13(3); for the choice of
    form Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91.

    Examples
    --------
    >>> [round(mcnemar(15, 5, method).pvalue, 5) for method in METHODS]
    [0.04139, 0.0266, 0.02535, 0.04417]
    >>> mcnemar(0, 0, "chi2").pvalue, mcnemar(5, 5, "chi2-corrected").pvalue
    (1.0, 1.0)
    """
    b, c = _count(b), _count(c)
    if method not in METHODS:
        raise unknown_name("form of McNemar's test", method, METHODS)
    if b == c:
        # in all four forms; by formula mid-p would be 1 only up to rounding
        statistic = float(b) if method in ("exact", "midp") else 0.0
        return McNemarResult(b, c, method, statistic, 1.0)
    if method == "midp":
        low = min(b, c)
        # P(<= low) + P(<= low - 1): the textbook 2 P(<= low) - P(= low) can round below zero
        pvalue = binom.cdf(low, b + c, 0.5) + binom.cdf(low - 1, b + c, 0.5)
        return McNemarResult(b, c, method, float(low), float(min(1.0, pvalue)))
    # away from b = c, |b - c| - 1 is never negative and statsmodels' corrected form is sound
    result = statsmodels_mcnemar(
        [[0, b], [c, 0]], exact=method == "exact", correction=method == "chi2-corrected"
    )
    return McNemarResult(b, c, method, float(result.statistic), float(min(1.0, result.pvalue)))


def _count(value: int | float) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        if not (isinstance(value, float) and value.is_integer()):
            raise InputError(f"a number of items was expected, not {value!r}") from None
        number = int(value)
    if number < 0:
        raise InputError(f"a number of items cannot be negative ({number})")
    return number


def rejection_limit(m: np.ndarray, alpha: float, method: str) -> np.ndarray:
    """Return the largest min(b, c) at which `m` discordant items reject at level `alpha`.

    -1 where no split of so few items rejects. This is the whole test in closed form, for power
    and true level without simulation.

    Examples
    --------
    >>> rejection_limit(np.array([5, 6, 20]), 0.05, "exact").tolist()
    [-1, 0, 5]
    """
    m = np.asarray(m, dtype=np.int64)
    if method in ("exact", "midp"):
        limit = np.asarray(binom.ppf(alpha / 2, m, 0.5)).astype(np.int64)
        limit -= 2 * binom.cdf(limit, m, 0.5) > alpha
        if method == "midp":
            # P(<= t) + P(<= t - 1) can pass at most one step beyond the exact limit
            step = limit + 1
            limit += binom.cdf(step, m, 0.5) + binom.cdf(step - 1, m, 0.5) <= alpha
    elif method in METHODS:
        distance = np.sqrt(chi2.isf(alpha, 1) * m) + (method == "chi2-corrected")
        limit = np.floor((m - distance) / 2).astype(np.int64)
    else:
        raise unknown_name("form of McNemar's test", method, METHODS)
    # b = c never rejects, however large alpha
    return np.clip(limit, -1, (m - 1) // 2)


def odds_ratio(b: int, c: int) -> float:
    """Return b / c, the conditional odds ratio; infinite if c = 0, undefined if b = c = 0.

    Examples
    --------
    >>> odds_ratio(15, 5), odds_ratio(2, 0), odds_ratio(0, 0)
    (3.0, inf, nan)
    """
    if c:
        return b / c
    return math.inf if b else math.nan


def adjust(pvalues: Sequence[float], correction: str = "holm") -> np.ndarray:
    """Correct p-values for their number.

    Parameters
    ----------
    pvalues : sequence of float
        The family: every test that the table shows.
    correction : {"holm", "bh", "none"}
        Holm's step-down bounds the chance of any false mark, Benjamini-Hochberg the share of
        false ones among the marks.

    Examples
    --------
    >>> adjust([0.01, 0.04, 0.03], "holm").round(6).tolist()
    [0.03, 0.06, 0.06]
    """
    if correction not in BY_PVALUES:
        raise unknown_name("correction of p-values", correction, BY_PVALUES)
    name = BY_PVALUES[correction]
    if name is None or len(pvalues) == 0:
        return np.array(pvalues, dtype=np.float64)
    return multipletests(pvalues, method=name)[1]


def known_test(name: str) -> str:
    """Return the name of a test as it came; one that is in no table is an error.

    Examples
    --------
    >>> known_test("midp")
    'midp'
    """
    if name not in TESTS:
        raise unknown_name("significance test", name, TESTS)
    return name
