"""Two files in CoNLL-U, tagged elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from clss.errors import InputError
from clss.text.reading.decoding import Decoder
from clss.text.reading.inputs import RawPair
from clss.text.tally import DropLog
from clss.textfile import read_lines


class ConlluFiles:
    """Document n of one file belongs to document n of the other; ``# newdoc`` begins each."""

    def __init__(self, source: Path, target: Path) -> None:
        self._source, self._target = source, target

    @property
    def files(self) -> list[Path]:
        """Both files."""
        return [self._source, self._target]

    def pairs(self, decoder: Decoder, log: DropLog) -> Iterator[RawPair]:
        """Yield pairs of documents, each still in CoNLL-U."""
        sides = (_documents(path) for path in self.files)
        for number, (first, second) in enumerate(zip_longest(*sides), 1):
            if first is None or second is None:
                ended, other = self.files if first is None else self.files[::-1]
                raise InputError(f"ends after {number - 1} documents, but {other} goes on", ended)
            yield RawPair(first[0] or str(number), first[1], second[1])


def _documents(path: Path) -> Iterator[tuple[str, str]]:
    name: str | None = None
    lines: list[str] = []
    for number, line in enumerate(read_lines(path), 1):
        if line.startswith("# newdoc"):
            if name is not None:
                yield name, "\n".join(lines)
            name, lines = line.partition("=")[2].strip(), []
        elif line.strip() and name is None and not line.startswith("#"):
            raise InputError("expected '# newdoc' before the first word", path, number)
        else:
            lines.append(line)
    if name is None:
        raise InputError("holds no '# newdoc', which begins a document", path)
    yield name, "\n".join(lines)
