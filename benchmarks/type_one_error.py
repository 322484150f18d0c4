"""How often each test offered calls two equally good systems different (it should: 5%).

    python benchmarks/type_one_error.py              about a minute
    python benchmarks/type_one_error.py --rounds 20000

Three simulations. Items independent: all forms of McNemar's test, beside their true level by
enumeration. Items in clusters, as the sentences of one noun: McNemar by items, and by clusters the
sign-flip test that tables print, and whether the bootstrap interval leaves out zero. A table of
equally good rows: how often any row gets a false mark, by correction. The exit code is 1 if the
exact test or Holm's correction exceeds its level, or mid-p is not nearer to it than the exact test.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache

import numpy as np
from tabulate import tabulate

from evaluation.stats.intervals import cluster_bootstrap, mcnemar_power
from evaluation.stats.tests import CORRECTIONS, METHODS, adjust, mcnemar

ALPHA = 0.05
SETTINGS = [(50, 0.1), (100, 0.2), (360, 0.1), (360, 0.3), (1000, 0.2)]


@cache
def pvalue(b: int, c: int, method: str) -> float:
    return mcnemar(b, c, method).pvalue


def independent_items(rounds: int, random: np.random.Generator) -> dict[str, list[float]]:
    """Return per form the simulated level in every setting, and print it beside the true one."""
    levels: dict[str, list[float]] = {method: [] for method in METHODS}
    rows = []
    for n, share in SETTINGS:
        m = random.binomial(n, share, size=rounds)
        b = random.binomial(m, 0.5)
        row: list[str] = [f"{n} items, {share:.0%} discordant"]
        for method in METHODS:
            pairs = zip(b.tolist(), (m - b).tolist(), strict=True)
            level = float(np.mean([pvalue(x, y, method) <= ALPHA for x, y in pairs]))
            levels[method].append(level)
            true = mcnemar_power(0.0, share, n, alpha=ALPHA, method=method)
            row.append(f"{level:.4f} ({true:.4f})")
        rows.append(row)
    heads = ["independent items", *(f"{method}: simulated (true)" for method in METHODS)]
    print(tabulate(rows, heads, disable_numparse=True), end="\n\n")
    return levels


def clustered_items(rounds: int, random: np.random.Generator) -> None:
    """Two systems of the same accuracy, each of which knows a noun better or worse as a whole."""
    rows = []
    for words, sentences, strength in [(15, 24, 0.0), (15, 24, 1.0), (15, 24, 2.0), (40, 9, 1.0)]:
        names = np.repeat(np.arange(words), sentences).astype(str)
        hits = np.zeros(4)
        for _ in range(rounds):
            skill = random.normal(0.8, strength, size=(2, words, 1))
            chance = 1 / (1 + np.exp(-skill))
            right = (random.random((2, words, sentences)) < chance).reshape(2, -1)
            b, c = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
            found = cluster_bootstrap(right[0].astype(float) - right[1], names, resamples=500)
            hits += [
                pvalue(b, c, "exact") <= ALPHA,
                pvalue(b, c, "midp") <= ALPHA,
                found.pvalue <= ALPHA,
                not found.ci[0] <= 0 <= found.ci[1],
            ]
        label = f"{words} words x {sentences}, words differ by {strength:g}"
        rows.append([label, *(f"{share:.3f}" for share in hits / rounds)])
    heads = [
        "clustered items",
        "exact by items",
        "midp by items",
        "sign flips by word",
        "bootstrap by word",
    ]
    print(tabulate(rows, heads, disable_numparse=True), end="\n\n")


def family_of_rows(rounds: int, random: np.random.Generator) -> dict[str, float]:
    """Nine equally good rows against a baseline on 500 items: is any of them marked?"""
    n, rows = 500, 9
    any_mark = dict.fromkeys(CORRECTIONS, 0)
    for _ in range(rounds):
        difficulty = random.beta(1.5, 1.5, size=n)
        right = random.random((rows + 1, n)) < difficulty
        raw = [
            pvalue(int((row & ~right[0]).sum()), int((right[0] & ~row).sum()), "exact")
            for row in right[1:]
        ]
        if min(raw) > ALPHA:
            continue  # no correction marks what is not marked without
        for correction in CORRECTIONS:
            any_mark[correction] += bool((adjust(raw, correction) <= ALPHA).any())
    shares = {correction: count / rounds for correction, count in any_mark.items()}
    print(
        tabulate(
            [[f"{rows} rows against one", *(f"{s:.3f}" for s in shares.values())]],
            ["any false mark", *shares],
            disable_numparse=True,
        )
    )
    return shares


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    levels = independent_items(options.rounds, random)
    clustered_items(max(options.rounds // 10, 100), random)
    shares = family_of_rows(max(options.rounds // 10, 100), random)

    def noise(rounds: int) -> float:
        return 3 * float(np.sqrt(ALPHA * (1 - ALPHA) / rounds))

    nearer = [
        abs(midp - ALPHA) < abs(exact - ALPHA)
        for midp, exact in zip(levels["midp"], levels["exact"], strict=True)
    ]
    holds = {
        "exact is conservative": max(levels["exact"]) <= ALPHA + noise(options.rounds),
        "mid-p is nearer to its level than exact": all(nearer),
        "Holm bounds the chance of any false mark": shares["holm"]
        <= ALPHA + noise(max(options.rounds // 10, 100)),
    }
    print()
    for claim, true in holds.items():
        print(f"{'holds' if true else 'FAILS'}: {claim}")
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
