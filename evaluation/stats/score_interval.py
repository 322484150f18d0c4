"""The interval of one score, beside the intervals of differences that tests are about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint


def score_interval(
    values: np.ndarray, clusters: Sequence[str] | None = None, level: float = 0.95
) -> tuple[float, float]:
    """Return a confidence interval of the mean of values per item.

    Parameters
    ----------
    values : array
        One number from 0 to 1 per item.
    clusters : sequence of str, optional
        What items share that are not independent of each other.
    level : float

    Returns
    -------
    (float, float)
        Wilson's for right and wrong on independent items; else by Student's t on the clusters'
        (or items') departures from the mean, cut to 0 and 1.

    References
    ----------
    Wilson (1927), JASA 22; Cameron & Miller (2015), A practitioner's guide to cluster-robust
    inference, Journal of Human Resources 50(2).

    Examples
    --------
    >>> low, high = score_interval(np.array([1.0, 1.0, 0.0, 1.0, 0.0]))
    >>> round(low, 3), round(high, 3)
    (0.231, 0.882)
    """
    values = np.asarray(values, dtype=np.float64)
    n, mean = len(values), float(np.mean(values)) if len(values) else float("nan")
    if n == 0:
        return float("nan"), float("nan")
    if clusters is None and np.isin(values, (0.0, 1.0)).all():
        low, high = proportion_confint(int(values.sum()), n, 1 - level, method="wilson")
        return float(low), float(high)
    members = np.arange(n) if clusters is None else np.unique(clusters, return_inverse=True)[1]
    sums = np.bincount(members, weights=values - mean)
    groups = len(sums)
    if groups < 2:
        return 0.0, 1.0
    error = np.sqrt(groups / (groups - 1) * np.square(sums).sum()) / n
    half = float(stats.t.ppf((1 + level) / 2, groups - 1) * error)
    return max(0.0, mean - half), min(1.0, mean + half)
