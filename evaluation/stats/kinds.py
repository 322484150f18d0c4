"""The tests of a table in two kinds, corrected apart: of rows with several seeds, and of others.

The statistic of a difference over few seeds has heavy tails, since its standard error is drawn
anew; that of a difference between two single results has not. Beside each other under one maximum
the first would set the critical value of both: by word beyond what the second can reach at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.stats.permutation import UnitScores, permutation_test


@dataclass(frozen=True)
class JointResult:
    """The tests of one table, each judged by the draws of its kind.

    Parameters
    ----------
    pvalues : array
        Two-sided, of each test alone.
    p_single_step, p_step_down : array
        Corrected for all tests of the table.
    critical : array
        What each statistic must exceed for ``p_single_step < alpha``, if enough units differ.
    own_critical : array
        What each statistic must exceed for ``pvalues < alpha``.
    with_seeds : array of bool
        Whether either row has several seeds: the kind of each test. Seeds that happen to score
        the same count, for others may not.
    together : array of int
        How many tests are of the same kind as each.
    draws : int
        How many draws there were; of the kind that has more, if there are two.
    least_pvalues : array
        What no p-value falls below, since there are only so many draws.
    """

    pvalues: np.ndarray
    p_single_step: np.ndarray
    p_step_down: np.ndarray
    critical: np.ndarray
    own_critical: np.ndarray
    with_seeds: np.ndarray
    together: np.ndarray
    draws: int
    least_pvalues: np.ndarray

    @property
    def shares(self) -> np.ndarray:
        """The part of alpha that the kind of each test may spend; 1 where all are of one kind."""
        return self.together / len(self.together)

    @property
    def fixed_size(self) -> int:
        """How many tests are of no seeds, if others are; 0 where all are of one kind."""
        fixed = int((~self.with_seeds).sum())
        return fixed if fixed < len(self.with_seeds) else 0


def judged_by_kind(
    scores: UnitScores, *, alpha: float = 0.05, resamples: int = 9_999, seed: int = 0
) -> JointResult:
    """Test every difference, and correct for all by max-t within each kind.

    Of `m` tests the `k` of one kind share ``alpha * k / m``: after Bonferroni the chance of any
    false mark is at most alpha, however the kinds depend on each other. Where all tests are of
    one kind, this is :func:`~evaluation.stats.permutation.permutation_test`. The kind without
    seeds is drawn without seeds, and so exactly where units are few.

    Parameters
    ----------
    scores, alpha, resamples, seed
        See :func:`~evaluation.stats.permutation.permutation_test`.
    """
    with_seeds = scores.with_seeds
    tests = len(with_seeds)
    kinds = [np.flatnonzero(with_seeds == kind) for kind in (False, True)]
    pvalues, single, down, critical, own, least = (np.zeros(tests) for _ in range(6))
    together = np.zeros(tests, dtype=int)
    draws = 0
    for places in kinds:
        if len(places) == 0:
            continue
        found = permutation_test(
            scores if len(places) == tests else of_tests(scores, places),
            alpha=alpha,
            joint_alpha=alpha * (len(places) / tests),
            resamples=resamples,
            seed=seed,
        )
        pvalues[places], own[places] = found.pvalues, found.own_critical
        single[places], down[places] = found.p_single_step, found.p_step_down
        critical[places], together[places] = found.critical, len(places)
        least[places] = 1 / (found.draws if found.exhaustive else found.draws + 1)
        draws = max(draws, found.draws)
    shares = together / tests
    return JointResult(
        pvalues,
        for_all(single, shares, alpha),
        for_all(down, shares, alpha),
        critical,
        own,
        with_seeds,
        together,
        draws,
        least,
    )


def of_tests(scores: UnitScores, places: np.ndarray) -> UnitScores:
    """Return some of the tests, with the scores that they are about."""
    contrasts = scores.contrasts[places]
    columns = np.unique(contrasts.nonzero()[1])
    return UnitScores(
        scores.values[:, columns],
        contrasts[:, columns],
        scores.run_variances[columns],
        scores.run_degrees[columns],
    )


def for_all(pvalues: np.ndarray, shares: np.ndarray, alpha: float) -> np.ndarray:
    """Return p-values that were corrected within their kind, corrected for the whole table.

    Just what a kind may spend makes alpha, which is no mark; rounding must not make it one, since
    no critical value would agree.

    Examples
    --------
    >>> for_all(np.array([0.01, 0.5, 0.2]), np.array([0.25, 0.25, 1.0]), 0.05).tolist()
    [0.04, 1.0, 0.2]
    """
    spent = np.minimum(pvalues / shares, 1)
    tied = (shares < 1) & np.isclose(spent, alpha, rtol=1e-12, atol=0)
    return np.where(tied, alpha, spent)
