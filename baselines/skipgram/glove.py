"""Word vectors by GloVe, over any text of word ids."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from baselines.skipgram import _glove_kernel
from baselines.skipgram.slices import run_slices
from clss.errors import DivergenceError
from clss.parameters import Choice, Kind, Number, Whole, check_values
from clss.progress import Progress, ProgressCallback, per_second
from clss.scratch import only_read

#: Entries between two looks at the cost, at the clock and at the keyboard.
SLICE = 500_000

#: What the parameters of a training may be, under the names that users of the models type.
GLOVE: Mapping[str, Kind] = {
    "dim": Whole(at_least=1),
    "window": Whole(at_least=1),
    "epochs": Whole(at_least=1),
    "alpha": Number(above=0),
    "glove_x_max": Number(above=0),
    "glove_weight": Choice("distance", "constant"),
    "seed": Whole(at_least=0),
    "workers": Whole(at_least=1),
}


@dataclass(frozen=True)
class GloVeParameters:
    """The parameters of GloVe; its released tool has window 15, 25 epochs and eta 0.05.

    Parameters
    ----------
    dim, window, epochs, seed, workers : int
        As for :class:`baselines.skipgram.trainer.SkipGramParameters`; the window is not random.
    eta : float
        Initial rate of AdaGrad.
    x_max : float
        Counts from here on weigh the same; the tool has 100, small corpora want less.
    weight : {"distance", "constant"}
        What a pair of words at distance k adds to its count: 1/k, or 1. In a text that was
        shuffled at random the distance means nothing.
    """

    dim: int = 200
    window: int = 48
    epochs: int = 15
    eta: float = 0.05
    x_max: float = 100.0
    weight: Literal["distance", "constant"] = "distance"
    seed: int = 1
    workers: int = 1

    def check(self) -> None:
        """Refuse values that make no sense."""
        renamed = {"alpha": self.eta, "glove_x_max": self.x_max, "glove_weight": self.weight}
        check_values(GLOVE, vars(self) | renamed)


class Entries(NamedTuple):
    """Non-zero co-occurrence counts; of two different words both orders are there."""

    rows: np.ndarray
    columns: np.ndarray
    counts: np.ndarray


def count_pairs(
    tokens: np.ndarray, offsets: np.ndarray, window: int, weight: str = "distance"
) -> Entries:
    """Count how often words occur within `window` tokens of each other, sorted by ids.

    Examples
    --------
    >>> rows, columns, counts = count_pairs(np.array([0, 1, 2]), np.array([0, 3]), window=2)
    >>> [(int(i), int(j), float(x)) for i, j, x in zip(rows, columns, counts) if i < j]
    [(0, 1, 1.0), (0, 2, 0.5), (1, 2, 1.0)]
    """
    tokens, offsets = only_read(tokens, np.int32), only_read(offsets, np.int64)
    lengths = np.diff(offsets)
    most = int((lengths * np.minimum(lengths, window)).max(initial=1))
    size = 1 << int(max(4 * most, 1 << 16)).bit_length()
    keys, values = np.full(size, _glove_kernel.EMPTY), np.zeros(size)
    document, filled = 0, 0
    while True:
        document, filled = _glove_kernel.count_documents(
            tokens,
            offsets,
            document,
            len(lengths),
            window,
            weight == "constant",
            keys,
            values,
            filled,
        )
        if document == len(lengths):
            break
        larger = np.full(2 * len(keys), _glove_kernel.EMPTY), np.zeros(2 * len(keys))
        _glove_kernel.move_cells(keys, values, *larger)
        keys, values = larger
    used = keys != _glove_kernel.EMPTY
    keys, values = keys[used], values[used].astype(np.float32)
    low, high = (keys >> np.uint64(32)).astype(np.int32), keys.astype(np.uint32).astype(np.int32)
    mirrored = low != high
    rows = np.concatenate((low, high[mirrored]))
    columns = np.concatenate((high, low[mirrored]))
    counts = np.concatenate((values, values[mirrored]))
    order = np.lexsort((columns, rows))  # that of the hash table depends on its size
    return Entries(rows[order], columns[order], counts[order])


def train_glove(
    tokens: np.ndarray,
    offsets: np.ndarray,
    n_words: int,
    parameters: GloVeParameters,
    progress: ProgressCallback | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Train GloVe; return the sums of word and context vectors, and the context vectors.

    Words that occur beside no other get vectors of zeros.

    References
    ----------
    J. Pennington, R. Socher and C. D. Manning (2014). GloVe: Global vectors for word
    representation. EMNLP.

    Examples
    --------
    >>> tokens, offsets = np.array([0, 1, 0, 1, 2, 3, 2, 3]), np.array([0, 4, 8])
    >>> vectors, _ = train_glove(tokens, offsets, 4, GloVeParameters(dim=4, window=2))
    >>> vectors.shape
    (4, 4)
    """
    parameters.check()
    entries = count_pairs(tokens, offsets, parameters.window, parameters.weight)
    random = np.random.default_rng([parameters.seed, 0])
    order = random.permutation(len(entries.counts))
    rows, columns, counts = (part[order] for part in entries)
    shape = (n_words, parameters.dim + 1)  # the last column is the bias
    words, contexts = (
        (random.random(shape, dtype=np.float32) - np.float32(0.5)) / np.float32(parameters.dim)
        for _ in range(2)
    )
    squares = [np.ones(shape, dtype=np.float32) for _ in range(2)]

    def work(first: int, last: int) -> float:
        return _glove_kernel.descend(
            first,
            last,
            rows,
            columns,
            counts,
            parameters.x_max,
            0.75,
            parameters.eta,
            words,
            contexts,
            *squares,
        )

    starts = range(0, len(counts), SLICE)
    slices = [(first, min(first + SLICE, len(counts))) for first in starts] * parameters.epochs
    done, total, begun = 0, parameters.epochs * len(counts), time.monotonic()
    with closing(run_slices(work, slices, parameters.workers)) as costs:
        for (first, last), cost in zip(slices, costs, strict=True):
            if not np.isfinite(cost):
                break
            done += last - first
            if progress is not None:
                speed = per_second(done, begun)
                values = {"loss": cost / (last - first), "entries/s": speed}
                progress(Progress("training", done, total, "entries", values))
    if done < total or not (np.isfinite(words).all() and np.isfinite(contexts).all()):
        raise DivergenceError(
            f"GloVe left the finite numbers: lower alpha (now {parameters.eta}) "
            f"or raise glove_x_max (now {parameters.x_max:g})"
        )
    seen = np.zeros(n_words, dtype=bool)
    seen[rows] = True
    words[~seen], contexts[~seen] = 0.0, 0.0
    return (words + contexts)[:, :-1].copy(), contexts[:, :-1].copy()
