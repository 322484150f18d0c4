"""Every row against every other: differences and p-values, as the tests of a table gave them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluation.report.numbers.sheet import Sheet
from evaluation.report.view import Panel


@dataclass(frozen=True)
class Significance:
    """All pairs of rows.

    Attributes
    ----------
    measure, caption : str
        Title of the score, and how the tests were made.
    alpha : float
        Level of significance.
    labels : tuple of str
        By descending score.
    scores : mapping of str to float
    pairs : mapping of (str, str) to mapping
        The test of two rows seen from the first, as the JSON of tables has it.
    left_out : int
        Rows that were too many to pair.
    """

    measure: str
    caption: str
    alpha: float
    labels: tuple[str, ...]
    scores: Mapping[str, float]
    pairs: Mapping[tuple[str, str], Mapping[str, Any]]
    left_out: int

    def p(self, first: str, second: str) -> float | None:
        """Return the corrected p-value, None where there is none."""
        value = self.pairs.get((first, second), {}).get("p_adjusted")
        return None if value is None else float(value)

    def significant(self, first: str, second: str) -> bool:
        """Whether two rows differ."""
        p = self.p(first, second)
        return p is not None and p < self.alpha

    @property
    def levels(self) -> tuple[float, ...]:
        """The levels by which pictures shade what is significant, the strictest first."""
        return (*(level for level in (0.001, 0.01) if level < self.alpha), self.alpha)

    @property
    def sheet(self) -> Sheet:
        """The numbers for machines."""
        rows = [
            (
                first,
                second,
                pair.get("difference"),
                *(pair.get("ci") or (None, None)),
                pair.get("b"),
                pair.get("c"),
                pair.get("p"),
                pair.get("p_adjusted"),
            )
            for (first, second), pair in self.pairs.items()
            if self.labels.index(first) < self.labels.index(second)
        ]
        header = ("first", "second", "difference", "low", "high", "b", "c", "p", "p_adjusted")
        return Sheet(header, tuple(rows))


def significance(panel: Panel) -> Significance:
    """Return all pairs of a panel's rows, tested as one family."""
    comparison, table = panel.comparison, panel.all_pairs
    pairs = {
        (str(record["label"]), str(other)): test
        for record in table.records
        for other, test in record["against"].items()
    }
    labels = panel.paired_labels
    return Significance(
        comparison.measure.title,
        table.caption,
        comparison.alpha,
        labels,
        {label: comparison.score(label) for label in labels},
        pairs,
        len(comparison.labels) - len(labels),
    )


def stricter(panel: Panel) -> bool:
    """Whether all pairs are corrected for more tests than the marks of the panel's table.

    The correction of Benjamini and Hochberg need not become stricter with more tests.
    """
    marks, pairs = panel.table.about, panel.all_pairs.about
    corrections = {marks["correction"], pairs["correction"]}
    if len(corrections) > 1 or corrections & {"none", "bh"}:
        return False
    return bool(0 < marks["family_size"] < pairs["family_size"])
