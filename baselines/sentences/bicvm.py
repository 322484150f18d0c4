"""BiCVM: word vectors such that the sums over aligned texts agree (Hermann & Blunsom 2014)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
from threadpoolctl import threadpool_limits

from baselines.sentences._bicvm_kernel import adagrad
from baselines.sentences.composition import (
    Bigram,
    Composition,
    SumOfWords,
    contrastive_loss,
    noise_counts,
)
from baselines.sizes import suited_dim
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.matrices import check_finite
from clss.model import RepresentationModel
from clss.parameters import Choice, Flag, Kind, Nothing, Number, Whole
from clss.progress import Progress, ProgressCallback
from clss.space import BilingualSpace

COMPOSITIONS: dict[str, Callable[..., Composition]] = {"add": SumOfWords, "bigram": Bigram}
#: noise_weight and l2 of the two objectives
DEFAULT_WEIGHTS = {"released": (0.1, 0.0), "paper": (1.0, 1.0)}


class BiCVM(RepresentationModel):
    """Bilingual Compositional Vector Model.

    A document's vector is composed of its words' vectors; vectors of aligned documents are drawn
    together, those of documents that are not aligned are kept a margin apart.

    Parameters
    ----------
    dim : int
        Dimensions of the vectors.
    margin : float or "dim"
        The margin of the hinge; "dim" is the number of dimensions, as in both articles.
    noise : int
        Noise documents for each document, drawn inside its batch, never its partner. (A batch
        that is too small to hold so many uses some of them more than once.)
    batch : int
        Document pairs in a mini-batch. The released tool's option ``--batches`` is the *number*
        of batches instead; the article says "batch size of 50", and that is the default here.
    epochs : int
        Passes over the corpus.
    objective : {"released", "paper"}
        With E(a, b) = ||a - b||^2 and noise n, for both directions,

        * "released", what the tool computes and the article used: E(a, b) always, plus
          0.1 sum_n [margin + E(a, b) / 2 - E(a, n) / 2]_+, not regularised (the tool divides
          whole numbers, which makes its L2 term zero as soon as there are two batches);
        * "paper", Hermann & Blunsom's equation: sum_n [margin + E(a, b) - E(a, n)]_+ plus
          ||theta||^2 / 2 once per epoch.
    composition : {"add", "bigram"}
        Sum of the word vectors, or sum of tanh(x[i-1] + x[i]), which sees the order of words.
    learning_rate : float
        Of AdaGrad. The tool's default is 0.2, its documentation trains with 0.05.
    noise_weight : float, optional
        Weight of the hinges; by default 0.1 for "released", 1 for "paper". With 0 "released" only
        draws aligned documents together, without `margin` and `noise`, and "paper" has nothing to
        learn and is refused.
    l2 : float, optional
        Weight of the regulariser; by default 0 for "released", 1 for "paper".
    shuffle : bool
        Draw the batches anew in every epoch. The tool never does: its noise is then always the
        same few neighbours in the corpus.
    seed : int
        Initialises the two languages independently of each other. (The tool starts both from the
        same numbers, so that words of equal rank begin as each other's translation.)
    workers : int
        With 2, the two languages are computed side by side; the result is the same bytes.

    Attributes
    ----------
    losses_ : ndarray
        The loss per document pair of each epoch.

    Notes
    -----
    Pairs with an empty side are left out. Additive vectors grow with the length of a document:
    on data whose documents vary much in length the longest ones weigh most, which the model
    inherits from its original.

    References
    ----------
    K. M. Hermann and P. Blunsom (2014). Multilingual models for compositional distributed
    semantics. ACL. Released tool: github.com/karlmoritz/bicvm.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = BiCVM(dim=16, epochs=5, batch=10, noise=3).fit(toy_corpus())
    >>> model.space_.matrix("source").shape[1], bool(model.losses_[-1] < model.losses_[0])
    (16, True)
    """

    name: ClassVar[str] = "bicvm"
    citations = ("hermann2014multilingual",)
    time_parameters = ("epochs", "dim")
    seconds_per_token = 2.8e-9
    bytes_per_token = 24
    parameters: ClassVar[Mapping[str, Kind]] = {
        "dim": Whole(at_least=1),
        "margin": Number(at_least=0) | Choice("dim"),
        "noise": Whole(at_least=1),
        "batch": Whole(at_least=2),
        "epochs": Whole(at_least=1),
        "objective": Choice(*DEFAULT_WEIGHTS),
        "composition": Choice(*COMPOSITIONS),
        "learning_rate": Number(above=0),
        "noise_weight": Number(at_least=0) | Nothing(),
        "l2": Number(at_least=0) | Nothing(),
        "shuffle": Flag(),
        "seed": Whole(at_least=0),
        "workers": Whole(at_least=1),
    }

    def __init__(
        self,
        dim: int = 200,
        margin: float | str = "dim",
        noise: int = 10,
        batch: int = 50,
        epochs: int = 200,
        objective: str = "released",
        composition: str = "add",
        learning_rate: float = 0.05,
        noise_weight: float | None = None,
        l2: float | None = None,
        shuffle: bool = True,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.dim = dim
        self.margin = margin
        self.noise = noise
        self.batch = batch
        self.epochs = epochs
        self.objective = objective
        self.composition = composition
        self.learning_rate = learning_rate
        self.noise_weight = noise_weight
        self.l2 = l2
        self.shuffle = shuffle
        self.seed = seed
        self.workers = workers

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 20, "epochs": 20, "batch": 20}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return dimensions by the length of the text."""
        return {"dim": suited_dim(statistics)}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return dimensions, epochs and learning rates."""
        dim = suited_dim(statistics)
        return {"dim": [dim, 2 * dim], "epochs": [50, 100], "learning_rate": [0.05, 0.02]}

    def idle_parameters(self) -> dict[str, str]:
        """Return what only noise documents have, if they have no weight."""
        of_noise = ("margin", "noise")
        return dict.fromkeys(of_noise, "where noise_weight is 0") if self.noise_weight == 0 else {}

    def _check_combination(self) -> None:
        if self.objective == "paper" and self.noise_weight == 0:
            raise InputError(
                "objective 'paper' learns from noise documents only: noise_weight must be above 0"
            )

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        loss_options, l2 = self._objective()
        pairs = np.flatnonzero((corpus.source.lengths > 0) & (corpus.target.lengths > 0))
        if len(pairs) < 2:
            raise InputError(
                f"{len(pairs)} document pairs have words on both sides; noise needs at least 2"
            )
        make = COMPOSITIONS[self.composition]
        *streams, drawing = np.random.default_rng(self.seed).spawn(3)
        languages = [
            _Language(make(side), stream, len(side.vocabulary), self.dim)
            for side, stream in zip(corpus.sides, streams, strict=True)
        ]
        losses = []
        # BLAS sees matrices of 50 x dim only: its threads would cost more than they bring.
        with threadpool_limits(1), ThreadPoolExecutor(min(self.workers, 2)) as pool:
            for epoch in range(self.epochs):
                losses.append(0.0)
                for batch in self._batches(pairs, drawing):
                    source, target = pool.map(_Language.compose, languages, (batch, batch))
                    noise = noise_counts(drawing, len(batch), self.noise)
                    loss, *gradients = contrastive_loss(source, target, noise, **loss_options)
                    check_finite(loss)
                    decay = l2 * len(batch) / len(pairs)
                    list(
                        pool.map(
                            _Language.step,
                            languages,
                            gradients,
                            (float(self.learning_rate),) * 2,
                            (decay,) * 2,
                        )
                    )
                    losses[-1] += loss / len(pairs)
                if progress is not None:
                    values = {"loss": losses[-1]}
                    progress(Progress("training", epoch + 1, self.epochs, "epochs", values))
        check_finite(languages[0].embeddings, languages[1].embeddings)
        self.losses_ = np.array(losses)
        return self._space_of(corpus, languages[0].embeddings, languages[1].embeddings)

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return {"losses": self.losses_}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.losses_ = np.asarray(arrays["losses"])

    def _objective(self) -> tuple[dict[str, float], float]:
        """Express the objective in the terms of :func:`contrastive_loss`, and its L2 weight."""
        weight, l2 = DEFAULT_WEIGHTS[self.objective]
        weight = weight if self.noise_weight is None else float(self.noise_weight)
        l2 = l2 if self.l2 is None else float(self.l2)
        margin = self.dim if self.margin == "dim" else float(self.margin)
        if self.objective == "released":
            return {"margin": margin, "pull": 1.0, "push": weight}, l2
        # [m + E - E']_+ with E = ||a - b||^2 is twice the hinge of the halves.
        return {"margin": margin / 2, "pull": 0.0, "push": 2 * weight}, l2

    def _batches(self, pairs: np.ndarray, rng: np.random.Generator) -> Iterator[np.ndarray]:
        """Cut the corpus into batches; a last single pair, which has no noise, joins another."""
        size = self.batch
        order = rng.permutation(pairs) if self.shuffle else pairs
        cuts = list(range(size, len(order), size))
        if cuts and len(order) - cuts[-1] < 2:
            cuts.pop()
        yield from np.split(order, cuts)


class _Language:
    """The parameters of one language and their AdaGrad state."""

    def __init__(
        self, composition: Composition, rng: np.random.Generator, words: int, dim: int
    ) -> None:
        self.composition = composition
        self.embeddings = 0.1 * rng.standard_normal((words, dim), dtype=np.float32)
        self.squares = np.zeros_like(self.embeddings)

    def compose(self, batch: np.ndarray) -> np.ndarray:
        self.composition.load(batch)
        return self.composition.compose(self.embeddings)

    def step(self, upstream: np.ndarray, learning_rate: float, l2: float) -> None:
        gradient = self.composition.gradient(upstream.astype(self.embeddings.dtype))
        words = self.composition.words
        adagrad(words, gradient, self.embeddings, self.squares, learning_rate, l2)
