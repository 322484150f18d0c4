"""Self-learning: two languages' own vectors, joined by the pairs that the joint space finds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from threadpoolctl import threadpool_limits

from baselines.documents.lsa import LSA
from baselines.joined.count_vectors import CountVectors
from baselines.joined.csls import BLOCK, mutual_neighbors
from baselines.joined.mapping import joined_rows, map_both
from baselines.lexical.lexicon import GivenLexicon
from baselines.lexical.lexicon_model import LexiconModel, prepare
from baselines.sizes import LARGE, suited_rank
from clss.corpus import CorpusStatistics
from clss.errors import InputError
from clss.lexicon import Lexicon
from clss.matrices import Matrix, to_dense, unit_rows, without_broken_rows
from clss.model import IDLE_MEMORY, RepresentationModel
from clss.parameters import Flag, Kind, Number, Whole
from clss.sides import SIDES
from clss.space import BilingualSpace

#: dimensions of the document model on large corpora; small ones take twice as many
DOCUMENT_DIM = 150


class SelfLearning(LexiconModel):
    """Vectors of each language alone, mapped by translation pairs that are found again and again.

    The first pairs come from a model of documents: who occurs with whom in aligned documents says
    roughly which words translate each other. The neighbours of a word in its own language say it
    more sharply, once some pairs tie the two languages together. So both languages' vectors are
    mapped by the pairs (whitened, rotated, re-weighted, coloured again); the mutual CSLS
    neighbours of what comes out, together with the documents, are the next pairs; and so on.

    Parameters
    ----------
    lexicon : model, "identical", path, list of pairs, or None
        Where the first pairs come from. None takes ``LSA(dim=150)``; nothing but the alignment of
        documents is used then. "identical" takes words spelled alike. Of a model whose cosines go
        on to count (see `anchored`) the first pairs are the mutual CSLS neighbours, whatever pairs
        it has found itself.
    vectors : model, BilingualSpace or None
        The vectors to be mapped. None takes ``CountVectors(dim, window)``.
    dim, window : int
        Of the default vectors; to be left out if others are given.
    iterations : int
        How often the vectors are mapped.
    anchored : bool
        The cosines of the model that gave the first pairs go on to count for half when pairs are
        found. This does nothing if the first pairs come from no model, from one for another
        similarity than the cosine, or from one that has vectors of other words.
    reweight : float
        How much directions on which the pairs agree count for more, see
        :func:`baselines.joined.mapping.map_both`.
    vocabulary : int
        Pairs are looked for among so many most frequent words of each language.
    seed : int
        Of the default models.

    Attributes
    ----------
    lexicon_ : Lexicon
        The pairs of the last map.
    log_ : tuple of int
        How many pairs there were in each iteration.

    Notes
    -----
    The space's metadata keep the pairs of the last map as ``seed_lexicon``. If a lexicon was given,
    here or to the model of the first pairs, they keep the given pairs instead: those were known
    beforehand if a test lexicon has them.

    References
    ----------
    M. Artetxe, G. Labaka, E. Agirre (2018), A robust self-learning method for fully unsupervised
    cross-lingual mappings of word embeddings. ACL. — Generalizing and improving bilingual word
    embedding mappings with a multi-step framework of linear transformations (2018). AAAI.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = SelfLearning(lexicon=LSA(dim=25), dim=16).fit(toy_corpus(pairs=400))
    >>> model.space_.neighbors("s03", lang="s", top=1)[0].word, sorted(model.supervision)
    ('t03', ['documents'])
    """

    name: ClassVar[str] = "self-learning"
    citations = ("artetxe2018robust", "artetxe2018generalizing")
    algorithm_version: ClassVar[int] = 3
    parameters: ClassVar[Mapping[str, Kind]] = {
        **LexiconModel.shared_parameters,
        "iterations": Whole(at_least=1),
        "anchored": Flag(),
        "reweight": Number(at_least=0, at_most=10),
        "vocabulary": Whole(at_least=1),
    }

    log_: tuple[int, ...]

    def __init__(
        self,
        lexicon: RepresentationModel | GivenLexicon | None = None,
        vectors: RepresentationModel | BilingualSpace | None = None,
        dim: int = 200,
        window: int = 5,
        iterations: int = 3,
        anchored: bool = True,
        reweight: float = 0.5,
        vocabulary: int = 20_000,
        seed: int = 1,
    ) -> None:
        self.lexicon = lexicon
        self.vectors = vectors
        self.dim = dim
        self.window = window
        self.iterations = iterations
        self.anchored = anchored
        self.reweight = reweight
        self.vocabulary = vocabulary
        self.seed = seed

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"lexicon": LSA(**LSA.toy_parameters()), "dim": 16}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return a document model whose rank the corpus has."""
        return {"lexicon": document_models(statistics)[0]}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return document models, and windows and dimensions of the vectors."""
        return {
            "lexicon": document_models(statistics),
            "window": [5, 10],
            "dim": [200, 100],
        }

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of training: what both parts need, or several copies of vectors."""
        components = self.components()
        parts = [part.estimate_memory(statistics) for part in components.values()]
        # of either part one copy in double and two in single precision, and a block of scores
        own = 3 * 4 * BLOCK * min(max(statistics.vocabulary), self.vocabulary)
        own += 16 * sum(statistics.vocabulary) * self._width("vectors", statistics)
        if self.anchored and "lexicon" in components:
            frequent = (min(size, self.vocabulary) for size in statistics.vocabulary)
            own += 16 * sum(frequent) * self._width("lexicon", statistics)
        return max([*parts, IDLE_MEMORY + own])

    def _width(self, place: str, statistics: CorpusStatistics) -> int:
        """Return the dimensions of a part; sparse vectors, made dense here, have many."""
        part = self.components().get(place, getattr(self, place))
        if isinstance(part, BilingualSpace):
            return int(part.matrix("source").shape[1])
        return statistics.pairs if part.sparse_vectors else part.width

    def idle_parameters(self) -> dict[str, str]:
        """Return what nothing is looked for with, and the parameters of vectors not made here."""
        idle = super().idle_parameters()
        if "lexicon" not in self.components():
            idle["anchored"] = "where the lexicon comes from no model"
            if self.iterations == 1:
                idle["vocabulary"] = "where a lexicon that is given is used for the only map"
        return idle

    def _default_lexicon(self) -> RepresentationModel:
        return LSA(dim=DOCUMENT_DIM, seed=self.seed)

    def _default_vectors(self) -> RepresentationModel:
        return CountVectors(dim=self.dim, window=self.window, seed=self.seed)

    def _prepare(self, matrix: Matrix) -> np.ndarray:
        return np.asarray(unit_rows(prepare(matrix, normalize=True, center=True)))

    def _join(
        self, source: np.ndarray, target: np.ndarray, lexicon: Lexicon
    ) -> tuple[np.ndarray, np.ndarray]:
        sides, anchor = (source, target), self._anchor(lexicon)
        with threadpool_limits(1):  # threads of BLAS would add up in another order
            pairs = (lexicon.source_ids, lexicon.target_ids)
            if anchor is not None:  # surer by CSLS than by the cosine alone
                pairs = self._found(*anchor)
            mapped, log = map_both(*sides, *pairs, float(self.reweight)), [len(pairs[0])]
            for _ in range(1, self.iterations):
                pairs = self._pairs(mapped, anchor)
                mapped = map_both(*sides, *pairs, float(self.reweight))
                log.append(len(pairs[0]))
        self.log_ = tuple(log)
        self.lexicon_ = Lexicon(lexicon.source, lexicon.target, *pairs)
        return mapped

    @property
    def _first_model(self) -> RepresentationModel | None:
        """The fitted model that gave the first pairs, if one did; ``fit_vectors`` trains none."""
        given = self.components_.get("lexicon", self.lexicon)
        return given if isinstance(given, RepresentationModel) else None

    def _anchor(self, lexicon: Lexicon) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the vectors of the model that gave the first pairs, if they are to count."""
        given = self._first_model
        if not self.anchored or given is None or given.similarity != "cosine":
            return None
        space = given.space_
        # a file of vectors has the same words without their counts
        own, words = (space.source, space.target), (lexicon.source, lexicon.target)
        if any(one.words != other.words for one, other in zip(own, words, strict=True)):
            return None
        source, target = (_frequent(space.matrix(side), self.vocabulary) for side in SIDES)
        return source, target

    def _pairs(
        self, mapped: tuple[np.ndarray, np.ndarray], anchor: tuple[np.ndarray, np.ndarray] | None
    ) -> tuple[np.ndarray, np.ndarray]:
        source, target = (_frequent(matrix, self.vocabulary) for matrix in mapped)
        if anchor is not None:
            source, target = joined_rows(anchor[0], source), joined_rows(anchor[1], target)
        return self._found(source, target)

    def _found(self, source: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        pairs = mutual_neighbors(source, target)
        if not len(pairs[0]):
            raise InputError(
                f"no two of the {self.vocabulary} most frequent words of each language are each"
                " other's nearest neighbour; words without a vector are nobody's"
            )
        return pairs

    def _details(self) -> dict[str, Any]:
        return {"pairs": list(self.log_)}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        super()._restore_arrays(arrays)
        self.log_ = tuple(self.space_.metadata["pairs"])


def _frequent(matrix: Matrix, words: int) -> np.ndarray:
    """Return the vectors of the most frequent words, of length one: ids go by frequency.

    One NaN would be the nearest neighbour of all words of the other language.
    """
    rows = unit_rows(to_dense(without_broken_rows(matrix[:words])))
    return rows.astype(np.float32)


def document_models(statistics: CorpusStatistics) -> list[dict[str, Any]]:
    """Return document models that suit a corpus, the likeliest first, as tables of a config.

    A large corpus has longer documents, whose finer distinctions are noise.

    Examples
    --------
    >>> corpus = CorpusStatistics(1683, (67_405, 77_000), (829, 958), (40, 46), 6, (0, 0))
    >>> [model["dim"] for model in document_models(corpus)]
    [300, 150]
    """
    dims = sorted({min(dim, suited_rank(statistics)) for dim in (DOCUMENT_DIM, 2 * DOCUMENT_DIM)})
    if sum(statistics.tokens) < LARGE:
        dims.reverse()
    return [{"model": LSA.name, "dim": dim} for dim in dims]
