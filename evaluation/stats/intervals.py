"""How large a difference between two systems is, and how small a one the test could see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom, norm

from clss.errors import InputError, unknown_name
from evaluation.stats.tests import rejection_limit

INTERVALS = ("bootstrap", "score")
EXACT_CLUSTERS = 16  # 2^16 sign patterns are enumerated, more are sampled


def paired_interval(
    b: int,
    c: int,
    n: int,
    *,
    kind: str = "bootstrap",
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> tuple[float, float]:
    """Return a confidence interval of the difference in accuracy (b - c) / n.

    Parameters
    ----------
    b, c : int
        Items that only the first system gets right, and only the second.
    n : int
        All items.
    kind : {"bootstrap", "score"}
        The percentile interval over resampled items, or Tango's score interval, which inverts
        McNemar's chi-square test and so stays honest with very few discordant items.
    level : float
        Confidence.
    resamples, seed : int
        Of the bootstrap.

    Notes
    -----
    An item contributes +1, -1 or 0 to the difference, so a resample of the n items is one
    multinomial draw of those three counts: the item bootstrap, at no cost in n.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap; Tango (1998), Statistics in
    Medicine 17(8).

    Examples
    --------
    >>> low, high = paired_interval(60, 35, 360)
    >>> round(low, 3), round(high, 3)
    (0.017, 0.122)
    """
    if not 0 <= b + c <= n or n == 0:
        raise InputError(f"{b} + {c} discordant items among {n} are impossible")
    if kind not in INTERVALS:
        raise unknown_name("interval", kind, INTERVALS)
    if b < c:  # one direction computed, the other its mirror image
        low, high = paired_interval(c, b, n, kind=kind, level=level, resamples=resamples, seed=seed)
        return 0.0 - high, 0.0 - low  # not minus zero
    if kind == "score":
        return _tango(b, c, n, level)
    shares = np.array([b, c, n - b - c]) / n
    draws = np.random.default_rng(seed).multinomial(n, shares, size=resamples)
    return _percentiles((draws[:, 0] - draws[:, 1]) / n, level)


def _percentiles(values: np.ndarray, level: float) -> tuple[float, float]:
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _tango(b: int, c: int, n: int, level: float) -> tuple[float, float]:
    z = norm.isf((1 - level) / 2)

    def score(d: float) -> float:
        # q: the share of items only the second gets right, most likely under a true difference d
        half = (b + c - (2 * n - b + c) * d) / (4 * n)
        q = half + np.sqrt(max(half**2 + c * d * (1 - d) / (2 * n), 0.0))
        deviation = np.sqrt(max(n * (2 * q + d * (1 - d)), 1e-12))
        return (b - c - n * d) / deviation

    observed = (b - c) / n
    low = brentq(lambda d: score(d) - z, -1, observed) if score(-1) > z else -1.0
    high = brentq(lambda d: score(d) + z, observed, 1) if score(1) < -z else 1.0
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class ClusterResult:
    """A difference in accuracy judged by clusters of items instead of items.

    Parameters
    ----------
    clusters : int
        How many there are.
    ci : (float, float)
        Percentile interval over resampled clusters.
    pvalue : float
        Two-sided, of the sign-flip test over clusters.
    """

    clusters: int
    ci: tuple[float, float]
    pvalue: float


def cluster_bootstrap(
    difference: np.ndarray,
    clusters: Sequence[str],
    *,
    level: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> ClusterResult:
    """Judge a paired difference when the items of one cluster are not independent.

    Twenty-four sentences of one noun are nearer to one observation than to twenty-four:
    a system that knows the noun gets most of them. The interval resamples whole clusters. The
    p-value exchanges the two systems cluster by cluster, which is exact for any dependence
    within a cluster and any number of clusters; a p-value read off the bootstrap itself rejects
    too often when there are only fifteen (benchmarks/type_one_error.py).

    Parameters
    ----------
    difference : array of float
        Per item, first system's value minus the second's.
    clusters : sequence of str
        Per item, the name of its cluster.
    level, resamples, seed
        Confidence, and number and seed of the resamples.

    References
    ----------
    Cameron, Gelbach and Miller (2008), Review of Economics and Statistics 90(3).
    """
    names, inverse = np.unique(np.asarray(clusters, dtype=str), return_inverse=True)
    sums = np.bincount(inverse, weights=difference)
    sizes = np.bincount(inverse)
    if len(names) < 2:
        raise InputError("a cluster bootstrap needs at least two clusters")
    weights = _cluster_weights(len(names), resamples, seed)
    ci = _percentiles((weights @ sums) / (weights @ sizes), level)
    return ClusterResult(len(names), ci, _sign_flip(sums, resamples, seed))


@lru_cache(maxsize=2)
def _cluster_weights(clusters: int, resamples: int, seed: int) -> np.ndarray:
    """Return how often each cluster is drawn in each resample; the pairs of a table share them."""
    random = np.random.default_rng(seed)
    drawn = random.multinomial(clusters, np.full(clusters, 1 / clusters), size=resamples)
    return drawn.astype(np.float64)  # for a matrix product by BLAS


def _sign_flip(sums: np.ndarray, resamples: int, seed: int) -> float:
    active = sums[sums != 0]  # a cluster without a difference is the same under either sign
    observed = abs(active.sum()) - 1e-9
    if len(active) <= EXACT_CLUSTERS:
        totals = np.zeros(1)
        for value in active:
            totals = np.concatenate([totals + value, totals - value])
        return float(np.mean(np.abs(totals) >= observed))
    random = np.random.default_rng([seed, 1])  # not the draws of the bootstrap
    flips = random.integers(0, 2, size=(resamples, len(active)), dtype=np.int8) * 2.0 - 1
    # the observed assignment is one of those possible: never p = 0
    return float((1 + np.sum(np.abs(flips @ active) >= observed)) / (resamples + 1))


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
    """Return the smallest true difference that the test finds with the given power.

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
