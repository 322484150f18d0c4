"""Rows in their order, and which of them the tests cannot tell apart."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.report.numbers.sheet import Sheet
from evaluation.report.numbers.significance import Significance


@dataclass(frozen=True)
class Ranks:
    """What a critical-difference diagram shows.

    Attributes
    ----------
    measure, caption : str
    places : tuple of (str, float)
        Rows with their score, best first.
    groups : tuple of tuple of str
        Largest runs of neighbouring rows no two of which differ significantly; bars join them.
    """

    measure: str
    caption: str
    places: tuple[tuple[str, float], ...]
    groups: tuple[tuple[str, ...], ...]

    @property
    def sheet(self) -> Sheet:
        """The numbers for machines."""
        rows = [
            (
                place,
                label,
                score,
                " ".join(str(i) for i, group in enumerate(self.groups, 1) if label in group),
            )
            for place, (label, score) in enumerate(self.places, 1)
        ]
        return Sheet(("place", "row", "score", "groups"), tuple(rows))


def ranks(tests: Significance) -> Ranks:
    """Arrange rows by score and join neighbours that the tests of all pairs do not tell apart.

    Parameters
    ----------
    tests : Significance
        Rows by descending score.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7; here
    the bars are pairwise tests on items, corrected together, instead of Nemenyi's distance.
    """
    labels = tests.labels
    groups: list[tuple[str, ...]] = []
    reached = 0
    for start in range(len(labels)):
        end = start + 1
        while end < len(labels) and not any(
            tests.significant(labels[other], labels[end]) for other in range(start, end)
        ):
            end += 1
        if end > reached and end - start > 1:
            groups.append(labels[start:end])
        reached = max(reached, end)
    places = tuple((label, tests.scores[label]) for label in labels)
    return Ranks(tests.measure, tests.caption, places, tuple(groups))
