"""Late-Fusion: scores are mixed, not vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clss.context.base import ContextModel, check_weight
from clss.matrices import interpolate, normalized_rows

if TYPE_CHECKING:
    from clss.context.view import ContextView


@dataclass(frozen=True)
class LateFusion(ContextModel):
    """Similarities interpolated: ``(1 - λ) sim(w, t) + λ/r Σ_j sim(cw_j, t)``.

    Parameters
    ----------
    weight : float
        The interpolation parameter λ; 1 looks at the context only.

    Notes
    -----
    Works with every similarity: a distance turned round differs from it by a constant, which
    weights that sum to one leave a constant.

    References
    ----------
    Vulić & Moens (2014).
    """

    weight: float = 0.9

    name = "late-fusion"
    citations = ("vulic2014probabilistic",)

    def __post_init__(self) -> None:
        check_weight(self.name, self.weight)

    def scores(self, view: ContextView) -> np.ndarray:
        """Interpolate the similarities."""
        pivots = view.pivot_counts
        contexts = normalized_rows(view.bags)
        shares = interpolate(pivots, contexts, self.weight, view.context_lengths > 0)
        return view.combine((shares, view.word_scores()))
