"""A dump: its language, and the units of work that it falls into."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from os import PathLike
from pathlib import Path

from clss.errors import InputError
from clss.text.wikipedia.markup import UNWRITTEN_NAMESPACES
from clss.text.wikipedia.page import DumpKind
from clss.text.wikipedia.raw_pages import (
    DroppedPage,
    RawPage,
    Reason,
    pair_lines,
    split_lines,
    split_xml,
)
from clss.text.wikipedia.unpacking import (
    Damage,
    Meter,
    first_bytes,
    is_multistream,
    stream_starts,
    unpack,
)

_UNIT_BYTES = 2 << 20  # packed bytes of the streams that one unit takes: some ten streams
_BATCH_BYTES, _BATCH_PAGES = 4 << 20, 500
_LARGE_STREAM = 64 << 20
_LANGUAGE = re.compile(rb'<mediawiki[^>]*\bxml:lang="([\w-]+)"')
_DATABASE = re.compile(rb"<dbname>(\w+)</dbname>")
_NAMESPACE = re.compile(r'<namespace key="(?:6|14)"[^>]*>([^<]+)</namespace>')
_EDITION = re.compile(r"https?://([\w-]+)\.wikipedia\.org/")


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a dump that one process reads at a time.

    Attributes
    ----------
    number : int
        Its place in the dump: the same in every run.
    done : int
        Packed bytes of the dump up to its end, for progress.
    path, streams
        Streams of a file that the process unpacks itself, or
    pages : tuple
        pages that were unpacked already.
    """

    number: int
    done: int
    path: Path | None = None
    streams: tuple[tuple[int, int], ...] = ()
    pages: tuple[RawPage | DroppedPage, ...] = ()

    def read(self) -> Iterator[RawPage | DroppedPage]:
        """Yield the pages of this part, and the places where something cannot be read."""
        yield from self.pages
        for start, end in self.streams:
            assert self.path is not None
            place = f"{self.path.name}, stream at byte {start}"
            yield from _guarded(self.path, start, end, place, DumpKind.xml)


@dataclass(frozen=True)
class Dump:
    """The pages of one wiki, in one file or several.

    Attributes
    ----------
    files : tuple of Path
    kind : DumpKind
    code : str
        The language as links between wikis call it.
    database : str
        What Wikimedia calls the wiki: ``eswiki``.
    unwritten : frozenset of str
        Its namespaces of files and categories.
    """

    files: tuple[Path, ...]
    kind: DumpKind
    code: str
    database: str
    unwritten: frozenset[str]

    @property
    def size(self) -> int:
        """Bytes of the files."""
        return sum(path.stat().st_size for path in self.files)

    def units(self) -> Iterator[Unit]:
        """Yield the parts of the dump in order, always the same ones."""
        number = before = 0
        for path in self.files:
            size = path.stat().st_size
            for unit in self._units_of(path, size):
                yield Unit(number, before + unit.done, unit.path, unit.streams, unit.pages)
                number += 1
            before += size

    def _units_of(self, path: Path, size: int) -> Iterator[Unit]:
        if self.kind is not DumpKind.xml or not is_multistream(path):
            yield from _batches(path, 0, None, path.name, self.kind)
            return
        waiting: list[tuple[int, int]] = []
        for start, end in pairwise(_with_end(stream_starts(path), size)):
            if end - start > _LARGE_STREAM:
                place = f"{path.name}, stream at byte {start}"
                yield from _batches(path, start, end, place, self.kind)
                continue
            waiting.append((start, end))
            if end - waiting[0][0] >= _UNIT_BYTES:
                yield Unit(0, end, path, tuple(waiting))
                waiting = []
        if waiting:
            yield Unit(0, size, path, tuple(waiting))


def fingerprint(files: Iterable[Path]) -> str:
    """Hash names, sizes and both ends of files; the whole of a dump would take an hour."""
    state = hashlib.sha256()
    for path in files:
        size = path.stat().st_size
        with open(path, "rb") as stream:
            head = stream.read(1 << 20)
            stream.seek(max(0, size - (1 << 20)))
            state.update(f"{path.name} {size}\n".encode() + head + stream.read())
    return state.hexdigest()


def open_dump(files: Sequence[str | PathLike[str]]) -> Dump:
    """Look at the beginning of a dump: what kind it is, and of which wiki.

    Parameters
    ----------
    files : sequence of path-like
        Files of one wiki in order, or directories of wikiextractor.

    Raises
    ------
    InputError
        No such file, or nothing that is known to be a dump.
    """
    paths = tuple(path for given in files for path in _files_of(Path(given)))
    first = paths[0]
    start = first_bytes(first)
    if b"<mediawiki" in start[:2000] or b"<page>" in start:
        return _xml_dump(paths, start)
    line = start.split(b"\n", 1)[0]
    try:
        fields = json.loads(line)
    except ValueError:
        fields = None
    if isinstance(fields, dict) and "index" in fields:
        return _cirrus_dump(paths, start)
    if isinstance(fields, dict) and {"id", "title", "text"} <= fields.keys():
        match = _EDITION.match(str(fields.get("url", "")))
        return _json_dump(paths, DumpKind.wikiextractor, match[1] if match else "")
    raise InputError(
        "is no dump that is known: expected MediaWiki XML (pages-articles), the JSON of "
        "wikiextractor or of CirrusSearch, plain, .gz or .bz2",
        first,
    )


def _files_of(path: Path) -> list[Path]:
    if path.is_dir():
        found = sorted(inner for inner in path.rglob("*") if inner.is_file())
        if not found:
            raise InputError("the directory has no files; a dump was expected", path)
        return found
    if not path.exists():
        raise InputError("no such file", path)
    if path.stat().st_size == 0:
        raise InputError("the file is empty; a dump was expected", path)
    try:
        with open(path, "rb"):
            return [path]
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror or error})", path) from error


def _xml_dump(paths: tuple[Path, ...], start: bytes) -> Dump:
    language, database = _LANGUAGE.search(start), _DATABASE.search(start)
    name = database[1].decode() if database else _database_of_name(paths[0])
    if name.endswith("wiki"):
        code = name.removesuffix("wiki").replace("_", "-")
    else:
        code = language[1].decode() if language else ""
    names = _NAMESPACE.findall(start.decode("utf-8", "replace"))
    unwritten = UNWRITTEN_NAMESPACES | {name.strip().lower() for name in names}
    return Dump(paths, DumpKind.xml, code, name, unwritten)


def _cirrus_dump(paths: tuple[Path, ...], start: bytes) -> Dump:
    database = re.search(rb'"wiki":\s*"(\w+)"', start)
    name = database[1].decode() if database else _database_of_name(paths[0])
    code = name.removesuffix("wiki").replace("_", "-")
    return Dump(paths, DumpKind.cirrus, code, name, UNWRITTEN_NAMESPACES)


def _json_dump(paths: tuple[Path, ...], kind: DumpKind, code: str) -> Dump:
    database = f"{code.replace('-', '_')}wiki" if code else ""
    return Dump(paths, kind, code, database, UNWRITTEN_NAMESPACES)


def _database_of_name(path: Path) -> str:
    match = re.match(r"([a-z_]+wiki)\b", path.name)
    return match[1] if match else ""


def _with_end(starts: Iterable[int], size: int) -> Iterator[int]:
    yield from starts
    yield size


def _guarded(
    path: Path, start: int, end: int | None, place: str, kind: DumpKind, meter: Meter | None = None
) -> Iterator[RawPage | DroppedPage]:
    """Cut what can be unpacked into pages; where it breaks off is said last."""
    damage: list[DroppedPage] = []

    def chunks() -> Iterator[bytes]:
        try:
            yield from unpack(path, start, end, meter)
        except Damage as error:
            damage.append(DroppedPage(Reason.damaged, f"{path.name}: {error}"))

    if kind is DumpKind.xml:
        yield from split_xml(chunks(), place)
    elif kind is DumpKind.cirrus:
        yield from pair_lines(split_lines(chunks(), place))
    else:
        yield from split_lines(chunks(), place)
    yield from damage


def _batches(path: Path, start: int, end: int | None, place: str, kind: DumpKind) -> Iterator[Unit]:
    """Gather the pages of a file, or of a stream, that only one process can unpack."""
    meter = Meter()
    batch: list[RawPage | DroppedPage] = []
    size = 0
    for page in _guarded(path, start, end, place, kind, meter):
        batch.append(page)
        size += len(page.data) if isinstance(page, RawPage) else 0
        if size >= _BATCH_BYTES or len(batch) >= _BATCH_PAGES:
            yield Unit(0, meter.position, pages=tuple(batch))
            batch, size = [], 0
    if batch:
        yield Unit(0, meter.position, pages=tuple(batch))
