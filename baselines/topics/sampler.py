"""The state of a BiLDA Gibbs chain and its sweeps, sharded so that threads never matter.

The words of each language are divided into `shards` blocks, the pairs into as many blocks as both
languages have together, of about equal numbers of tokens. A sweep has one round for each; in round
`s` block `p` of the pairs meets block ``p + s`` (modulo their number) of the words (Yan, Xu & Qi
2009). Within a round no two cells share a pair or a word, so counts of pairs and of words are
always exact; only the topic totals of other cells of the same language are as of the beginning of
the round.

With one shard there are no such cells: while one thread draws the source tokens of one half of
the pairs, another draws the target tokens of the other half. The two share no pair, no word and,
since BiLDA's totals are those of a language, no total. So this is the plain collapsed sampler,
every token drawn given the present topics of all others, with two threads at work. More shards
trade that exactness for more threads: how many work on the cells of a round changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import gammaln

from baselines._random import mixed
from baselines.topics import _arrangement, _kernel
from clss.arrays import check_ids
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.scratch import blocks, count_ids, only_read, scratch_array

#: topic lists are written anew after each of so many first sweeps, when they shrink fast, and later
#: after one sweep in so many
LISTS_EVERY = 8
#: what a checkpoint holds beside the number of sweeps
_STATE = ("z", "slot_of", "list_used", "list_topic", "list_count")
_DISAGREEMENTS = {
    _arrangement.NO_LIST: "list_used does not fit the lists",
    _arrangement.NO_SLOT: "slot_of leads out of a list",
    _arrangement.DISAGREED: "the lists do not agree with the tokens' topics",
    _arrangement.TWICE: "a topic stands twice in a list",
}


class GibbsState:
    """All tokens of a corpus with their topics, and the counts that follow from them.

    Parameters
    ----------
    corpus : AlignedCorpus
    topics : int
    alpha, beta : float
        Symmetric Dirichlet parameters of topics in pairs and of words in topics.
    shards : int
        Blocks of each language's words. One is exact; results depend on it.
    seed : int
        Chooses the initial topics, uniform over all, and all later draws.
    assignments : pair of ndarray, optional
        Topics to begin with, one for each token of the two sides.

    Attributes
    ----------
    sweeps : int
        Sweeps done.
    totals : ndarray, shape (2, topics)
        Tokens of each topic per language.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> state = GibbsState(toy_corpus(), topics=10, alpha=0.1, beta=0.01, seed=1)
    >>> before = state.log_likelihood()
    >>> for _ in range(20):
    ...     state.sweep()
    >>> bool(state.log_likelihood() > before)
    True
    """

    def __init__(
        self,
        corpus: AlignedCorpus,
        topics: int,
        alpha: float,
        beta: float,
        shards: int = 1,
        seed: int = 1,
        assignments: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> None:
        self.topics, self.alpha, self.beta = topics, alpha, beta
        self.key = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
        self.sizes = tuple(len(side.vocabulary) for side in corpus.sides)
        self.beta_sum = np.array([beta * size for size in self.sizes])
        self.sweeps = 0
        self._arrange(corpus)
        self._divide(shards)
        topic_type = np.uint16 if topics < 2**16 else np.uint32
        self.z = scratch_array(len(self.pair_of), topic_type)
        if assignments is None:
            generator = np.random.Generator(np.random.Philox(key=int(self.key)))
            for block in blocks(len(self.z)):
                self.z[block] = generator.integers(0, topics, block.stop - block.start)
        else:
            for (z, origin), given in zip(self._halves(), assignments, strict=True):
                for block in blocks(len(z)):
                    z[block] = given[origin(block)]
        self.slot_of = scratch_array(len(self.z), topic_type)
        longest = int(np.diff(self.pair_start).max(initial=0))
        slots = int(self.list_start[-1])
        self.list_count = scratch_array(slots, np.uint16 if longest < 2**16 else np.uint32)
        self.list_topic = scratch_array(slots, topic_type)
        self.list_used = np.zeros(len(self.pair_start) - 1, np.int32)
        self.totals = self.count_totals()
        self.write_lists()

    def _arrange(self, corpus: AlignedCorpus) -> None:
        """Order the tokens by word, then pair: what one word's sampling reads lies together."""
        tokens = [only_read(side.tokens, np.int32) for side in corpus.sides]
        offsets = [only_read(side.offsets, np.int64) for side in corpus.sides]
        occurrences = map(count_ids, tokens, self.sizes)
        self.word_start = np.concatenate([[0], np.cumsum(np.concatenate([*occurrences]))])
        self.pair_start = offsets[0] + offsets[1]
        self.language = np.repeat(np.arange(2, dtype=np.int8), self.sizes)
        length = int(self.pair_start[-1])
        number = index_type(length)
        #: the place in the corpus (source tokens, then target tokens) of each token here
        self.origin = scratch_array(length, number)
        self.pair_of = scratch_array(length, np.int32)
        #: the tokens pair by pair
        self.order = scratch_array(length, number)
        _arrangement.arrange_tokens(
            tokens[0],
            offsets[0],
            tokens[1],
            offsets[1],
            self.sizes[0],
            self.word_start[:-1].copy(),
            self.origin,
            self.pair_of,
            self.order,
        )
        lengths = np.diff(self.pair_start)
        # after one token is taken out there are fewer topics than tokens: a slot is always free
        slots = np.minimum(lengths, self.topics) + _kernel.SLOT_BLOCK - 1
        slots -= slots % _kernel.SLOT_BLOCK
        self.list_start = np.concatenate([[0], np.cumsum(slots)])

    def _divide(self, shards: int) -> None:
        sizes = np.split(np.diff(self.word_start), [self.sizes[0]])
        source = spread(sizes[0], shards)
        target = [block + np.int32(self.sizes[0]) for block in spread(sizes[1], shards)]
        self.word_blocks = [block for both in zip(source, target, strict=True) for block in both]
        self.pair_blocks = equal_blocks(self.pair_start, self.blocks)
        # where, among the occurrences of a word, each block of pairs begins
        bounds = np.empty((self.blocks + 1, len(self.word_start) - 1), dtype=np.int64)
        bounds[0], bounds[-1] = self.word_start[:-1], self.word_start[1:]
        for p, first in enumerate(self.pair_blocks[1:-1], 1):
            _arrangement.first_places(self.pair_of, self.word_start, first, bounds[p])
        self.bounds = bounds

    @property
    def blocks(self) -> int:
        """The number of blocks of words, of pairs, and of rounds."""
        return len(self.word_blocks)

    @property
    def n_tokens(self) -> int:
        """The number of tokens of both languages."""
        return len(self.z)

    def sweep(self, pool: ThreadPoolExecutor | None = None) -> None:
        """Draw every token's topic once."""
        key = np.uint64(mixed(self.key ^ np.uint64(self.sweeps)))
        for shift in range(self.blocks):
            before = self.totals.copy()

            def cell(p: int, shift: int = shift, before: np.ndarray = before) -> np.ndarray:
                return self._sample(p, (p + shift) % self.blocks, before.copy(), key)

            for totals in _map(pool, cell, range(self.blocks)):
                self.totals += totals - before
        self.sweeps += 1
        if self.sweeps <= LISTS_EVERY or self.sweeps % LISTS_EVERY == 0:
            self.write_lists(pool)

    def _sample(self, pairs: int, words: int, totals: np.ndarray, key: np.uint64) -> np.ndarray:
        # one more topic than there are: the one of empty slots, whose weight is zero
        width = (self.topics // _kernel.TOPIC_BLOCK + 1) * _kernel.TOPIC_BLOCK
        longest = int(np.diff(self.list_start).max(initial=0))
        _kernel.sample_words(
            self.word_blocks[words],
            self.word_start,
            self.bounds[pairs],
            self.bounds[pairs + 1],
            self.language,
            self.pair_of,
            self.z,
            self.slot_of,
            self.list_start,
            self.list_used,
            self.list_topic,
            self.list_count,
            totals,
            self.beta_sum,
            self.alpha,
            self.beta,
            self.topics,
            key,
            np.zeros(width, np.float32),
            np.zeros(width, np.int32),
            np.zeros(width, np.float32),
            np.zeros(width // _kernel.TOPIC_BLOCK),
            np.zeros(longest // _kernel.SLOT_BLOCK + 1, np.float32),
        )
        return totals

    def write_lists(self, pool: ThreadPoolExecutor | None = None) -> None:
        """Write the topic lists of all pairs anew from the tokens' topics."""

        def block(p: int) -> None:
            _kernel.list_topics(
                self.pair_blocks[p],
                self.pair_blocks[p + 1],
                self.pair_start,
                self.order,
                self.z,
                self.slot_of,
                self.list_start,
                self.list_used,
                self.list_topic,
                self.list_count,
                self.topics,
            )

        _map(pool, block, range(self.blocks))

    def log_likelihood(self, pool: ThreadPoolExecutor | None = None) -> float:
        """Return ``ln p(words, topics)``, normalising constants included."""
        most = int(np.diff(self.word_start).max(initial=0))
        log_rising = np.log(np.arange(most + 1) + self.beta)
        longest = int(np.diff(self.pair_start).max(initial=0))
        log_gamma = gammaln(self.alpha + np.arange(longest + 1)) - gammaln(self.alpha)

        def words(p: int) -> float:
            return _kernel.words_log_likelihood(
                self.word_blocks[p], self.word_start, self.z, log_rising, self.topics
            )

        def pairs(p: int) -> float:
            return _kernel.pairs_log_likelihood(
                self.pair_blocks[p],
                self.pair_blocks[p + 1],
                self.pair_start,
                self.list_start,
                self.list_used,
                self.list_count,
                log_gamma,
                self.topics * self.alpha,
            )

        parts = [*_map(pool, words, range(self.blocks)), *_map(pool, pairs, range(self.blocks))]
        sums = self.beta_sum[:, None]
        return float(sum(parts) + (gammaln(sums) - gammaln(sums + self.totals)).sum())

    def count_totals(self) -> np.ndarray:
        """Count the tokens of each topic per language, from the tokens' topics."""
        split = self.word_start[self.sizes[0]]
        parts = (self.z[:split], self.z[split:])
        return np.stack([count_ids(z, self.topics) for z in parts])

    def word_topic_counts(self) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
        """Count topics of words, words in rows, per language."""
        counts = []
        first = 0
        for size in self.sizes:
            start = self.word_start[first : first + size + 1]
            counts.append(_count_rows(self.z, self.order[:0], start, self.topics))
            first += size
        return counts[0], counts[1]

    def document_topic_counts(self) -> sparse.csr_matrix:
        """Count topics of pairs over both languages, pairs in rows."""
        return _count_rows(self.z, self.order, self.pair_start, self.topics)

    def assignments(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the topics of the tokens as they stand in the corpus, per language."""
        found = []
        for z, origin in self._halves():
            found.append(scratch_array(len(z), np.int32))
            for block in blocks(len(z)):
                found[-1][origin(block)] = z[block]
        return found[0], found[1]

    def _halves(self) -> list[tuple[np.ndarray, Callable[[slice], np.ndarray]]]:
        """Return the topics of each language, and where in its text the tokens of a block stand."""
        split = int(self.word_start[self.sizes[0]])
        return [
            (self.z[:split], lambda block: self.origin[:split][block]),
            (self.z[split:], lambda block: self.origin[split:][block] - split),
        ]

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a checkpoint must hold; everything else follows from the corpus."""
        return {**{name: getattr(self, name) for name in _STATE}, "sweeps": np.array([self.sweeps])}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take back what :meth:`arrays` returned; a state that no chain can be in is refused.

        The kernels write where the lists say, so lists, slots and topics must agree.
        """
        self._check(arrays)
        for name in _STATE:
            getattr(self, name)[:] = arrays[name]
        self.sweeps = int(arrays["sweeps"][0])
        self.totals = self.count_totals()

    def _check(self, arrays: Mapping[str, np.ndarray]) -> None:
        for name in (*_STATE, "sweeps"):
            mine = np.zeros(1, np.int64) if name == "sweeps" else getattr(self, name)
            if name not in arrays or (arrays[name].dtype, arrays[name].shape) != (
                mine.dtype,
                mine.shape,
            ):
                raise InputError(f"{name} is not the array of this chain")
        check_ids("sweeps", arrays["sweeps"], 1 << 62)
        z, slot_of, list_used, list_topic, list_count = (
            only_read(arrays[name], arrays[name].dtype) for name in _STATE
        )
        check_ids("z", z, self.topics)
        check_ids("list_topic", list_topic, self.topics + 1)
        found = _arrangement.check_lists(
            self.pair_start,
            self.order,
            z,
            slot_of,
            self.list_start,
            list_used,
            list_topic,
            list_count,
            self.topics,
            _kernel.SLOT_BLOCK,
        )
        if found != _arrangement.AGREED:
            raise InputError(_DISAGREEMENTS[found])


def index_type(length: int) -> type[np.signedinteger[Any]]:
    """Return the smallest numbers that can name every place of an array.

    >>> index_type(2**31 - 1).__name__, index_type(2**31).__name__
    ('int32', 'int64')
    """
    return np.int32 if length < 2**31 else np.int64


def equal_blocks(start: np.ndarray, blocks: int) -> np.ndarray:
    """Divide rows into runs of about equal size; `start` is where each row begins, and the end.

    >>> equal_blocks(np.array([0, 4, 5, 6, 8]), 2)
    array([0, 1, 4])
    """
    inner = np.searchsorted(start, start[-1] * np.arange(1, blocks) / blocks)
    return np.concatenate([[0], inner, [len(start) - 1]])


def spread(sizes: np.ndarray, blocks: int) -> list[np.ndarray]:
    """Deal items to blocks, the largest first, always to the smallest block so far.

    >>> [block.tolist() for block in spread(np.array([5, 1, 4, 2]), 2)]
    [[0, 1], [2, 3]]
    """
    if blocks == 1:
        return [np.arange(len(sizes), dtype=np.int32)]
    filled = np.zeros(blocks, dtype=np.int64)
    owner = np.empty(len(sizes), dtype=np.int32)
    for item in np.argsort(-sizes, kind="stable"):
        owner[item] = filled.argmin()
        filled[owner[item]] += sizes[item]
    return [np.flatnonzero(owner == block).astype(np.int32) for block in range(blocks)]


def _count_rows(
    topics: np.ndarray, order: np.ndarray, start: np.ndarray, n_topics: int
) -> sparse.csr_matrix:
    """Count the topics of rows of tokens, see :func:`_arrangement.count_distinct`."""
    indptr = np.empty(len(start), dtype=np.int64)
    _arrangement.count_distinct(topics, order, start, n_topics, indptr)
    indices, counts = np.empty((2, int(indptr[-1])), dtype=np.int32)
    _arrangement.count_topics(topics, order, start, n_topics, indptr, indices, counts)
    return sparse.csr_matrix((counts, indices, indptr), shape=(len(start) - 1, n_topics))


def _map(
    pool: ThreadPoolExecutor | None, function: Callable[[int], Any], items: Iterable[int]
) -> Sequence[Any]:
    return list(map(function, items) if pool is None else pool.map(function, items))
