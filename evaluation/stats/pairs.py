"""The result of comparing two systems, the family of results of a table, and its letters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, product
from string import ascii_lowercase
from typing import Any

import numpy as np

from evaluation.stats.intervals import mirrored
from evaluation.stats.significance import odds_ratio


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two systems on the same items.

    Parameters
    ----------
    first, second : str
        The labels.
    n : int
        Items compared.
    b, c : int
        Items on which the first does better, and on which the second does; for an accuracy and
        single runs, those that only one of them gets right.
    difference : float
        Score of the first minus that of the second, on the items compared.
    ci : (float, float)
        Confidence interval of the difference; not numbers where nothing can be said.
    odds_ratio : float
        b / c, infinite if c = 0, undefined if both are.
    pvalue, p_adjusted : float
        Of the significance test, alone and corrected for the family; not a number where the
        table gives none.
    units : int
        Items, or words where items come in clusters, that were taken as independent.
    error, degrees : float
        Standard error of the difference and its degrees of freedom.
    is_mcnemar : bool
        Whether single runs, right or wrong, are compared item by item: the test is then McNemar's
        and the interval Tango's, whatever other rows of the table are.
    with_seeds : bool
        Whether either row has several seeds, and the test is about others too.
    level : float
        Of this test alone, at which it is significant in the family; 0 if it cannot be.
    p_equivalent : float, optional
        Corrected p-value of "the two differ by less than the margin", if a margin is given.
    """

    first: str
    second: str
    n: int
    b: int
    c: int
    difference: float
    ci: tuple[float, float]
    odds_ratio: float
    pvalue: float
    p_adjusted: float
    units: int
    error: float
    degrees: float
    is_mcnemar: bool = False
    with_seeds: bool = False
    level: float = math.nan
    p_equivalent: float | None = None

    @property
    def tested(self) -> bool:
        """Whether there is a p-value."""
        return not math.isnan(self.p_adjusted)

    @property
    def has_interval(self) -> bool:
        """Whether anything is said of how large the difference is."""
        return not math.isnan(self.ci[0])

    def mirrored(self) -> PairResult:
        """Return the same comparison seen from the second system."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            b=self.c,
            c=self.b,
            difference=0.0 - self.difference,
            ci=mirrored(self.ci),
            odds_ratio=odds_ratio(self.c, self.b),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the plain form; what is infinite or undefined is null."""

        def finite(value: float) -> float | None:
            return value if math.isfinite(value) else None

        plain: dict[str, Any] = {
            "n": self.n,
            "units": self.units,
            "b": self.b,
            "c": self.c,
            "p": finite(self.pvalue),
            "p_adjusted": finite(self.p_adjusted),
            "difference": self.difference,
            "ci": [finite(end) for end in self.ci],
            "odds_ratio": finite(self.odds_ratio),
        }
        if self.p_equivalent is not None:
            plain["p_equivalent"] = self.p_equivalent
        return plain


@dataclass(frozen=True, kw_only=True)
class Method:
    """How the tests of a table were made: what its caption says and its JSON repeats.

    Parameters
    ----------
    test, asked_test, correction : str
        Names of the significance test that was made, of the one that was asked for, and of the
        correction.
    alpha : float
        Level below which an adjusted p counts as significant.
    size : int
        How many tests the correction covers: those of all columns and, where the baseline was
        picked by its score on the same items, all pairs it could have been picked from. None
        where every row that would be tested has one seed and the claim is about algorithms.
    unit : {"item", "word"}
        What was taken as independent.
    clustered : bool
        Whether items come in clusters of a word.
    claim : {"run", "runs", "algorithm"}
        What the tests are about: single runs; the mean over these very runs; the mean over seeds
        of the algorithm.
    interval : str
        Kind of the intervals, see :data:`~evaluation.stats.intervals.INTERVALS`.
    baseline : str, optional
        What was asked for: "strongest", the name of a row, None for all pairs.
    single_level : float
        The level of one test alone at which it counts as significant here; of one with new seeds
        where there are both kinds.
    fixed_size : int
        How many of the tests are between rows without seeds, where these are corrected apart from
        the others; 0 where all tests are of one kind, or corrected by their p-values.
    fixed_level : float, optional
        The level of one test of those.
    selected : bool
        Whether the baseline was picked by its score on the same items.
    margin : float, optional
        Of equivalence.
    draws : int
        Draws of the permutation test; 0 where nothing was drawn.
    seed : int
        Of the draws.
    """

    test: str = "permutation"
    asked_test: str = "permutation"
    correction: str = "max-t"
    alpha: float = 0.05
    size: int = 0
    unit: str = "item"
    clustered: bool = False
    claim: str = "run"
    interval: str = "score"
    baseline: str | None = "strongest"
    single_level: float = 0.05
    fixed_size: int = 0
    fixed_level: float | None = None
    selected: bool = False
    margin: float | None = None
    draws: int = 0
    seed: int = 0

    @property
    def intervals_corrected(self) -> bool:
        """Whether the intervals hold for all rows together."""
        return self.interval == "score" and self.correction not in ("bh", "none")

    def level_of(self, with_seeds: bool) -> float:
        """Return the level of one test alone, with new seeds or of rows that have none."""
        if with_seeds or self.fixed_level is None:
            return self.single_level
        return self.fixed_level

    @property
    def withheld(self) -> bool:
        """Whether no p-value can be given: a picked baseline without any correction, or no pair
        of rows that supports the claim.
        """
        return (self.selected and self.correction == "none") or self.size == 0


@dataclass(frozen=True)
class Family:
    """All tests of one table, corrected together.

    Parameters
    ----------
    results : tuple of PairResult
        Each pair of systems once.
    references : mapping
        Which row each row was tested against; empty when all pairs were.
    method : Method
        How they were tested.
    """

    results: tuple[PairResult, ...]
    references: Mapping[str, str]
    method: Method
    _index: dict[tuple[str, str], PairResult] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index = {(r.first, r.second): r for r in self.results}
        index |= {(r.second, r.first): r.mirrored() for r in self.results}
        object.__setattr__(self, "_index", index)

    def __iter__(self) -> Iterator[PairResult]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def find(self, first: str, second: str | None = None) -> PairResult | None:
        """Return the comparison of two rows, or of a row with its reference, if it was made."""
        other = self.references.get(first) if second is None else second
        return None if other is None else self._index.get((first, other))

    def of(self, label: str) -> list[PairResult]:
        """Return every comparison in which a row took part, seen from it."""
        return [result for (first, _), result in self._index.items() if first == label]

    def significant(self, result: PairResult) -> bool:
        """Return whether a difference survives the correction."""
        return result.p_adjusted < self.method.alpha

    def better(self, label: str) -> bool:
        """Return whether a row is significantly better than its reference."""
        result = self.find(label)
        return result is not None and result.difference > 0 and self.significant(result)

    def worse(self, label: str) -> bool:
        """Return whether a row is significantly worse than its reference."""
        result = self.find(label)
        return result is not None and result.difference < 0 and self.significant(result)

    def as_good(self, label: str) -> bool:
        """Return whether a row and its reference differ by less than the margin."""
        result = self.find(label)
        if result is None or result.p_equivalent is None:
            return False
        return result.p_equivalent < self.method.alpha


def letter_names() -> Iterator[str]:
    """Yield a, b, …, z, aa, ab, … without end.

    Examples
    --------
    >>> names = letter_names()
    >>> [next(names) for _ in range(28)][-3:]
    ['z', 'aa', 'ab']
    """
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)


def compact_letters(different: np.ndarray) -> list[str]:
    """Give letters to rows so that two rows share one exactly if they do not differ.

    A letter is a group of rows no two of which differ. Groups are grown from each pair not yet
    covered, rows in the order given (best first), so the work stays polynomial where listing
    all maximal groups, as Piepho's insert-and-absorb does, may explode with many rows.

    Parameters
    ----------
    different : array of bool, shape (n, n)
        Symmetric; which rows differ significantly. The diagonal is ignored.

    Returns
    -------
    list of str
        Per row its letters. Beyond 26 groups a letter has two characters, and they are then
        separated by commas, since ``aab`` could be read in two ways.

    References
    ----------
    Piepho (2004), Journal of Computational and Graphical Statistics 13(2).

    Examples
    --------
    >>> different = np.zeros((3, 3), dtype=bool)
    >>> different[0, 2] = different[2, 0] = True
    >>> compact_letters(different)
    ['a', 'ab', 'b']
    """
    alike = ~np.asarray(different, dtype=bool)
    np.fill_diagonal(alike, True)
    size = len(alike)
    covered = np.zeros_like(alike)
    groups: list[np.ndarray] = []
    for first in range(size):
        for second in range(first, size):  # first == second: a row unlike all others
            if covered[first, second] or not alike[first, second]:
                continue
            if first == second and alike[first].sum() > 1:
                continue  # gets its letter with the first row it is like
            group = np.zeros(size, dtype=bool)
            group[[first, second]] = True
            for row in range(size):
                if alike[row, group].all():
                    group[row] = True
            covered |= np.outer(group, group)
            groups.append(group)
    # the first letter belongs to the best row
    groups.sort(key=lambda group: np.flatnonzero(group).tolist())
    names = [name for name, _ in zip(letter_names(), groups, strict=False)]
    separator = "," if len(groups) > len(ascii_lowercase) else ""
    return [
        separator.join(name for name, group in zip(names, groups, strict=True) if group[row])
        for row in range(size)
    ]


def group_letters(
    labels: Iterable[str], family: Family, scores: Mapping[str, float] | None = None
) -> dict[str, str]:
    """Return letters such that rows sharing one do not differ, from the tests of all pairs.

    Parameters
    ----------
    labels : iterable of str
        Best first, unless there are scores. A row of which nothing could be tested has no letter.
    family : Family
        Of all pairs.
    scores : mapping, optional
        To order the rows by.
    """
    order = [label for label in labels if any(result.tested for result in family.of(label))]
    if scores is not None:
        order.sort(key=lambda label: -scores[label])
    different = np.zeros((len(order), len(order)), dtype=bool)
    for i, a in enumerate(order):
        for j, b in enumerate(order):
            result = family.find(a, b)
            different[i, j] = result is not None and family.significant(result)
    return dict(zip(order, compact_letters(different), strict=True))
