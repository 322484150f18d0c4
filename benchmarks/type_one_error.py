"""Level and power of the marks in every mode that a table offers, and coverage of its intervals.

    python benchmarks/type_one_error.py                 2,000 rounds each, a few minutes
    python benchmarks/type_one_error.py --rounds 200

Level: how often a table of equally good rows carries any mark (should be 5% or less). Power: how
often the one row that is really better is marked against what it is tested against. Lines that
begin with "not offered" show what simpler procedures would do on the same data, those that begin
with "limit" where a mode exceeds its level, see docs/statistics.md. The exit code is 1
if a mode that is offered exceeds 5% by more than three standard errors of the simulation, or an
interval covers the truth in less than 94% by as much.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, product
from multiprocessing import Pool

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small

import numpy as np
from interval_coverage import ALPHA, RESAMPLES, check_intervals
from scipy.sparse import csr_array
from simulated_answers import (
    Data,
    both_directions,
    items,
    reciprocal_ranks,
    seeds,
    tasks_of_the_same_runs,
    words,
)
from tabulate import tabulate

from evaluation.stats.across import combined_family
from evaluation.stats.comparison import Comparison
from evaluation.stats.kinds import judged_by_kind
from evaluation.stats.permutation import UnitScores, permutation_test, run_variance
from evaluation.stats.significance import adjust, mcnemar

Pairs = Sequence[tuple[int, int]]

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
    several = (data != data[:, :1]).any(axis=(1, 2, 3))  # runs that are all the same are one
    degrees = np.where(several & (claim == "algorithm"), runs - 1, 0)
    return UnitScores(values, csr_array(contrasts), np.array(variances), degrees)


def max_t(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values of a table by default."""
    return judged_by_kind(unit_scores(data, pairs), resamples=RESAMPLES, seed=draw).p_single_step


def one_maximum(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values of max-t if tests with and without seeds were not corrected apart."""
    return permutation_test(unit_scores(data, pairs), resamples=RESAMPLES, seed=draw).p_single_step


def step_down(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values of max-t, stepping down."""
    return judged_by_kind(unit_scores(data, pairs), resamples=RESAMPLES, seed=draw).p_step_down


def these_runs(data: Data, pairs: Pairs, draw: int) -> np.ndarray:
    """Return the p-values for the mean of these very runs."""
    scores = unit_scores(data, pairs, "runs")
    return permutation_test(scores, resamples=RESAMPLES, seed=draw).p_single_step


def by_mcnemar(
    data: Data, pairs: Pairs, draw: int, form: str = "exact", correction: str = "holm"
) -> np.ndarray:
    """Return the p-values of McNemar's test on the first run, by items, after a correction."""
    right = data[:, 0].reshape(len(data), -1) > 0.5
    raw = [
        mcnemar_pvalue((right[a] & ~right[b]).sum(), (right[b] & ~right[a]).sum(), form)
        for a, b in pairs
    ]
    # the correction is slow, and marks nothing that is not significant without it
    return adjust(raw, correction) if min(raw) < ALPHA else np.ones(len(raw))


@cache
def mcnemar_pvalue(b: int, c: int, form: str) -> float:
    return mcnemar(int(b), int(c), form).pvalue


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


@dataclass(frozen=True)
class OverCorpora:
    """One statement over several corpora; every row against the first, or the strongest."""

    name: str
    simulate: Callable[..., list[Comparison]]
    rows: int = 2
    baseline: str = "0"
    offered: bool = True

    def found(self, gain: float, seed: int) -> tuple[bool, float]:
        """Return whether anything is marked, and the share found of the pairs of the last row."""
        comparisons = self.simulate(np.random.default_rng(seed), self.rows, gain)
        family = combined_family(comparisons, self.baseline)
        last = str(self.rows - 1)
        mine = [family.significant(r) for r in family if last in (r.first, r.second)]
        return any(map(family.significant, family)), float(np.mean(mine)) if mine else 0.0

    def measure(self, rounds: int, seed: int) -> tuple[float, float]:
        """Return level and power."""
        level = np.mean([self.found(0.0, seed + i)[0] for i in range(rounds)])
        power = np.mean([self.found(0.1, seed + rounds + i)[1] for i in range(rounds)])
        return float(level), float(power)


def modes() -> list[Mode | OverCorpora]:
    """Return every mode that tables offer, and for contrast what they do not."""
    bh, none = (partial(by_mcnemar, correction=name) for name in ("bh", "none"))
    found: list[Mode | OverCorpora] = [
        Mode("fixed baseline, 10 rows", items, fixed, max_t),
        Mode("fixed baseline, 10 rows, step-down", items, fixed, step_down),
        Mode("fixed baseline, 10 rows, McNemar and Holm", items, fixed, by_mcnemar),
        Mode(
            "fixed baseline, 10 rows, mid-p and Holm",
            items,
            fixed,
            partial(by_mcnemar, form="midp"),
        ),
        Mode("fixed baseline, 10 rows, McNemar and Benjamini-Hochberg", items, fixed, bh),
        Mode(
            "by request: fixed baseline, 10 rows, no correction", items, fixed, none, offered=False
        ),
        Mode("fixed baseline, 10 rows, MRR", reciprocal_ranks, fixed, max_t),
        Mode("declared set of 3, 10 rows", items, declared, max_t),
        Mode("all pairs, 10 rows", items, all_pairs, max_t),
        Mode("all pairs, 10 rows, step-down", items, all_pairs, step_down),
        Mode("all pairs, 10 rows, McNemar and Holm", items, all_pairs, by_mcnemar),
    ]
    for rows in (10, 16, 40):
        found.append(Mode(f"strongest, {rows} rows", items, strongest, max_t, rows))
        name = f"not offered: strongest, {rows} rows, as if named before"
        found.append(Mode(name, items, picked, by_mcnemar, rows, offered=False))
    for count, spread in ((10, 1.0), (15, 1.0), (15, 2.0)):
        simulate = partial(words, count=count, spread=spread)
        name = f"{count} words x 24 that differ by {spread:g}"
        found += [
            Mode(f"{name}, one pair", simulate, fixed, max_t, 2, 0.3),
            Mode(f"{name}, strongest of 10", simulate, strongest, max_t, 10, 0.3),
            Mode(
                f"by request: {name}, one pair by items", simulate, fixed, by_mcnemar, 2, 0.3, False
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
                Mode(f"not offered: {name}, first run", simulate, fixed, by_mcnemar, 2, 0.1, False),
            ]
    for runs in (3, 10):
        simulate = partial(seeds, runs=runs, deviation=0.02, fixed_rows=1)
        name = f"{runs} seeds, SD 0.02, against a deterministic row"
        found.append(Mode(name, simulate, fixed, max_t, 2))
    found += list(mixed_tables())
    simulate = partial(seeds, runs=10, deviation=0.02, single_rows=1)
    name = "not offered: 10 seeds, SD 0.02, against one run of a row that has seeds"
    found.append(Mode(name, simulate, fixed, max_t, 2, offered=False))
    simulate = partial(words, runs=3)
    found += [
        Mode("10 words x 24, 3 seeds, one pair", simulate, fixed, max_t, 2, 0.3),
        Mode("10 words x 24, 3 seeds, strongest of 10", simulate, strongest, max_t, 10, 0.3),
        OverCorpora("over corpora: both directions of a lexicon, one pair", both_directions),
        OverCorpora(
            "over corpora: both directions of a lexicon, strongest of 5",
            both_directions,
            5,
            "strongest",
        ),
        OverCorpora("over corpora: three tasks, the same 3 runs, one pair", tasks_of_the_same_runs),
    ]
    return found


def mixed_tables() -> Iterator[Mode]:
    """Yield tables of 16 rows in which rows with seeds stand beside rows that no seed changes."""
    for runs, deviation in ((3, 0.01), (3, 0.02), (3, 0.04), (5, 0.04), (2, 0.02)):
        name = f"mixed, {runs} seeds, SD {deviation:g}"
        drawn = partial(seeds, runs=runs, deviation=deviation)
        ten = partial(drawn, fixed_behind=6)
        yield Mode(f"{name}, 10 of 16 rows, the baseline too", ten, fixed, max_t, 16)
        six = partial(drawn, fixed_rows=6)
        yield from both_ways(f"{name}, 10 of 16 rows, not the baseline", six, 16, 0.1)
        ends = partial(drawn, fixed_rows=5, fixed_behind=1)
        title = f"{name}, 10 of 16 rows, neither the baseline nor the better row"
        yield from both_ways(title, ends, 16, 0.1)
        alone = partial(drawn, fixed_behind=15)
        # seeds outweigh items, and no other row tells how much they vary
        beyond = (runs, deviation) in ((3, 0.04), (2, 0.02))
        name = f"{'limit: ' if beyond else ''}{name}, the baseline alone"
        yield Mode(name, alone, fixed, max_t, 16, offered=not beyond)
    for (spread, gain), runs in product(((1.0, 0.3), (0.3, 0.1)), (2, 3)):
        by_word = partial(words_of_fixed_ends, runs=runs, spread=spread)
        name = f"mixed, 15 words x 24 that differ by {spread:g}, {runs} seeds, 10 of 12 rows"
        title = f"{name}, neither the baseline nor the better row"
        yield from both_ways(title, by_word, 12, gain)


def both_ways(
    name: str, simulate: Callable[..., Data], rows: int, gain: float
) -> tuple[Mode, Mode]:
    """Return tables with both kinds of tests: corrected apart, and under one maximum."""
    title = f"not offered: {name}, one maximum"
    return (
        Mode(name, simulate, fixed, max_t, rows, gain),
        Mode(title, simulate, fixed, one_maximum, rows, gain, offered=False),
    )


def words_of_fixed_ends(
    random: np.random.Generator, rows: int, gain: float, runs: int, spread: float
) -> Data:
    """Return sentences of 15 words of which the first and the last row have one result."""
    data = words(random, rows, gain, count=15, spread=spread, runs=runs)
    single = words(random, rows, gain, count=15, spread=spread)  # no luck of a run in any word
    for row in (0, rows - 1):
        data[row] = single[row]
    return data


def _measure(mode: Mode | OverCorpora, rounds: int, seed: int) -> tuple[float, float]:
    return mode.measure(rounds, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="modes whose name contains this, nothing else")
    options = parser.parse_args()
    rounds, seed, begin = options.rounds, options.seed, time.perf_counter()
    chosen = [mode for mode in modes() if options.only in mode.name]
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
    if not options.only:
        failed += check_intervals(rounds, seed, options.jobs, noise)
    print(f"{rounds:,} rounds each, {time.perf_counter() - begin:.0f} s")
    for failure in failed:
        print(f"FAILS: {failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
