"""The ten nearest of every word, against a full matrix product and argsort.

    python benchmarks/neighbors.py             20,000 x 20,000 words, 300 dimensions
    python benchmarks/neighbors.py --large     200,000 x 200,000 words, a sample of the queries

Each side runs in a process of its own; memory is what the search takes beyond the vectors. With
--large only ours runs (the full matrix would take 160 GB) and the peak of the whole process,
vectors included, must stay under 2 GB.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from measure import measure

TOP, DIM, LIMIT_MB = 10, 300, 2000


def make_space(words: int) -> Any:
    from clss.space import BilingualSpace
    from clss.vocabulary import Vocabulary

    random = np.random.default_rng(1)
    matrices = [random.standard_normal((words, DIM), dtype=np.float32) for _ in range(2)]
    vocabularies = [Vocabulary(f"{side}{i}" for i in range(words)) for side in "st"]
    space = BilingualSpace(*vocabularies, *matrices)
    if words > 1000:
        # kernels are compiled and loaded on first use; that is not searching
        make_space(100).nearest(np.arange(100), top=TOP)
    return space


def our_search(space: Any, queries: int) -> np.ndarray:
    ids = np.arange(len(space.source))[:: max(1, len(space.source) // queries)]
    return space.nearest(ids, top=TOP)[0]


def full_search(space: Any) -> np.ndarray:
    source, target = (np.array(space.matrix(side)) for side in ("source", "target"))
    source /= np.linalg.norm(source, axis=1, keepdims=True)
    target /= np.linalg.norm(target, axis=1, keepdims=True)
    scores = source @ target.T
    return np.argsort(-scores, axis=1)[:, :TOP]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--queries", type=int, default=2_000, help="sample size with --large")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    if options.large:
        words = 200_000
        cost, _ = measure(partial(make_space, words), partial(our_search, queries=options.queries))
        print(
            f"{words:,} x {words:,} words, {DIM} dimensions, {len(cost.result):,} queries: "
            f"{cost.seconds:.1f} s, peak {cost.peak_megabytes:,.0f} MB with the vectors "
            f"(limit {LIMIT_MB:,} MB)"
        )
        return int(cost.peak_megabytes >= LIMIT_MB)
    prepare = partial(make_space, options.words)
    ours, _ = measure(prepare, partial(our_search, queries=options.words), options.repeats)
    full, _ = measure(prepare, full_search, options.repeats)
    agree = float((ours.result == full.result).mean())
    print(
        f"{options.words:,} x {options.words:,} words, {DIM} dimensions, top {TOP}, median of "
        f"{options.repeats} runs; {agree:.4%} of the answers are the same"
    )
    for name, cost in (("product and argsort", full), ("BilingualSpace.nearest", ours)):
        print(
            f"{name:<24}{cost.seconds:8.2f} s{cost.extra_megabytes:9.0f} MB"
            f"{full.seconds / cost.seconds:8.1f} x faster"
            f"{full.extra_megabytes / cost.extra_megabytes:8.1f} x less memory"
        )
    tenth = ours.extra_megabytes <= full.extra_megabytes / 10
    return int(not (ours.seconds < full.seconds and tenth))


if __name__ == "__main__":
    sys.exit(main())
