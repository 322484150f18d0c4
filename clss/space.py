"""What a model has learned: the words of two languages in one space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from clss import _sparse as sparse
from clss.arrays import digest_matrix, load_matrix, save_matrix
from clss.checksums import open_saved, seal
from clss.errors import InputError, unknown_name
from clss.immutable import Immutable
from clss.matrices import Matrix, read_only, row_sums, valid_rows
from clss.persistence import atomic_directory, digest, intact, saved_langs, to_json
from clss.pruning import Pruning, PruningMode, prune_rows
from clss.sides import SIDES, Into, SideName, as_side, other_side, side_index, sides_of
from clss.vocabulary import Vocabulary

if TYPE_CHECKING:
    import pandas

    from clss.retrieval import Retrieval
    from clss.similarity import Similarity

SpaceKind = Literal["embedding", "distribution", "count"]
MatrixPair = tuple[Matrix, Matrix]
_PARTS = {"matrix", "word_given_topic", "topic_given_word", "context_vectors", "whole"}


class Neighbor(NamedTuple):
    """One answer: a word, its language, and its score (higher is better)."""

    word: str
    lang: str
    score: float


class Neighbors(list[Neighbor]):
    """Answers, best first: a list that a notebook shows as a table."""

    def to_frame(self) -> pandas.DataFrame:
        """Return a data frame with word, language and score."""
        import pandas

        return pandas.DataFrame(list(self), columns=list(Neighbor._fields))

    def _repr_html_(self) -> str:
        """Show the answers in a notebook."""
        return str(self.to_frame().to_html())


class BilingualSpace(Immutable):
    """Source and target words as rows of two matrices over the same dimensions.

    Parameters
    ----------
    source, target : Vocabulary
    source_matrix, target_matrix : ndarray, CSR matrix or FlooredMatrix
        One row a word.
    langs : (str, str)
        Codes of the two languages.
    kind : {"embedding", "distribution", "count"}
        What the rows are; a distribution's rows sum to one.
    similarity : str
        The similarity this space is meant for.
    word_given_topic : pair of ndarray, optional
        P(w|z) per language, topics in rows: what Cue needs.
    topic_given_word : pair of ndarray, optional
        P(z|w) per language, where the matrices are something else (Association-MuPTM).
    context_vectors : pair of ndarray, optional
        Output vectors of an embedding model; some models of context use them.
    whole : pair of matrices, optional
        The vectors before every word kept its own strongest dimensions; made by :meth:`prune`.
        Distributions are mixed whole and pruned after.
    pruning : Pruning, optional
        How the vectors are truncated; made by :meth:`prune`.
    metadata : mapping, optional
        Where the space comes from, JSON values only.

    Examples
    --------
    >>> space = BilingualSpace(
    ...     Vocabulary(["rey", "pan"]), Vocabulary(["king", "bread", "queen"]),
    ...     np.array([[1.0, 0.1], [0.0, 1.0]]), np.array([[1.0, 0.0], [0.1, 1.0], [0.8, 0.4]]),
    ...     langs=("es", "en"))
    >>> [neighbor.word for neighbor in space.neighbors("rey", top=2)]
    ['king', 'queen']
    """

    def __init__(
        self,
        source: Vocabulary,
        target: Vocabulary,
        source_matrix: Matrix,
        target_matrix: Matrix,
        *,
        langs: Sequence[str] = SIDES,
        kind: SpaceKind = "embedding",
        similarity: str = "cosine",
        word_given_topic: MatrixPair | None = None,
        topic_given_word: MatrixPair | None = None,
        context_vectors: MatrixPair | None = None,
        whole: MatrixPair | None = None,
        pruning: Pruning | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        if kind not in get_args(SpaceKind):
            raise unknown_name("kind of space", kind, get_args(SpaceKind))
        self.source, self.target = source, target
        self.langs: tuple[str, str] = (langs[0], langs[1])
        self.kind: SpaceKind = kind
        self.similarity, self.pruning = similarity, pruning
        self._metadata = dict(metadata or {})
        self._parts: dict[str, MatrixPair] = {}
        for name, pair in (
            ("matrix", (source_matrix, target_matrix)),
            ("word_given_topic", word_given_topic),
            ("topic_given_word", topic_given_word),
            ("context_vectors", context_vectors),
            ("whole", whole),
        ):
            if pair is not None:
                # a value is not changed once made
                self._parts[name] = (read_only(pair[0]), read_only(pair[1]))
        self._check()

    def _check(self) -> None:
        if self.langs[0] == self.langs[1]:
            raise InputError(f"the two languages have the same code {self.langs[0]!r}")
        sizes = (len(self.source), len(self.target))
        for name, pair in self._parts.items():
            axis = 1 if name == "word_given_topic" else 0
            if tuple(matrix.shape[axis] for matrix in pair) != sizes:
                shapes = [matrix.shape for matrix in pair]
                raise InputError(f"{name} has shapes {shapes} for vocabularies of {sizes} words")
            if pair[0].shape[1 - axis] != pair[1].shape[1 - axis]:
                raise InputError(f"{name} of the two languages has different dimensions")
        if self.kind == "distribution":
            for lang, matrix in zip(self.langs, self._parts["matrix"], strict=True):
                sums = row_sums(matrix)[valid_rows(matrix)]
                if sums.size and np.abs(sums - 1).max() > 1e-3:
                    raise InputError(
                        f"a {lang} row sums to {sums[np.abs(sums - 1).argmax()]:.4g}; "
                        "rows of a distribution sum to one"
                    )

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Where the space comes from; :meth:`described` gives a space that says more."""
        return MappingProxyType(self._metadata)

    @property
    def word_given_topic(self) -> MatrixPair | None:
        """P(w|z) per language, topics in rows, if the space has topics."""
        return self._parts.get("word_given_topic")

    @property
    def topic_given_word(self) -> MatrixPair | None:
        """P(z|w) per language, where the matrix is not itself that."""
        return self._parts.get("topic_given_word")

    @property
    def context_vectors(self) -> MatrixPair | None:
        """The output vectors of an embedding model, if kept."""
        return self._parts.get("context_vectors")

    @property
    def whole(self) -> MatrixPair | None:
        """The vectors before pruning, where every word has kept its own dimensions."""
        return self._parts.get("whole")

    @property
    def dimensions(self) -> int:
        """The number of dimensions."""
        return int(self._parts["matrix"][0].shape[1])

    def lang(self, side: SideName) -> str:
        """Return the code of the language of "source" or "target"."""
        return self.langs[side_index(side)]

    def vocabulary(self, side: SideName) -> Vocabulary:
        """Return the words of "source" or "target"."""
        return self.source if side_index(side) == 0 else self.target

    def matrix(self, side: SideName) -> Matrix:
        """Return the vectors of "source" or "target", one row a word."""
        return self._parts["matrix"][side_index(side)]

    def vector(self, word: str, lang: str | None = None) -> np.ndarray:
        """Return one word's vector."""
        side = self.side_of(word, lang)
        row = self.matrix(side)[self.vocabulary(side).id(word)]
        return row.toarray().ravel() if sparse.issparse(row) else np.asarray(row)

    def side_of(self, word: str, lang: str | None = None) -> SideName:
        """Tell on which side a word is: by its language's code or side, or by who has the word."""
        if lang is not None:
            if lang in self.langs:
                return SIDES[self.langs.index(lang)]
            if lang in SIDES:
                return as_side(lang)
            raise InputError(f"no language {lang!r} here; the languages are {self.langs}")
        holders = [side for side in SIDES if word in self.vocabulary(side)]
        if len(holders) == 2:
            raise InputError(
                f"the word {word!r} is in both languages; say which: {' or '.join(self.langs)}"
            )
        if not holders:
            close = self.source.words + self.target.words
            Vocabulary(dict.fromkeys(close)).id(word)  # raises, with suggestions
        return holders[0]

    def prune(self, top: int, mode: PruningMode = "own") -> BilingualSpace:
        """Return the space with every distribution cut to its `top` strongest dimensions.

        See :class:`clss.pruning.Pruning` for the two modes; with "query" the vectors stay whole
        and are cut when a query comes.
        """
        if self.kind != "distribution":
            raise InputError(f"pruning is for distributions; this space holds {self.kind} vectors")
        if self.pruning is not None:
            raise InputError(f"the space is pruned already ({self.pruning})")
        pruning = Pruning(top, mode)
        matrices = self._parts["matrix"]
        if mode == "query":
            return self._replace(matrices, None, pruning, self.metadata)
        pruned = (prune_rows(matrices[0], top), prune_rows(matrices[1], top))
        return self._replace(pruned, matrices, pruning, self.metadata)

    def described(self, **metadata: Any) -> BilingualSpace:
        """Return the same space with more said about where it comes from."""
        described = {**self.metadata, **metadata}
        return self._replace(self._parts["matrix"], self.whole, self.pruning, described)

    def _replace(
        self,
        matrices: MatrixPair,
        whole: MatrixPair | None,
        pruning: Pruning | None,
        metadata: Mapping[str, Any],
    ) -> BilingualSpace:
        return BilingualSpace(
            self.source,
            self.target,
            *matrices,
            langs=self.langs,
            kind=self.kind,
            similarity=self.similarity,
            word_given_topic=self.word_given_topic,
            topic_given_word=self.topic_given_word,
            context_vectors=self.context_vectors,
            whole=whole,
            pruning=pruning,
            metadata=metadata,
        )

    def nearest(
        self,
        ids: Sequence[int] | np.ndarray,
        side: SideName = "source",
        into: Into | None = None,
        top: int = 10,
        similarity: str | Similarity | None = None,
        retrieval: str | Retrieval = "nn",
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the ids and scores of the best answers to many words, one row a word.

        They are words of the other side, unless `into` says which side, or "both". With "both" the
        ids of target words follow those of the source words. Where a word has fewer answers than
        `top`, the row is filled up with id -1 and score ``-inf``.
        """
        from clss.scoring import Scorer, top_k

        scorer = Scorer(self, side, into or other_side(side), similarity, retrieval)
        return top_k(scorer, np.asarray(ids, dtype=np.int64), top)

    def neighbors(
        self,
        word: str,
        lang: str | None = None,
        into: str | None = None,
        top: int = 10,
        similarity: str | Similarity | None = None,
        retrieval: str | Retrieval = "nn",
    ) -> Neighbors:
        """Return the best answers to one word: in the other language, its own, or both.

        `into` is a language's code, a side ("source", "target"), or "both"; by default it is the
        language that the word is not in. The word itself is never an answer.
        """
        side = self.side_of(word, lang)
        where = self.answers_from(into, side)
        asked = [self.vocabulary(side).id(word)]
        ids, scores = self.nearest(asked, side, where, top, similarity, retrieval)
        return self.named(ids[0], scores[0], where)

    def answers_from(self, into: str | None, side: SideName) -> Into:
        """Return where answers to words of one side are looked for: a side, or both.

        `into` may be a language's code, too; None is the other side.
        """
        if into is None:
            return other_side(side)
        if into in self.langs:
            return SIDES[self.langs.index(into)]
        return "both" if into == "both" else sides_of(into)[0]

    def named(self, ids: np.ndarray, scores: np.ndarray, into: Into) -> Neighbors:
        """Return the answers to one word, as :meth:`nearest` found them, by their names."""
        found = Neighbors()
        for i, score in zip(ids.tolist(), scores.tolist(), strict=True):
            if i < 0:  # there were no more
                break
            beyond = into == "both" and i >= len(self.source)
            side: SideName = "target" if into == "target" or beyond else "source"
            word = self.vocabulary(side)[i - len(self.source) if beyond else i]
            found.append(Neighbor(word, self.lang(side), score))
        return found

    @cached_property
    def fingerprint(self) -> str:
        """The hash of words, vectors and how they are to be read."""
        parts = [
            digest_matrix(matrix) for _, pair in sorted(self._parts.items()) for matrix in pair
        ]
        return digest(
            self.source.fingerprint, self.target.fingerprint, to_json(self._header()), *parts
        )

    def _header(self) -> dict[str, Any]:
        pruning = self.pruning
        return {
            "kind": "space",
            "version": 1,
            "langs": self.langs,
            "holds": self.kind,
            "similarity": self.similarity,
            "parts": sorted(self._parts),
            "pruning": None if pruning is None else vars(pruning),
            "metadata": self._metadata,
        }

    def write(self, directory: Path) -> None:
        """Write into a directory that is being made."""
        for side, vocabulary in zip(SIDES, (self.source, self.target), strict=True):
            vocabulary.save(directory, side)
        for name, pair in self._parts.items():
            for side, matrix in zip(SIDES, pair, strict=True):
                save_matrix(directory, f"{side}.{name}", matrix)
        seal(directory, self._header())

    def save(self, path: str | PathLike[str]) -> None:
        """Write to a directory, all or nothing."""
        with atomic_directory(path) as directory:
            self.write(directory)

    @classmethod
    def load(cls, path: str | PathLike[str], hashed: bool = False) -> BilingualSpace:
        """Open a saved space, memory-mapped. A saved model holds one and is accepted too.

        With `hashed` the caller has compared the files with their checksums already.
        """
        directory = Path(path)
        if (directory / "space" / "format.json").exists():
            directory = directory / "space"
        header = open_saved(directory, "space", hashed)
        with intact(directory, "space"):
            if not set(header["parts"]) <= _PARTS:
                raise ValueError(f"it has the parts {header['parts']}")
            parts: dict[str, Any] = {
                name: tuple(load_matrix(directory, f"{side}.{name}") for side in SIDES)
                for name in header["parts"]
            }
            matrices = parts.pop("matrix")
            pruning = header["pruning"]
            return cls(
                *(Vocabulary.load(directory, side) for side in SIDES),
                *matrices,
                langs=saved_langs(header),
                kind=header["holds"],
                similarity=str(header["similarity"]),
                pruning=None if pruning is None else Pruning(**pruning),
                metadata=header["metadata"],
                **parts,
            )

    def __repr__(self) -> str:
        sizes = f"{len(self.source)} + {len(self.target)} words"
        return f"BilingualSpace({'-'.join(self.langs)}, {sizes}, {self.dimensions} {self.kind})"
