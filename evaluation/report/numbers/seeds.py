"""The spread over seeds of rows that were run several times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.report.numbers.sheet import Sheet
from evaluation.report.view import Panel


@dataclass(frozen=True)
class SeedRow:
    """The scores of one row, seed by seed."""

    label: str
    seeds: tuple[int | None, ...]
    scores: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over seeds."""
        return float(np.mean(self.scores))

    @property
    def deviation(self) -> float:
        """The standard deviation over seeds."""
        return float(np.std(self.scores, ddof=1)) if len(self.scores) > 1 else 0.0


@dataclass(frozen=True)
class Seeds:
    """The rows with several seeds.

    Attributes
    ----------
    measure : str
        Title of the score.
    rows : tuple of SeedRow
        In the order of the table.
    """

    measure: str
    rows: tuple[SeedRow, ...]

    @property
    def sheet(self) -> Sheet:
        """The numbers for machines."""
        pairs = [
            (row.label, *p) for row in self.rows for p in zip(row.seeds, row.scores, strict=True)
        ]
        return Sheet(("row", "seed", "score"), tuple(pairs))


def seeds(panel: Panel) -> Seeds:
    """Return the scores per seed of the rows that have several."""
    comparison = panel.comparison
    policies = (comparison.measure, comparison.score_oov, comparison.ties)
    rows = [
        SeedRow(system.label, system.seeds, tuple(system.scores(*policies).tolist()))
        for system in comparison.systems
        if len(system.runs) > 1
    ]
    return Seeds(comparison.measure.title, tuple(rows))
