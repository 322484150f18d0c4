"""Late-Fusion: scores are mixed, not vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clss.context.base import SHARE, ContextModel
from clss.matrices import interpolate, normalized_rows
from clss.parameters import Kind

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
    Works with any similarity: one that is a constant minus a distance only shifts all scores by
    that constant, since the weights sum to one.

    References
    ----------
    Vulić & Moens (2014).
    """

    weight: float = 0.9

    name = "late-fusion"
    citations = ("vulic2014probabilistic",)
    allowed: ClassVar[Mapping[str, Kind]] = {"weight": SHARE}

    def scores(self, view: ContextView) -> np.ndarray:
        """Interpolate the similarities."""
        pivots = view.pivot_counts
        contexts = normalized_rows(view.bags)
        shares = interpolate(pivots, contexts, self.weight, view.context_lengths > 0)
        return view.combine((shares, view.word_scores()))
