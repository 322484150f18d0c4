"""Addition: the context is the sum of its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

import numpy as np

from clss.context.base import SHARE, VectorContext
from clss.errors import InputError
from clss.matrices import Matrix, interpolate, normalized_rows, scale_rows, to_dense, unit_rows
from clss.parameters import Choice, Kind

if TYPE_CHECKING:
    from clss.context.view import ContextView
    from clss.similarity import Similarity
    from clss.space import BilingualSpace

Normalization = Literal["sum", "mean", "unit"]


@dataclass(frozen=True)
class Additive(VectorContext):
    """Word and context interpolated: ``w' = (1 - λ) w + λ Con``, Con the sum of its words.

    Parameters
    ----------
    weight : float
        The interpolation parameter λ; 1 looks at the context only.
    normalize : {"sum", "mean", "unit"}
        "sum" is the article's equation: with λ < 1 the context then counts for more the longer
        it is. "mean" divides Con by the number of its words. "unit" scales w and Con to length
        one, so that λ is their share.
    background : float
        The share of the mean vector of the text that is subtracted from the vector of every word
        of the context. In that mean a word counts as often as it occurs. 0 is the article's
        equation. With 1 only what the context says beyond any other text counts: a translation
        that is near to everything is no longer the answer everywhere.

    Notes
    -----
    Vectors of a distribution are brought back to sum to one; they can have no background. An empty
    context gives w itself.

    References
    ----------
    Mitchell & Lapata (2008); Vulić & Moens (2016), equations for Con(w) and w'.
    """

    weight: float = 1.0
    normalize: Normalization = "sum"
    background: float = 0.0

    name = "add"
    algorithm_version = 2  # what it was asked has a parameter more
    citations = ("mitchell2008vector", "vulic2016bilingual")
    allowed: ClassVar[Mapping[str, Kind]] = {
        "weight": SHARE,
        "normalize": Choice(*get_args(Normalization)),
        "background": SHARE,
    }

    def check(self, space: BilingualSpace, similarity: Similarity) -> None:
        """Refuse a background where its subtraction leaves what cannot be compared."""
        super().check(space, similarity)
        if self.background and space.kind == "distribution":
            raise InputError(f"{self.name} takes no background off distributions; leave it out")
        if self.background and space.kind == "count" and similarity.name != "cosine":
            raise InputError(
                f"counts less a background may be negative, which {similarity.name} does not"
                " compare; use the cosine, or leave background out"
            )

    def modulate(self, view: ContextView) -> Matrix:
        """Interpolate the vectors."""
        pivots, contexts = view.pivot_rows, view.context_sums
        if self.background:
            taken = self.background * np.outer(view.context_lengths, view.mean_row)
            contexts = to_dense(contexts) - taken
        if self.normalize == "mean":
            contexts = scale_rows(contexts, 1.0 / view.context_lengths.clip(min=1))
        elif self.normalize == "unit":
            pivots, contexts = unit_rows(pivots), unit_rows(contexts)
        mixed = interpolate(pivots, contexts, self.weight, view.context_lengths > 0)
        return normalized_rows(mixed) if view.holds_distributions else mixed
