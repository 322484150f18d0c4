"""Models that tie two monolingual spaces together by a lexicon."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import numpy as np

from baselines.lexical.lexicon import LEXICON, GivenLexicon, lexicon_supervision, make_lexicon
from baselines.parts import SEED_LEXICON, pairs_to_look_for, seed_reaches_parts
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.formats.vectors import WordVectors
from clss.lexicon import Lexicon
from clss.matrices import Matrix, to_dense, unit_rows, valid_rows
from clss.model import RepresentationModel
from clss.parameters import Kind, ModelOf, Nothing, Space, Whole
from clss.progress import ProgressCallback
from clss.sides import SIDES
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

#: the parameters that are handed on to the model that learns the vectors
OF_VECTORS = ("dim", "window")


class LexiconModel(RepresentationModel):
    """Two monolingual spaces and a lexicon become one space; how, a subclass says."""

    lexicon_: Lexicon

    #: what the parameters that all such models share may be
    shared_parameters: ClassVar[Mapping[str, Kind]] = {
        "lexicon": ModelOf() | LEXICON | Nothing(),
        "vectors": Space() | ModelOf() | Nothing(),
        "dim": Whole(at_least=1),
        "window": Whole(at_least=1),
        "seed": Whole(at_least=0),
    }

    lexicon: RepresentationModel | GivenLexicon | None
    vectors: RepresentationModel | BilingualSpace | None
    dim: int
    window: int
    seed: int

    @property
    def supervision(self) -> frozenset[str]:
        """That of the lexicon; the two vector spaces are learnt from each language alone."""
        given = self.components().get("lexicon", self.lexicon)
        assert given is not None
        return lexicon_supervision(given)

    @property
    def seed_matters(self) -> bool:
        """Whether it does to a model that is made here; a given one has its own seed."""
        return seed_reaches_parts(self)

    def components(self) -> dict[str, RepresentationModel]:
        """Return the model that finds the lexicon and the one that learns the vectors."""
        found: dict[str, RepresentationModel] = {}
        if self.lexicon is None:
            found["lexicon"] = self._default_lexicon()
        elif isinstance(self.lexicon, RepresentationModel):
            found["lexicon"] = self.lexicon
        if self.vectors is None:
            found["vectors"] = self._default_vectors()
        elif isinstance(self.vectors, RepresentationModel):
            found["vectors"] = self.vectors
        return found

    def idle_parameters(self) -> dict[str, str]:
        """Return the parameters of the default vectors, if others are given."""
        return {} if self.vectors is None else dict.fromkeys(OF_VECTORS, "where vectors are given")

    @abstractmethod
    def _default_lexicon(self) -> RepresentationModel:
        """Return the model that finds the lexicon if none is given."""

    @abstractmethod
    def _default_vectors(self) -> RepresentationModel:
        """Return the model that learns the vectors if none is given."""

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        if isinstance(self.vectors, BilingualSpace):
            vectors = self.vectors
        else:
            vectors = self.components_["vectors"].space_
        given = self.components_.get("lexicon", self.lexicon)
        assert given is not None
        return self._joined(
            given,
            vectors.source,
            vectors.target,
            vectors.matrix("source"),
            vectors.matrix("target"),
            vectors.langs,
        )

    def fit_vectors(
        self, source: WordVectors, target: WordVectors, langs: tuple[str, str] = SIDES
    ) -> Self:
        """Join vectors that exist already; no corpus is needed if the lexicon is given.

        Parameters
        ----------
        source, target : WordVectors
            As read by :mod:`clss.formats`; the two may have different dimensions.
        langs : (str, str)
            Codes of the two languages.
        """
        self.check_parameters()
        given = self.lexicon
        if given is None or (isinstance(given, RepresentationModel) and not given.is_fitted):
            raise InputError(
                "without a corpus the lexicon must be given: a file, a list of pairs, "
                "'identical', or a fitted model"
            )
        self.components_ = {}
        space = self._joined(
            given,
            Vocabulary(source.words),
            Vocabulary(target.words),
            source.matrix,
            target.matrix,
            langs,
        )
        self.space_ = self._signed(space)
        return self

    def _joined(
        self,
        given: RepresentationModel | GivenLexicon,
        source: Vocabulary,
        target: Vocabulary,
        source_matrix: Matrix,
        target_matrix: Matrix,
        langs: tuple[str, str],
    ) -> BilingualSpace:
        rows = self._prepare(source_matrix), self._prepare(target_matrix)
        first = self.lexicon_ = usable(make_lexicon(given, source, target), *rows)
        joined = self._join(*rows, first)
        known = pairs_to_look_for(
            self.supervision,
            parts=[given] if isinstance(given, RepresentationModel) else [],
            given=[] if isinstance(given, RepresentationModel) else first.pairs,
            found=self.lexicon_.pairs,
        )
        return BilingualSpace(
            source,
            target,
            *(np.ascontiguousarray(matrix, dtype=np.float32) for matrix in joined),
            langs=langs,
            kind="embedding",
            similarity=self.similarity,
            metadata={SEED_LEXICON: known, **self._details()},
        )

    @abstractmethod
    def _prepare(self, matrix: Matrix) -> np.ndarray:
        """Return one language's vectors as they go into :meth:`_join`."""

    @abstractmethod
    def _join(
        self, source: np.ndarray, target: np.ndarray, lexicon: Lexicon
    ) -> tuple[np.ndarray, np.ndarray]:
        """Bring the vectors of both languages into one space, in float64."""

    @abstractmethod
    def _details(self) -> dict[str, Any]:
        """Return what was chosen by itself, for the metadata of the space."""

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return {"lexicon": self.lexicon_.as_array()}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.lexicon_ = Lexicon.from_array(
            self.space_.source, self.space_.target, arrays["lexicon"]
        )


def prepare(matrix: Matrix, normalize: bool = True, center: bool = False) -> np.ndarray:
    """Bring one language's vectors to unit length and, if wanted, their mean to the origin.

    Vectors of unit length make the product that a map minimises the cosine one searches by
    (Xing et al., 2015); words without a vector (zeros) stay at zero.
    """
    rows = np.array(to_dense(matrix), dtype=np.float64)
    there = valid_rows(rows)
    rows[~there] = 0.0
    if normalize:
        rows = unit_rows(rows)
    if center and there.any():
        rows[there] -= rows[there].mean(axis=0)
    return rows


def usable(lexicon: Lexicon, source: np.ndarray, target: np.ndarray) -> Lexicon:
    """Leave out pairs of which a word has no vector."""
    kept = valid_rows(source[lexicon.source_ids]) & valid_rows(target[lexicon.target_ids])
    if not kept.any():
        raise InputError("no word pair of the lexicon has a vector on both sides")
    return Lexicon(
        lexicon.source,
        lexicon.target,
        lexicon.source_ids[kept],
        lexicon.target_ids[kept],
        lexicon.unknown,
    )
