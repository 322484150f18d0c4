"""One way to read them all: pairs of raw texts, whatever the files look like."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import NamedTuple, Protocol

from clss.errors import InputError
from clss.text.reading.decoding import Decoder
from clss.text.tally import DropLog
from clss.textfile import plain_name


class RawPair(NamedTuple):
    """Two texts that belong together, and a name for them."""

    name: str
    source: str
    target: str


class TextInput(Protocol):
    """Where pairs of raw texts come from."""

    @property
    def files(self) -> list[Path]:
        """The files that are read: if one of them changes, the result does."""
        ...

    def pairs(self, decoder: Decoder, log: DropLog) -> Iterator[RawPair]:
        """Yield the pairs in a fixed order; documents that cannot be read go to the log."""
        ...


def open_input(
    source: str | PathLike[str], target: str | PathLike[str] | None, langs: tuple[str, str]
) -> TextInput:
    """Find out what a user has named.

    Parameters
    ----------
    source, target : path-like
        Two texts with a document a line; two directories with a document a file; two TSV files
        (id, text) or two JSON-lines files (``id``, ``text``), joined by their ids; two CoNLL-U
        files; or one TSV (id, source, target) or JSON-lines file (a text for each language, and
        perhaps an ``id``) and no target.
    langs : pair of str
        Codes of the languages.
    """
    from clss.text.reading.conllu import ConlluFiles
    from clss.text.reading.directories import Directories
    from clss.text.reading.lines import LineFiles
    from clss.text.reading.tables import JoinedTables, PairTable

    first = Path(source)
    if target is None:
        if _form(first) in ("tsv", "jsonl"):
            return PairTable(first, langs)
        raise InputError(
            "give a second text for the target language (a single file must be .tsv or .jsonl)",
            first,
        )
    second = Path(target)
    if first.is_dir() != second.is_dir():
        file = second if first.is_dir() else first
        raise InputError("is a file beside a directory; two of the same kind were expected", file)
    if first.is_dir():
        return Directories(first, second)
    forms = (_form(first), _form(second))
    if forms[0] != forms[1]:
        raise InputError(f"is {forms[1]} beside {forms[0]}; two of the same form expected", second)
    if forms[0] == "conllu":
        return ConlluFiles(first, second)
    return LineFiles(first, second) if forms[0] == "text" else JoinedTables(first, second)


def _form(path: Path) -> str:
    suffix = Path(plain_name(path)).suffix.removeprefix(".")
    return suffix if suffix in ("tsv", "jsonl", "conllu") else "text"
