"""Small dumps, written by the script of the example, and their parts to break."""

from __future__ import annotations

import bz2
import gzip
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "examples" / "wikipedia"))

import write_dumps  # noqa: E402


@pytest.fixture(scope="session")
def whole_dumps(tmp_path_factory):
    """Two dumps of 600 pages without broken markup, and their link table; not to be changed."""
    folder = tmp_path_factory.mktemp("dumps")
    write_dumps.main([str(folder), "--pages", "600", "--broken", "0"])
    return _files(folder)


@pytest.fixture(scope="session")
def careless_dumps(tmp_path_factory):
    """The same with broken markup in most articles."""
    folder = tmp_path_factory.mktemp("careless")
    write_dumps.main([str(folder), "--pages", "600", "--broken", "0.7"])
    return _files(folder)


def _files(folder: Path) -> SimpleNamespace:
    name = f"wiki-{write_dumps.DATE}-pages-articles-multistream.xml.bz2"
    return SimpleNamespace(
        source=folder / f"es{name}",
        target=folder / f"en{name}",
        langlinks=folder / f"eswiki-{write_dumps.DATE}-langlinks.sql.gz",
    )


@pytest.fixture
def made(tmp_path):
    """Write a tiny dump, or a link table, from its parts."""

    def page(number, title, text, namespace=0):
        return write_dumps.page_xml(number, title, namespace, text)

    def dump(lang, pages, pack=bz2.compress, name=None):
        """Pages are texts or bytes; every one is a stream of its own."""
        streams = [write_dumps.header(lang), *pages, "</mediawiki>\n"]
        raw = [part if isinstance(part, bytes) else part.encode() for part in streams]
        path = tmp_path / (name or f"{lang}wiki-1-pages-articles-multistream.xml.bz2")
        path.write_bytes(b"".join(pack(part) for part in raw))
        return path

    def links(rows, database="eswiki"):
        text = (
            f"-- Host: x    Database: {database}\nCREATE TABLE `langlinks` (\n  `ll_from` int\n);\n"
        )
        body = b",".join(
            row if isinstance(row, bytes) else "({},'{}','{}')".format(*row).encode()
            for row in rows
        )
        path = tmp_path / f"{database}-1-langlinks.sql.gz"
        table = text.encode() + b"INSERT INTO `langlinks` VALUES " + body + b";\n"
        path.write_bytes(gzip.compress(table, mtime=0))  # the same bytes in another second, too
        return path

    return SimpleNamespace(page=page, dump=dump, links=links)


@pytest.fixture
def pair(made):
    """Two dumps with three linked articles each, to be broken by a test."""
    body = {lang: f"The {lang} text. " * 30 for lang in ("es", "en")}
    pages = {
        lang: [made.page(i, f"{lang.upper()} {i}", body[lang]) for i in (1, 2, 3)]
        for lang in ("es", "en")
    }
    return SimpleNamespace(
        pages=pages,
        rows=[(i, "en", f"EN {i}") for i in (1, 2, 3)],
        write=lambda: (made.dump("es", pages["es"]), made.dump("en", pages["en"])),
    )
