"""The Mikolov mapping: a linear map between two monolingual spaces, learnt from a lexicon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from baselines.lexical.lexicon import GivenLexicon
from baselines.lexical.lexicon_model import prepare
from baselines.lexical.linear_map import leave_one_out, procrustes, ridge
from baselines.lexical.vector_mapping import VectorMapping
from clss.corpus import CorpusStatistics
from clss.errors import InputError
from clss.lexicon import Lexicon
from clss.matrices import Matrix
from clss.model import RepresentationModel
from clss.parameters import Choice, Flag, Kind, Number
from clss.space import BilingualSpace

_LEAVE_ONE_OUT = {"loo": "residual", "loo-retrieval": "retrieval"}


class MikolovMapping(VectorMapping):
    """Source vectors are sent into the target space by the map that fits a lexicon best.

    Vectors are learnt in each language alone. With the vectors of the lexicon's source words as
    the rows of X and those of their translations as Y, the map W minimises
    ``|XW - Y|² + penalty |W|²``, in closed form; every source vector x becomes ``xW``.

    Parameters
    ----------
    lexicon : model, "identical", path, list of pairs, or None
        A model gives its ``lexicon_``, or else the mutual nearest neighbours of its space. None
        takes ``TraditionalPPMI(seed=seed)``: the very lexicon it bootstrapped, as the article
        does. A file or a list of pairs makes the model a supervised one.
    vectors : model, BilingualSpace or None
        None learns skip-gram vectors of each language with `dim`, `window` and `seed`. A space
        holds vectors that exist, each language with its own axes: then nothing is trained and
        this is a mapper of any pretrained pair.
    dim, window : int
        Of the vectors that are learnt here; to be left out if `vectors` are given.
    regularization : "loo", "loo-retrieval" or float
        The penalty. The first two choose of 0, 0.01, 0.1, 1, 10, 100 by leave-one-out over the
        pairs: "loo" by the length of the residuals, "loo-retrieval" by how often the prediction
        is nearest to its own translation among those of the lexicon. A noisy lexicon makes the
        first shrink more than is good for finding translations. With fewer pairs than dimensions
        zero has no unique solution and is refused.
    orthogonal : bool
        Take the best rotation instead (orthogonal Procrustes; no penalty then).
    center : bool
        Subtract the mean vector of each language.
    normalize : bool
        Bring vectors to unit length first.
    seed : int
        Of whatever is learnt by default.
    workers : int
        Threads of the default vectors.

    Attributes
    ----------
    lexicon_ : Lexicon
        The pairs the map was learnt from.
    map_ : ndarray of float64, shape (source dimensions, target dimensions)
    penalty_ : float or None
        Of the map; None for a rotation.

    References
    ----------
    T. Mikolov, Q. Le, I. Sutskever (2013), Exploiting similarities among languages for machine
    translation. G. Dinu, A. Lazaridou, M. Baroni (2015), Improving zero-shot learning by
    mitigating the hubness problem. C. Xing et al. (2015), Normalized word embedding and orthogonal
    transform for bilingual word translation.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> from clss.vocabulary import Vocabulary
    >>> spanish, english = Vocabulary(["rey", "pan", "sol"]), Vocabulary(["sun", "king", "bread"])
    >>> vectors = BilingualSpace(spanish, english, np.eye(3)[[0, 1, 2]], np.eye(3)[[1, 2, 0]])
    >>> pairs = [("rey", "king"), ("pan", "bread"), ("sol", "sun")]
    >>> model = MikolovMapping(lexicon=pairs, vectors=vectors, orthogonal=True).fit(toy_corpus())
    >>> [model.space_.neighbors(word, top=1)[0].word for word in spanish]
    ['king', 'bread', 'sun']
    """

    name = "mikolov"
    citations = ("mikolov2013exploiting",)
    time_parameters = ("dim",)
    seconds_per_token = 1.0e-9
    bytes_per_token = 12
    algorithm_version: ClassVar[int] = 2
    parameters: ClassVar[Mapping[str, Kind]] = {
        **VectorMapping.shared_parameters,
        "regularization": Number(at_least=0) | Choice(*_LEAVE_ONE_OUT),
        "orthogonal": Flag(),
        "center": Flag(),
    }

    map_: np.ndarray
    penalty_: float | None

    def __init__(
        self,
        lexicon: RepresentationModel | GivenLexicon | None = None,
        vectors: RepresentationModel | BilingualSpace | None = None,
        dim: int = 300,
        window: int = 16,
        regularization: float | Literal["loo", "loo-retrieval"] = "loo",
        orthogonal: bool = False,
        center: bool = False,
        normalize: bool = True,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.lexicon = lexicon
        self.vectors = vectors
        self.dim = dim
        self.window = window
        self.regularization = regularization
        self.orthogonal = orthogonal
        self.center = center
        self.normalize = normalize
        self.seed = seed
        self.workers = workers

    def all_citations(self) -> tuple[str, ...]:
        """Return what to cite, for a rotation the work that proposed it, too."""
        rotation = ("xing2015normalized",) if self.orthogonal else ()
        return (*super().all_citations(), *rotation)

    def _check_combination(self) -> None:
        if self.orthogonal and self.regularization != "loo":
            raise InputError("an orthogonal map has no penalty; leave regularization at 'loo'")

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return a rotation: a lexicon that a model found is too noisy for more freedom."""
        return {**super().suited_parameters(statistics), "orthogonal": True, "center": True}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return lexicons and kinds of maps."""
        return {
            **super().tuning_space(statistics),
            "orthogonal": [True, False],
            "center": [True, False],
        }

    def _prepare(self, matrix: Matrix) -> np.ndarray:
        return prepare(matrix, self.normalize, self.center)

    def _join(
        self, source: np.ndarray, target: np.ndarray, lexicon: Lexicon
    ) -> tuple[np.ndarray, np.ndarray]:
        x, y = source[lexicon.source_ids], target[lexicon.target_ids]
        self.map_, self.penalty_ = fit_map(x, y, self.regularization, self.orthogonal)
        return source @ self.map_, target

    def _details(self) -> dict[str, Any]:
        return {"map": "orthogonal" if self.orthogonal else "ridge", "penalty": self.penalty_}

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return super()._extra_arrays() | {"map": self.map_}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        super()._restore_arrays(arrays)
        self.map_ = np.asarray(arrays["map"])
        self.penalty_ = self.space_.metadata["penalty"]


def fit_map(
    x: np.ndarray,
    y: np.ndarray,
    regularization: float | Literal["loo", "loo-retrieval"] = "loo",
    orthogonal: bool = False,
) -> tuple[np.ndarray, float | None]:
    """Learn a map from paired rows; the two sides may have different dimensions.

    Returns
    -------
    map : ndarray of float64, shape (source dimensions, target dimensions)
    penalty : float or None
        The one used; None for a rotation.

    Examples
    --------
    >>> x, y = np.array([[1.0, 0], [0, 1], [1, 1]]), np.array([[2.0, 0, 0], [0, 3, 0], [2, 3, 0]])
    >>> matrix, penalty = fit_map(x, y)
    >>> np.abs(matrix).round(6).tolist(), penalty
    ([[2.0, 0.0, 0.0], [0.0, 3.0, 0.0]], 0.0)
    """
    if orthogonal:
        return procrustes(x, y), None
    if isinstance(regularization, str):
        penalty = leave_one_out(x, y, criterion=_LEAVE_ONE_OUT[regularization]).penalty
    else:
        penalty = float(regularization)
    return ridge(x, y, penalty), penalty
