"""What two systems scored on the same items, and what of it is independent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from clss.errors import InputError
from evaluation.stats.permutation import UnitScores, run_variance


@dataclass(frozen=True, eq=False)
class PairedValues:
    """What two systems scored on the same items.

    Parameters
    ----------
    first, second : array of float, shape (seeds, items)
        The value of each item in each run: 1 or 0 for right and wrong, a reciprocal rank …
        Systems without seeds have one run; an array of one dimension is taken as that.
    clusters : sequence of str, optional
        Per item what it shares with items that are not independent of it.

    Examples
    --------
    >>> values = PairedValues([1, 1, 0, 1], [0, 1, 0, 0])
    >>> values.first.shape, values.binary, values.discordant
    ((1, 4), True, (2, 0))
    """

    first: np.ndarray
    second: np.ndarray
    clusters: Sequence[str] | None = None

    def __post_init__(self) -> None:
        for name in ("first", "second"):
            values = np.atleast_2d(np.asarray(getattr(self, name), dtype=np.float64))
            object.__setattr__(self, name, values)
        items = self.first.shape[1]
        if self.second.shape[1] != items or len(self.clusters or range(items)) != items:
            raise InputError("both systems, and the clusters, need a value for every item")

    @property
    def binary(self) -> bool:
        """Whether every value is right or wrong."""
        return all(np.isin(values, (0.0, 1.0)).all() for values in (self.first, self.second))

    @property
    def one_run(self) -> bool:
        """Whether each system was run once."""
        return len(self.first) == len(self.second) == 1

    @property
    def discordant(self) -> tuple[int, int]:
        """How many items the first system does better on, and the second, averaged over runs."""
        difference = self.first.mean(axis=0) - self.second.mean(axis=0)
        return int((difference > 1e-12).sum()), int((difference < -1e-12).sum())

    def unit_scores(self) -> UnitScores:
        """Return the two scores by unit: item, or cluster where there are clusters."""
        both = (self.first, self.second)
        items = self.first.shape[1]
        means = np.stack([values.mean(axis=0) for values in both], axis=1) / items
        if self.clusters is not None:
            _, unit = np.unique(np.asarray(self.clusters, dtype=str), return_inverse=True)
            means = np.stack([np.bincount(unit, weights=column) for column in means.T], axis=1)
        spreads = [run_variance(values.mean(axis=1)) for values in both]
        runs = np.array([len(values) - 1 for values in both])
        return UnitScores(means, csr_array([[1.0, -1.0]]), np.array(spreads), runs)
