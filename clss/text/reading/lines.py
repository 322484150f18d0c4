"""Two texts with a document a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from clss.errors import InputError
from clss.text.reading.decoding import NOT_DECODED, Decoder, refuse_utf16
from clss.text.reading.inputs import RawPair
from clss.text.tally import DropLog
from clss.textfile import read_raw_lines


class LineFiles:
    """Line n of one file belongs to line n of the other."""

    def __init__(self, source: Path, target: Path) -> None:
        self._source, self._target = source, target

    @property
    def files(self) -> list[Path]:
        """Both files."""
        return [self._source, self._target]

    def pairs(self, decoder: Decoder, log: DropLog) -> Iterator[RawPair]:
        """Yield the pairs; files of different lengths are an error, since nobody knows where."""
        sides = (numbered_lines(path) for path in self.files)
        number = 0
        for number, (first, second) in enumerate(zip_longest(*sides), 1):
            if first is None or second is None:
                ended, other = self.files if first is None else self.files[::-1]
                raise InputError(
                    f"ends after {number - 1} lines, but {other} goes on; line n of the two must "
                    "belong together",
                    ended,
                )
            texts = decoder.decode(first), decoder.decode(second)
            if texts[0] is None or texts[1] is None:
                bad = self._source if texts[0] is None else self._target
                log.drop(NOT_DECODED, f"{bad}, line {number}")
                continue
            yield RawPair(str(number), texts[0].rstrip("\r\n"), texts[1].rstrip("\r\n"))
        if not number:
            raise InputError("is empty; a document a line was expected", self._source)


def numbered_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file that is not UTF-16."""
    for number, line in enumerate(read_raw_lines(path)):
        if not number:
            refuse_utf16(line, path)
        yield line
