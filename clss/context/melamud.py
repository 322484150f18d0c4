"""The two measures of Melamud et al.: similarities to word and context words, averaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

import numpy as np
from scipy import sparse

from clss.context.base import ContextModel
from clss.errors import InputError
from clss.matrices import normalized_rows, valid_rows
from clss.parameters import Choice, Kind

if TYPE_CHECKING:
    from clss.context.view import ContextView
    from clss.similarity import Similarity
    from clss.space import BilingualSpace

ContextVectors = Literal["input", "output"]

#: A shifted cosine of 0 would make the product 0 whatever the other words say.
_SMALLEST = 1e-12


@dataclass(frozen=True)
class AddMelamud(ContextModel):
    """The arithmetic mean of cosines: ``(cos(w, t) + Σ_j cos(cw_j, t)) / (r + 1)``.

    Parameters
    ----------
    context_vectors : {"input", "output"}
        Which vectors stand for the words of the context: those of the space, or the output
        vectors of the embedding model, as in the original work.

    References
    ----------
    Melamud, Levy & Dagan (2015), "A Simple Word Embedding Model for Lexical Substitution".
    """

    context_vectors: ContextVectors = "input"

    name = "add-melamud"
    citations = ("melamud2015simple",)
    allowed: ClassVar[Mapping[str, Kind]] = {"context_vectors": Choice(*get_args(ContextVectors))}

    def check(self, space: BilingualSpace, similarity: Similarity) -> None:
        """Refuse other similarities than the cosine, and output vectors that are not there."""
        super().check(space, similarity)
        if similarity.name != "cosine":
            raise InputError(
                f"{self.name} is defined on cosines, not on {similarity.name}; use"
                " similarity='cosine', or late-fusion for any similarity"
            )
        if self.context_vectors == "output":
            _require_output_vectors(space)

    def scores(self, view: ContextView) -> np.ndarray:
        """Average the cosines."""
        return self._mean(view, lambda cosines: cosines)

    def _mean(self, view: ContextView, transform: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """Average transformed cosines over the pivot and the words of its context."""
        own = [transform(block) for block in view.word_scores()]
        if self.context_vectors == "input":
            return view.combine((normalized_rows(view.pivot_counts + view.bags), own))
        rows = view.output_rows
        known = sparse.diags(valid_rows(rows).astype(float))
        shares = normalized_rows(sparse.hstack([view.pivot_counts, view.bags @ known]).tocsr())
        other = [transform(block) for block in view.word_scores(rows)]
        n_words = view.rows.shape[0]
        return view.combine((shares[:, :n_words], own), (shares[:, n_words:], other))


@dataclass(frozen=True)
class MultMelamud(AddMelamud):
    """The geometric mean of the cosines shifted to ``(cos + 1) / 2``.

    Parameters
    ----------
    context_vectors : {"input", "output"}
        As for :class:`AddMelamud`.

    References
    ----------
    Melamud, Levy & Dagan (2015).
    """

    name = "mult-melamud"

    def scores(self, view: ContextView) -> np.ndarray:
        """Average the logarithms of the shifted cosines."""
        logs = self._mean(view, lambda cosines: np.log(np.maximum((cosines + 1) / 2, _SMALLEST)))
        return np.where(np.isfinite(logs), np.exp(logs), logs)  # -inf, no score, stays -inf


def _require_output_vectors(space: BilingualSpace) -> None:
    if space.context_vectors is None:
        raise InputError(
            "context_vectors='output' needs a model's output vectors, which this"
            " space does not hold; use context_vectors='input'"
        )
    width = space.context_vectors[0].shape[1]
    if width != space.dimensions:
        raise InputError(
            f"the output vectors have {width} dimensions, the space has"
            f" {space.dimensions}; use context_vectors='input'"
        )
