"""The files of an aligned corpus, written together."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from clss.packing import CORPUS_LEVEL, output_file

DOCUMENTS = "documents.tsv"
#: what every command that makes a corpus writes last; by it a directory is known as one of ours
SUMMARY = "summary.json"


def corpus_file(lang: str) -> str:
    """Return the name of the file with the documents of a language."""
    return f"{lang}.txt.gz"


class CorpusWriter:
    """Writes ``<lang>.txt.gz`` for both languages and the name of every line.

    The files take their names when the block ends without an error; the same documents are the
    same bytes.

    Attributes
    ----------
    pairs : int
        Documents written.
    tokens : list of int
        Words written, by side.
    """

    def __init__(self, folder: Path, langs: tuple[str, str]) -> None:
        self._folder, self._langs = folder, langs
        self._stack = ExitStack()
        self._words: tuple[set[str], set[str]] = (set(), set())
        self.pairs, self.tokens = 0, [0, 0]

    @property
    def vocabulary(self) -> list[int]:
        """Different words, by side."""
        return [len(words) for words in self._words]

    def __enter__(self) -> CorpusWriter:
        enter = self._stack.enter_context
        self._texts: list[Any] = [
            enter(output_file(self._folder / corpus_file(code), level=CORPUS_LEVEL))
            for code in self._langs
        ]
        self._names: Any = enter(output_file(self._folder / DOCUMENTS))
        return self

    def write(self, name: str, source: list[str], target: list[str]) -> None:
        """Write a pair of documents."""
        for side, words in enumerate((source, target)):
            self._texts[side].write(" ".join(words) + "\n")
            self.tokens[side] += len(words)
            self._words[side].update(words)
        self.pairs += 1
        one_line = " ".join(name.split())
        self._names.write(f"{self.pairs}\t{one_line}\n")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        return self._stack.__exit__(kind, error, trace)
