"""Kernels of GloVe: weighted co-occurrence counts in a hash table, and AdaGrad over them."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np
from numba import njit

from baselines import _random
from baselines._random import mixed
from clss._numba_cache import watching

#: Key of an empty cell; no pair of words has it, since ids are below 2^31.
EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)
_S32 = np.uint64(32)
_FAST = {"contract", "arcp", "nsz", "reassoc", "afn"}

_when_changed = watching(_random.__file__)


@_when_changed
@njit(nogil=True, cache=True)
def add(keys, values, key, value):
    """Add to a pair's count; return whether the pair is new. The size is a power of two."""
    mask = np.uint64(len(keys) - 1)
    cell = mixed(key) & mask
    while keys[cell] != EMPTY:
        if keys[cell] == key:
            values[cell] += value
            return 0
        cell = (cell + np.uint64(1)) & mask
    keys[cell], values[cell] = key, value
    return 1


@_when_changed
@njit(nogil=True, cache=True)
def count_documents(tokens, offsets, first, last, window, constant, keys, values, filled):
    """Count pairs in documents from `first` on, the smaller id in front.

    Stops before a document that might fill the table beyond a half; returns that document and
    the number of filled cells.
    """
    half = len(keys) // 2
    for document in range(first, last):
        begin, end = offsets[document], offsets[document + 1]
        if filled + (end - begin) * min(window, end - begin) > half:
            return document, filled
        for i in range(begin, end):
            for j in range(i + 1, min(i + window + 1, end)):
                low, high = min(tokens[i], tokens[j]), max(tokens[i], tokens[j])
                # a symmetric window meets a word beside itself from both sides
                value = (2.0 if low == high else 1.0) / (1.0 if constant else j - i)
                filled += add(keys, values, (np.uint64(low) << _S32) | np.uint64(high), value)
    return last, filled


@_when_changed
@njit(nogil=True, cache=True)
def move_cells(keys, values, new_keys, new_values):
    """Put all pairs into a larger table."""
    for cell in range(len(keys)):
        if keys[cell] != EMPTY:
            add(new_keys, new_values, keys[cell], values[cell])


@njit(nogil=True, cache=True, fastmath=_FAST, error_model="numpy")
def descend(
    first,
    last,
    rows,
    columns,
    counts,
    x_max,
    power,
    eta,
    words,
    contexts,
    word_squares,
    context_squares,
):
    """Take one AdaGrad step for each of the entries ``first .. last - 1``; return their cost.

    The last column of each matrix is the bias. As in the released tool, the gradient is
    multiplied by `eta` before its square is added up.
    """
    dim, cost = words.shape[1] - 1, 0.0
    for entry in range(first, last):
        w, c = words[rows[entry]], contexts[columns[entry]]
        gw, gc = word_squares[rows[entry]], context_squares[columns[entry]]
        x, product = counts[entry], np.float32(0.0)
        for k in range(dim):
            product += w[k] * c[k]
        difference = product + w[dim] + c[dim] - np.float32(np.log(x))
        weight = np.float32((x / x_max) ** power if x < x_max else 1.0)
        cost += 0.5 * weight * difference * difference
        step = np.float32(eta) * weight * difference
        for k in range(dim):
            to_word, to_context = step * c[k], step * w[k]
            w[k] -= to_word / np.sqrt(gw[k])
            c[k] -= to_context / np.sqrt(gc[k])
            gw[k] += to_word * to_word
            gc[k] += to_context * to_context
        w[dim] -= step / np.sqrt(gw[dim])
        c[dim] -= step / np.sqrt(gc[dim])
        gw[dim] += step * step
        gc[dim] += step * step
    return cost
