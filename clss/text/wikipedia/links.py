"""The link table of a wiki (``langlinks.sql.gz``): which page is which page of another language."""

from __future__ import annotations

import os
import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from clss.errors import InputError
from clss.text.wikipedia.unpacking import Damage, first_bytes, unpack

_DATABASE = re.compile(rb"^-- Host:.*?Database: (\w+)", re.MULTILINE)
_TABLE = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"]?(\w+)")
_ANY_ROW = re.compile(rb"\(\d+,'([\w-]{1,35})','")
_ESCAPE = re.compile(rb"\\(.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"0": b"\0"}
_LONGEST_ROW = 4096  # titles have at most 255 bytes


@dataclass(slots=True)
class LinkCounts:
    """What became of the rows of a link table that lead to the language wanted."""

    kept: int = 0
    empty: int = 0
    section: int = 0
    not_utf8: int = 0
    same_page_twice: int = 0
    same_target_twice: int = 0


def database_of(path: Path) -> str:
    """Return the wiki that a link table belongs to, or nothing if it does not say.

    Raises
    ------
    InputError
        The file is no link table.
    """
    start = first_bytes(path)
    table = _TABLE.search(start)
    if table is not None and table[1] != b"langlinks":
        raise InputError(f"is the table {table[1].decode()!r}; langlinks was expected", path)
    if table is None and _ANY_ROW.search(start) is None:
        raise InputError("is no link table; expected the langlinks.sql.gz of a dump", path)
    database = _DATABASE.search(start)
    return database[1].decode() if database else ""


def read_links(path: Path, language: str) -> Iterator[tuple[int, bytes]]:
    """Yield page and title of all rows that lead to a language.

    Raises
    ------
    InputError
        The file breaks off: links that are missing would be pages that are missing.
    """
    code = re.escape(language.encode())
    row = re.compile(rb"\((\d{1,18}),'" + code + rb"','((?:[^'\\]|\\.)*)'\)", re.DOTALL)
    kept = b""
    try:
        for chunk in unpack(path):
            buffer = kept + chunk
            end = 0
            for match in row.finditer(buffer):
                end = match.end()
                yield int(match[1]), match[2]
            kept = buffer[max(end, len(buffer) - _LONGEST_ROW) :]
    except Damage as error:
        raise InputError(f"{error}; download it again", path) from error


def title_of(raw: bytes) -> str:
    r"""Decode a title as SQL writes it and as pages are called: first letter in capitals, spaces.

    Examples
    --------
    >>> title_of(b"c\\'est_la vie")
    "C'est la vie"
    """
    plain = _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), raw)
    return normal_title(plain.decode("utf-8"))


def normal_title(title: str) -> str:
    """Write a title as pages are called."""
    title = unicodedata.normalize("NFC", " ".join(title.replace("_", " ").split()))
    return title[:1].upper() + title[1:]


def build_links(path: Path, language: str, out: Path) -> LinkCounts:
    """Write the links to one language into an SQLite file with an index on either end.

    A dictionary of a large wiki's links would take gigabytes; every process can look into a file.
    The file appears when it is complete.
    """
    counts = LinkCounts()
    temporary = out.with_name(f"{out.name}.part")
    temporary.unlink(missing_ok=True)
    connection = sqlite3.connect(temporary)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TABLE links (page INTEGER PRIMARY KEY, title TEXT UNIQUE)")
        connection.execute("CREATE TABLE counts (name TEXT, value INTEGER)")
        for page, raw in read_links(path, language):
            _add(connection, page, raw, counts)
        connection.executemany("INSERT INTO counts VALUES (?, ?)", asdict(counts).items())
        connection.commit()
    finally:
        connection.close()
    if not counts.kept:
        temporary.unlink()
        raise InputError(f"has no link to {language!r}{_languages_in(path)}", path)
    os.replace(temporary, out)
    return counts


def _add(connection: sqlite3.Connection, page: int, raw: bytes, counts: LinkCounts) -> None:
    try:
        title = title_of(raw)
    except UnicodeDecodeError:
        counts.not_utf8 += 1
        return
    if not title:
        counts.empty += 1
    elif "#" in title:
        counts.section += 1
    else:
        cursor = connection.execute("INSERT OR IGNORE INTO links VALUES (?, ?)", (page, title))
        if cursor.rowcount:
            counts.kept += 1
        elif connection.execute("SELECT 1 FROM links WHERE page = ?", (page,)).fetchone():
            counts.same_page_twice += 1
        else:
            counts.same_target_twice += 1


def _languages_in(path: Path) -> str:
    seen: Counter[str] = Counter()
    for number, chunk in enumerate(unpack(path)):
        seen.update(match.decode() for match in _ANY_ROW.findall(chunk))
        if number > 50:
            break
    most = ", ".join(code for code, _ in seen.most_common(8))
    return f"; it leads to {most}" if most else ""


class LinkLookup:
    """Looks pages up in what :func:`build_links` wrote."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)

    def by_page(self, page: int) -> int | None:
        """Return the key of the pair that a page of the table's own wiki belongs to: its id."""
        found = self._connection.execute("SELECT 1 FROM links WHERE page = ?", (page,)).fetchone()
        return page if found else None

    def by_title(self, title: str) -> int | None:
        """Return the key of the pair that a page of the other wiki belongs to."""
        found = self._connection.execute(
            "SELECT page FROM links WHERE title = ?", (normal_title(title),)
        ).fetchone()
        return None if found is None else int(found[0])

    def counts(self) -> LinkCounts:
        """Return what became of the rows of the table."""
        return LinkCounts(**dict(self._connection.execute("SELECT name, value FROM counts")))

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
