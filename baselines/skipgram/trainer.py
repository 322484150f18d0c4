"""Word vectors by skip-gram or CBOW with negative sampling, over any text of word ids.

BWESG trains on pseudo-bilingual documents with it, Mikolov's mapping on each language::

    parameters = SkipGramParameters(dim=100, window=16, seed=1)
    trainer = SkipGramTrainer(tokens, offsets, n_words, parameters).train(progress)
    trainer.input_vectors

Every document has its own random stream and learning rate, so one thread may cut an epoch into
consecutive ranges anywhere.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from baselines._random import alias_cells, keep_probability, noise_weights
from baselines.skipgram import _kernel
from baselines.skipgram._copies import train_copies
from baselines.skipgram._simd import aligned_zeros, padded
from clss.errors import DivergenceError, InputError
from clss.parameters import Choice, Kind, Nothing, Number, Whole, check_values
from clss.progress import Progress, ProgressCallback, per_second
from clss.scratch import count_ids, only_read

#: Tokens that a thread reads between two looks at the loss, at the clock and at the keyboard.
SLICE = 5_000

#: Tokens for every word of the vocabulary that a thread reads before copies are joined. What a copy
#: has learned fits its own vectors, not those of the others, and some of it has to be learned again
#: after every joining: on large texts rounds of one token for a word are far worse than one thread,
#: shorter ones worse still, and such long ones as good (docs/defaults.md).
ROUND = 8

#: What the parameters of a training may be.
SKIP_GRAM: Mapping[str, Kind] = {
    "dim": Whole(at_least=1),
    "window": Whole(at_least=1),
    "negative": Whole(at_least=1),
    "sample": Number(at_least=0),
    "epochs": Whole(at_least=1),
    "alpha": Number(above=0),
    "min_alpha": Number(at_least=0) | Nothing(),
    "backbone": Choice("sgns", "cbow"),
    "max_sentence": Whole(at_least=0),
    "seed": Whole(at_least=0),
    "workers": Whole(at_least=1),
    "shared": Whole(at_least=1),
    "draws": Whole(at_least=1) | Nothing(),
}


@dataclass(frozen=True)
class SkipGramParameters:
    """The parameters of word2vec; the defaults are the article's, not the tool's.

    Parameters
    ----------
    dim, window, negative, sample, epochs, alpha, min_alpha, backbone, max_sentence, \
seed, workers, shared, draws
        As for :class:`baselines.skipgram.bwesg.BWESG`, but for `alpha`, which is a number here, and
        GloVe, which is no `backbone` of these.
    """

    dim: int = 200
    window: int = 48
    negative: int = 25
    sample: float = 1e-4
    epochs: int = 15
    alpha: float = 0.025
    min_alpha: float | None = None
    backbone: str = "sgns"
    max_sentence: int = 1000
    seed: int = 1
    workers: int = 1
    shared: int = 8
    draws: int | None = None

    def check(self) -> None:
        """Refuse values that make no sense."""
        check_values(SKIP_GRAM, vars(self))
        if self.final_alpha > self.alpha:
            raise InputError(f"min_alpha ({self.min_alpha}) is higher than alpha ({self.alpha})")
        if self.drawn > self.negative:
            raise InputError(f"draws ({self.draws}) are more than negative ({self.negative})")

    @property
    def drawn(self) -> int:
        """Negative examples drawn for a step."""
        return self.negative if self.draws is None or self.backbone == "cbow" else self.draws

    @property
    def final_alpha(self) -> float:
        """The learning rate below which training does not fall."""
        return 1e-4 * self.alpha if self.min_alpha is None else self.min_alpha


class SkipGramTrainer:
    """Trains input and output vectors for the words of a text.

    Parameters
    ----------
    tokens : ndarray of int
        Word ids of all documents, one after the other.
    offsets : ndarray of int
        Where documents begin; one more than there are documents.
    n_words : int
        Size of the vocabulary. Words that do not occur in the text get vectors of zeros.
    parameters : SkipGramParameters

    Attributes
    ----------
    input_vectors, output_vectors : ndarray of float32, shape (n_words, dim)
        Views of what is trained.

    References
    ----------
    T. Mikolov, I. Sutskever, K. Chen, G. Corrado and J. Dean (2013). Distributed representations
    of words and phrases and their compositionality. NIPS.
    S. Ji, N. Satish, S. Li and P. Dubey (2016). Parallelizing word2vec in shared and distributed
    memory. arXiv:1604.04661.

    Examples
    --------
    >>> tokens = np.array([0, 1, 0, 1, 2, 3, 2, 3])
    >>> parameters = SkipGramParameters(dim=4, window=2, sample=0, epochs=2)
    >>> trainer = SkipGramTrainer(tokens, np.array([0, 4, 8]), 4, parameters).train()
    >>> trainer.input_vectors.shape
    (4, 4)
    """

    def __init__(
        self, tokens: np.ndarray, offsets: np.ndarray, n_words: int, parameters: SkipGramParameters
    ) -> None:
        parameters.check()
        self.tokens = only_read(tokens, np.int32)
        self.offsets = only_read(offsets, np.int64)
        self.parameters = parameters
        self.n_documents = len(self.offsets) - 1
        self.n_tokens = len(self.tokens)
        self.loss = float("nan")
        self.pairs = 0
        counts = count_ids(self.tokens, n_words)
        if not self.n_tokens or len(counts) > n_words:
            raise InputError(f"expected word ids below {n_words}, and at least one of them")
        inputs, outputs = initial_vectors(counts, parameters)
        noise = alias_cells(noise_weights(counts))
        keep = keep_probability(counts, parameters.sample)
        self.tables = _kernel.Tables(inputs, outputs, keep, noise)
        is_cbow = parameters.backbone == "cbow"
        batch = safe_batch(noise_weights(counts), parameters.alpha, parameters.shared)
        self.settings = _kernel.Settings(
            parameters.window,
            parameters.negative,
            parameters.drawn,
            batch,
            is_cbow,
            float(parameters.alpha),
            float(parameters.final_alpha),
            float(parameters.epochs * self.n_tokens + 1),
            _key(parameters.seed),
        )
        self._local = threading.local()

    @property
    def input_vectors(self) -> np.ndarray:
        """The vectors of words as context, the ones that are used; a view."""
        return self.tables.inputs[:, : self.parameters.dim]

    @property
    def output_vectors(self) -> np.ndarray:
        """The vectors of words as predicted; a view."""
        return self.tables.outputs[:, : self.parameters.dim]

    def workspace(self) -> _kernel.Workspace:
        """Return the memory of the calling thread."""
        if not hasattr(self._local, "workspace"):
            longest = int(np.diff(self.offsets).max(initial=1))
            sentence = min(self.parameters.max_sentence or longest, longest)
            n_words, width = self.tables.inputs.shape
            self._local.workspace = _kernel.make_workspace(
                n_words, width, sentence, self.settings.drawn, self.settings.batch
            )
        return self._local.workspace

    def train_range(
        self, first: int, last: int, epoch: int, tables: _kernel.Tables | None = None
    ) -> np.ndarray:
        """Train on documents ``first .. last - 1`` of an epoch; the GIL is not held.

        Parameters
        ----------
        first, last, epoch : int
        tables : Tables, optional
            The copy of the vectors that is trained; by default the vectors themselves.

        Returns
        -------
        ndarray of float64
            Loss of a sample of the pairs, the size of the sample, the number of pairs.
        """
        totals = np.zeros(3)
        _kernel.train_documents(
            self.tokens,
            self.offsets,
            first,
            last,
            epoch,
            self.tables if tables is None else tables,
            self.settings,
            self.workspace(),
            totals,
        )
        return totals

    def train(self, progress: ProgressCallback | None = None) -> SkipGramTrainer:
        """Train all epochs, and report the loss and the speed after every slice of text.

        Raises
        ------
        DivergenceError
            As soon as the loss of a slice is not finite, or far above that of vectors of zeros.
        """
        total = self.parameters.epochs * self.n_tokens
        begun, read = time.monotonic(), 0
        with closing(self._train_slices()) as results:
            for tokens, totals in results:
                read += tokens
                self._note(totals)
                if progress is not None:
                    speed = per_second(read, begun)
                    values = {"tokens/s": speed}
                    if np.isfinite(self.loss):  # of the first pairs perhaps none was sampled
                        values["loss"] = self.loss
                    progress(Progress("training", read, total, "tokens", values))
        self.check_finite()
        return self

    def check_finite(self) -> None:
        """Raise :class:`clss.errors.DivergenceError` if a vector is not finite."""
        if not all(np.isfinite(matrix).all() for matrix in self.tables[:2]):
            raise divergence(self.parameters)

    def _note(self, totals: np.ndarray) -> None:
        self.pairs += int(totals[2])
        if totals[1]:
            self.loss = float(totals[0] / totals[1])
            # vectors of zeros have the loss (1 + negative) ln 2; far above, they explode
            if not self.loss < 4 * (1 + self.parameters.negative):
                raise divergence(self.parameters)

    def _train_slices(self) -> Generator[tuple[int, np.ndarray], None, None]:
        """Train slice by slice; yield its tokens and what :meth:`train_range` returns."""

        def train(
            copies: list[np.ndarray], first: int, last: int, epoch: int
        ) -> tuple[int, np.ndarray]:
            inputs, outputs = copies
            tables = self.tables._replace(inputs=inputs, outputs=outputs)
            tokens = int(self.offsets[last] - self.offsets[first])
            return tokens, self.train_range(first, last, epoch, tables)

        vectors = [self.tables.inputs, self.tables.outputs]
        if self.parameters.workers > 1:
            return train_copies(train, self._rounds(), vectors, self.parameters.workers)
        return (train(vectors, *one) for (slices,) in self._rounds() for one in slices)

    def _rounds(self) -> Iterator[list[list[tuple[int, int, int]]]]:
        """Cut every epoch into rounds, those into a part for every thread, and that into slices.

        One thread has one round in an epoch. Several read about :data:`ROUND` times as many tokens
        each in a round as there are words, so that joining the copies costs about the same share of
        the time whatever their size, and have at least one round in an epoch.
        """
        workers, words = self.parameters.workers, len(self.tables.inputs)
        n_rounds = 1 if workers == 1 else max(1, self.n_tokens // (ROUND * workers * words))
        parts = list(pairwise(self._cut(0, self.n_documents, workers * n_rounds)))
        for epoch in range(self.parameters.epochs):
            for first in range(0, len(parts), workers):
                own = [self._slices(*part, epoch) for part in parts[first : first + workers]]
                yield own + [[]] * (workers - len(own))

    def _slices(self, first: int, last: int, epoch: int) -> list[tuple[int, int, int]]:
        tokens = int(self.offsets[last] - self.offsets[first])
        cuts = self._cut(first, last, -(-tokens // SLICE))
        return [(begin, end, epoch) for begin, end in pairwise(cuts)]

    def _cut(self, first: int, last: int, n: int) -> list[int]:
        """Cut documents into at most `n` ranges with about as many tokens each."""
        begin, end = self.offsets[first], self.offsets[last]
        marks = begin + (end - begin) * np.arange(1, n) // max(n, 1)
        inner = np.searchsorted(self.offsets, marks, side="left").clip(first, last)
        cuts: list[int] = np.unique([first, *inner, last]).tolist()
        return cuts


def refuse_untrained(pairs: int, words: int, epochs: int) -> None:
    """Refuse vectors that are as random as they were, because hardly any word had a context.

    Raises
    ------
    InputError
        If there was less than one pair of words per word and epoch.

    Examples
    --------
    >>> refuse_untrained(pairs=6, words=14, epochs=15)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    clss.errors.InputError: nothing was learned: 6 pairs of words in 15 epochs for 14 words; ...
    """
    if pairs < words * epochs:
        raise InputError(
            f"nothing was learned: {pairs} pairs of words in {epochs} epochs for {words} words;"
            " the corpus is too small for the parameters (take more text, or sample = 0, which"
            " keeps all occurrences of frequent words)"
        )


def initial_vectors(
    counts: np.ndarray, parameters: SkipGramParameters
) -> tuple[np.ndarray, np.ndarray]:
    """Return input vectors uniform in ``[-0.5, 0.5) / dim`` and output vectors of zeros.

    Both have columns of zeros up to whole vectors, which stay zeros.
    """
    inputs, outputs = (aligned_zeros(len(counts), padded(parameters.dim)) for _ in range(2))
    random = np.random.default_rng([parameters.seed, 0])
    values = random.random((len(counts), parameters.dim), dtype=np.float32)
    inputs[:, : parameters.dim] = (values - np.float32(0.5)) / np.float32(parameters.dim)
    inputs[counts == 0] = 0.0
    return inputs, outputs


def safe_batch(weights: np.ndarray, alpha: float, wanted: int) -> int:
    """Return how many context words may share one step without overshooting.

    A batch moves an output vector by the sum of what its words ask for. That is too far where
    steps are large, and where few words are repeated over and over: measured, training explodes
    from ``alpha * batch`` of 0.6 to 2 on, and with a batch larger than the vocabulary.

    Parameters
    ----------
    weights : ndarray
        Of the words as negative examples; their perplexity of order 2 is the size that counts.
    alpha : float
    wanted : int
        How many are asked for. Batches are made of whole tiles of four words, so from four on this
        is rounded down to a multiple of four.

    Examples
    --------
    >>> [safe_batch(np.ones(1000), alpha, 20) for alpha in (0.01, 0.025, 0.05, 0.1, 0.5)]
    [20, 20, 8, 4, 4]
    >>> safe_batch(np.ones(10), 0.025, 20)
    8
    >>> [safe_batch(np.ones(1000), 0.025, wanted) for wanted in (1, 3, 4, 7, 9)]
    [1, 3, 4, 4, 8]
    """
    effective = weights.sum() ** 2 / (weights**2).sum()
    tiles = int(min(0.5 / alpha, effective) * (1 + 1e-9)) // _kernel.UNIT
    whole = wanted if wanted < _kernel.UNIT else wanted // _kernel.UNIT * _kernel.UNIT
    return min(whole, max(tiles, 1) * _kernel.UNIT)


def _key(seed: int) -> np.uint64:
    return np.random.SeedSequence([seed, 1]).generate_state(1, np.uint64)[0]


def divergence(parameters: SkipGramParameters) -> DivergenceError:
    """Make the error of a training that left the finite numbers."""
    return DivergenceError(
        f"training diverges: lower alpha (now {parameters.alpha}), or else "
        f"window (now {parameters.window}) or negative (now {parameters.negative})"
    )
