"""The content-addressed store: what was computed, by the hash of what it was computed from.

An entry is a directory with the files of one value and a manifest with the hash of each file. It
is written under a temporary name, forced to the disk and renamed, so it is there whole or not at
all; two processes that compute the same entry cannot disturb each other, the second rename finds
the place taken and the second copy is dropped.
"""

from __future__ import annotations

import errno
import logging
import os
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clss.checksums import file_hash, first_fault
from clss.errors import ClssError, InputError
from clss.persistence import digest, read_json, temporary_prefix, to_json, write_json
from evaluation.runs import disk
from evaluation.runs.stage import KINDS, checked_key, is_key

#: Raise when the layout of entries changes: it is part of every key.
STORE_VERSION = 1
MANIFEST = "manifest.json"

_LOG = logging.getLogger(__name__)


class DamagedEntry(ClssError):
    """A stored file is not what was written: its hash is another, or it is missing."""


@dataclass(frozen=True)
class Entry:
    """One stored value.

    Attributes
    ----------
    path : Path
        Its directory.
    files : mapping of str to str
        The hash of every file, by its name within the directory.
    about : mapping
        What the value is, for people and tools.
    cost : mapping of str to float
        What it took: seconds and bytes of memory.
    processor : str
        The kind of processor that computed it, and what it was computed from, if it is known.
    """

    path: Path
    files: Mapping[str, str]
    about: Mapping[str, Any]
    cost: Mapping[str, float]
    processor: str = ""


def stage_key(**parts: Any) -> str:
    """Hash what a value depends on; the version of the store is always among it."""
    return digest(to_json({**parts, "store": STORE_VERSION}))


class Store:
    """Values by kind and key in a directory.

    Parameters
    ----------
    root : Path
    checked : bool
        Whether somebody has compared the files with their hashes already: a run does so once,
        before its worker processes read them.

    Examples
    --------
    >>> import tempfile
    >>> store = Store(Path(tempfile.mkdtemp()))
    >>> key = stage_key(model="toy")
    >>> with store.writing("fit", key, about={"model": "toy"}) as directory:
    ...     _ = (directory / "x.txt").write_text("hello")
    >>> store.get("fit", key).about, store.get("fit", stage_key(model="other"))
    ({'model': 'toy'}, None)
    """

    def __init__(self, root: Path, checked: bool = False) -> None:
        self.root, self.checked = root, checked
        self._intact: set[tuple[str, str]] = set()

    def prepare(self) -> None:
        """Make the directory, and clear what killed processes left half-written."""
        with disk.explained(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            probe = self._temporary()
            probe.rmdir()
        self.sweep()

    def sweep(self) -> None:
        """Clear what processes that are gone left half-written."""
        disk.sweep(self.root)

    def has(self, kind: str, key: str) -> bool:
        """Whether there is an entry, in whatever state."""
        return self._path(kind, key).is_dir()

    def get(self, kind: str, key: str) -> Entry | None:
        """Return an entry whose files are as they were written, None if there is none.

        Files are hashed the first time that this object is asked for them, not again.

        Raises
        ------
        DamagedEntry
            If a file was changed, shortened or removed since.
        """
        entry = self.peek(kind, key)
        if entry is not None and not self.checked and (kind, key) not in self._intact:
            _check_files(entry)
            _LOG.debug("%s is as it was written", entry.path)
            self._intact.add((kind, key))
        return entry

    def peek(self, kind: str, key: str) -> Entry | None:
        """Return an entry by its manifest alone, without looking at its files."""
        path = self._path(kind, key)
        return _read_manifest(path, kind, key) if path.is_dir() else None

    def require(self, kind: str, key: str) -> Entry:
        """Return an entry that must be there and whole."""
        entry = self.get(kind, key)
        if entry is None:
            raise DamagedEntry(f"{self._path(kind, key)} is missing")
        return entry

    @contextmanager
    def writing(
        self,
        kind: str,
        key: str,
        about: Mapping[str, Any],
        cost: Mapping[str, float] | None = None,
        processor: str = "",
    ) -> Iterator[Path]:
        """Give a fresh directory that becomes the entry if the block succeeds.

        If the entry is there already, the first one stays.
        """
        temporary = self._temporary()
        try:
            yield temporary
            manifest = {
                "kind": kind,
                "key": key,
                "files": {n: file_hash(temporary / n) for n in disk.files_below(temporary)},
                "about": dict(about),
                "cost": dict(cost or {}),
                **({"processor": processor} if processor else {}),
            }
            write_json(temporary / MANIFEST, {**manifest, "digest": digest(to_json(manifest))})
            disk.sync_tree(temporary)
            place = self._path(kind, key)
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.rename(temporary, place)
                self._intact.add((kind, key))
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
            disk.sync(place.parent)
        finally:
            disk.remove_tree(temporary)

    def discard(self, kind: str, key: str) -> None:
        """Remove an entry: out of the way by one rename first, so that nobody sees half of it."""
        self._intact.discard((kind, key))
        away = self._temporary()
        try:
            os.rename(self._path(kind, key), away / "old")
        except FileNotFoundError:
            pass
        finally:
            disk.remove_tree(away)

    def contents(self) -> list[tuple[str, str]]:
        """Return kind and key of everything stored."""
        return sorted(
            (kind, path.name)
            for kind in KINDS
            if (self.root / kind).is_dir()
            for path in (self.root / kind).iterdir()
            if is_key(path.name)
        )

    def size(self, kind: str, key: str) -> int:
        """Return the bytes of an entry, 0 if there is none."""
        return disk.size_of(self._path(kind, key)) if self.has(kind, key) else 0

    def _path(self, kind: str, key: str) -> Path:
        if kind not in KINDS:
            raise InputError(f"{kind!r:.80} is no kind of stored result")
        return self.root / kind / checked_key(key)

    def _temporary(self) -> Path:
        path = self.root / f"{temporary_prefix()}{uuid.uuid4().hex[:8]}"
        path.mkdir()
        return path


def _read_manifest(path: Path, kind: str, key: str) -> Entry:
    try:
        manifest = read_json(path / MANIFEST)
        recorded = manifest.pop("digest")
        mine = (manifest["kind"], manifest["key"]) == (kind, key)
        whole = mine and recorded == digest(to_json(manifest))
        processor = manifest.get("processor", "")
        entry = Entry(path, manifest["files"], manifest["about"], manifest["cost"], processor)
        _check_types(entry)
    except (InputError, AttributeError, KeyError, TypeError) as error:
        raise DamagedEntry(f"{path / MANIFEST} is not readable ({error})") from error
    if not whole:
        raise DamagedEntry(f"{path / MANIFEST} is not what was written (its hash is another)")
    return entry


def _check_types(entry: Entry) -> None:
    """Refuse a manifest whose parts are of other types, whatever its hash."""
    for part in (entry.files, entry.about, entry.cost):
        if not isinstance(part, dict):
            raise TypeError(f"{part!r:.80} stands where a table was expected")
    if not all(map(is_key, entry.files.values())):
        raise TypeError("a file has no hash")
    if not all(type(value) in (int, float) for value in entry.cost.values()):
        raise TypeError("a cost is no number")
    if not isinstance(entry.processor, str):
        raise TypeError("a processor has no name")


def _check_files(entry: Entry) -> None:
    present = set(disk.files_below(entry.path)) - {MANIFEST}
    if fault := first_fault(entry.path, entry.files, present):
        path, what = fault
        raise DamagedEntry(f"{path} {what}")
