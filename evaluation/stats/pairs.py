"""The result of comparing two systems, the family of results of a table, and its letters."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product
from string import ascii_lowercase
from typing import Any

import numpy as np

from evaluation.stats.intervals import ClusterResult
from evaluation.stats.tests import adjust


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
        Items that only the first gets right, and only the second.
    difference : float
        Accuracy of the first minus that of the second, on the items compared.
    ci : (float, float)
        Paired confidence interval of the difference.
    odds_ratio : float
        b / c, infinite if c = 0, undefined if both are.
    pvalue, p_adjusted : float
        Of the significance test, alone and corrected for the family.
    cluster : ClusterResult, optional
        The same difference judged by clusters of items.
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
    cluster: ClusterResult | None = None

    def mirrored(self) -> PairResult:
        """Return the same comparison seen from the second system."""
        cluster = self.cluster
        if cluster is not None:
            cluster = replace(cluster, ci=_mirrored(cluster.ci))
        ratio = self.odds_ratio
        return replace(
            self,
            first=self.second,
            second=self.first,
            b=self.c,
            c=self.b,
            difference=0.0 - self.difference,
            ci=_mirrored(self.ci),
            cluster=cluster,
            odds_ratio=math.inf if ratio == 0 else 1 / ratio,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the plain form; an infinite or undefined odds ratio is null."""
        plain: dict[str, Any] = {
            "b": self.b,
            "c": self.c,
            "p": self.pvalue,
            "p_adjusted": self.p_adjusted,
            "difference": self.difference,
            "ci": list(self.ci),
            "odds_ratio": self.odds_ratio if math.isfinite(self.odds_ratio) else None,
        }
        if self.cluster is not None:
            plain["cluster"] = {
                "clusters": self.cluster.clusters,
                "ci": list(self.cluster.ci),
                "p": self.cluster.pvalue,
            }
        return plain


def _mirrored(ci: tuple[float, float]) -> tuple[float, float]:
    return 0.0 - ci[1], 0.0 - ci[0]  # a plain minus would make minus zeros


@dataclass(frozen=True)
class Family:
    """All tests of one table, corrected together.

    Parameters
    ----------
    results : tuple of PairResult
        Each pair of systems once.
    references : mapping
        Which row each row was tested against; empty when all pairs were.
    test, correction : str
        Names of the significance test and of the correction.
    alpha : float
        Level below which an adjusted p counts as significant.
    size : int
        How many tests the correction covers (more than here in a table of several columns).
    """

    results: tuple[PairResult, ...]
    references: Mapping[str, str]
    test: str
    correction: str
    alpha: float
    size: int
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
        return result.p_adjusted < self.alpha

    def better(self, label: str) -> bool:
        """Return whether a row is significantly better than its reference."""
        result = self.find(label)
        return result is not None and result.b > result.c and self.significant(result)


def adjust_families(
    families: Iterable[Family], keys: Sequence[Sequence[Hashable]] | None = None
) -> list[Family]:
    """Correct the tests of several families as if they were one.

    The columns of one table are one family: a star in any of them would be reported.

    Parameters
    ----------
    families : iterable of Family
        With the same correction.
    keys : sequence of sequence, optional
        Per family and result, what the test was about. A test that stands in several columns,
        as that of two systems without the column's parameter does, counts once.
    """
    families = list(families)
    if not families:
        return []
    if keys is None:
        keys = [[(place, i) for i in range(len(family))] for place, family in enumerate(families)]
    raw: dict[Hashable, float] = {}
    for family, names in zip(families, keys, strict=True):
        raw |= {name: result.pvalue for name, result in zip(names, family, strict=True)}
    corrected = adjust(list(raw.values()), families[0].correction).tolist()
    adjusted = dict(zip(raw, corrected, strict=True))
    return [
        replace(
            family,
            results=tuple(
                replace(result, p_adjusted=adjusted[name])
                for name, result in zip(names, family, strict=True)
            ),
            size=len(raw),
        )
        for family, names in zip(families, keys, strict=True)
    ]


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
