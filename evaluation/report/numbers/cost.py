"""What training took against what it scored."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.report.numbers.sheet import Sheet
from evaluation.report.view import Panel, RunView
from evaluation.runs.costs import costs_by_key


@dataclass(frozen=True)
class CostRow:
    """One row: seconds with everything that its model builds on, memory, score."""

    label: str
    seconds: float
    own_seconds: float
    memory: float
    score: float


@dataclass(frozen=True)
class Costs:
    """The rows whose training was measured.

    Attributes
    ----------
    measure : str
        Title of the score.
    rows : tuple of CostRow
        In the order of the table; of several seeds, the first.
    """

    measure: str
    rows: tuple[CostRow, ...]

    @property
    def sheet(self) -> Sheet:
        """The numbers for machines."""
        rows = tuple((r.label, r.seconds, r.own_seconds, int(r.memory), r.score) for r in self.rows)
        return Sheet(("row", "seconds", "own_seconds", "memory", "score"), rows)


def cost(view: RunView, panel: Panel) -> Costs:
    """Join the costs of trainings with the scores of the rows that they serve."""
    measured = costs_by_key(view.run, view.records)
    trained = view.fit_keys(panel)
    rows = []
    for label in panel.comparison.labels:
        found = measured.get(trained.get(label, ""))
        if found is not None:
            score = panel.comparison.score(label)
            rows.append(CostRow(label, found.total_seconds, found.seconds, found.memory, score))
    return Costs(panel.comparison.measure.title, tuple(rows))
