"""How sure one can be of a translation pair, given all cosines between two languages."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from baselines.lexical.matches import Matches, Partners

#: Confidence in pairs (source ids, target ids), at least 0, higher is surer.
Confidence = Callable[[Matches, np.ndarray, np.ndarray], np.ndarray]


def similarity_confidence(
    matches: Matches, source_ids: np.ndarray, target_ids: np.ndarray
) -> np.ndarray:
    """Trust a pair by its cosine."""
    return matches.cosines(source_ids, target_ids)


def margin_confidence(
    matches: Matches, source_ids: np.ndarray, target_ids: np.ndarray
) -> np.ndarray:
    """Trust a pair by how far it is ahead of the words' other best partners, on both sides.

    The margin is the cosine minus the mean of the other best ones; the two directions are joined
    by the geometric mean, where a pair behind the others counts as zero.
    """
    cosines = matches.cosines(source_ids, target_ids)
    margins = [
        np.maximum(cosines - _mean_of_others(partners, words, others), 0.0)
        for partners, words, others in (
            (matches.source, source_ids, target_ids),
            (matches.target, target_ids, source_ids),
        )
    ]
    return np.sqrt(margins[0] * margins[1])


def _mean_of_others(partners: Partners, words: np.ndarray, others: np.ndarray) -> np.ndarray:
    ids, scores = partners.ids[words], partners.scores[words]
    rivals = scores.shape[1] - 1
    own = ids == others[:, None]
    # a pair outside the list of the best has all but the last of them as rivals
    own[~own.any(axis=1), -1] = True
    return np.where(own, 0.0, scores).sum(axis=1) / rivals


def entropy_confidence(
    matches: Matches, source_ids: np.ndarray, target_ids: np.ndarray
) -> np.ndarray:
    """Trust a pair by how little its two words hesitate between partners."""
    of_source, of_target = matches.source.certainty, matches.target.certainty
    assert of_source is not None and of_target is not None
    return np.sqrt(of_source[source_ids] * of_target[target_ids])


CONFIDENCES: dict[str, Confidence] = {
    "similarity": similarity_confidence,
    "margin": margin_confidence,
    "entropy": entropy_confidence,
}
