"""Every row's score with its interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.report.numbers.sheet import Sheet
from evaluation.stats.comparison import Comparison
from evaluation.stats.score_interval import score_interval


@dataclass(frozen=True)
class ScoredRow:
    """A row's mean score over seeds and the interval over items."""

    label: str
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Scores:
    """Rows with intervals.

    Attributes
    ----------
    measure : str
        Title of the score.
    method : str
        How the intervals were made, for a caption.
    rows : tuple of ScoredRow
        In the order of the table.
    """

    measure: str
    method: str
    rows: tuple[ScoredRow, ...]

    @property
    def sheet(self) -> Sheet:
        """The numbers for machines."""
        rows = tuple((row.label, row.score, row.low, row.high) for row in self.rows)
        return Sheet(("row", "score", "low", "high"), rows)


def scores(comparison: Comparison) -> Scores:
    """Return the rows of a comparison with the interval of each score."""
    level = 1 - comparison.alpha
    rows = []
    for system in comparison.systems:
        values = [comparison.measure.values(run, comparison.ties) for run in system.runs]
        per_item = np.mean(values, axis=0)
        clusters = comparison.clusters
        if comparison.score_oov == "skip":
            kept = system.first.covered
            per_item = per_item[kept]
            if clusters is not None:
                clusters = tuple(np.array(clusters)[kept].tolist())
        low, high = score_interval(per_item, clusters, level)
        rows.append(ScoredRow(system.label, comparison.score(system.label), low, high))
    if comparison.clusters is not None:
        method = f"{level:.0%} intervals by Student's t over words, whose items are not independent"
    elif any(len(system.runs) > 1 for system in comparison.systems):
        method = f"{level:.0%} intervals over items: Wilson's for one run, t for means over seeds"
    else:
        method = f"{level:.0%} intervals over items (Wilson)"
    return Scores(comparison.measure.title, method, tuple(rows))
