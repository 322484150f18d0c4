"""Addition: the context is the sum of its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from clss.context.base import VectorContext, check_choice, check_weight
from clss.matrices import Matrix, interpolate, normalized_rows, scale_rows, unit_rows

if TYPE_CHECKING:
    from clss.context.view import ContextView

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

    Notes
    -----
    Vectors of a distribution are brought back to sum to one. An empty context gives w itself.

    References
    ----------
    Mitchell & Lapata (2008); Vulić & Moens (2016), equations for Con(w) and w'.
    """

    weight: float = 1.0
    normalize: Normalization = "sum"

    name = "add"
    citations = ("mitchell2008vector", "vulic2016bilingual")

    def __post_init__(self) -> None:
        check_weight(self.name, self.weight)
        check_choice(self.name, "normalize", self.normalize, get_args(Normalization))

    def modulate(self, view: ContextView) -> Matrix:
        """Interpolate the vectors."""
        pivots, contexts = view.pivot_rows, view.context_sums
        if self.normalize == "mean":
            contexts = scale_rows(contexts, 1.0 / view.context_lengths.clip(min=1))
        elif self.normalize == "unit":
            pivots, contexts = unit_rows(pivots), unit_rows(contexts)
        mixed = interpolate(pivots, contexts, self.weight, view.context_lengths > 0)
        return normalized_rows(mixed) if view.holds_distributions else mixed
