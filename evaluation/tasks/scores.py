"""Scores: values per item first, means second, always computed from an outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from clss.errors import InputError, unknown_name
from evaluation.tasks.outcome import Outcome

OOV_POLICIES = ("error", "skip", "intersect")


@dataclass(frozen=True, slots=True)
class Measure:
    """A named way to value the answer to one item.

    Parameters
    ----------
    name : str
        ``acc1``, ``acc5``, …, ``mrr`` or ``coverage``.
    k : int, optional
        The cut-off of an accuracy.
    """

    name: str
    k: int | None = None

    def __repr__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """The name as it stands over a column."""
        return f"Acc@{self.k}" if self.k else {"mrr": "MRR"}.get(self.name, self.name.capitalize())

    def values(self, outcome: Outcome, ties: str = "pessimistic") -> np.ndarray:
        """Return one number per gold item; an item without an answer is worth nothing."""
        if self.k is not None:
            return outcome.correct(self.k, ties).astype(np.float64)
        if self.name == "mrr":
            return 1.0 / outcome.ranks(ties)  # 1 / inf = 0
        return outcome.covered.astype(np.float64)


def measure(name: str | Measure) -> Measure:
    """Return the measure of that name.

    Examples
    --------
    >>> measure("acc5"), measure("Acc@10").k, measure("mrr").title
    (acc5, 10, 'MRR')
    """
    if isinstance(name, Measure):
        return name
    lowered = name.lower()
    if match := re.fullmatch(r"acc@?([1-9]\d*)", lowered):
        return Measure(f"acc{match[1]}", int(match[1]))
    if lowered in ("mrr", "coverage"):
        return Measure(lowered)
    raise unknown_name("measure", name, ("acc1", "acc5", "acc10", "mrr", "coverage"))


def counted(outcome: Outcome, oov: str = "error") -> np.ndarray:
    """Return which items count: all of them, or those that the system covers."""
    if oov not in OOV_POLICIES:
        raise unknown_name("oov policy", oov, OOV_POLICIES)
    if oov == "intersect":
        raise InputError("oov='intersect' is about several systems: use it in a Comparison")
    return outcome.covered if oov == "skip" else np.ones(len(outcome), dtype=bool)


def score(
    outcome: Outcome, name: str | Measure, *, oov: str = "error", ties: str = "pessimistic"
) -> float:
    """Return the mean of a measure over the gold items.

    Parameters
    ----------
    outcome : Outcome
        What the system answered.
    name : str
        The measure.
    oov : {"error", "skip"}
        Whether an item that the system does not cover counts as wrong or is left out. Coverage
        is over all items in either case.
    ties : {"pessimistic", "optimistic"}
        Whether a right answer that ties with wrong ones is placed after or before them.

    Examples
    --------
    >>> from evaluation.tasks.outcome import Item
    >>> outcome = Outcome("toy", [Item("casa", "ranked", 2, 1), Item("reina", "oov")])
    >>> score(outcome, "acc1"), score(outcome, "mrr"), score(outcome, "mrr", oov="skip")
    (0.0, 0.25, 0.5)
    """
    chosen = measure(name)
    values = chosen.values(outcome, ties)
    if chosen.name != "coverage":
        values = values[counted(outcome, oov)]
    return float(values.mean()) if len(values) else float("nan")


def scores(
    outcome: Outcome,
    names: Iterable[str] = ("acc1", "acc5", "acc10", "mrr", "coverage"),
    *,
    oov: str = "error",
    ties: str = "pessimistic",
) -> dict[str, float]:
    """Return several scores by name."""
    return {measure(name).name: score(outcome, name, oov=oov, ties=ties) for name in names}
