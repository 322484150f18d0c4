"""Smoothed-Fusion: the context as a distribution that smooths the word's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from clss.context.base import SHARE, VectorContext, require_distributions, require_topics
from clss.matrices import Matrix, interpolate, normalized_rows
from clss.parameters import Choice, Kind

if TYPE_CHECKING:
    from clss.context.view import ContextView
    from clss.similarity import Similarity
    from clss.space import BilingualSpace

ContextDistribution = Literal["mean", "phi"]


@dataclass(frozen=True)
class SmoothedFusion(VectorContext):
    """Distributions interpolated: ``P(z|w') = (1 - λ) P(z|w) + λ P(z|Con)``.

    Parameters
    ----------
    weight : float
        The interpolation parameter λ; 1 looks at the context only.
    context_distribution : {"mean", "phi"}
        What P(z|Con) is. "mean": the mean of P(z|cw) over the words of the context. "phi":
        ``Σ_j P(cw_j|z)`` normalised over z, that is Bayes' rule with a uniform prior, where
        frequent context words weigh more; it needs the space of a topic model.

    Notes
    -----
    With "mean" this is :class:`~clss.context.additive.Additive` with ``normalize="mean"``, but
    refuses vectors that are no distributions. An empty context gives P(z|w) itself.

    In a pruned space whole distributions are mixed, and the mixture is pruned as the space is. Only
    a space that was never whole (Association-MuPTM with pruning mode "own") gives pruned
    distributions to mix.

    References
    ----------
    Vulić & Moens (2014), "Probabilistic Models of Cross-Lingual Semantic Similarity in Context
    Based on Latent Cross-Lingual Concepts Induced from Comparable Data".
    """

    weight: float = 0.9
    context_distribution: ContextDistribution = "mean"

    name = "smoothed-fusion"
    citations = ("vulic2014probabilistic",)
    allowed: ClassVar[Mapping[str, Kind]] = {
        "weight": SHARE,
        "context_distribution": Choice(*get_args(ContextDistribution)),
    }

    def check(self, space: BilingualSpace, similarity: Similarity) -> None:
        """Refuse vectors that are no distributions, and "phi" where there are no topics."""
        super().check(space, similarity)
        require_distributions(self.name, space)
        if self.context_distribution == "phi":
            require_topics(
                f"{self.name} with context_distribution='phi'",
                space,
                similarity,
                instead="context_distribution='mean'",
            )

    def modulate(self, view: ContextView) -> Matrix:
        """Interpolate the distributions."""
        if self.context_distribution == "mean":
            contexts = normalized_rows(view.bags @ view.whole_rows)
        else:
            contexts = normalized_rows(view.bags @ view.word_likelihoods)
        pivots = normalized_rows(view.whole_rows[view.occurrences.pivots])
        return normalized_rows(interpolate(pivots, contexts, self.weight, view.context_lengths > 0))
