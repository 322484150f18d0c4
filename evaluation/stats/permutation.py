"""The paired permutation test: one engine for every measure, unit and number of seeds.

Units (items, or words where items come in clusters) have their two systems exchanged, runs are
drawn anew where the claim is about the algorithm, and all tests of a table see the same draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from clss.errors import InputError

ENUMERATED_UNITS = 14  # up to 2^13 patterns of signs (either half mirrors the other) are all tried
ROWS_AT_ONCE = 1000
TESTS_AT_ONCE = 512
TOLERANCE = 1e-9


@dataclass(frozen=True)
class UnitScores:
    """What the tests of one table are computed from.

    Parameters
    ----------
    values : array, units x columns
        What each unit contributes to each score, so that a column sums to the score.
    contrasts : sparse array, tests x columns
        The difference of scores that a test is about: +1 and -1 for two rows of a table.
    run_variances : array of float, one per column
        Squared standard error of each score over the seeds of its system; 0 for a single run.
    run_degrees : array of int, one per column
        Number of seeds minus one; 0 for a single run, and where runs are not drawn anew.
    """

    values: np.ndarray
    contrasts: csr_array
    run_variances: np.ndarray
    run_degrees: np.ndarray

    def __post_init__(self) -> None:
        units, columns = self.values.shape
        if self.contrasts.shape[1] != columns or len(self.run_variances) != columns:
            raise InputError("every column of values needs its place in the contrasts")
        if units == 0:
            raise InputError("a test needs at least one item")

    @property
    def has_runs(self) -> bool:
        """Whether any score varies over seeds."""
        return bool((self.run_variances > 0).any())

    @cached_property
    def differences(self) -> np.ndarray:
        """The difference of the two scores, per test."""
        return self.contrasts @ self.values.sum(axis=0)

    @cached_property
    def unit_variances(self) -> np.ndarray:
        """The sum of squared unit differences: the variance when signs are exchanged, per test."""
        return self._by_test(lambda differences: np.square(differences).sum(axis=0))

    def _by_test(self, summed: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """Sum what units differ by (units x tests), some tests at a time to save memory."""
        parts = [
            summed(self.values @ self.contrasts[start : start + TESTS_AT_ONCE].T)
            for start in range(0, self.contrasts.shape[0], TESTS_AT_ONCE)
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    @cached_property
    def least_pvalues(self) -> np.ndarray:
        """The share of sign patterns as extreme as the most extreme one, per test.

        Of n units that differ all may have one sign: no exchange of systems is rarer than that.
        """
        differing = self._by_test(lambda differences: (np.abs(differences) > 1e-12).sum(axis=0))
        return np.minimum(2.0 ** (1 - differing), 1.0)

    @cached_property
    def seed_variances(self) -> np.ndarray:
        """What the seeds add to the variance of the difference, per test."""
        return self.contrasts.power(2) @ self.run_variances

    @cached_property
    def with_seeds(self) -> np.ndarray:
        """Whether a score of the difference has several runs, per test."""
        return self.contrasts.power(2) @ (self.run_degrees > 0).astype(float) > 0

    @cached_property
    def errors(self) -> np.ndarray:
        """Standard error of the difference under the hypothesis of no difference, per test."""
        return np.sqrt(self.unit_variances + self.seed_variances)

    @cached_property
    def statistics(self) -> np.ndarray:
        """The difference in standard errors, 0 where nothing differs, per test."""
        return _ratio(self.differences, self.errors)


@dataclass(frozen=True)
class PermutationResult:
    """The tests of one table, judged by the same draws.

    Parameters
    ----------
    statistics : array
        Difference over standard error, per test.
    pvalues : array
        Two-sided, of each test alone.
    p_single_step, p_step_down : array
        Corrected for all tests by the largest statistic of each draw: every test against the
        largest of all, or each against the largest of those not larger than itself.
    critical : float
        What a statistic must exceed for ``p_single_step < joint_alpha``, if enough units differ
        for any.
    own_critical : array
        What each statistic must exceed for ``pvalues < alpha``.
    draws : int
        How many draws there were.
    exhaustive : bool
        Whether they were all possible ones.
    """

    statistics: np.ndarray
    pvalues: np.ndarray
    p_single_step: np.ndarray
    p_step_down: np.ndarray
    critical: float
    own_critical: np.ndarray
    draws: int
    exhaustive: bool


def permutation_test(
    scores: UnitScores,
    *,
    alpha: float = 0.05,
    joint_alpha: float | None = None,
    resamples: int = 9_999,
    seed: int = 0,
) -> PermutationResult:
    """Test every difference by exchanging the two systems unit by unit.

    Under the hypothesis that two systems are equally good, the sign of a unit's difference is a
    coin toss. Each draw tosses one coin per unit, the same for all tests, so the draws carry the
    dependence between tests that share systems and items. The statistic is the difference over
    its standard error; for a single pair of runs and an accuracy it is (b - c) / sqrt(b + c) and
    the p-value that of McNemar's exact test.

    Where scores are means over seeds, the runs are a sample of what the algorithm does. Each draw
    then adds new run means, normal with the observed spread, and divides by a standard error from
    newly drawn spreads: with three seeds the spread is itself uncertain, and the test pays for it.

    Parameters
    ----------
    scores : UnitScores
        The units, scores and differences.
    alpha : float
        Level of the critical values of each test alone.
    joint_alpha : float, optional
        Level of the critical value of all tests together, where other tests spend the rest.
    resamples, seed : int
        Number and seed of the draws where not all of them can be tried.

    References
    ----------
    Westfall and Young (1993), Resampling-Based Multiple Testing; Romano and Wolf (2005),
    Econometrica 73(4), for the step-down; Krishnamoorthy, Lu and Mathew (2007), Computational
    Statistics & Data Analysis 51(12), for drawing means and spreads of few runs.

    Examples
    --------
    >>> right = np.array([[1, 0]] * 15 + [[0, 1]] * 5) / 20
    >>> pair = csr_array([[1.0, -1.0]])
    >>> scores = UnitScores(right, pair, np.zeros(2), np.zeros(2, dtype=int))
    >>> result = permutation_test(scores, resamples=99_999)
    >>> round(float(result.statistics[0]), 3), round(float(result.pvalues[0]), 2)
    (2.236, 0.04)
    """
    statistics = np.abs(scores.statistics)
    tests = len(statistics)
    if tests == 0:
        empty = np.zeros(0)
        return PermutationResult(empty, empty, empty, empty, np.inf, empty, 0, True)
    draws = _Draws(scores, resamples, seed)
    order = np.argsort(-statistics, kind="stable")
    exceeded = np.zeros(tests)  # by a test's own statistic
    behind = np.full(draws.count, -np.inf)  # largest statistic among tests not larger, per draw
    step_exceeded = np.zeros(tests)
    own_critical = np.zeros(tests)
    for start in reversed(range(0, tests, TESTS_AT_ONCE)):
        chosen = order[start : start + TESTS_AT_ONCE]
        drawn = draws.statistics(chosen)
        exceeded[chosen] = (drawn >= statistics[chosen] - TOLERANCE).sum(axis=0)
        own_critical[chosen] = [draws.critical(column, alpha) for column in drawn.T]
        for place in reversed(range(len(chosen))):
            np.maximum(behind, drawn[:, place], out=behind)
            step_exceeded[chosen[place]] = (behind >= statistics[chosen[place]] - TOLERANCE).sum()
    # new runs would break the ties between few patterns of signs, and halve the rarest one's p
    least = scores.least_pvalues
    never = least >= alpha
    own_critical[never] = np.maximum(own_critical, statistics)[never]
    step_down = np.empty(tests)
    step_down[order] = np.maximum.accumulate(np.maximum(draws.share(step_exceeded), least)[order])
    sorted_maxima = np.sort(behind)
    single = draws.count - np.searchsorted(sorted_maxima, statistics - TOLERANCE, side="left")
    return PermutationResult(
        scores.statistics,
        np.maximum(draws.share(exceeded), least),
        np.maximum(draws.share(single), least),
        step_down,
        draws.critical(behind, alpha if joint_alpha is None else joint_alpha),
        own_critical,
        draws.count,
        draws.exhaustive,
    )


class _Draws:
    """The random signs and runs that all tests of a table share."""

    def __init__(self, scores: UnitScores, resamples: int, seed: int) -> None:
        self._scores = scores
        units = scores.values.shape[0]
        self.exhaustive = units <= ENUMERATED_UNITS and not scores.has_runs
        random = np.random.default_rng(seed)
        if self.exhaustive:
            patterns = np.arange(1 << (units - 1))[:, None] >> np.arange(units)
            signs = 1 - 2 * (patterns & 1).astype(np.int8)
        else:
            signs = random.integers(0, 2, size=(resamples, units), dtype=np.int8) * 2 - 1
        self.count = len(signs)
        # what does not depend on the test is multiplied out once for all of them
        self._sums = np.concatenate(list(self._exchanged(signs)))
        self._spreads: np.ndarray | None = None
        if scores.has_runs:
            columns = len(scores.run_variances)
            means = random.normal(size=(self.count, columns)) * np.sqrt(scores.run_variances)
            degrees = np.maximum(scores.run_degrees, 1)
            spreads = random.chisquare(degrees, size=(self.count, columns)) / degrees
            self._sums += means
            self._spreads = spreads * scores.run_variances

    def _exchanged(self, signs: np.ndarray) -> Iterator[np.ndarray]:
        for start in range(0, len(signs), ROWS_AT_ONCE):
            yield signs[start : start + ROWS_AT_ONCE].astype(np.float64) @ self._scores.values

    def statistics(self, chosen: np.ndarray) -> np.ndarray:
        """Return draws x tests: the size of each statistic in each draw."""
        contrasts = self._scores.contrasts[chosen]
        differences = np.abs(self._sums @ contrasts.T)
        if self._spreads is None:
            return _ratio(differences, self._scores.errors[chosen])
        spreads = self._spreads @ contrasts.power(2).T
        return _ratio(differences, np.sqrt(self._scores.unit_variances[chosen] + spreads))

    def share(self, counts: np.ndarray) -> np.ndarray:
        """Return p-values; the observed assignment is one of those possible, so never 0."""
        if self.exhaustive:
            return counts / self.count
        return (counts + 1) / (self.count + 1)

    def critical(self, drawn: np.ndarray, alpha: float) -> float:
        """Return the largest drawn statistic whose p-value is not below `alpha`."""
        total = self.count if self.exhaustive else self.count + 1
        beyond = 0 if self.exhaustive else 1
        # p of the k-th largest draw is at least (k + beyond) / total, ties add to it
        k = max(int(np.ceil(alpha * total - TOLERANCE)) - beyond, 1)
        place = self.count - min(k, self.count)
        return float(np.partition(drawn, place)[place])


def run_variance(scores: np.ndarray) -> float:
    """Return the squared standard error of a mean over runs, 0 for a single run.

    Examples
    --------
    >>> round(run_variance(np.array([0.40, 0.42, 0.44])), 6), run_variance(np.array([0.4]))
    (0.000133, 0.0)
    """
    return float(np.var(scores, ddof=1)) / len(scores) if len(scores) > 1 else 0.0


def _ratio(differences: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """Divide; no difference at all is no evidence, whatever the error."""
    errors = np.broadcast_to(errors, differences.shape)
    return np.divide(differences, errors, out=np.zeros_like(differences), where=errors > 1e-15)
