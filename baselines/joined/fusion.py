"""Fusion: several spaces as one, and the translations that documents confirm of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from baselines.documents.lsa import LSA
from baselines.joined.self_learning import DOCUMENT_DIM, SelfLearning, document_models
from baselines.joined.spelling import Spelling
from baselines.joined.translation_table import (
    Rows,
    table_memory,
    translated_rows,
    translation_table,
)
from baselines.parts import SEED_LEXICON, pairs_to_look_for, seed_reaches_parts
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.matrices import (
    Matrix,
    scale_rows,
    to_dense,
    unit_rows,
    valid_rows,
    weighted_mean,
    without_broken_rows,
)
from clss.model import IDLE_MEMORY, RepresentationModel
from clss.parameters import Kind, ModelOf, Nothing, Number, Whole
from clss.progress import ProgressCallback
from clss.sides import SIDES
from clss.space import BilingualSpace

#: the parameters of what is done with the joined vectors if there are passes over the documents
OF_PASSES = ("table_weight", "background", "vocabulary")
#: beside more, the first model would be lost in the rounding of single precision
LARGEST_WEIGHT = 1000.0


class Fusion(RepresentationModel):
    """Three models asked together, and their answers held against the documents.

    Models that learn from different things err on different words, so the mean of their cosines
    may be better than each. By default these are what documents say (LSA), what neighbours in the
    text say (self-learning, whose first pairs come from that LSA) and how words are spelled: their
    vectors side by side, each of length one. What this space takes for translations then has to
    explain the documents: a table of translations is estimated from them
    (:func:`baselines.joined.translation_table.translation_table`), and words are compared by their
    translations in it, too.

    Parameters
    ----------
    first : model or None
        None takes ``LSA(dim=150)``.
    second : model or None
        None takes ``SelfLearning(lexicon=first)``: the same first model begins it and is trained
        once.
    third : model or None
        None takes ``Spelling()``.
    second_weight, third_weight : float
        By how much the cosines of the others count, the first model's counting one. With
        ``third_weight=0`` there are two models, and `third` is to be left out; by default they then
        know nothing but documents.
    passes : int
        Over the documents, to estimate the table; with 0 there is none, and the cosine is the
        weighted mean of the parts' cosines, and the next three are to be left out.
    table_weight : float
        By how much the table counts, the cosine of all parts together counting one.
    background : float
        The share of the mean vector of the text that is subtracted from every word of its language
        in the end. A word counts in that mean as often as it occurs. With 0, a word that is near
        to everything may be the answer in every context.
    vocabulary : int
        The table has so many most frequent words of each language.
    seed : int
        Of the default models.

    Notes
    -----
    A word that one part has no vector for is compared by the others. The third part helps to
    propose the table, but the translations in it are compared by the first two: in a sentence, how
    the words around are spelled says little. Models of topics, which are meant for other
    similarities than the cosine, are refused; parts with sparse vectors need ``passes=0``.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = Fusion(first=LSA(dim=25)).fit(toy_corpus(pairs=400))
    >>> model.space_.neighbors("s03", lang="s", top=1)[0].word, sorted(model.components_)
    ('t03', ['first', 'second', 'third'])

    References
    ----------
    P. F. Brown, S. A. Della Pietra, V. J. Della Pietra, R. L. Mercer (1993), The mathematics of
    statistical machine translation: parameter estimation. Computational Linguistics 19(2).
    """

    name: ClassVar[str] = "fusion"
    citations = ("brown1993mathematics",)
    algorithm_version: ClassVar[int] = 4
    parameters: ClassVar[Mapping[str, Kind]] = {
        "first": ModelOf() | Nothing(),
        "second": ModelOf() | Nothing(),
        "third": ModelOf() | Nothing(),
        "second_weight": Number(above=0, at_most=LARGEST_WEIGHT),
        "third_weight": Number(at_least=0, at_most=LARGEST_WEIGHT),
        "passes": Whole(at_least=0),
        "table_weight": Number(above=0, at_most=LARGEST_WEIGHT),
        "background": Number(at_least=0, at_most=1),
        "vocabulary": Whole(at_least=1),
        "seed": Whole(at_least=0),
    }

    def __init__(
        self,
        first: RepresentationModel | None = None,
        second: RepresentationModel | None = None,
        third: RepresentationModel | None = None,
        second_weight: float = 2.0,
        third_weight: float = 1.5,
        passes: int = 2,
        table_weight: float = 1.0,
        background: float = 0.8,
        vocabulary: int = 20_000,
        seed: int = 1,
    ) -> None:
        self.first = first
        self.second = second
        self.third = third
        self.second_weight = second_weight
        self.third_weight = third_weight
        self.passes = passes
        self.table_weight = table_weight
        self.background = background
        self.vocabulary = vocabulary
        self.seed = seed

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        documents = LSA(**LSA.toy_parameters())
        second, third = (part(**part.toy_parameters()) for part in (SelfLearning, Spelling))
        return {"first": documents, "second": second, "third": third}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return a document model whose rank the corpus has; self-learning begins with it."""
        return {"first": document_models(statistics)[0]}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return document models, which self-learning begins with, and weights of the others."""
        return {
            "first": document_models(statistics),
            "second_weight": [2.0, 1.0],
            "third_weight": [1.5, 3.0],
        }

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of training: that of its parts, or of their vectors and the table."""
        parts = [part.estimate_memory(statistics) for part in self.components().values()]
        widths = sum(part.width for part in self.components().values())
        joined = 4 * 4 * sum(statistics.vocabulary) * widths
        if self.passes:  # translations as well, and both side by side
            joined = 2 * joined + table_memory(statistics, self.vocabulary)
        return max([*parts, IDLE_MEMORY + joined])

    @property
    def supervision(self) -> frozenset[str]:
        """All that the parts are given, and the documents that a table is estimated from."""
        own = frozenset({"documents"} if self.passes else ())
        return own.union(*(part.supervision for part in self.components().values()))

    @property
    def sparse_vectors(self) -> bool:
        """Whether those of a part are."""
        return any(part.sparse_vectors for part in self.components().values())

    @property
    def seed_matters(self) -> bool:
        """Whether it does to a part that is made here; a given one has its own seed."""
        return seed_reaches_parts(self)

    def components(self) -> dict[str, RepresentationModel]:
        """Return the parts."""
        first, second = self.first, self.second
        if first is None:
            first = LSA(dim=DOCUMENT_DIM, seed=self.seed)
        if second is None:
            # by default that of a row of its own, so that a comparison trains it once
            second = SelfLearning(lexicon=self.first, seed=self.seed)
        parts = {"first": first, "second": second}
        if self.third_weight:
            parts["third"] = Spelling(seed=self.seed) if self.third is None else self.third
        return parts

    def idle_parameters(self) -> dict[str, str]:
        """Return what only a table gives a meaning, if there is none, and a part without weight."""
        idle = {} if self.passes else dict.fromkeys(OF_PASSES, "where passes is 0")
        return idle if self.third_weight else {**idle, "third": "where third_weight is 0"}

    def _check_combination(self) -> None:
        for place, part in self.components().items():
            if part.similarity != "cosine":
                raise InputError(
                    f"{place} must be a model for the cosine; {part.name} is for {part.similarity}"
                )
            if self.passes and part.sparse_vectors:
                raise _sparse(place, part)

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        words = corpus.source.vocabulary.words, corpus.target.vocabulary.words
        for place, part in self.components_.items():
            if (part.space_.source.words, part.space_.target.words) != words:
                raise InputError(f"{place} must have vectors of the corpus's words and no others")
            if self.passes and sparse.issparse(part.space_.matrix("source")):
                raise _sparse(place, part)
        source, target = self._joined(("first", "second", "third"))
        if self.passes:
            with threadpool_limits(1):  # threads of BLAS would add up in another order
                rows = unit_rows(to_dense(source)), unit_rows(to_dense(target))
                source, target = self._confirmed(corpus, rows)
        return self._space_of(corpus, source, target, metadata=self._known_pairs())

    def _known_pairs(self) -> dict[str, Any]:
        parts = list(self.components_.values())
        found = [pair for part in parts for pair in part.space_.metadata.get(SEED_LEXICON, ())]
        pairs = pairs_to_look_for(self.supervision, parts, given=[], found=found)
        return {SEED_LEXICON: pairs} if pairs else {}

    def _joined(self, places: Iterable[str]) -> list[Matrix]:
        """Return the vectors of some parts side by side, in both languages."""
        known = {"first": 1.0, "second": self.second_weight, "third": self.third_weight}
        taken = [place for place in places if place in self.components_]
        spaces = [self.components_[place].space_ for place in taken]
        weights = [float(known[place]) for place in taken]
        return [side_by_side([space.matrix(side) for space in spaces], weights) for side in SIDES]

    def _confirmed(self, corpus: AlignedCorpus, rows: Rows) -> list[np.ndarray]:
        """Put beside the joined vectors what their translations in the documents say."""
        table = translation_table(corpus, rows, self.passes, self.vocabulary)
        source, target = (unit_rows(to_dense(part)) for part in self._joined(("first", "second")))
        scale = np.float32(np.sqrt(self.table_weight))
        translated = translated_rows((source, target), table)
        widths = [part.space_.matrix("source").shape[1] for part in self.components_.values()]
        found = []
        for own, other, side in zip(rows, translated, corpus.sides, strict=True):
            both = np.hstack([own, scale * other])
            take_off_background(both, side.vocabulary.counts, self.background, widths)
            found.append(both)
        return found


def _sparse(place: str, part: RepresentationModel) -> InputError:
    return InputError(f"passes must be 0 with sparse vectors, as {place} has: {part.name}")


def take_off_background(
    rows: np.ndarray, counts: np.ndarray, share: float, widths: list[int]
) -> None:
    """Subtract a share of the mean vector of the text from all vectors, in place.

    `widths` are those of the parts that stand side by side; the last part is what remains. A word
    that a part has no vector for keeps none there, and has no part in the mean.

    Examples
    --------
    >>> rows = np.array([[1.0, 0.0, 2.0], [0.0, 4.0, 2.0], [0.0, 0.0, 3.0]])
    >>> take_off_background(rows, np.array([3, 1, 4]), share=0.5, widths=[2])
    >>> rows.tolist()
    [[0.625, -0.5, 0.75], [-0.375, 3.5, 0.75], [0.0, 0.0, 1.75]]
    """
    for part in np.split(rows, np.cumsum(widths), axis=1):
        mean = (share * weighted_mean(part, counts)).astype(rows.dtype)
        part[valid_rows(part)] -= mean


def side_by_side(parts: list[Matrix], weights: list[float]) -> Matrix:
    """Return the rows of all parts, each of length one times the root of its weight, as one.

    Examples
    --------
    >>> side_by_side([np.array([[0.0, 3.0]]), np.array([[5.0]])], [1.0, 4.0]).tolist()
    [[0.0, 1.0, 2.0]]
    """
    scaled = []
    for part, weight in zip(parts, weights, strict=True):
        rows = unit_rows(without_broken_rows(part)).astype(np.float32)
        scaled.append(scale_rows(rows, np.full(rows.shape[0], np.float32(np.sqrt(weight)))))
    if any(sparse.issparse(part) for part in scaled):
        return sparse.csr_matrix(sparse.hstack(scaled, format="csr"))
    return np.hstack([to_dense(part) for part in scaled])
