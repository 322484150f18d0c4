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

    def scores(self, measure: Measure, oov: str, ties: str) -> np.ndarray:
        """Return the score of every run."""
        return np.array([score(run, measure, oov=oov, ties=ties) for run in self.runs])

    def spread(self, measure: Measure, oov: str, ties: str) -> float:
        """Return the standard deviation over seeds, 0 for a single run."""
        values = self.scores(measure, oov, ties)
        return float(values.std(ddof=1)) if len(values) > 1 else 0.0

    def tested(self, measure: Measure, ties: str, seed: str | int) -> tuple[np.ndarray, np.ndarray]:
        """Return per item whether the answer counts as right in a test, and whether covered.

        Parameters
        ----------
        measure : Measure
            An accuracy.
        ties : str
            How ties are ranked.
        seed : {"first", "majority"} or int
            The run of the smallest seed, more than half of the runs, or the run of that seed.
        """
        if seed == "majority":
            right = np.mean([measure.values(run, ties) for run in self.runs], axis=0) > 0.5
            return right, np.mean([run.covered for run in self.runs], axis=0) > 0.5
        run = self.first
        if seed != "first" and len(self.runs) > 1:
            chosen = [run for run in self.runs if run.seed == seed]
            if not chosen:
                known = ", ".join(str(s) for s in self.seeds)
                raise InputError(f"{self.label!r} has no run with seed {seed} (it has {known})")
            run = chosen[0]
        return measure.values(run, ties) > 0.5, run.covered


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
