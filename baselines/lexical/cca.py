"""Canonical correlation of two monolingual spaces (Faruqui & Dyer 2014)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy import linalg

from baselines.lexical.lexicon import GivenLexicon
from baselines.lexical.vector_mapping import VectorMapping
from baselines.rank import spanning
from clss.corpus import CorpusStatistics
from clss.errors import InputError
from clss.lexicon import Lexicon
from clss.model import RepresentationModel
from clss.parameters import Kind, Number
from clss.space import BilingualSpace


@dataclass(frozen=True)
class CanonicalCorrelation:
    """Directions of two spaces along which paired rows correlate most, strongest first.

    Attributes
    ----------
    means : pair of ndarray
        Of the paired rows; a row is projected after subtracting the mean of its side.
    directions : pair of ndarray, shape (dimensions of the side, directions)
        Projected paired rows have unit variance and no correlation between directions.
    correlations : ndarray
        Between the two sides along each direction, descending.
    """

    means: tuple[np.ndarray, np.ndarray]
    directions: tuple[np.ndarray, np.ndarray]
    correlations: np.ndarray

    def project(self, rows: np.ndarray, side: int) -> np.ndarray:
        """Project rows of the first (0) or second (1) space."""
        return (rows - self.means[side]) @ self.directions[side]


def canonical_correlation(
    x: np.ndarray, y: np.ndarray, regularization: float = 0.0
) -> CanonicalCorrelation:
    """Find the canonical directions of paired rows, as many as the smaller rank.

    Parameters
    ----------
    x, y : ndarray, shape (pairs, dimensions), the dimensions may differ
    regularization : float
        Added to the variances, as a share of the mean variance of the side; keeps directions in
        which the pairs hardly vary from being blown up.

    Examples
    --------
    >>> random = np.random.default_rng(0)
    >>> x = random.normal(size=(50, 3))
    >>> found = canonical_correlation(x, x @ random.normal(size=(3, 3)))
    >>> found.correlations.round(6).tolist()
    [1.0, 1.0, 1.0]
    """
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if len(x) != len(y) or len(x) < 2:
        raise InputError(f"canonical correlation needs two word pairs at least, not {len(x)}")
    means = x.mean(axis=0), y.mean(axis=0)
    (left, whiten_x), (right, whiten_y) = (
        _whiten(rows - mean, regularization) for rows, mean in zip((x, y), means, strict=True)
    )
    u, correlations, v = linalg.svd(left.T @ right, full_matrices=False)
    scale = np.sqrt(len(x) - 1)  # unit variance, not unit length, of the projected pairs
    directions = (scale * whiten_x @ u, scale * whiten_y @ v.T)
    return CanonicalCorrelation(means, directions, np.clip(correlations, 0.0, 1.0))


def _whiten(rows: np.ndarray, regularization: float) -> tuple[np.ndarray, np.ndarray]:
    """Return whitened rows and the matrix that makes them; directions of no variance go."""
    u, singular, v = linalg.svd(rows, full_matrices=False)
    rank = int(spanning(singular, rows.shape).sum())
    if not rank:
        raise InputError("the vectors of the lexicon's words are all the same on one side")
    u, singular, v = u[:, :rank], singular[:rank], v[:rank]
    damped = np.sqrt(singular**2 + regularization * (singular**2).sum() / rows.shape[1])
    return u * (singular / damped), v.T / damped


class CCA(VectorMapping):
    """Both languages are projected to where the translations of a lexicon correlate most.

    Unlike the Mikolov mapping, which leaves the target space alone, this changes both: of the
    canonical directions the strongest are kept, and both whole vocabularies are projected to them.

    Parameters
    ----------
    lexicon, vectors, dim, window, normalize, seed, workers
        See :class:`MikolovMapping`; the same lexicon and vectors serve both.
    fraction : float
        Of the canonical directions, those with the highest correlation; 0.5 is about what
        Faruqui & Dyer find best.
    regularization : float
        Added to the variances, as a share of their mean. Above zero it helps where the lexicon
        has hardly more pairs than the vectors have dimensions.

    Attributes
    ----------
    lexicon_ : Lexicon
        The pairs the directions were learnt from.
    correlations_ : ndarray
        Of all canonical directions, descending.

    References
    ----------
    M. Faruqui, C. Dyer (2014), Improving vector space word representations using multilingual
    correlation. EACL.
    """

    name = "cca"
    citations = ("faruqui2014improving",)
    time_parameters = ("dim",)
    seconds_per_token = 1.4e-9
    bytes_per_token = 12
    algorithm_version: ClassVar[int] = 2
    parameters: ClassVar[Mapping[str, Kind]] = {
        **VectorMapping.shared_parameters,
        "fraction": Number(above=0, at_most=1),
        "regularization": Number(at_least=0),
    }

    correlations_: np.ndarray

    def __init__(
        self,
        lexicon: RepresentationModel | GivenLexicon | None = None,
        vectors: RepresentationModel | BilingualSpace | None = None,
        dim: int = 300,
        window: int = 16,
        fraction: float = 0.5,
        regularization: float = 0.0,
        normalize: bool = True,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.lexicon = lexicon
        self.vectors = vectors
        self.dim = dim
        self.window = window
        self.fraction = fraction
        self.regularization = regularization
        self.normalize = normalize
        self.seed = seed
        self.workers = workers

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return lexicons and kinds of projections."""
        return {
            **super().tuning_space(statistics),
            "fraction": [0.5, 1.0],
            "regularization": [0.1, 0.0],
        }

    def _join(
        self, source: np.ndarray, target: np.ndarray, lexicon: Lexicon
    ) -> tuple[np.ndarray, np.ndarray]:
        found = canonical_correlation(
            source[lexicon.source_ids], target[lexicon.target_ids], float(self.regularization)
        )
        self.correlations_ = found.correlations
        kept = max(1, round(self.fraction * len(found.correlations)))
        sides = []
        for side, rows in enumerate((source, target)):
            projected = found.project(rows, side)[:, :kept]
            # a word without a vector has none here either, not the projected mean
            projected[~rows.any(axis=1)] = 0.0
            sides.append(projected)
        return sides[0], sides[1]

    def _details(self) -> dict[str, Any]:
        return {"directions": len(self.correlations_)}

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return super()._extra_arrays() | {"correlations": self.correlations_}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        super()._restore_arrays(arrays)
        self.correlations_ = np.asarray(arrays["correlations"])
