"""A row of a table: one system, run once or with several seeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from clss.errors import InputError
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.scores import Measure, score


@dataclass(frozen=True)
class System:
    """The outcomes of one label, by ascending seed.

    Parameters
    ----------
    label : str
        The name of the row.
    runs : tuple of Outcome
        One per seed, all on the same items in the same order.
    """

    label: str
    runs: tuple[Outcome, ...]

    @property
    def first(self) -> Outcome:
        """The run of the smallest seed."""
        return self.runs[0]

    @property
    def seeds(self) -> tuple[int | None, ...]:
        """The seeds, ascending."""
        return tuple(run.seed for run in self.runs)

    @property
    def one_draw(self) -> bool:
        """Whether this is one run of an algorithm whose result depends on the seed."""
        return len(self.runs) == 1 and self.first.seed is not None

    def scores(self, measure: Measure, oov: str, ties: str) -> np.ndarray:
        """Return the score of every run."""
        return np.array([score(run, measure, oov=oov, ties=ties) for run in self.runs])

    def spread(self, measure: Measure, oov: str, ties: str) -> float:
        """Return the standard deviation over seeds, 0 for a single run."""
        values = self.scores(measure, oov, ties)
        return float(values.std(ddof=1)) if len(values) > 1 else 0.0

    def values(self, measure: Measure, ties: str) -> np.ndarray:
        """Return runs x items: what each item is worth in each run."""
        return np.stack([measure.values(run, ties) for run in self.runs])

    @property
    def covered(self) -> np.ndarray:
        """Per item, whether every run had anything to say."""
        return np.logical_and.reduce([run.covered for run in self.runs])


def group_by_label(outcomes: Iterable[Outcome]) -> list[Sequence[Outcome]]:
    """Collect the runs of each label, in the order of first appearance, by ascending seed."""
    rows: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        rows.setdefault(outcome.label, []).append(outcome)
    for label, runs in rows.items():
        seeds = [run.seed for run in runs]
        if len(runs) > 1 and (None in seeds or len(set(seeds)) < len(seeds)):
            raise InputError(
                f"{len(runs)} outcomes are labelled {label!r}: give each its own label, or its own"
                " seed in the metadata if they are runs of one system"
            )
        runs.sort(key=lambda run: -1 if run.seed is None else run.seed)
    return list(rows.values())


def without_free_hits(rows: list[Sequence[Outcome]]) -> tuple[list[Sequence[Outcome]], int]:
    """Leave out the items that any run wins by default; also return how many they are."""
    free = {item.key for row in rows for run in row for item in run if item.won_by_default}
    if not free:
        return rows, 0
    if all(item.key in free for item in rows[0][0]):
        raise InputError("every item is won by default by some row: nothing is left to compare")
    kept = [[run.restricted(lambda item: item.key not in free) for run in row] for row in rows]
    return list(kept), len(free)


def align(rows: list[Sequence[Outcome]], oov: str) -> tuple[list[System], int]:
    """Bring all runs to the same items in the same order.

    Returns
    -------
    systems : list of System
    dropped : int
        How many items ``oov="intersect"`` left out, because a system lacks or does not cover
        them.
    """
    runs = [run for row in rows for run in row]
    keys = sorted(set.intersection(*(set(run.keys) for run in runs)))
    every = set.union(*(set(run.keys) for run in runs))
    reference = runs[0]
    for run in runs[1:]:
        _refuse_difference(reference, run, oov)
    if oov == "intersect":
        keys = [key for key in keys if all(run[key].covered for run in runs)]
        if not keys:
            raise InputError("there is no item that all the outcomes cover")
    systems = []
    for row in rows:
        aligned = tuple(run.ordered(keys) for run in row)
        systems.append(System(row[0].label, aligned))
    return systems, len(every) - len(keys)


def _refuse_difference(one: Outcome, other: Outcome, oov: str) -> None:
    if one.item_fingerprint == other.item_fingerprint:
        return
    names = f"{one.label!r} and {other.label!r}"
    common = [key for key in one.keys if key in other]
    changed = sum(set(one[key].gold) != set(other[key].gold) for key in common)
    if changed:
        raise InputError(
            f"{names} were scored with different right answers for {changed} of {len(common)}"
            " common items; score both with the same gold file"
        )
    if oov != "intersect":
        raise InputError(
            f"{names} are not on the same items: {len(one) - len(common)} stand only in the first,"
            f" {len(other) - len(common)} only in the second, {len(common)} in both; score both on"
            " the same gold file, where words out of vocabulary stay in and count as wrong, or"
            " ask for the common covered items with oov='intersect' (--oov intersect)"
        )
