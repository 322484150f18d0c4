"""The difference of two rows' scores, by unit: what a test and an interval are computed from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.stats import norm
from scipy.stats import t as student

from evaluation.stats.intervals import (
    student_critical,
    student_level,
    studentised_interval,
    tango_interval,
)
from evaluation.stats.paired_values import PairedValues
from evaluation.stats.permutation import run_variance
from evaluation.stats.power import equivalence_pvalue
from evaluation.stats.significance import METHODS, rejection_limit


@dataclass(frozen=True, eq=False)
class PairedDifference:
    """Two rows on the items that count for them.

    Parameters
    ----------
    first, second : array, runs x items
        What each item is worth in each run.
    units : sequence of str
        What each item belongs to that is independent of the rest: itself, or its word.
    claim : {"runs", "algorithm"}
        Whether the runs are all there is, or a sample of what other seeds would give.
    """

    first: np.ndarray
    second: np.ndarray
    units: Sequence[str]
    claim: str = "algorithm"

    @property
    def n(self) -> int:
        """The number of items."""
        return self.first.shape[1]

    @cached_property
    def values(self) -> PairedValues:
        """The values, with the clusters where items share a unit."""
        clustered = len(set(self.units)) < self.n
        return PairedValues(self.first, self.second, self.units if clustered else None)

    @cached_property
    def is_mcnemar(self) -> bool:
        """Whether single runs, right or wrong, are compared over independent items."""
        return self.values.binary and self.values.one_run and self.values.clusters is None

    @cached_property
    def contributions(self) -> np.ndarray:
        """What each unit adds to the difference of the scores."""
        scores = self.values.unit_scores().values
        return scores[:, 0] - scores[:, 1]

    @cached_property
    def weights(self) -> np.ndarray:
        """The share of the items that each unit holds."""
        if self.values.clusters is None:
            return np.full(self.n, 1 / self.n)
        return np.unique(np.asarray(self.units, dtype=str), return_counts=True)[1] / self.n

    @cached_property
    def difference(self) -> float:
        """Score of the first minus score of the second."""
        return float(self.contributions.sum())

    @cached_property
    def seed_variance(self) -> float:
        """What the choice of seeds adds to the variance of the difference."""
        return sum(variance for variance, _ in self._run_variances)

    @property
    def _run_variances(self) -> list[tuple[float, int]]:
        if self.claim != "algorithm":
            return []
        return [
            (run_variance(runs.mean(axis=1)), len(runs) - 1)
            for runs in (self.first, self.second)
            if len(runs) > 1
        ]

    @cached_property
    def error(self) -> float:
        """Standard error of the difference."""
        return math.sqrt(self._unit_variance + self.seed_variance)

    @property
    def _unit_variance(self) -> float:
        units = len(self.weights)
        if units < 2:
            return math.inf
        around = self.contributions - self.difference * self.weights
        found = float(around @ around) * units / (units - 1)
        # units that all differ alike are luck: as if one more had shown no difference
        return found if found > 1e-24 else (self.difference / units) ** 2

    @cached_property
    def degrees(self) -> float:
        """Degrees of freedom of the standard error, after Welch and Satterthwaite."""
        parts = [(self._unit_variance, len(self.weights) - 1), *self._run_variances]
        spent = sum(variance**2 / degrees for variance, degrees in parts if degrees)
        total = self.error**2
        return total**2 / spent if spent > 0 and math.isfinite(total) else float(self.n - 1)

    def critical(self, level: float, method: str) -> float:
        """Return what the statistic must exceed for one test at `level` to reject.

        Exactly for McNemar's test in the form `method` (any other name: the exact form); by
        Student's t for everything else.
        """
        if self.is_mcnemar:
            m = sum(self.values.discordant)
            limit = rejection_limit(np.array([m]), level, method if method in METHODS else "exact")
            return (m - 2 * (int(limit[0]) + 1)) / math.sqrt(m) if m else 0.0
        if self.seed_variance > 0:
            return self._around_zero(float(student.isf(level / 2, self.degrees)))
        return student_critical(len(self.weights), level)

    def level(self, critical: float) -> float:
        """Return the level of one test whose statistic must exceed `critical`."""
        if self.is_mcnemar:
            return 2 * float(norm.sf(critical))
        if self.seed_variance > 0:
            return 2 * float(student.sf(self._around_mean(critical), self.degrees))
        return student_level(len(self.weights), critical)

    @property
    def _shrinkage(self) -> float:
        """Unit variance over n - 1 and n, with that of the seeds, in parts of the whole.

        The statistic divides by the sum of squares around zero, Student's t by that around the
        mean over n - 1. What the seeds add is the same in both; with ten words the two scales
        differ by a third, with hundreds of items by nothing.
        """
        units = len(self.weights)
        if units < 2:
            return 1.0
        seeds = self.seed_variance / (self._unit_variance + self.seed_variance)
        return (units - 1) / units * (1 - seeds) + seeds

    def _around_zero(self, t: float) -> float:
        """Turn Student's t into the statistic of the permutation test."""
        return t / math.sqrt(self._shrinkage + t**2 / len(self.weights))

    def _around_mean(self, statistic: float) -> float:
        """Turn the statistic of the permutation test into Student's t."""
        left = 1 - statistic**2 / len(self.weights)
        return statistic * math.sqrt(self._shrinkage / left) if left > 0 else math.inf

    @property
    def statistic(self) -> float:
        """How far the difference is from zero, on the scale of the critical value."""
        if self.is_mcnemar:
            b, c = self.values.discordant
            return abs(b - c) / math.sqrt(b + c) if b + c else 0.0
        square = float(self.contributions @ self.contributions) + self.seed_variance
        return abs(self.difference) / math.sqrt(square) if square else 0.0

    def interval(self, critical: float, level: float, rejected: bool | None) -> tuple[float, float]:
        """Return the interval of the differences that are not rejected.

        Parameters
        ----------
        critical : float
            Of the statistic.
        level : float
            Of one test; where few units differ, so that no draw could reject, the interval is
            that of Student's t at this level.
        rejected : bool or None
            Whether the test rejects a difference of zero: the interval must agree. None where
            there is no test at the same level.
        """
        if not rejected:
            critical = max(critical, student_critical(len(self.weights), level))
            if rejected is not None:  # of few units: no draw could, whatever Student's t says
                critical = max(critical, self.statistic)
            critical *= 1 + 1e-9  # keeps zero inside where the statistic equals the critical value
        if self.is_mcnemar:
            return tango_interval(*self.values.discordant, self.n, critical)
        return studentised_interval(self.contributions, self.weights, self.seed_variance, critical)

    def equivalence(self, margin: float) -> float:
        """Return the p-value of "the two differ by less than the margin", not corrected."""
        counts = None
        if self.is_mcnemar:
            counts = (*self.values.discordant, self.n)
        elif self.error < 1e-12:  # nothing differs anywhere
            counts = (0, 0, len(self.weights))
        return equivalence_pvalue(self.difference, self.error, self.degrees, margin, counts)
