"""Level and power of the marks in every mode that a table offers, and coverage of its intervals.

    python benchmarks/type_one_error.py                 2,000 rounds each, a few minutes
    python benchmarks/type_one_error.py --rounds 200

Level: how often a table of equally good rows carries any mark (should be 5% or less). Power: how
often the one row that is really better is marked against what it is tested against. Lines that
begin with "not offered" show what simpler procedures would do on the same data. The exit code is 1
if a mode that is offered exceeds 5% by more than three standard errors of the simulation, or an
interval covers the truth in less than 94% by as much.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, product
from multiprocessing import Pool

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_array
from tabulate import tabulate

from evaluation.stats.difference import PairedDifference
from evaluation.stats.permutation import UnitScores, permutation_test, run_variance
from evaluation.stats.tests import adjust, mcnemar

ALPHA = 0.05
RESAMPLES = 499
Pairs = Sequence[tuple[int, int]]
#: rows x runs x words x sentences: what every answer is worth
Data = np.ndarray


# What is simulated -------------------------------------------------------------------------------


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
) -> Data:
    """Sentences of few words; a system knows a word better or worse as a whole."""
    skill = random.normal(0.8, spread, size=(rows, count, 1))
    skill[-1] += gain * 6
    return (random.random((rows, count, sentences)) < 1 / (1 + np.exp(-skill)))[:, None].astype(
        float
    )


def seeds(
    random: np.random.Generator,
    rows: int,
    gain: float,
    runs: int = 3,
    deviation: float = 0.01,
    n: int = 500,
    fixed_rows: int = 0,
) -> Data:
    """Runs that differ by a shift common to all items, and item by item.

    The first `fixed_rows` rows are deterministic: all their runs are the same.
    """
    slope = 0.285  # of the accuracy in the shift, at the accuracy of about .4 simulated here
    shift = random.normal(0, deviation / slope, size=(rows, runs, 1))
    shift[-1] += gain / slope
    noise = random.normal(0, 0.3, size=(rows, runs, n))
    shift[:fixed_rows], noise[:fixed_rows] = 0, noise[:fixed_rows, :1]
    easy = random.normal(-0.3, 1, size=(1, 1, n)) + random.normal(0, 0.5, size=(rows, 1, n))
    return (easy + shift + noise > 0)[..., None].astype(float)


# What is tested against what ---------------------------------------------------------------------


def fixed(data: Data) -> tuple[Pairs, Pairs]:
    """Return the family and the pairs shown: every row against the first."""
    pairs = [(row, 0) for row in range(1, len(data))]
    return pairs, pairs


def all_pairs(data: Data) -> tuple[Pairs, Pairs]:
    """Return the family and the pairs shown: every row against every other."""
    pairs = list(combinations(range(len(data)), 2))
    return pairs, pairs


def strongest(data: Data) -> tuple[Pairs, Pairs]:
    """Return all pairs, and those of the row with the highest score."""
    top = int(data.mean(axis=(1, 2, 3)).argmax())
    pairs, _ = all_pairs(data)
    return pairs, [pair for pair in pairs if top in pair]


def declared(data: Data) -> tuple[Pairs, Pairs]:
    """Return rows x three declared baselines, and the pairs of the best of the three."""
    top = int(data[:3].mean(axis=(1, 2, 3)).argmax())
    pairs = [(row, baseline) for row in range(3, len(data)) for baseline in range(3)]
    return pairs, [pair for pair in pairs if top in pair]


def picked(data: Data) -> tuple[Pairs, Pairs]:
    """Return the pairs of the row with the highest score, as if it had been named before."""
    _, pairs = strongest(data)
    return pairs, pairs


# How it is tested --------------------------------------------------------------------------------


def unit_scores(data: Data, pairs: Pairs, claim: str = "algorithm") -> UnitScores:
    """Bring data to the form that the engine takes, as tables do; words are the units."""
    rows, runs, count, sentences = data.shape
    scores = data.mean(axis=(2, 3))
    variances = [run_variance(row) if claim == "algorithm" else 0.0 for row in scores]
    contrasts = np.zeros((len(pairs), rows))
    for place, (first, second) in enumerate(pairs):
        contrasts[place, first], contrasts[place, second] = 1, -1
    values = data.mean(axis=1).sum(axis=2).T / (count * sentences)
    return UnitScores(values, csr_array(contrasts), np.array(variances), np.full(rows, runs - 1))


def max_t(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values of a table by default."""
    return permutation_test(unit_scores(data, pairs), resamples=RESAMPLES, seed=draw).p_single_step


def step_down(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values of max-t, stepping down."""
    return permutation_test(unit_scores(data, pairs), resamples=RESAMPLES, seed=draw).p_step_down


def these_runs(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values for the mean of these very runs."""
    scores = unit_scores(data, pairs, "runs")
    return permutation_test(scores, resamples=RESAMPLES, seed=draw).p_single_step


def exact_holm(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values of McNemar's exact test on the first run, by items, after Holm."""
    right = data[:, 0].reshape(len(data), -1) > 0.5
    raw = [
        mcnemar_pvalue((right[a] & ~right[b]).sum(), (right[b] & ~right[a]).sum()) for a, b in pairs
    ]
    # the correction is slow, and marks nothing that is not significant without it
    return adjust(raw, "holm") if min(raw) < ALPHA else np.ones(len(raw))


@cache
def mcnemar_pvalue(b: int, c: int) -> float:
    return mcnemar(int(b), int(c)).pvalue


@dataclass(frozen=True)
class Mode:
    """One line of the table: what is simulated, what is tested, and how."""

    name: str
    simulate: Callable[..., Data]
    family: Callable[[Data], tuple[Pairs, Pairs]]
    test: Callable[[Data, Pairs, int], np.ndarray]
    rows: int = 10
    gain: float = 0.1
    offered: bool = True

    def found(self, gain: float, seed: int) -> tuple[bool, float]:
        """Return whether anything is marked, and the share found of the pairs of the last row."""
        data = self.simulate(np.random.default_rng(seed), self.rows, gain)
        pairs, shown = self.family(data)
        p = dict(zip(pairs, self.test(data, pairs, seed), strict=True))
        mine = [p[pair] < ALPHA for pair in shown if self.rows - 1 in pair]
        return any(p[pair] < ALPHA for pair in shown), float(np.mean(mine)) if mine else 0.0

    def measure(self, rounds: int, seed: int) -> tuple[float, float]:
        """Return level and power."""
        gc.freeze()  # statsmodels collects garbage at every correction
        level = np.mean([self.found(0.0, seed + i)[0] for i in range(rounds)])
        power = np.mean([self.found(self.gain, seed + rounds + i)[1] for i in range(rounds)])
        return float(level), float(power)


def modes() -> list[Mode]:
    """Return every mode that tables offer, and for contrast what they do not."""
    found = [
        Mode("fixed baseline, 10 rows", items, fixed, max_t),
        Mode("fixed baseline, 10 rows, step-down", items, fixed, step_down),
        Mode("fixed baseline, 10 rows, McNemar and Holm", items, fixed, exact_holm),
        Mode("fixed baseline, 10 rows, MRR", reciprocal_ranks, fixed, max_t),
        Mode("declared set of 3, 10 rows", items, declared, max_t),
        Mode("all pairs, 10 rows", items, all_pairs, max_t),
        Mode("all pairs, 10 rows, step-down", items, all_pairs, step_down),
        Mode("all pairs, 10 rows, McNemar and Holm", items, all_pairs, exact_holm),
    ]
    for rows in (10, 16, 40):
        found.append(Mode(f"strongest, {rows} rows", items, strongest, max_t, rows))
        name = f"not offered: strongest, {rows} rows, as if named before"
        found.append(Mode(name, items, picked, exact_holm, rows, offered=False))
    for count, spread in ((10, 1.0), (15, 1.0), (15, 2.0)):
        simulate = partial(words, count=count, spread=spread)
        name = f"{count} words x 24 that differ by {spread:g}"
        found += [
            Mode(f"{name}, one pair", simulate, fixed, max_t, 2, 0.3),
            Mode(f"{name}, strongest of 10", simulate, strongest, max_t, 10, 0.3),
            Mode(
                f"by request: {name}, one pair by items", simulate, fixed, exact_holm, 2, 0.3, False
            ),
        ]
    for runs, deviation in product((3, 5, 10), (0.005, 0.01, 0.02)):
        simulate = partial(seeds, runs=runs, deviation=deviation)
        name = f"{runs} seeds, SD {deviation:g}"
        found.append(Mode(f"{name}, one pair", simulate, fixed, max_t, 2))
        if runs != 5:
            found.append(Mode(f"{name}, strongest of 10", simulate, strongest, max_t, 10))
        if runs == 10:
            name = f"{name}, one pair"
            found += [
                Mode(f"by request: {name}, these runs", simulate, fixed, these_runs, 2, 0.1, False),
                Mode(f"not offered: {name}, first run", simulate, fixed, exact_holm, 2, 0.1, False),
            ]
    for runs in (3, 10):
        simulate = partial(seeds, runs=runs, deviation=0.02, fixed_rows=1)
        name = f"{runs} seeds, SD 0.02, against a deterministic row"
        found.append(Mode(name, simulate, fixed, max_t, 2))
    return found


# Intervals and equivalence -----------------------------------------------------------------------


def covers(name: str, truth: float, seed: int) -> tuple[bool, bool]:
    """Return whether the interval of one pair holds the truth, and agrees with its test."""
    random = np.random.default_rng(seed)
    if name == "item":
        shares = [0.1 + truth / 2, 0.1 - truth / 2, 0.8]
        b, c, same = random.multinomial(300, shares)
        first = np.repeat([1.0, 0.0, 1.0], [b, c, same])[None]
        second = np.repeat([0.0, 1.0, 1.0], [b, c, same])[None]
        one = PairedDifference(first, second, [str(i) for i in range(300)])
        p = mcnemar(int(b), int(c)).pvalue
        critical = one.critical(ALPHA, "exact")
    else:
        if name == "seeds":
            data = seeds(random, 2, truth, runs=3, deviation=0.01)
        else:
            data = words(random, 2, 0.0, count=int(name))
        values = [row.reshape(row.shape[0], -1) for row in data[::-1]]
        sentences = data.shape[3]
        one = PairedDifference(*values, [str(i // sentences) for i in range(values[0].shape[1])])
        result = permutation_test(one.values.unit_scores(), resamples=RESAMPLES, seed=seed)
        p, critical = float(result.pvalues[0]), float(result.own_critical[0])
    low, high = one.interval(critical, ALPHA, p < ALPHA)
    return low <= truth <= high, (p < ALPHA) == (not low <= 0 <= high)


def called_equivalent(seed: int) -> bool:
    """Return whether a row that is worse by the margin itself is called as good."""
    b, c, same = np.random.default_rng(seed).multinomial(1000, [0.05, 0.07, 0.88])
    first = np.repeat([1.0, 0.0, 1.0], [b, c, same])[None]
    second = np.repeat([0.0, 1.0, 1.0], [b, c, same])[None]
    one = PairedDifference(first, second, [str(i) for i in range(1000)])
    return one.equivalence(0.02) < ALPHA


def _measure(mode: Mode, rounds: int, seed: int) -> tuple[float, float]:
    return mode.measure(rounds, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    rounds, seed, begin = options.rounds, options.seed, time.perf_counter()
    chosen = modes()
    parallel = Parallel(n_jobs=options.jobs, backend="multiprocessing")
    measured = []
    with Pool(options.jobs) as pool:
        found_modes = pool.imap(partial(_measure, rounds=rounds, seed=seed), chosen)
        for mode, found in zip(chosen, found_modes, strict=True):
            # said at once: a run that is stopped has measured something
            print(f"{mode.name}: level {found[0]:.3f}, power {found[1]:.2f}", file=sys.stderr)
            measured.append(found)
    lines = [
        [mode.name, f"{level:.3f}", f"{power:.2f}"]
        for mode, (level, power) in zip(chosen, measured, strict=True)
    ]
    print(tabulate(lines, ["mode", "level", "power"], disable_numparse=True), end="\n\n")
    noise = 3 * float(np.sqrt(ALPHA * (1 - ALPHA) / rounds))
    failed = [
        f"{mode.name}: level {level:.3f}"
        for mode, (level, _) in zip(chosen, measured, strict=True)
        if mode.offered and level > ALPHA + noise
    ]
    lines = []
    for title, name, truth in (
        ("score (Tango), 300 items, no difference", "item", 0.0),
        ("score (Tango), 300 items, difference .06", "item", 0.06),
        ("10 words x 24", "10", 0.0),
        ("15 words x 24", "15", 0.0),
        ("3 seeds, SD .01", "seeds", 0.0),
    ):
        both = np.array(parallel(delayed(covers)(name, truth, seed + i) for i in range(rounds)))
        coverage, agreement = both.mean(axis=0)
        lines.append([title, f"{coverage:.3f}", f"{agreement:.3f}"])
        if coverage < 0.94 - noise:
            failed.append(f"{title}: coverage {coverage:.3f}")
        if agreement < 1:
            failed.append(f"{title}: the interval contradicts the test")
    heads = ["interval of one pair", "coverage", "agrees with its test"]
    print(tabulate(lines, heads, disable_numparse=True), end="\n\n")
    wrong = float(np.mean([called_equivalent(seed + i) for i in range(rounds)]))
    print(f"worse by the margin .02 (1,000 items), yet called as good: {wrong:.3f}")
    if wrong > ALPHA + noise:
        failed.append(f"equivalence: {wrong:.3f}")
    print(f"{rounds:,} rounds each, {time.perf_counter() - begin:.0f} s")
    for failure in failed:
        print(f"FAILS: {failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
