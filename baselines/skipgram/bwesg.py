"""BWESG: bilingual word embeddings by skip-gram on pseudo-bilingual documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from baselines.pseudo_bilingual import SHUFFLING, Shuffle, pseudo_bilingual
from baselines.sizes import suited_dim
from baselines.skipgram.expected_pairs import expected_pairs
from baselines.skipgram.word_vectors import WORD_VECTORS, Backbone, Backend, WordVectorModel
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.parameters import Kind
from clss.progress import ProgressCallback
from clss.space import BilingualSpace


class BWESG(WordVectorModel):
    """Skip-gram with negative sampling on documents made of both languages.

    The two documents of a pair are made into one pseudo-bilingual document, in which a word has
    words of both languages around it; a monolingual model trained on these documents puts both
    languages into one space. Aligned sentences are documents like others.

    Parameters
    ----------
    dim : int
        Dimensions of the vectors.
    window : int
        The largest distance of a context word; drawn uniformly from 1 .. `window` at each token.
        With GloVe the window is fixed.
    shuffle : {"length-ratio", "merge", "none", "proportional"}
        How documents are made: interleaved by the ratio of their lengths (deterministic), merged
        and permuted at random, the target appended to the source, or interleaved evenly, without
        the tail that "length-ratio" leaves (not in the article).
    negative : int
        Negative examples of a pair (not with GloVe).
    sample : float
        Words with a higher relative frequency are thinned out; 0 keeps all (not with GloVe).
    epochs : int
        Passes over the corpus.
    alpha : float, optional
        Initial learning rate. It falls linearly; with GloVe AdaGrad lowers it. By default that of
        the backbone, see :data:`baselines.skipgram.word_vectors.ALPHA`.
    min_alpha : float, optional
        The learning rate falls no further; by default ``alpha / 10000`` (not with GloVe).
    backbone : {"sgns", "cbow", "glove"}
        The monolingual model.
    max_sentence : int
        Longer documents are cut after so many kept tokens, as word2vec does; 0 for never (not
        with GloVe).
    shuffle_index : int
        Number of the random shuffle, of those that belong to `seed`; with "merge" only.
    glove_x_max : float
        Counts from here on weigh the same; with GloVe only. The released tool has 100, which is
        for corpora of billions of words.
    glove_weight : {"distance", "constant"}
        What a pair of words at distance k adds to its count, 1/k or 1; with GloVe only.
    backend : {"clss", "gensim"}
        The kernel: our own, or gensim's as a reference.
    seed : int
        Of the initial vectors, of everything drawn and of the shuffle "merge".
    workers : int
        Threads. Each trains a copy of the vectors, and the copies are joined whenever each has read
        about eight tokens for every word of the vocabulary: another number of threads gives other
        vectors, the same number the same bytes. Threads of GloVe and of gensim change common
        vectors: the result differs from run to run.
    shared : int
        How many context words of a window share one draw of negative examples and are trained in
        one step. Every pair of words gets `negative` examples whatever this is; with the default
        they are drawn once for up to eight context words, where word2vec and gensim draw anew for
        each. ``shared=1`` switches that off: every pair draws its own and is trained by itself.
        More are faster, but their examples are no longer independent, and a step sees vectors that
        are that much older. Above four, this is rounded down to a multiple of four. Fewer than
        asked for share a draw where steps are large or words are few, since training would explode
        (:func:`baselines.skipgram.trainer.safe_batch`). Only with "sgns" and our own kernel, as the
        next.
    draws : int, optional
        Negative examples drawn for such a step; by default `negative`. Fewer are faster: each
        weighs ``negative / draws``, so that the expected step stays the same, with more noise.

    Notes
    -----
    Output vectors are kept as ``space_.context_vectors``. With GloVe the vectors are the sums of
    word and context vectors.

    References
    ----------
    I. Vulić and M.-F. Moens (2016). Bilingual distributed word representations from
    document-aligned comparable data. Journal of Artificial Intelligence Research 55.
    S. Maleki, M. Musuvathi, T. Mytkowicz, O. Saarikivi, T. Xu, V. Eksarevskiy, J. Ekanayake and
    E. Barsoum (2021). Scaling distributed training with adaptive summation. MLSys. (How copies of
    the vectors are joined with several `workers`.)

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = BWESG(dim=16, window=8, sample=0, epochs=20).fit(toy_corpus())
    >>> model.space_.neighbors("s03", lang="s", top=1)[0].word
    't03'
    """

    name: ClassVar[str] = "bwesg"
    citations = ("vulic2016bilingual",)
    bytes_per_token = 16
    algorithm_version: ClassVar[int] = 3
    parameters: ClassVar[Mapping[str, Kind]] = {**WORD_VECTORS, **SHUFFLING}

    def __init__(
        self,
        dim: int = 200,
        window: int = 48,
        shuffle: Shuffle = "length-ratio",
        negative: int = 25,
        sample: float = 1e-4,
        epochs: int = 15,
        alpha: float | None = None,
        min_alpha: float | None = None,
        backbone: Backbone = "sgns",
        max_sentence: int = 1000,
        shuffle_index: int = 0,
        glove_x_max: float = 10.0,
        glove_weight: Literal["distance", "constant"] = "distance",
        backend: Backend = "clss",
        seed: int = 1,
        workers: int = 1,
        shared: int = 8,
        draws: int | None = None,
    ) -> None:
        super().__init__(
            dim=dim,
            window=window,
            negative=negative,
            sample=sample,
            epochs=epochs,
            alpha=alpha,
            min_alpha=min_alpha,
            backbone=backbone,
            max_sentence=max_sentence,
            glove_x_max=glove_x_max,
            glove_weight=glove_weight,
            backend=backend,
            seed=seed,
            workers=workers,
            shared=shared,
            draws=draws,
        )
        self.shuffle = shuffle
        self.shuffle_index = shuffle_index

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 16, "window": 8, "sample": 0, "epochs": 12, "alpha": 0.05}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return dimensions by the length of the text."""
        return {"dim": suited_dim(statistics)}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return dimensions, learning rates and ways of making documents."""
        dim = suited_dim(statistics)
        return {
            "dim": [dim, 2 * dim],
            "alpha": [0.05, 0.025],
            "shuffle": ["length-ratio", "merge"],
        }

    def amount_of_text(self, statistics: CorpusStatistics) -> float:
        """Return the number of pairs of words in an epoch."""
        length = sum(statistics.average_length)
        tokens, words = sum(statistics.tokens), sum(statistics.vocabulary)
        return expected_pairs(tokens, words, length, self.window, float(self.sample))

    def _words_at_once(self, statistics: CorpusStatistics) -> int:
        return sum(statistics.vocabulary)

    def idle_parameters(self) -> dict[str, str]:
        """Return what the other backbones, the other backend and the shuffles look at."""
        idle = super().idle_parameters()
        if self.shuffle != "merge":
            idle["shuffle_index"] = "unless shuffle is 'merge'"
        return idle

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        text = pseudo_bilingual(corpus, self.shuffle, self.seed, self.shuffle_index)
        vectors = self.train(text.tokens, text.offsets, text.n_words, self.seed, progress)
        cut = [len(corpus.source.vocabulary)]
        source, target = (np.ascontiguousarray(part) for part in np.split(vectors.inputs, cut))
        contexts = tuple(np.ascontiguousarray(part) for part in np.split(vectors.outputs, cut))
        return self._space_of(
            corpus,
            source,
            target,
            context_vectors=(contexts[0], contexts[1]),
            metadata={"one_sided_pairs": text.one_sided, **vectors.notes},
        )
