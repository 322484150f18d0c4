"""Window co-occurrence counts, against Counter loops and against numpy and scipy.

    python benchmarks/window_counts.py [--tokens 5000000] [--words 15000] [--window 6]

The text is drawn from a Zipf distribution, 200 tokens a document. Every way counts the same text
and must give the same matrix; seconds are those of the processor, so that a busy machine does not
change the ratios (everything here runs in one thread). Counters run on a fifth of the text and are
charged five times: in full they need several gigabytes, and their dictionaries only get slower.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from scipy import sparse

from baselines.counting.windows import window_counts
from clss.corpus import Side
from clss.vocabulary import Vocabulary

LENGTH = 200
PART = 5


def zipf_text(tokens: int, words: int, seed: int = 1) -> Side:
    generator = np.random.default_rng(seed)
    weights = 1.0 / np.arange(10, words + 10)
    drawn = np.searchsorted(np.cumsum(weights) / weights.sum(), generator.random(tokens))
    drawn = np.minimum(drawn, words - 1).astype(np.int32)
    offsets = np.append(np.arange(0, tokens, LENGTH), tokens).astype(np.int64)
    vocabulary = Vocabulary(map(str, range(words)), np.bincount(drawn, minlength=words))
    return Side("x", vocabulary, drawn, offsets)


def part_of(side: Side) -> Side:
    offsets = side.offsets[: len(side) // PART + 1].copy()
    return Side(side.lang, side.vocabulary, side.tokens[: offsets[-1]].copy(), offsets)


def counter_loop(side: Side, window: int) -> sparse.csr_matrix:
    counts: Counter[tuple[int, int]] = Counter()
    for i in range(len(side)):
        document = side.document(i).tolist()
        for position, centre in enumerate(document):
            for context in document[max(0, position - window) : position]:
                counts[centre, context] += 1
            for context in document[position + 1 : position + 1 + window]:
                counts[centre, context] += 1
    return from_counter(counts, len(side.vocabulary))


def counter_of_zipped(side: Side, window: int) -> sparse.csr_matrix:
    """The fastest a Counter can be: it counts in C, and only pairs to the right."""
    counts: Counter[tuple[int, int]] = Counter()
    for i in range(len(side)):
        document = side.document(i).tolist()
        for distance in range(1, window + 1):
            counts.update(zip(document, document[distance:], strict=False))
    right = from_counter(counts, len(side.vocabulary))
    return right + right.T


def from_counter(counts: Counter[tuple[int, int]], size: int) -> sparse.csr_matrix:
    keys = np.array(list(counts), dtype=np.int64).reshape(-1, 2)
    values = np.fromiter(counts.values(), dtype=np.int32)
    return sparse.coo_matrix((values, (keys[:, 0], keys[:, 1])), shape=(size, size)).tocsr()


def shifted(side: Side, window: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Tokens beside the tokens 1 .. window places later, within documents."""
    document = np.repeat(np.arange(len(side)), side.lengths)
    pairs = []
    for distance in range(1, window + 1):
        together = document[:-distance] == document[distance:]
        pairs.append((side.tokens[:-distance][together], side.tokens[distance:][together]))
    return pairs


def numpy_unique(side: Side, window: int) -> sparse.csr_matrix:
    size = np.int64(len(side.vocabulary))
    keys = np.concatenate([a * size + b for a, b in shifted(side, window)])
    keys, counts = np.unique(keys, return_counts=True)
    shape = (int(size), int(size))
    right = sparse.csr_matrix((counts.astype(np.int32), (keys // size, keys % size)), shape=shape)
    return right + right.T


def scipy_coo(side: Side, window: int) -> sparse.csr_matrix:
    size = len(side.vocabulary)
    total = sparse.csr_matrix((size, size), dtype=np.int32)
    for a, b in shifted(side, window):
        ones = np.ones(len(a), dtype=np.int32)
        total = total + sparse.coo_matrix((ones, (a, b)), shape=(size, size)).tocsr()
    return total + total.T


def scipy_product(side: Side, window: int) -> sparse.csr_matrix:
    size, total = len(side.vocabulary), None
    for a, b in shifted(side, window):
        ones, rows = np.ones(len(a), dtype=np.int32), np.arange(len(a) + 1)
        left = sparse.csr_matrix((ones, a, rows), shape=(len(a), size))
        right = sparse.csr_matrix((ones, b, rows), shape=(len(b), size))
        product = left.T.tocsr() @ right
        total = product if total is None else total + product
    return total + total.T


def timed(count: Callable[[Side, int], sparse.csr_matrix], side: Side, window: int):
    begin = time.process_time()
    matrix = count(side, window)
    return time.process_time() - begin, matrix


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tokens", type=int, default=5_000_000)
    parser.add_argument("--words", type=int, default=15_000)
    parser.add_argument("--window", type=int, default=6)
    arguments = parser.parse_args()
    side = zipf_text(arguments.tokens, arguments.words)
    part = part_of(side)
    window_counts(part, arguments.window)  # compiled before the clock starts
    ours, matrix = timed(window_counts, side, arguments.window)
    of_part = window_counts(part, arguments.window)
    print(
        f"{side.n_tokens} tokens, {len(side.vocabulary)} words, window {arguments.window}, "
        f"{matrix.nnz} pairs of words, {matrix.sum()} of tokens"
    )
    print(f"{'clss window_counts':24} {ours:8.2f} s")
    ways = [
        (counter_loop, part, of_part),
        (counter_of_zipped, part, of_part),
        (numpy_unique, side, matrix),
        (scipy_coo, side, matrix),
        (scipy_product, side, matrix),
    ]
    for count, text, expected in ways:
        seconds, result = timed(count, text, arguments.window)
        seconds *= side.n_tokens / text.n_tokens
        assert (result != expected).nnz == 0, f"{count.__name__} counts otherwise"
        print(f"{count.__name__:24} {seconds:8.2f} s   {seconds / ours:6.1f} times ours")


if __name__ == "__main__":
    main()
