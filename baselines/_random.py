"""Random numbers inside kernels: a counter-based generator, and draws from any distribution.

The state is a counter that is hashed (splitmix64), so that every document of every epoch has its
own stream: how a corpus is cut into slices, and which thread gets which, changes no draw.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np
from numba import njit

#: what is added to the state of a stream for its next number
STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32, _S40 = (np.uint64(shift) for shift in (27, 30, 31, 32, 40))
_LOW24, _LOW32 = np.uint64(0xFFFFFF), np.uint64(0xFFFFFFFF)
_UNIT = np.float32(2.0**-24)


@njit(nogil=True, cache=True, inline="always")
def mixed(z):
    """Hash 64 bits (the finaliser of splitmix64)."""
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@njit(nogil=True, cache=True)
def start_stream(state, key, epoch, document):
    """Set the state to the beginning of a document's stream in an epoch."""
    state[0] = mixed(mixed(np.uint64(key) + np.uint64(epoch) * STEP) + np.uint64(document) * STEP)


@njit(nogil=True, cache=True, inline="always")
def next_bits(state):
    """Return 64 random bits."""
    state[0] += STEP
    return mixed(state[0])


@njit(nogil=True, cache=True, inline="always")
def below(bits, n):
    """Return a whole number in ``[0, n)`` from the upper half of 64 bits."""
    return np.int64(((bits >> _S32) * np.uint64(n)) >> _S32)


@njit(nogil=True, cache=True, inline="always")
def unit(bits):
    """Return a number in ``[0, 1)`` from the upper 24 of 64 bits."""
    return np.float32(bits >> _S40) * _UNIT


@njit(nogil=True, cache=True, inline="always")
def draw(bits, cells):
    """Draw from the distribution of a table made by :func:`alias_cells`."""
    chosen = below(bits, len(cells))
    cell = cells[chosen]
    # the lower bits have not chosen the cell
    return chosen if (bits & _LOW24) < (cell >> _S32) else np.int64(cell & _LOW32)


@njit(cache=True)
def _fill_alias(scaled, probability, alias):
    n = len(scaled)
    small, large = np.empty(n, np.int64), np.empty(n, np.int64)
    n_small = n_large = 0
    for i in range(n):
        if scaled[i] < 1.0:
            small[n_small] = i
            n_small += 1
        else:
            large[n_large] = i
            n_large += 1
    while n_small and n_large:
        n_small -= 1
        poor, rich = small[n_small], large[n_large - 1]
        probability[poor], alias[poor] = scaled[poor], rich
        scaled[rich] -= 1.0 - scaled[poor]
        if scaled[rich] < 1.0:
            n_large -= 1
            small[n_small] = rich
            n_small += 1


def alias_table(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Make the table by which one random number gives one draw, whatever the distribution.

    Returns
    -------
    probability : ndarray of float32
        With which a cell stands for itself.
    alias : ndarray of int32
        What it stands for otherwise.

    References
    ----------
    A. J. Walker (1977). An efficient method for generating discrete random variables with general
    distributions. ACM Transactions on Mathematical Software 3.

    Examples
    --------
    >>> probability, alias = alias_table(np.array([1.0, 3.0]))
    >>> probability.tolist(), alias.tolist()
    ([0.5, 1.0], [1, 1])
    """
    scaled = np.asarray(weights, dtype=np.float64) * (len(weights) / np.sum(weights))
    probability = np.ones(len(scaled), dtype=np.float32)
    alias = np.arange(len(scaled), dtype=np.int32)
    _fill_alias(scaled, probability, alias)
    # rounding may leave a cell unfilled; one without weight must still never be drawn
    left = (np.asarray(weights) == 0) & (alias == np.arange(len(alias)))
    probability[left], alias[left] = 0.0, np.argmax(weights)
    return probability, alias


def alias_cells(weights: np.ndarray) -> np.ndarray:
    """Return the same table with a cell in one number, so that a draw reads memory once.

    The upper half is the probability in units of 2**-24, rounded up: fewer whole numbers than that
    are below it. The lower half is the alias.

    Examples
    --------
    >>> [(int(cell) >> 32, int(cell) % 2**32) for cell in alias_cells(np.array([1.0, 3.0]))]
    [(8388608, 1), (16777216, 1)]
    """
    probability, alias = alias_table(weights)
    threshold = np.ceil(probability.astype(np.float64) * 2**24).astype(np.uint64)
    return (threshold << _S32) | alias.astype(np.uint64)


def noise_weights(counts: np.ndarray) -> np.ndarray:
    """Return the weights of words as negative examples: counts to the power 3/4."""
    return np.asarray(counts, dtype=np.float64) ** 0.75


def keep_probability(counts: np.ndarray, sample: float) -> np.ndarray:
    """Return the probability with which each occurrence of a word is kept.

    The form of the word2vec tool, ``sqrt(t/f) + t/f``, not that of the article about it.

    Parameters
    ----------
    counts : ndarray
        Occurrences in the whole text that is trained on.
    sample : float
        The threshold t; 0 keeps everything.

    Examples
    --------
    >>> [round(float(p), 5) for p in keep_probability(np.array([1, 999]), sample=1e-3)]
    [1.0, 0.03264]
    """
    counts = np.asarray(counts, dtype=np.float64)
    if sample <= 0:
        return np.ones(len(counts), dtype=np.float32)
    ratio = sample * counts.sum() / np.maximum(counts, 1.0)
    return np.minimum(1.0, np.sqrt(ratio) + ratio).astype(np.float32)
