"""Rows in their order, and which of them the tests cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.report.numbers.sheet import Sheet
from evaluation.report.numbers.significance import Significance
from evaluation.report.view import Panel
from evaluation.stats.across import average_ranks


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
    descending : bool
        Whether a high value is a good one: a score is, a mean rank is not.
    left_out : int
        Rows that were too many to show.
    """

    measure: str
    caption: str
    places: tuple[tuple[str, float], ...]
    groups: tuple[tuple[str, ...], ...]
    descending: bool = True
    left_out: int = 0

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
    places = tuple((label, tests.scores[label]) for label in tests.labels)

    def apart(first: str, second: str) -> bool:  # of what was not tested nothing is said
        return tests.p(first, second) is None or tests.significant(first, second)

    groups = _groups(tests.labels, apart)
    return Ranks(tests.measure, tests.caption, places, groups, left_out=tests.left_out)


def ranks_across(panels: Sequence[Panel]) -> Ranks:
    """Arrange the rows that several language pairs have by their mean rank.

    Bars join rows whose ranks are nearer than Nemenyi's critical difference.
    """
    found = average_ranks([panel.comparison for panel in panels], panels[0].comparison.alpha)
    labels = tuple(sorted(found.ranks, key=lambda label: (found.ranks[label], label)))
    critical = found.critical_difference

    def apart(first: str, second: str) -> bool:
        return abs(found.ranks[first] - found.ranks[second]) >= critical

    caption = f"Critical difference of mean ranks (Nemenyi): {critical:.2f}."
    places = tuple((label, found.ranks[label]) for label in labels)
    title = f"Mean rank in {found.corpora} language pairs"
    return Ranks(title, caption, places, _groups(labels, apart), descending=False)


def _groups(
    labels: Sequence[str], differ: Callable[[str, str], bool]
) -> tuple[tuple[str, ...], ...]:
    """Return the largest runs of neighbours no two of which differ."""
    groups: list[tuple[str, ...]] = []
    reached = 0
    for start in range(len(labels)):
        end = start + 1
        while end < len(labels) and not any(
            differ(labels[other], labels[end]) for other in range(start, end)
        ):
            end += 1
        if end > reached and end - start > 1:
            groups.append(tuple(labels[start:end]))
        reached = max(reached, end)
    return tuple(groups)
