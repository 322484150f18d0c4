"""State files of MALLET's polylingual topic model: its ``--output-state``, both ways.

A gzipped text: the line ``#doc lang pos typeindex type topic``, then one line a token. MALLET does
not write its parameters there; those of its command line by default, alpha summing to 50 and
beta 0.01, are the defaults here as well.
"""

from __future__ import annotations

import gzip
import zlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike

import numpy as np

from baselines.topics.bilda import BiLDA
from baselines.topics.estimates import TopicPrior
from clss.corpus import AlignedCorpus, Side
from clss.errors import InputError
from clss.model import RepresentationModel
from clss.persistence import atomic_file
from clss.sides import SIDES
from clss.space import BilingualSpace
from clss.textfile import LONGEST_LINE
from clss.vocabulary import Vocabulary

HEADER = b"#doc lang pos typeindex type topic"
Path = str | PathLike[str]
#: larger numbers of documents and topics are damage
_MOST = (1 << 31) - 2
#: documents per token, and topics, that a file may have: it must not claim the machine's memory
_SPARSEST = 10_000


def read_state(
    path: Path,
    langs: tuple[str, str] = SIDES,
    topics: int | None = None,
    alpha: float | str = "50/K",
    beta: float = 0.01,
    prior: TopicPrior = "uniform",
    columns: tuple[int, int] = (0, 1),
) -> tuple[AlignedCorpus, BiLDA]:
    """Read a state file as a corpus and the BiLDA fitted on it.

    Parameters
    ----------
    path : path
        Gzipped, as MALLET writes it whatever the name, or plain.
    langs : (str, str)
        Codes for the two languages, which MALLET only numbers.
    topics : int, optional
        By default one more than the largest topic of the file; say it if later topics are empty.
    alpha, beta, prior
        See :class:`BiLDA`; what MALLET was run with.
    columns : (int, int)
        The numbers of the two languages, where the file has more than two.
    """
    tokens = {number: _Tokens() for number in columns}
    pairs = 0
    for line, (document, language, position, word, topic) in _records(path):
        pairs = max(pairs, document + 1)
        if max(document, topic) > _MOST:
            raise InputError(
                f"names document {document} and topic {topic}; at most {_MOST} were expected",
                path,
                line,
            )
        if language in tokens:
            tokens[language].add(document, position, word, topic)
            if tokens[language].out_of_order:
                raise InputError("tokens are not in the order of document and position", path, line)
    source, target = (tokens[number] for number in columns)
    found_tokens = len(source.topics) + len(target.topics)
    if pairs > _SPARSEST * (found_tokens + 1):
        raise InputError(f"names document {pairs - 1} but holds only {found_tokens} tokens", path)
    for number in columns:
        if not tokens[number].topics:
            raise InputError(f"holds no tokens of language {number}", path)
    corpus = AlignedCorpus(source.side(langs[0], pairs), target.side(langs[1], pairs))
    found = max(max(source.topics), max(target.topics)) + 1
    if found > max(_SPARSEST, found_tokens):
        raise InputError(f"names topic {found - 1} but holds only {found_tokens} tokens", path)
    if topics is not None and topics < found:
        raise InputError(f"holds {found} topics, more than topics={topics}", path)
    assignments = (np.array(source.topics), np.array(target.topics))
    model = BiLDA.from_assignments(corpus, assignments, topics or found, alpha, beta, prior)
    return corpus, model


@dataclass
class _Tokens:
    """The tokens of one language, as they come."""

    documents: array[int] = field(default_factory=lambda: array("q"))
    topics: array[int] = field(default_factory=lambda: array("q"))
    words: array[int] = field(default_factory=lambda: array("q"))
    known: dict[bytes, int] = field(default_factory=dict)
    last: tuple[int, int] = (-1, -1)
    out_of_order: bool = False

    def add(self, document: int, position: int, word: bytes, topic: int) -> None:
        self.out_of_order |= (document, position) <= self.last
        self.last = (document, position)
        self.documents.append(document)
        self.topics.append(topic)
        self.words.append(self.known.setdefault(word, len(self.known)))

    def side(self, lang: str, pairs: int) -> Side:
        """Make the side of a corpus: ids by count, then alphabet, as everywhere here."""
        words = np.array(self.words)
        spelled = [word.decode() for word in self.known]
        counts = np.bincount(words, minlength=len(spelled))
        vocabulary = Vocabulary.from_counts(dict(zip(spelled, counts.tolist(), strict=True)))
        lengths = np.bincount(np.array(self.documents), minlength=pairs)
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        return Side(lang, vocabulary, vocabulary.ids(spelled)[words], offsets)


def _records(path: Path) -> Iterator[tuple[int, tuple[int, int, int, bytes, int]]]:
    """Yield line numbers and document, language, position, word and topic of the tokens."""
    number = 0
    try:
        with open(path, "rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if packed else open(path, "rb") as stream:
            for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
                if len(line) == LONGEST_LINE:
                    raise ValueError
                if number == 1:
                    if line.strip() != HEADER:
                        raise InputError(
                            f"expected the header {HEADER.decode()!r} of MALLET's polylingual "
                            "state",
                            path,
                            1,
                        )
                    continue
                # a word may hold spaces: it stands between the first four columns and the last
                head = line.rstrip(b"\r\n").split(b" ", 4)
                word, _, topic = head[-1].rpartition(b" ")
                word.decode()
                document, language, position, _ = map(int, head[:4])
                record = (document, language, position, word, int(topic))
                if not word or min(document, position, record[4]) < 0:
                    raise ValueError
                yield number, record
    except FileNotFoundError as error:
        raise InputError("no such file", path) from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot be read ({error})", path) from error
    except InputError:
        raise
    except ValueError as error:  # of int, decode, unpacking
        raise InputError(f"expected {HEADER[1:].decode()!r} in UTF-8", path, number) from error
    if not number:
        raise InputError("is empty", path)


def write_state(path: Path, corpus: AlignedCorpus, model: BiLDA) -> None:
    """Write the topics of all tokens as MALLET's polylingual model does; same input, same bytes.

    Parameters
    ----------
    path : path
        The file, gzipped whatever its name.
    corpus : AlignedCorpus
        The corpus that the model was fitted on.
    model : BiLDA
    """
    for side, z in zip(corpus.sides, model.assignments_, strict=True):
        if side.n_tokens != len(z):
            raise InputError(
                f"the model has {len(z)} topics for {side.n_tokens} {side.lang} tokens"
            )
        for word in side.vocabulary:
            if not word or any(character in word for character in "\r\n"):
                raise InputError(f"the {side.lang} word {word!r} cannot stand in a state file")
    spelled = [[f"{i} {word}" for i, word in enumerate(side.vocabulary)] for side in corpus.sides]
    with (
        atomic_file(path, "wb") as raw,
        gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0, compresslevel=6) as stream,
    ):
        stream.write(HEADER + b"\n")
        for document in range(len(corpus)):
            for language, (side, z) in enumerate(
                zip(corpus.sides, model.assignments_, strict=True)
            ):
                span = slice(side.offsets[document], side.offsets[document + 1])
                words, topics = side.tokens[span].tolist(), z[span].tolist()
                lines = [
                    f"{document} {language} {position} {spelled[language][word]} {topic}\n"
                    for position, (word, topic) in enumerate(zip(words, topics, strict=True))
                ]
                stream.write("".join(lines).encode())


def export_model(
    model: RepresentationModel, corpus: AlignedCorpus, paths: Sequence[Path]
) -> list[Path]:
    """Write the state of a BiLDA: the exporter behind ``clss export --to mallet``."""
    if not isinstance(model, BiLDA):
        raise InputError(f"MALLET's state holds the topics of BiLDA, which {model.name} is not")
    if len(paths) != 1:
        raise InputError(f"a MALLET state is one file, not {len(paths)}")
    write_state(paths[0], corpus, model)
    return [paths[0]]


def import_space(paths: Sequence[Path], langs: tuple[str, str]) -> BilingualSpace:
    """Read the space of a state file: the importer behind ``clss import --from mallet``."""
    if len(paths) != 1:
        raise InputError(f"a MALLET state is one file, not {len(paths)}")
    return read_state(paths[0], langs)[1].space_
