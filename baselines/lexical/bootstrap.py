"""Growing a translation lexicon: a space over the pairs known so far proposes better ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
from scipy import sparse

from baselines.lexical.matches import Matches, Partners, find_matches
from clss.lexicon import Lexicon
from clss.progress import Progress, ProgressCallback

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
    """Trust a pair by how little its two words hesitate between partners.

    Each word is looked at by itself, whoever its partner in the pair is: once two words that hardly
    hesitate have become a wrong pair, that pair can outlast the right ones.
    """
    of_source, of_target = matches.source.certainty, matches.target.certainty
    assert of_source is not None and of_target is not None
    return np.sqrt(of_source[source_ids] * of_target[target_ids])


CONFIDENCES: dict[str, Confidence] = {
    "similarity": similarity_confidence,
    "margin": margin_confidence,
    "entropy": entropy_confidence,
}


@dataclass(frozen=True)
class Iteration:
    """One line of the log.

    Attributes
    ----------
    iteration : int
        Counted from 1.
    dimensions : int
        Pairs that the space was built on.
    proposed : int
        Mutual nearest neighbours found in it.
    pairs, added, removed : int
        The lexicon afterwards, and the change.
    mean_confidence : float
        Over the pairs afterwards, as judged in this iteration's space.
    """

    iteration: int
    dimensions: int
    proposed: int
    pairs: int
    added: int
    removed: int
    mean_confidence: float

    def to_json(self) -> dict[str, float]:
        """Return the plain form, for the metadata of a space and for plots."""
        return asdict(self)


@dataclass(frozen=True)
class Bootstrapping:
    """How a lexicon is grown.

    Parameters
    ----------
    confidence : str
        A key of :data:`baselines.lexical.bootstrap.CONFIDENCES`.
    best : int
        How many partners of a word the margin looks at.
    threshold : float
        Mutual pairs of lower confidence are not taken.
    max_new : int or None
        Iteration i takes at most i times as many new pairs, the surest; None takes all.
    frozen_seed : bool
        Whether the pairs of the seed stay whatever happens; otherwise they compete.
    max_iterations : int
    tolerance : float
        Stop when a smaller share of the pairs changes.
    min_count : int
        Rarer words are no candidates.
    workers : int
        Threads.

    References
    ----------
    Y. Peirsman, S. Padó (2010), Cross-lingual induction of selectional preferences with bilingual
    vector spaces. I. Vulić, M.-F. Moens (2013), A study on bootstrapping bilingual vector spaces
    from non-parallel data (and nothing else).
    """

    confidence: str = "similarity"
    best: int = 10
    threshold: float = 0.0
    max_new: int | None = None
    frozen_seed: bool = False
    max_iterations: int = 10
    tolerance: float = 0.005
    min_count: int = 1
    workers: int = 1

    def run(
        self,
        weights: tuple[sparse.csr_matrix, sparse.csr_matrix],
        seed: Lexicon,
        progress: ProgressCallback | None = None,
    ) -> tuple[Lexicon, tuple[Iteration, ...]]:
        """Grow a seed.

        Parameters
        ----------
        weights : pair of csr_matrix
            Words by contexts of both languages, contexts being the words again; a space selects
            the columns of its pairs.
        seed : Lexicon
        progress : callable, optional

        Returns
        -------
        lexicon : Lexicon
        log : tuple of Iteration
        """
        lexicon, log = seed, []
        for number in range(1, self.max_iterations + 1):
            new, record = self.step(weights, lexicon, seed, number)
            changed = record.added + record.removed
            if progress is not None:
                values = {
                    "pairs": float(record.pairs),
                    "changed": float(changed),
                    "confidence": record.mean_confidence,
                }
                progress(
                    Progress("bootstrapping", number, self.max_iterations, "iterations", values)
                )
            log.append(record)
            lexicon = new
            if changed <= self.tolerance * len(lexicon):
                break
        return lexicon, tuple(log)

    def step(
        self,
        weights: tuple[sparse.csr_matrix, sparse.csr_matrix],
        lexicon: Lexicon,
        seed: Lexicon,
        number: int = 1,
    ) -> tuple[Lexicon, Iteration]:
        """Make one iteration: build the space, find mutual pairs, resolve conflicts."""
        matches = self._matches(weights, lexicon)
        confidence = CONFIDENCES[self.confidence]
        proposed = matches.mutual()
        known = _keys(lexicon)
        keys = _combine(lexicon, *proposed)
        surety = _rounded(confidence(matches, *proposed))
        is_new = ~np.isin(keys, known)
        taken = surety >= self.threshold
        if self.max_new is not None:
            order = np.lexsort((keys, -surety))
            order = order[(is_new & taken)[order]]
            taken[order[number * self.max_new :]] = False
        # a proposed pair that is known already brings nothing new
        kept = is_new & taken
        source_ids = np.concatenate((lexicon.source_ids, proposed[0][kept]))
        target_ids = np.concatenate((lexicon.target_ids, proposed[1][kept]))
        judged = np.concatenate(
            (_rounded(confidence(matches, lexicon.source_ids, lexicon.target_ids)), surety[kept])
        )
        protected = np.isin(_combine(lexicon, source_ids, target_ids), _keys(seed))
        chosen = resolve(source_ids, target_ids, judged, protected & self.frozen_seed)
        result = Lexicon(
            lexicon.source, lexicon.target, source_ids[chosen], target_ids[chosen], seed.unknown
        )
        after = _keys(result)
        record = Iteration(
            number,
            len(lexicon),
            len(keys),
            len(result),
            int((~np.isin(after, known)).sum()),
            int((~np.isin(known, after)).sum()),
            float(judged[chosen].mean()) if len(result) else 0.0,
        )
        return result, record

    def _matches(
        self, weights: tuple[sparse.csr_matrix, sparse.csr_matrix], lexicon: Lexicon
    ) -> Matches:
        spaces = []
        for matrix, vocabulary, ids in zip(
            weights,
            (lexicon.source, lexicon.target),
            (lexicon.source_ids, lexicon.target_ids),
            strict=True,
        ):
            space = select_columns(matrix, ids)
            # rare words keep their row, empty: ids stay those of the vocabulary
            rare = vocabulary.counts < self.min_count
            spaces.append(sparse.diags_array((~rare).astype(float), format="csr") @ space)
        return find_matches(
            sparse.csr_matrix(spaces[0]),
            sparse.csr_matrix(spaces[1]),
            max(self.best, 2),
            with_entropy=self.confidence == "entropy",
            workers=self.workers,
        )


def select_columns(matrix: sparse.csr_matrix, columns: np.ndarray) -> sparse.csr_matrix:
    """Return the vectors over a lexicon's dimensions: one column a pair, in the lexicon's order."""
    selected = sparse.csr_matrix(matrix[:, columns])
    selected.sum_duplicates()
    return selected


def resolve(
    source_ids: np.ndarray, target_ids: np.ndarray, confidence: np.ndarray, protected: np.ndarray
) -> np.ndarray:
    """Choose one-to-one pairs: the surest first, a later pair may not reuse a word.

    Equals are taken in the order of their ids. Protected pairs all stay, and go before.

    Returns
    -------
    ndarray of int64
        Places of the chosen pairs, in the order of choice.

    Examples
    --------
    >>> pairs = np.array([0, 0, 1]), np.array([0, 1, 1])
    >>> resolve(*pairs, np.array([0.2, 0.9, 0.5]), np.zeros(3, bool)).tolist()
    [1]
    >>> resolve(*pairs, np.array([0.2, 0.9, 0.5]), np.array([True, False, False])).tolist()
    [0, 2]
    """
    order = np.lexsort((target_ids, source_ids, -confidence, ~protected))
    used_source: set[int] = set()
    used_target: set[int] = set()
    chosen = []
    for place in order.tolist():
        s, t = int(source_ids[place]), int(target_ids[place])
        if protected[place] or (s not in used_source and t not in used_target):
            chosen.append(place)
            used_source.add(s)
            used_target.add(t)
    return np.array(chosen, dtype=np.int64)


def _rounded(confidence: np.ndarray) -> np.ndarray:
    """Round off differences that are rounding errors: pairs equally sure are ordered by id."""
    return np.round(confidence, 12)


def _combine(lexicon: Lexicon, source_ids: np.ndarray, target_ids: np.ndarray) -> np.ndarray:
    """Give every pair one number, in the order of (source id, target id)."""
    return source_ids * np.int64(len(lexicon.target)) + target_ids


def _keys(lexicon: Lexicon) -> np.ndarray:
    return _combine(lexicon, lexicon.source_ids, lexicon.target_ids)
