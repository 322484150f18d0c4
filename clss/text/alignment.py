"""Testing whether line n of one text belongs to line n of the other, by words and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse, stats

from clss.errors import InputError
from clss.matrices import unit_rows

_SHIFTS = range(-5, 6)
_CLEARLY = 1.5  # times the overlap in step that another shift must have to be believed
_SEED = 1  # of the random documents that documents are compared with
_STANDARD_ERRORS = 5  # above chance, since the best of many shifts is looked at


@dataclass(frozen=True)
class Block:
    """Some consecutive documents and the shift at which their words agree best.

    Attributes
    ----------
    first, last : int
        Documents, counted from 1.
    shift : int
        How many lines the target is late; 0 if it is in step.
    overlap : float
        Mean similarity of the identical words at shift 0.
    best : float
        The same at `shift`.
    """

    first: int
    last: int
    shift: int
    overlap: float
    best: float


@dataclass(frozen=True)
class AlignmentReport:
    """What the texts say about their alignment.

    Attributes
    ----------
    documents : int
    overlap : float
        Mean similarity (cosine, weighted by rarity) of the words that both languages write alike
        (names, numbers, loans), between line n and line n.
    chance : float
        The same between lines that do not belong together.
    length_correlation : float
        Spearman's rank correlation of the lengths of documents.
    shared_words : int
        How many words are written alike.
    shifted : list of Block
        Where another shift fits clearly better.
    """

    documents: int
    overlap: float
    chance: float
    length_correlation: float
    shared_words: int
    shifted: list[Block]

    @property
    def verdict(self) -> str:
        """One sentence."""
        if self.shifted:
            block = self.shifted[0]
            return (
                f"documents {block.first} to {block.last} fit better when the target is read "
                f"{abs(block.shift)} line{'s' * (abs(block.shift) != 1)} "
                f"{'later' if block.shift > 0 else 'earlier'}: a line is missing or doubled before"
            )
        if self.overlap > _CLEARLY * self.chance and self.overlap > 0:
            return "line n belongs to line n"
        if self.length_correlation > 0.3:
            return "the lengths agree, but the words written alike are too few to be sure"
        return "nothing shows that line n belongs to line n"


def check_alignment(
    source: Sequence[Sequence[str]],
    target: Sequence[Sequence[str]],
    block: int = 200,
) -> AlignmentReport:
    """Compare documents with their partners, with lines near those, and with random others.

    Parameters
    ----------
    source, target : sequences of documents
        A document is a sequence of words.
    block : int
        Documents that are judged together.
    """
    if len(source) != len(target):
        raise InputError(f"{len(source)} documents beside {len(target)}")
    if len(source) < 2 * max(_SHIFTS):
        raise InputError(f"at least {2 * max(_SHIFTS)} documents are needed, found {len(source)}")
    first, second, shared = _shared_vectors(source, target)
    number = len(source)
    by_shift = {shift: _similarities(first, second, shift) for shift in _SHIFTS}
    strangers = np.random.default_rng(_SEED).permutation(number)
    by_chance = np.asarray(first.multiply(second[strangers]).sum(axis=1)).ravel()
    chance = float(by_chance.mean())
    lengths = [[len(document) for document in side] for side in (source, target)]
    varied = all(len(set(side)) > 1 for side in lengths)
    correlation = float(stats.spearmanr(*lengths).statistic) if varied else 0.0
    shifted = []
    for begin in range(0, number, block):
        rows = slice(begin, min(begin + block, number))
        means = {shift: float(values[rows].mean()) for shift, values in by_shift.items()}
        best = max(_SHIFTS, key=lambda shift: (means[shift], -abs(shift)))
        error = float(by_chance.std()) / (rows.stop - begin) ** 0.5
        surely = means[best] > 2 * chance + _STANDARD_ERRORS * error
        if best and surely and means[best] > _CLEARLY * means[0]:
            shifted.append(Block(begin + 1, rows.stop, best, means[0], means[best]))
    overlap = float(by_shift[0].mean())
    return AlignmentReport(number, overlap, chance, correlation, shared, shifted)


def _shared_vectors(
    source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
) -> tuple[sparse.csr_matrix, sparse.csr_matrix, int]:
    """Return documents as unit vectors over the words written alike; rare ones weigh more."""
    frequency = [
        Counter(word for document in side for word in set(document)) for side in (source, target)
    ]
    shared = sorted(frequency[0].keys() & frequency[1].keys())
    column = {word: i for i, word in enumerate(shared)}
    common = np.array([min(f[word] for f in frequency) for word in shared], dtype=float)
    weight = np.log(len(source) / common) if shared else np.zeros(0)
    sides = []
    for side in (source, target):
        rows, columns = [], []
        for row, document in enumerate(side):
            known = {column[word] for word in document if word in column}
            rows += [row] * len(known)
            columns += sorted(known)
        matrix = sparse.csr_matrix(
            (weight[columns], (rows, columns)), shape=(len(side), max(len(shared), 1))
        )
        sides.append(unit_rows(matrix))
    return sides[0], sides[1], len(shared)


def _similarities(first: sparse.csr_matrix, second: sparse.csr_matrix, shift: int) -> np.ndarray:
    """Return the similarity of every source document to the target document `shift` lines on."""
    number = first.shape[0]
    values = np.zeros(number)
    rows = np.arange(max(0, -shift), min(number, number - shift))
    products = first[rows].multiply(second[rows + shift]).sum(axis=1)
    values[rows] = np.asarray(products).ravel()
    return values
