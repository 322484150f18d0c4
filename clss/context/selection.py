"""Context sorting and pruning: only the words that have to do with the pivot."""

from __future__ import annotations

import numpy as np

from clss.context.view import ContextView
from clss.matrices import valid_rows


def context_ranks(view: ContextView) -> np.ndarray:
    """Rank the words of each bag by their similarity to the pivot, from 0.

    The similarity is the view's own, within the pivot's language (with Cue, P(cw|w)). Among
    equals the earlier word of the sentence comes first.

    References
    ----------
    Vulić & Moens (2014).
    """
    occurrences = view.occurrences
    items, words = occurrences.context_items, occurrences.contexts
    pivots, place = np.unique(occurrences.pivots, return_inverse=True)
    others = view.similarity.candidates(view.space, occurrences.side)
    scores = np.empty(len(words))
    owner = place[items]
    step = max(1, (64 << 20) // (8 * view.rows.shape[0]))
    for start in range(0, len(pivots), step):
        rows = view.rows[pivots[start : start + step]]
        block = view.similarity.compare(view.similarity.queries(view.space, rows), others)
        block[~valid_rows(rows)] = 0.0  # a pivot without a vector likes no word better
        here = (owner >= start) & (owner < start + step)
        scores[here] = block[owner[here] - start, words[here]]
    scores[np.isnan(scores)] = -np.inf
    order = np.lexsort((-scores, items))  # stable: the order of the sentence decides ties
    ranks = np.empty(len(words), dtype=np.int64)
    ranks[order] = np.arange(len(words)) - occurrences.context_offsets[items]
    return ranks
