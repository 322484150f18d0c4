"""BilBOWA: two skip-gram models and a bridge of sentence means (Gouws et al. 2015)."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np

from baselines._bilbowa import GROUP, Cross, Language, train_pairs
from baselines._parameters import choice, number, whole
from baselines.sgns import SLICE, SkipGramParameters, SkipGramTrainer
from clss.corpus import AlignedCorpus
from clss.errors import DivergenceError
from clss.model import RepresentationModel
from clss.progress import Progress, ProgressCallback
from clss.space import BilingualSpace


class BilBOWA(RepresentationModel):
    """Bilingual bag-of-words without alignments.

    Each language has a skip-gram model of its own; in between, the mean input vectors of two
    aligned sentences are drawn together.

    **What it works on.** Sentence-aligned data: there the means of two sentences should agree.
    On documents it is weak, as the article found ("much lower" than the others on Wikipedia):
    the mean of a hundred words hardly says which of them translates which, and with the tool's
    undivided step (`scale`) every word of a document is drawn towards every word of the other.

    Parameters
    ----------
    dim : int
        Dimensions of the vectors.
    window : int
        The largest distance of a context word, see :class:`baselines.sgns.SkipGramParameters`.
    negative : int
        Negative examples of a pair.
    sample : float
        Words with a higher relative frequency in their language are thinned out, for skip-gram
        and for the sentence means alike; 0 keeps all.
    epochs : int
        Passes over the corpus.
    learning_rate : float
        Of both terms; it falls linearly to nothing, as in the tool without AdaGrad.
    cross_weight : float
        Weight of the cross-lingual term (the tool's ``xling-lambda``).
    scale : {"code", "gradient"}
        Every word of a source sentence of m words moves by learning_rate x cross_weight x the
        difference of the means ("code", what the tool does), or by that divided by m, the
        gradient of half the squared distance.
    clip : float
        No component moves further than this in one cross-lingual step. (The tool clips its
        skip-gram steps as well, which matters at 0.15 when every pair is a step; ours share
        negative examples in small groups and need no clipping.)
    cross_updates : int
        Cross-lingual steps after the skip-gram steps of a pair, each on words thinned out anew.
        In the tool the two terms run in threads side by side, and how many steps of one meet how
        many of the other depends on the machine; here the schedule is fixed.
    seed : int
    workers : int
        Threads. With more than one the result differs from run to run.

    Attributes
    ----------
    losses_ : ndarray, shape (epochs, 2)
        Skip-gram loss per pair of words (of a sample), and half the squared distance of the
        sentence means, of each epoch.

    Notes
    -----
    The article's settings are the defaults. The tool's own are 40 dimensions, 15 negative
    examples, no subsampling and a learning rate of 0.025. A pair with an empty side has no
    cross-lingual step; its other side still trains skip-gram.

    References
    ----------
    S. Gouws, Y. Bengio and G. Corrado (2015). BilBOWA: fast bilingual distributed representations
    without word alignments. ICML. Released tool: github.com/gouwsmeister/bilbowa.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = BilBOWA(dim=16, window=4, sample=0, epochs=3).fit(toy_corpus())
    >>> model.space_.matrix("source").shape, model.losses_.shape
    ((30, 16), (3, 2))
    """

    name: ClassVar[str] = "bilbowa"

    def __init__(
        self,
        dim: int = 200,
        window: int = 16,
        negative: int = 25,
        sample: float = 1e-4,
        epochs: int = 15,
        learning_rate: float = 0.15,
        cross_weight: float = 1.0,
        scale: str = "code",
        clip: float = 0.1,
        cross_updates: int = 1,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.dim = dim
        self.window = window
        self.negative = negative
        self.sample = sample
        self.epochs = epochs
        self.learning_rate = learning_rate
        self.cross_weight = cross_weight
        self.scale = scale
        self.clip = clip
        self.cross_updates = cross_updates
        self.seed = seed
        self.workers = workers

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 20, "window": 4, "sample": 0.0, "epochs": 30}

    @property
    def deterministic(self) -> bool:
        """Threads share the vectors without locks."""
        return self.workers == 1

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        number("learning_rate", self.learning_rate, above=0)
        # independent streams for the two languages and for the cross-lingual term
        *seeds, key = np.random.SeedSequence(whole("seed", self.seed, at_least=0)).spawn(3)
        trainers = [
            SkipGramTrainer(
                side.tokens, side.offsets, len(side.vocabulary), self._skip_gram(seed)
            )
            for side, seed in zip(corpus.sides, seeds, strict=True)
        ]  # fmt: skip
        alternation = _Alternation(trainers, self._cross(key))
        self.losses_ = np.zeros((self.epochs, 2))
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                for epoch in range(self.epochs):
                    self.losses_[epoch] = alternation.epoch(epoch, pool)
                    if not np.isfinite(self.losses_[epoch]).all():
                        raise DivergenceError(
                            f"training left the finite numbers in epoch {epoch + 1}: lower "
                            f"learning_rate (now {self.learning_rate}) or window"
                        )
                    if progress is not None:
                        values = dict(zip(("loss", "cross"), self.losses_[epoch], strict=True))
                        progress(Progress("training", epoch + 1, self.epochs, "epochs", values))
            except BaseException:  # an interruption too: slices that wait must not begin
                pool.shutdown(cancel_futures=True)
                raise
        for trainer in trainers:
            trainer.check_finite()
        source, target = (
            (trainer.input_vectors.copy(), trainer.output_vectors.copy()) for trainer in trainers
        )
        return BilingualSpace(
            corpus.source.vocabulary, corpus.target.vocabulary, source[0], target[0],
            langs=corpus.langs, kind="embedding", similarity=self.similarity,
            context_vectors=(source[1], target[1]),
        )  # fmt: skip

    def _skip_gram(self, seed: np.random.SeedSequence) -> SkipGramParameters:
        return SkipGramParameters(
            dim=self.dim, window=self.window, negative=self.negative, sample=self.sample,
            epochs=self.epochs, alpha=self.learning_rate, workers=self.workers,
            seed=int(seed.generate_state(1)[0]),
        )  # fmt: skip

    def _cross(self, key: np.random.SeedSequence) -> Cross:
        return Cross(
            weight=number("cross_weight", self.cross_weight, at_least=0),
            divide=choice("scale", self.scale, ("code", "gradient")) == "gradient",
            clip=number("clip", self.clip, above=0),
            updates=whole("cross_updates", self.cross_updates, at_least=0),
            key=key.generate_state(1, np.uint64)[0],
        )

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return {"losses": self.losses_}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.losses_ = np.asarray(arrays["losses"])


class _Alternation:
    """Epochs over pairs: skip-gram of both languages and the cross-lingual term in turn."""

    def __init__(self, trainers: list[SkipGramTrainer], cross: Cross) -> None:
        self.trainers, self.cross = trainers, cross
        self._local = threading.local()
        both = trainers[0].offsets + trainers[1].offsets
        cuts = np.searchsorted(both, np.arange(SLICE, both[-1], SLICE))
        self._cuts = np.unique([0, *cuts, len(both) - 1])

    def epoch(self, epoch: int, pool: ThreadPoolExecutor) -> np.ndarray:
        """Train one epoch and return its two losses."""
        firsts, lasts = self._cuts[:-1].tolist(), self._cuts[1:].tolist()
        parts = list(pool.map(self._train, firsts, lasts, [epoch] * len(firsts)))
        totals = np.sum(parts, axis=0)
        return np.array([totals[0] / max(totals[1], 1), totals[3] / max(totals[4], 1)])

    def _train(self, first: int, last: int, epoch: int) -> np.ndarray:
        if not hasattr(self._local, "languages"):
            self._local.languages = [
                Language(t.tokens, t.offsets, t.tables, t.settings, t.workspace())
                for t in self.trainers
            ]
            width = self.trainers[0].tables.inputs.shape[1]
            self._local.memory = np.zeros((GROUP + 1, width), dtype=np.float32)
        source, target = self._local.languages
        totals = np.zeros(5)
        train_pairs(source, target, first, last, epoch, self.cross, self._local.memory, totals)
        return totals
