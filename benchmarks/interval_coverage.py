"""Coverage of the intervals beside differences, and the level of equivalence; simulated.

Run by ``benchmarks/type_one_error.py``.
"""

from __future__ import annotations

import numpy as np
from joblib import Parallel, delayed
from simulated_answers import seeds, words
from tabulate import tabulate

from evaluation.stats.difference import PairedDifference
from evaluation.stats.permutation import permutation_test
from evaluation.stats.significance import mcnemar

ALPHA = 0.05
RESAMPLES = 499


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


def check_intervals(rounds: int, seed: int, jobs: int, noise: float) -> list[str]:
    """Print coverage and agreement of intervals and the level of equivalence; return what fails."""
    parallel = Parallel(n_jobs=jobs, backend="multiprocessing")
    failed = []
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
    return failed
