"""Two directories with a document a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clss.errors import InputError
from clss.text.reading.decoding import NOT_DECODED, Decoder
from clss.text.reading.inputs import RawPair
from clss.text.tally import DropLog
from clss.textfile import open_bytes


class Directories:
    """Files of the same relative name belong together; line ends inside them are blanks."""

    def __init__(self, source: Path, target: Path) -> None:
        self._source, self._target = source, target
        self._names = tuple(_files(folder) for folder in (source, target))
        if not self._names[0] & self._names[1]:
            raise InputError(
                f"has no file whose name is also in {target}; a document has the same name in both",
                source,
            )

    @property
    def files(self) -> list[Path]:
        """All files of both directories."""
        first, second = self._names
        return [self._source / n for n in sorted(first)] + [
            self._target / n for n in sorted(second)
        ]

    def pairs(self, decoder: Decoder, log: DropLog) -> Iterator[RawPair]:
        """Yield the pairs by name."""
        first, second = self._names
        for name in sorted(first | second):
            if name not in first or name not in second:
                alone = self._source if name in first else self._target
                log.drop("no partner", str(alone / name))
                continue
            texts = []
            for folder in (self._source, self._target):
                with open_bytes(folder / name) as stream:
                    text = decoder.decode(stream.read().removeprefix(b"\xef\xbb\xbf"))
                if text is None:
                    log.drop(NOT_DECODED, str(folder / name))
                    break
                texts.append(text.replace("\r", " ").replace("\n", " "))
            else:
                yield RawPair(name, texts[0], texts[1])


def _files(folder: Path) -> frozenset[str]:
    return frozenset(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    )
