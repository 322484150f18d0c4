"""Direct-Fusion: the word's topics weighted by how well they explain the context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

import numpy as np

from clss.context.base import VectorContext, require_distributions, require_topics
from clss.matrices import Matrix, normalized_rows, to_dense
from clss.parameters import Choice, Kind

if TYPE_CHECKING:
    from clss.context.view import ContextView
    from clss.similarity import Similarity
    from clss.space import BilingualSpace

Likelihood = Literal["sum", "product"]


@dataclass(frozen=True)
class DirectFusion(VectorContext):
    """Distributions multiplied: ``P(z|w') ∝ P(z|w) P(Con|z)``.

    Parameters
    ----------
    likelihood : {"sum", "product"}
        What P(Con|z) is: ``Σ_j P(cw_j|z)``, or ``Π_j P(cw_j|z)`` as for independent words, which
        soon leaves a single topic.

    Notes
    -----
    A context that rules out every topic of the word says nothing about it: as with an empty one,
    P(z|w) itself remains.

    References
    ----------
    Dinu & Lapata (2010); Vulić & Moens (2014).
    """

    likelihood: Likelihood = "sum"

    name = "direct-fusion"
    citations = ("dinu2010measuring", "vulic2014probabilistic")
    allowed: ClassVar[Mapping[str, Kind]] = {"likelihood": Choice(*get_args(Likelihood))}

    def check(self, space: BilingualSpace, similarity: Similarity) -> None:
        """Refuse a space that is not a topic model's."""
        super().check(space, similarity)
        require_distributions(self.name, space)
        require_topics(self.name, space, similarity, instead="smoothed-fusion or late-fusion")

    def modulate(self, view: ContextView) -> Matrix:
        """Multiply the distributions."""
        pivots = to_dense(view.pivot_rows)
        phi = view.word_likelihoods
        if self.likelihood == "sum":
            fused = pivots * (view.bags @ phi)
        else:
            # in logarithms: a product of twenty probabilities underflows
            with np.errstate(divide="ignore"):
                logs = np.log(pivots) + view.bags @ np.log(phi)
            best = logs.max(axis=1, keepdims=True)
            fused = np.exp(logs - np.where(np.isfinite(best), best, 0.0))
        silent = (view.context_lengths == 0) | ~fused.any(axis=1)
        return normalized_rows(np.where(silent[:, None], pivots, fused))
