"""Kernel: how often each word is expected to translate each of its candidates, over all pairs."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(cache=True, nogil=True)
def expected_counts(
    source_starts: np.ndarray,
    source_words: np.ndarray,
    source_counts: np.ndarray,
    target_starts: np.ndarray,
    target_words: np.ndarray,
    target_counts: np.ndarray,
    candidates: np.ndarray,
    table: np.ndarray,
    background: np.ndarray,
    null: float,
) -> np.ndarray:
    """Share out every target word of a document among the source words of its pair.

    Both languages come as rows of documents, a word of a document once, with its count. A source
    word gets a share by its count times ``table[word, i]``, its probability of translating to
    ``candidates[word, i]`` (-1 for none); words that have no counterpart get ``null`` times the
    length of the source document times ``background``. Only candidates that are in the document
    are touched, so a pass takes the words of all source documents times the candidates of a word.
    """
    expected = np.zeros_like(table)
    place = np.full(background.size, -1, dtype=np.int64)  # of a word in the target document
    most = 0
    for document in range(target_starts.size - 1):
        most = max(most, target_starts[document + 1] - target_starts[document])
    shares = np.empty(most, dtype=np.float64)
    for document in range(source_starts.size - 1):
        first, last = source_starts[document], source_starts[document + 1]
        begin, end = target_starts[document], target_starts[document + 1]
        length = 0.0
        for i in range(first, last):
            length += source_counts[i]
        for j in range(begin, end):
            place[target_words[j]] = j - begin
            shares[j - begin] = null * length * background[target_words[j]]
        for i in range(first, last):
            word = source_words[i]
            for c in range(candidates.shape[1]):
                other = candidates[word, c]
                if other >= 0 and place[other] >= 0:
                    shares[place[other]] += source_counts[i] * table[word, c]
        for j in range(begin, end):  # from the whole to what one share of it is worth
            whole = shares[j - begin]
            shares[j - begin] = target_counts[j] / whole if whole > 0 else 0.0
        for i in range(first, last):
            word = source_words[i]
            for c in range(candidates.shape[1]):
                other = candidates[word, c]
                if other >= 0 and place[other] >= 0:
                    expected[word, c] += source_counts[i] * table[word, c] * shares[place[other]]
        for j in range(begin, end):
            place[target_words[j]] = -1
    return expected
