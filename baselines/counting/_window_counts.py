"""Kernel: how often two words stand within a window of each other, exactly, as rows of a CSR."""

from __future__ import annotations

import numba
import numpy as np

#: The row of a word whose windows hold fewer words than the vocabulary divided by this is collected
#: from the windows and sorted; others are read from all counters in order.
RARE = 64


@numba.njit(cache=True, nogil=True)
def pad_documents(tokens: np.ndarray, offsets: np.ndarray, window: int, filler: int) -> np.ndarray:
    """Copy the text with `window` fillers around every document, so no window needs a limit."""
    documents = offsets.size - 1
    padded = np.full(tokens.size + (documents + 1) * window, filler, dtype=np.int32)
    for document in range(documents):
        shift = (document + 1) * window
        for position in range(offsets[document], offsets[document + 1]):
            padded[position + shift] = tokens[position]
    return padded


@numba.njit(cache=True, nogil=True)
def positions_by_word(padded: np.ndarray, vocabulary_size: int) -> tuple[np.ndarray, np.ndarray]:
    """Sort token positions by word (a counting sort): where each word's list starts, the lists."""
    starts = np.zeros(vocabulary_size + 2, dtype=np.int64)
    for token in padded:
        starts[token + 1] += 1
    for word in range(vocabulary_size):
        starts[word + 1] += starts[word]
    starts = starts[: vocabulary_size + 1].copy()
    free = starts.copy()
    positions = np.empty(starts[vocabulary_size], dtype=np.int64)
    for position in range(padded.size):
        token = padded[position]
        if token < vocabulary_size:
            positions[free[token]] = position
            free[token] += 1
    return starts, positions


@numba.njit(cache=True, nogil=True)
def count_rows(
    padded: np.ndarray, starts: np.ndarray, positions: np.ndarray, window: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Count the contexts of one word after the other, columns ascending.

    Going word by word keeps the counters of one row (4 bytes a word) in the nearest cache, where
    a pass over the text would touch a different row of the matrix at every token. The row is
    read from the counters in order; only that of a rare word, nearly empty, is collected and
    sorted instead.
    """
    vocabulary_size = starts.size - 1
    counters = np.zeros(vocabulary_size + 1, dtype=np.int32)
    indptr = np.zeros(vocabulary_size + 1, dtype=np.int64)
    capacity = max(16, 4 * vocabulary_size)
    indices = np.empty(capacity, dtype=np.int32)
    counts = np.empty(capacity, dtype=np.int32)
    size = 0
    for word in range(vocabulary_size):
        occurrences = starts[word + 1] - starts[word]
        most = min(vocabulary_size, 2 * window * occurrences)
        if size + most > capacity:
            capacity = max(2 * capacity, size + most)
            indices = _grown(indices, capacity, size)
            counts = _grown(counts, capacity, size)
        places = positions[starts[word] : starts[word + 1]]
        for centre in places:
            for position in range(centre - window, centre + window + 1):
                counters[padded[position]] += 1
        # the loop counted the centre and the fillers, too, to do without a test in it
        counters[word] -= occurrences
        counters[vocabulary_size] = 0
        if most < vocabulary_size // RARE:
            found = size
            for centre in places:
                for position in range(centre - window, centre + window + 1):
                    context = padded[position]
                    if counters[context] > 0:
                        # negative until the columns are sorted: not to be collected twice
                        counters[context] = -counters[context]
                        indices[size] = context
                        size += 1
            indices[found:size].sort()
            for i in range(found, size):
                counts[i] = -counters[indices[i]]
                counters[indices[i]] = 0
        else:
            for context in range(vocabulary_size):
                if counters[context] > 0:
                    indices[size] = context
                    counts[size] = counters[context]
                    size += 1
            counters[:] = 0
        indptr[word + 1] = size
    return indptr, indices[:size].copy(), counts[:size].copy()


@numba.njit(cache=True, nogil=True)
def _grown(array: np.ndarray, capacity: int, used: int) -> np.ndarray:
    larger = np.empty(capacity, dtype=array.dtype)
    larger[:used] = array[:used]
    return larger
