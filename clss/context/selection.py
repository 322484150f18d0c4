"""Context sorting and pruning: only the words that have to do with the pivot."""

from __future__ import annotations

import numpy as np

from clss.context.view import ContextView, chosen_rows
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
    others = view.similarity.candidates(view.space, occurrences.side)
    scores = np.zeros(len(words))  # a pivot without a vector likes no word better
    owners = occurrences.pivots[items]
    for pivot in np.unique(owners[valid_rows(view.rows)[owners]]):
        here = np.flatnonzero(owners == pivot)
        distinct, places = np.unique(words[here], return_inverse=True)
        query = view.similarity.queries(view.space, view.rows[[pivot]])
        scores[here] = view.similarity.compare(query, chosen_rows(others, distinct))[0, places]
    scores[np.isnan(scores)] = -np.inf
    order = np.lexsort((-scores, items))  # stable: the order of the sentence decides ties
    ranks = np.empty(len(words), dtype=np.int64)
    ranks[order] = np.arange(len(words)) - occurrences.context_offsets[items]
    return ranks
