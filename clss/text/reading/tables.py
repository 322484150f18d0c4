"""TSV and JSON lines: both texts in a row, or a file for each language joined by ids."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from clss.errors import InputError
from clss.text.reading.decoding import NOT_DECODED, Decoder
from clss.text.reading.inputs import RawPair
from clss.text.reading.lines import numbered_lines
from clss.text.tally import DropLog
from clss.textfile import plain_name

_BROKEN = "not readable as JSON"
_NO_TEXT = "without an id or a text"


class PairTable:
    """One file with both texts in a line."""

    def __init__(self, path: Path, langs: tuple[str, str]) -> None:
        self._path, self._langs = path, langs

    @property
    def files(self) -> list[Path]:
        """The file."""
        return [self._path]

    def pairs(self, decoder: Decoder, log: DropLog) -> Iterator[RawPair]:
        """Yield the pairs in the order of the file."""
        found = False
        for number, row in _rows(self._path, ("id", *self._langs), decoder, log):
            if row[1] is None or row[2] is None:
                log.drop(_NO_TEXT, f"{self._path}, line {number}")
                continue
            found = True
            yield RawPair(row[0] or str(number), row[1], row[2])
        if not found:
            expected = " and ".join(map(repr, self._langs))
            raise InputError(f"has no line with a text under {expected}", self._path)


class JoinedTables:
    """Two files of ids and texts; the texts of an id belong together.

    The target's texts wait in a temporary database, so the files may be larger than the memory.
    """

    def __init__(self, source: Path, target: Path) -> None:
        self._source, self._target = source, target

    @property
    def files(self) -> list[Path]:
        """Both files."""
        return [self._source, self._target]

    def pairs(self, decoder: Decoder, log: DropLog) -> Iterator[RawPair]:
        """Yield the pairs in the order of the source file."""
        with tempfile.TemporaryDirectory() as folder:
            store = sqlite3.connect(Path(folder) / "target.db")
            try:
                yield from self._join(store, decoder, log)
            finally:
                store.close()

    def _join(self, store: sqlite3.Connection, decoder: Decoder, log: DropLog) -> Iterator[RawPair]:
        store.execute("CREATE TABLE texts (id TEXT PRIMARY KEY, text TEXT, used INTEGER)")
        for number, name, text in self._texts(self._target, decoder, log):
            try:
                store.execute("INSERT INTO texts VALUES (?, ?, 0)", (name, text))
            except sqlite3.IntegrityError:
                log.drop("id seen before", f"{self._target}, line {number}")
        found = False
        seen: set[str] = set()
        for number, name, text in self._texts(self._source, decoder, log):
            place = f"{self._source}, line {number}"
            match = store.execute("SELECT text FROM texts WHERE id = ?", (name,)).fetchone()
            if name in seen:
                log.drop("id seen before", place)
            elif match is None:
                log.drop("no partner", place)
            else:
                found = True
                store.execute("UPDATE texts SET used = 1 WHERE id = ?", (name,))
                yield RawPair(name, text, match[0])
            seen.add(name)
        if not found:
            raise InputError(
                f"has no 'id' with a 'text' in common with {self._target}", self._source
            )
        for (name,) in store.execute("SELECT id FROM texts WHERE used = 0 ORDER BY rowid"):
            log.drop("no partner", f"{self._target}, id {name}")

    def _texts(self, path: Path, decoder: Decoder, log: DropLog) -> Iterator[tuple[int, str, str]]:
        for number, row in _rows(path, ("id", "text"), decoder, log):
            if row[0] is None or row[1] is None:
                log.drop(_NO_TEXT, f"{path}, line {number}")
            else:
                yield number, row[0], row[1]


def _rows(
    path: Path, names: tuple[str, ...], decoder: Decoder, log: DropLog
) -> Iterator[tuple[int, list[str | None]]]:
    """Yield the named values of every line; a TSV has them in this order, the id may be left out.

    A line that is not decoded or is not JSON is dropped and counted; the others are still good.
    """
    is_json = plain_name(path).endswith(".jsonl")
    number = 0
    for number, raw in enumerate(numbered_lines(path), 1):
        line = decoder.decode(raw)
        if line is None:
            log.drop(NOT_DECODED, f"{path}, line {number}")
        elif not line.strip():
            log.drop("empty line", f"{path}, line {number}")
        elif is_json:
            values = _json_values(line, names)
            if values is None:
                log.drop(_BROKEN, f"{path}, line {number}")
            else:
                yield number, values
        else:
            yield number, _columns(line, names, path, number)
    if not number:
        raise InputError("is empty; a document a line was expected", path)


def _json_values(line: str, names: tuple[str, ...]) -> list[str | None] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict):
        return None
    values: list[str | None] = []
    for name in names:
        value = record.get(name)
        if isinstance(value, list):
            value = " ".join(map(str, value))
        values.append(None if value is None else str(value))
    return values


def _columns(line: str, names: tuple[str, ...], path: Path, number: int) -> list[str | None]:
    columns: list[str | None] = [*line.rstrip("\r\n").split("\t")]
    if len(columns) == 2 and len(names) == 3:
        return [None, *columns]
    if len(columns) != len(names):
        raise InputError(
            f"expected {len(names)} columns separated by tabs ({', '.join(names)}), "
            f"found {len(columns)}",
            path,
            number,
        )
    return columns
