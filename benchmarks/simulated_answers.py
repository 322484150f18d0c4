"""Answers of systems that are equally good, or of which the last is better, made up at random."""

from __future__ import annotations

import numpy as np

from evaluation.stats.comparison import Comparison
from evaluation.tasks.outcome import Item, Outcome

#: rows x runs x words x sentences: what every answer is worth
Data = np.ndarray


def items(random: np.random.Generator, rows: int, gain: float, n: int = 500) -> Data:
    """Right and wrong on independent items of different difficulty; the last row gains."""
    chance = np.repeat(random.beta(1.5, 1.5, size=(1, n)), rows, axis=0)
    chance[-1] = np.minimum(chance[-1] + gain, 1)
    return (random.random((rows, n)) < chance)[:, None, :, None].astype(float)


def reciprocal_ranks(random: np.random.Generator, rows: int, gain: float, n: int = 500) -> Data:
    """Reciprocal ranks on independent items of different difficulty."""
    chance = items(random, rows, gain, n)
    ranks = 1 + random.geometric(0.15, size=chance.shape)
    return np.where(chance > 0, 1.0, 1 / ranks)


def words(
    random: np.random.Generator,
    rows: int,
    gain: float,
    count: int = 10,
    sentences: int = 24,
    spread: float = 1.0,
    runs: int = 1,
) -> Data:
    """Sentences of few words; a system knows a word better or worse as a whole.

    Several runs of a system differ in each word a little, and in all of them.
    """
    skill = random.normal(0.8, spread, size=(rows, 1, count, 1))
    skill[-1] += gain * 6
    if runs > 1:
        skill = skill + random.normal(0, 0.2, size=(rows, runs, 1, 1))
        skill = skill + random.normal(0, 0.2, size=(rows, runs, count, 1))
    shape = (rows, runs, count, sentences)
    return (random.random(shape) < 1 / (1 + np.exp(-skill))).astype(float)


def seeds(
    random: np.random.Generator,
    rows: int,
    gain: float,
    runs: int = 3,
    deviation: float = 0.01,
    n: int = 500,
    fixed_rows: int = 0,
    single_rows: int = 0,
    fixed_behind: int = 0,
) -> Data:
    """Runs that differ by a shift common to all items, and item by item.

    The first `fixed_rows` and the last `fixed_behind` rows are deterministic: all their runs are
    the same. The first `single_rows` rows vary as the others do, but there is one run of them.
    """
    slope = 0.285  # of the accuracy in the shift, at the accuracy of about .4 simulated here
    shift = random.normal(0, deviation / slope, size=(rows, runs, 1))
    noise = random.normal(0, 0.3, size=(rows, runs, n))
    for fixed in (slice(fixed_rows), slice(rows - fixed_behind, rows)):
        shift[fixed], noise[fixed] = 0, noise[fixed, :1]
    shift[-1] += gain / slope
    shift[:single_rows], noise[:single_rows] = shift[:single_rows, :1], noise[:single_rows, :1]
    easy = random.normal(-0.3, 1, size=(1, 1, n)) + random.normal(0, 0.5, size=(rows, 1, n))
    return (easy + shift + noise > 0)[..., None].astype(float)


def both_directions(random: np.random.Generator, rows: int, gain: float) -> list[Comparison]:
    """A lexicon asked from either side: what a system knows of a pair of words helps in both."""
    n = 200
    known = random.normal(0, 0.5, size=(1, n)) + random.normal(0, 1.2, size=(rows, n))
    known[-1] += gain * 4
    found = []
    for task, pair, asked, right in (("ble", "a-b", "a", "b"), ("ble-backward", "b-a", "b", "a")):
        data = (known + random.normal(0, 0.5, size=(rows, n)) > 0)[:, None, :, None]
        found.append(compared(data, task, pair, asked, right))
    return found


def tasks_of_the_same_runs(random: np.random.Generator, rows: int, gain: float) -> list[Comparison]:
    """Three tasks, each asked of the same three trained models a row."""
    shift = random.normal(0, 0.1, size=(rows, 3, 1))
    shift[-1] += gain * 4
    found = []
    for task in ("first", "second", "third"):
        easy = random.normal(-0.3, 1, size=(1, 1, 200))
        own = random.normal(0, 0.5, size=(rows, 1, 200))
        noise = random.normal(0, 0.3, size=(rows, 3, 200))
        found.append(compared((easy + own + shift + noise > 0)[..., None], task, "", task, task))
    return found


def compared(data: Data, task: str, pair: str, asked: str, right: str) -> Comparison:
    """Return the comparison that a table would make; words begin with `asked` and `right`."""
    return Comparison(
        [
            Outcome(
                str(row),
                [_item(i, int(value), asked, right) for i, value in enumerate(run[:, 0])],
                task,
                metadata={"pair": pair} | ({"seed": seed} if data.shape[1] > 1 else {}),
            )
            for row in range(len(data))
            for seed, run in enumerate(data[row])
        ],
        resamples=499,
    )


def _item(place: int, value: int, asked: str, right: str) -> Item:
    rank = 2 - value
    return Item(f"{asked}{place:03d}", "ranked", rank, rank, gold=(f"{right}{place:03d}",))
