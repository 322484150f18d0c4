"""The articles read so far, kept on disk, so that a run that was killed goes on from there."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clss.sides import SideName
from clss.text.wikipedia.extract import Extract
from clss.text.wikipedia.raw_pages import Reason

_MOST_FAULTS = 1000


@dataclass(slots=True)
class SideCounts:
    """What became of the pages of one wiki.

    Attributes
    ----------
    pages : int
        Read, or found to be unreadable.
    kept : int
        Articles that may be half of a pair.
    drops : dict of str to int
        By reason; `pages` is `kept` and these, but for parts that cannot be unpacked.
    bytes, invisible : int
        Unpacked bytes of pages; control and direction characters taken out.
    faults : list of str
        Where the dump is broken, the first thousand places.
    """

    pages: int = 0
    kept: int = 0
    bytes: int = 0
    invisible: int = 0
    drops: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two aligned articles: ids, titles and texts, the source's first."""

    ids: tuple[int, int]
    titles: tuple[str, str]
    texts: tuple[str, str]


class ArticleStore:
    """Articles of both wikis in one SQLite file; a unit is in it as a whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(
            """
            CREATE TABLE IF NOT EXISTS articles
                (side TEXT, key INTEGER, page INTEGER, title TEXT, text BLOB);
            CREATE UNIQUE INDEX IF NOT EXISTS pairs ON articles (side, key);
            CREATE TABLE IF NOT EXISTS units
                (side TEXT, number INTEGER, counts TEXT, PRIMARY KEY (side, number));
            CREATE TABLE IF NOT EXISTS finished (side TEXT PRIMARY KEY);
            """
        )

    def __enter__(self) -> ArticleStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def done(self, side: SideName) -> set[int]:
        """Return the units of a side that are in the store."""
        rows = self._connection.execute("SELECT number FROM units WHERE side = ?", (side,))
        return {number for (number,) in rows}

    def is_finished(self, side: SideName) -> bool:
        """Whether all units of a side are in the store."""
        query = "SELECT 1 FROM finished WHERE side = ?"
        return self._connection.execute(query, (side,)).fetchone() is not None

    def finish(self, side: SideName) -> None:
        """Note that all units of a side are in the store."""
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO finished VALUES (?)", (side,))

    def add(self, side: SideName, number: int, extract: Extract) -> None:
        """Put what came of a unit into the store, in one transaction."""
        drops = Counter(extract.drops)
        with self._connection:
            for article in extract.articles:
                cursor = self._connection.execute(
                    "INSERT OR IGNORE INTO articles VALUES (?, ?, ?, ?, ?)",
                    (side, article.key, article.id, article.title, article.packed),
                )
                if not cursor.rowcount:
                    drops[Reason.twice.name] += 1
            counts = {
                "pages": extract.pages,
                "bytes": extract.bytes,
                "invisible": extract.invisible,
                "drops": drops,
                "faults": extract.faults,
            }
            self._connection.execute(
                "INSERT INTO units VALUES (?, ?, ?)", (side, number, json.dumps(counts))
            )

    def counts(self, side: SideName) -> SideCounts:
        """Add up what became of the pages of a side."""
        total, drops = SideCounts(), Counter[str]()
        query = "SELECT counts FROM units WHERE side = ? ORDER BY number"
        for (text,) in self._connection.execute(query, (side,)):
            counts = json.loads(text)
            total.pages += counts["pages"]
            total.bytes += counts["bytes"]
            total.invisible += counts["invisible"]
            drops.update(counts["drops"])
            total.faults += counts["faults"][: _MOST_FAULTS - len(total.faults)]
        query = "SELECT COUNT(*) FROM articles WHERE side = ?"
        (total.kept,) = self._connection.execute(query, (side,)).fetchone()
        total.drops = {reason.name: drops[reason.name] for reason in Reason if drops[reason.name]}
        return total

    def pairs(self) -> Iterator[Pair]:
        """Yield the articles that have a partner, in the order of their keys."""
        query = """
            SELECT s.page, t.page, s.title, t.title, s.text, t.text
            FROM articles s JOIN articles t ON t.key = s.key
            WHERE s.side = 'source' AND t.side = 'target' ORDER BY s.key
        """
        for row in self._connection.execute(query):
            texts = tuple(zlib.decompress(packed).decode() for packed in row[4:])
            yield Pair((row[0], row[1]), (row[2], row[3]), (texts[0], texts[1]))
