"""Document-aligned text: what every model learns from."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path

import numpy as np
from scipy import sparse

from clss import corpus_reading
from clss.arrays import check_ids, check_offsets, load_array, save_array
from clss.checksums import open_saved, seal
from clss.errors import InputError
from clss.immutable import Immutable
from clss.matrices import read_only
from clss.persistence import atomic_directory, digest, intact, saved_langs
from clss.sides import SIDES
from clss.vocabulary import Vocabulary

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Side(Immutable):
    """One language of an aligned corpus.

    Attributes
    ----------
    lang : str
        The language's code.
    vocabulary : Vocabulary
    tokens : ndarray of int32
        Word ids of all documents, one after the other.
    offsets : ndarray of int64, shape (documents + 1,)
        Document `i` is ``tokens[offsets[i]:offsets[i + 1]]``.
    """

    lang: str
    vocabulary: Vocabulary
    tokens: np.ndarray
    offsets: np.ndarray

    def __post_init__(self) -> None:
        for name in ("tokens", "offsets"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return len(self.tokens)

    @property
    def lengths(self) -> np.ndarray:
        """The number of tokens of each document."""
        return np.diff(self.offsets)

    def document(self, index: int) -> np.ndarray:
        """Return the word ids of one document, as a view."""
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]

    def document_term_matrix(self) -> sparse.csr_matrix:
        """Count every word in every document: documents in rows, words in columns."""
        ones = np.ones(self.n_tokens, dtype=np.int32)
        shape = (len(self), len(self.vocabulary))
        counts = sparse.csr_matrix((ones, self.tokens.copy(), self.offsets.copy()), shape=shape)
        counts.sum_duplicates()
        return counts

    @cached_property
    def fingerprint(self) -> str:
        """The hash of the language, the vocabulary and the text."""
        return digest(self.lang, self.vocabulary.fingerprint, self.tokens, self.offsets)


@dataclass(frozen=True)
class CorpusStatistics:
    """The article's table of training data: lengths in tokens after the vocabulary cut."""

    pairs: int
    tokens: tuple[int, int]
    vocabulary: tuple[int, int]
    average_length: tuple[float, float]
    average_length_difference: float
    empty_documents: tuple[int, int]


@dataclass(frozen=True, eq=False)
class AlignedCorpus(Immutable):
    """Pairs of documents on the same theme in two languages; a pair may also be two sentences.

    Words keep their language: ``piano`` in both is two words.

    Examples
    --------
    >>> corpus = AlignedCorpus.from_documents(
    ...     [["rey", "reina"], ["piano"]], [["queen"], ["piano", "key"]], langs=("es", "en"))
    >>> len(corpus), corpus.source.n_tokens, corpus.target.vocabulary.words
    (2, 3, ('key', 'piano', 'queen'))
    >>> corpus.statistics().average_length_difference
    1.0
    """

    source: Side
    target: Side

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise InputError(
                f"the two sides are not aligned: {len(self.source)} {self.source.lang} documents, "
                f"{len(self.target)} {self.target.lang} documents"
            )
        if self.source.lang == self.target.lang:
            raise InputError(f"the two languages have the same code {self.source.lang!r}")

    @classmethod
    def from_files(
        cls,
        source: str | PathLike[str],
        target: str | PathLike[str],
        langs: tuple[str, str] = SIDES,
        min_count: int = 5,
    ) -> AlignedCorpus:
        """Read two text files, plain or packed: line n of one is aligned with line n of the other.

        Words are separated by white space; words seen less than `min_count` times in their
        language are dropped, as in the article.
        """
        first = corpus_reading.read_file(source)
        second = corpus_reading.read_file(target)
        if first.documents != second.documents:
            raise InputError(
                f"has {second.documents} lines but {source} has {first.documents}; "
                "line n of the two files must be aligned",
                path=target,
            )
        if not first.documents:
            raise InputError("is empty; one document a line was expected", path=source)
        sides = [
            _side(raw, lang, min_count, path)
            for raw, lang, path in zip((first, second), langs, (source, target), strict=True)
        ]
        _LOG.info("read %s and %s: %d documents", source, target, first.documents)
        return cls(*sides)

    @classmethod
    def from_table(
        cls,
        path: str | PathLike[str],
        langs: tuple[str, str] = SIDES,
        min_count: int = 5,
    ) -> AlignedCorpus:
        """Read one file with both texts: ``.tsv`` (two columns) or ``.jsonl``, plain or packed.

        A JSON line is an object with the language codes as keys; a text is a string, split at
        white space, or a list of words.
        """
        first, second = corpus_reading.read_table(path, langs)
        if not first.documents:
            raise InputError("is empty; one pair a line was expected", path=path)
        return cls(
            *(
                _side(raw, lang, min_count, path)
                for raw, lang in zip((first, second), langs, strict=True)
            )
        )

    @classmethod
    def from_documents(
        cls,
        source: Iterable[Iterable[str]],
        target: Iterable[Iterable[str]],
        langs: tuple[str, str] = SIDES,
        min_count: int = 1,
    ) -> AlignedCorpus:
        """Make a corpus of documents that are iterables of words."""
        raws = (corpus_reading.encode(source), corpus_reading.encode(target))
        return cls(
            *(_side(raw, lang, min_count, None) for raw, lang in zip(raws, langs, strict=True))
        )

    def __len__(self) -> int:
        return len(self.source)

    def __repr__(self) -> str:
        return (
            f"AlignedCorpus({'-'.join(self.langs)}, {len(self)} pairs, "
            f"{self.source.n_tokens} + {self.target.n_tokens} tokens)"
        )

    @property
    def langs(self) -> tuple[str, str]:
        """The codes of the two languages."""
        return self.source.lang, self.target.lang

    @property
    def sides(self) -> tuple[Side, Side]:
        """Source and target, for loops over both."""
        return self.source, self.target

    @cached_property
    def fingerprint(self) -> str:
        """The hash of everything that a model can learn from."""
        return digest(self.source.fingerprint, self.target.fingerprint)

    def reversed(self) -> AlignedCorpus:
        """Return the same corpus with source and target exchanged."""
        return AlignedCorpus(self.target, self.source)

    def statistics(self) -> CorpusStatistics:
        """Return average lengths and the average difference in length, as the article does."""
        source, target = self.source.lengths, self.target.lengths
        pairs = max(len(self), 1)
        return CorpusStatistics(
            pairs=len(self),
            tokens=(self.source.n_tokens, self.target.n_tokens),
            vocabulary=(len(self.source.vocabulary), len(self.target.vocabulary)),
            average_length=(float(source.sum() / pairs), float(target.sum() / pairs)),
            average_length_difference=float(np.abs(source - target).sum() / pairs),
            empty_documents=(int((source == 0).sum()), int((target == 0).sum())),
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write to a directory that :meth:`load` opens at once, memory-mapped."""
        with atomic_directory(path) as directory:
            for name, side in zip(SIDES, self.sides, strict=True):
                side.vocabulary.save(directory, name)
                save_array(directory / f"{name}.tokens.npy", side.tokens)
                save_array(directory / f"{name}.offsets.npy", side.offsets)
            seal(directory, {"kind": "corpus", "version": 1, "langs": self.langs})

    @classmethod
    def load(cls, path: str | PathLike[str], hashed: bool = False) -> AlignedCorpus:
        """Open a saved corpus; the text stays on disk until it is used.

        With `hashed` the caller has compared the files with their checksums already.
        """
        header, directory = open_saved(path, "corpus", hashed), Path(path)
        with intact(directory, "corpus"):
            sides = []
            for name, lang in zip(SIDES, saved_langs(header), strict=True):
                tokens, offsets = (
                    load_array(directory / f"{name}.{part}.npy", ndim=1)
                    for part in ("tokens", "offsets")
                )
                vocabulary = Vocabulary.load(directory, name)
                if (tokens.dtype, offsets.dtype) != (np.int32, np.int64):
                    raise ValueError("tokens and offsets are not int32 and int64")
                check_ids(f"{name}.tokens", tokens, len(vocabulary))
                check_offsets(f"{name}.offsets", offsets, len(offsets) - 1, len(tokens))
                sides.append(Side(lang, vocabulary, tokens, offsets))
            return cls(*sides)


def _side(
    raw: corpus_reading.RawText, lang: str, min_count: int, path: str | PathLike[str] | None
) -> Side:
    vocabulary, tokens, offsets = raw.cut(min_count)
    if not len(vocabulary):
        where = f" (the most frequent occurs {raw.highest_count} times)" if raw.words else ""
        raise InputError(
            f"no {lang} word is left after the vocabulary cut min_count={min_count}{where}", path
        )
    return Side(lang, vocabulary, tokens, offsets)
