"""One bootstrapping iteration: cosines of all words of two languages over the pairs of a lexicon.

    python benchmarks/bootstrap.py SOURCE.txt.gz TARGET.txt.gz [--pairs 5000] [--workers 2]

The seed pairs words of equal rank, as many as asked for: the work depends on their number and
frequency, not on their quality. The same partners are then found by a dense float32 product in
blocks and by scipy's sparse product, for comparison. Seconds of the processor are those of all
threads together; memory is the peak of a process of its own.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).parent))
from measure import measure

from baselines.counting.ppmi import ppmi
from baselines.counting.windows import window_counts
from baselines.lexical.bootstrap import Bootstrapping, select_columns
from clss.corpus import AlignedCorpus
from clss.lexicon import Lexicon
from clss.matrices import unit_rows

WeightsAndSeed = tuple[tuple[sparse.csr_matrix, sparse.csr_matrix], Lexicon]
BLOCK = 512


def prepare(files: tuple[str, str], pairs: int) -> WeightsAndSeed:
    corpus = AlignedCorpus.from_files(*files, min_count=5)
    weights = tuple(ppmi(window_counts(side, 6)) for side in corpus.sides)
    words = corpus.source.vocabulary, corpus.target.vocabulary
    ranks = np.arange(min(pairs, len(words[0]), len(words[1])))
    few = Lexicon(*words, ranks[:5], ranks[:5])
    Bootstrapping().step((weights[0], weights[1]), few, few)  # compiled before the clock starts
    return (weights[0], weights[1]), Lexicon(*words, ranks, ranks)


def ours(workers: int, given: WeightsAndSeed) -> tuple[float, int]:
    weights, lexicon = given
    begin = time.process_time()
    _, record = Bootstrapping(workers=workers).step(weights, lexicon, lexicon)
    return time.process_time() - begin, record.proposed


def spaces(given: WeightsAndSeed) -> list[sparse.csr_matrix]:
    weights, lexicon = given
    return [
        unit_rows(select_columns(matrix, ids)).astype(np.float32)
        for matrix, ids in zip(weights, (lexicon.source_ids, lexicon.target_ids), strict=True)
    ]


def mutual_of_blocks(blocks: list[np.ndarray]) -> int:
    scores = np.vstack(blocks)
    to_target, to_source = scores.argmax(axis=1), scores.argmax(axis=0)
    return int((to_source[to_target] == np.arange(len(to_target))).sum())


def dense_product(given: WeightsAndSeed) -> tuple[float, int]:
    begin = time.process_time()
    left, right = spaces(given)
    turned = right.toarray().T
    blocks = [left[i : i + BLOCK].toarray() @ turned for i in range(0, left.shape[0], BLOCK)]
    return time.process_time() - begin, mutual_of_blocks(blocks)


def sparse_product(given: WeightsAndSeed) -> tuple[float, int]:
    begin = time.process_time()
    left, right = spaces(given)
    turned = right.T.tocsr()
    blocks = [(left[i : i + BLOCK] @ turned).toarray() for i in range(0, left.shape[0], BLOCK)]
    return time.process_time() - begin, mutual_of_blocks(blocks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    make = partial(prepare, (arguments.source, arguments.target), arguments.pairs)
    first = None
    for name, run in (
        ("one iteration", partial(ours, arguments.workers)),
        ("dense float32 product", dense_product),
        ("scipy sparse product", sparse_product),
    ):
        cost, _ = measure(make, run)
        processor, found = cost.result
        first = first or processor
        print(
            f"{name:22} {cost.seconds:6.1f} s, of the processor {processor:6.1f} s "
            f"({processor / first:4.1f} times ours), peak {cost.peak_megabytes:6.0f} MB, "
            f"{found} mutual pairs"
        )


if __name__ == "__main__":
    main()
