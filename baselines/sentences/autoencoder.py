"""The bilingual bag-of-words autoencoder (Chandar et al. 2014)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from baselines.sentences._autoencoder_kernel import Adam, Parameters, loss_and_gradients
from clss.corpus import AlignedCorpus, CorpusStatistics, Side
from clss.errors import InputError
from clss.matrices import check_finite
from clss.model import RepresentationModel
from clss.parameters import Kind, Number, Whole
from clss.progress import Progress, ProgressCallback
from clss.space import BilingualSpace


class BilingualAutoencoder(RepresentationModel):
    """Reconstruct the words of both texts of a pair from either one.

    A text is the set of its words, x. Its hidden layer is h = sigmoid(c + W x) with its own
    language's W, and both texts are reconstructed from it, each by its language's transposed
    weights: sigmoid(b + W' h). Since words that reconstruct the same texts need the same
    weights, the columns of the two W are word vectors in one space.

    Parameters
    ----------
    dim : int
        Hidden units; 40 in both articles.
    epochs : int
        Passes over the corpus.
    batch : int
        Pairs in a mini-batch.
    merge : int
        Unite the sets of so many successive pairs to one pair before training: fewer pairs, less
        time, coarser alignment. Meant for sentences.
    correlation : float
        Weight of the correlation of the two hidden layers in a batch, summed over units, which
        is maximised along with the reconstruction ("BAE-cr"); 0 is the plain model.
    learning_rate : float
        Of Adam, which stands in for the paper's gradient descent.
    seed : int
        Of the initial weights and the order of pairs.
    workers : int
        Threads of the matrix products.

    Attributes
    ----------
    losses_ : ndarray
        The loss per pair of each epoch.

    Notes
    -----
    The paper reconstructs with a tree of binary decisions or, as here, with one binary decision
    for each word of the vocabulary: matrix products of (batch x vocabulary x dim) in single
    precision. Pairs with an empty side are left out.

    References
    ----------
    S. Chandar, S. Lauly, H. Larochelle, M. Khapra, B. Ravindran, V. Raykar and A. Saha (2014).
    An autoencoder approach to learning bilingual word representations. NIPS.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = BilingualAutoencoder(dim=20, epochs=30).fit(toy_corpus())
    >>> model.space_.neighbors("s03", lang="s", top=1)[0].word
    't03'
    """

    name: ClassVar[str] = "autoencoder"
    citations = ("chandar2014autoencoder",)
    time_parameters = ("epochs", "dim")
    seconds_per_token = 2.0e-8
    bytes_per_token = 24
    parameters: ClassVar[Mapping[str, Kind]] = {
        "dim": Whole(at_least=1),
        "epochs": Whole(at_least=1),
        "batch": Whole(at_least=1),
        "merge": Whole(at_least=1),
        "correlation": Number(at_least=0),
        "learning_rate": Number(above=0),
        "seed": Whole(at_least=0),
        "workers": Whole(at_least=1),
    }

    def __init__(
        self,
        dim: int = 40,
        epochs: int = 20,
        batch: int = 50,
        merge: int = 1,
        correlation: float = 0.0,
        learning_rate: float = 0.01,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.dim = dim
        self.epochs = epochs
        self.batch = batch
        self.merge = merge
        self.correlation = correlation
        self.learning_rate = learning_rate
        self.seed = seed
        self.workers = workers

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 20, "epochs": 15, "learning_rate": 0.03}

    def _check_combination(self) -> None:
        if self.correlation and self.batch < 2:
            raise InputError("the correlation of a batch needs batch of at least 2")

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return dimensions, epochs and learning rates."""
        return {"dim": [40, 100, 200], "learning_rate": [0.01, 0.03], "epochs": [20, 50]}

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        epochs, size, correlation = self.epochs, self.batch, float(self.correlation)
        pairs = np.flatnonzero((corpus.source.lengths > 0) & (corpus.target.lengths > 0))
        if not len(pairs):
            raise InputError("no document pair has words on both sides")
        bags = tuple(binary_bags(side, pairs, self.merge) for side in corpus.sides)
        rng = np.random.default_rng(self.seed)
        parameters = Parameters.draw(rng, self.dim, bags)
        adam = Adam(parameters, float(self.learning_rate))
        total = bags[0].shape[0]
        losses = []
        # A fixed number of threads: the products' rounding must not depend on the machine's load.
        threads = threadpool_limits(self.workers)
        with threads, np.errstate(over="ignore", invalid="ignore"):
            for epoch in range(epochs):
                losses.append(0.0)
                order = rng.permutation(total)
                for chosen in np.split(order, range(size, total, size)):
                    source, target = (bag[chosen] for bag in bags)
                    loss, gradients = loss_and_gradients(parameters, source, target, correlation)
                    check_finite(loss)
                    adam.step(gradients)
                    losses[-1] += loss * len(chosen) / total
                if progress is not None:
                    values = {"loss": losses[-1]}
                    progress(Progress("training", epoch + 1, epochs, "epochs", values))
        check_finite(parameters.source, parameters.target)
        self.losses_ = np.array(losses)
        return self._space_of(corpus, parameters.source, parameters.target)

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return {"losses": self.losses_}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.losses_ = np.asarray(arrays["losses"])


def binary_bags(side: Side, documents: np.ndarray, merge: int) -> sparse.csr_matrix:
    """Return the set of words of each document as a row of ones, `merge` documents united.

    Examples
    --------
    >>> corpus = AlignedCorpus.from_documents([["a", "a"], ["b"], ["a"]], [["x"], ["x"], ["x"]])
    >>> binary_bags(corpus.source, np.arange(3), merge=2).toarray().astype(int).tolist()
    [[1, 1], [1, 0]]
    """
    counts = side.document_term_matrix()[documents].astype(np.float32)
    if merge > 1:
        own = np.arange(len(documents))
        ones = np.ones(len(documents), dtype=np.float32)
        counts = (sparse.csr_matrix((ones, (own // merge, own))) @ counts).tocsr()
    counts.data[:] = 1.0
    return counts
