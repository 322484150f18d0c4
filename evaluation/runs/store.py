"""The content-addressed store: what was computed, by the hash of what it was computed from.

An entry is a directory with the files of one value and a manifest with the hash of each file. It
is written under a temporary name, forced to the disk and renamed, so it is there whole or not at
all; two processes that compute the same entry cannot disturb each other, the second rename finds
the place taken and the second copy is dropped.
"""

from __future__ import annotations

import errno
import hashlib
import os
import socket
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clss.errors import ClssError, InputError
from clss.persistence import digest, read_json, to_json, write_json
from evaluation.runs import disk

#: Raise when the layout of entries changes: it is part of every key.
STORE_VERSION = 1
MANIFEST = "manifest.json"
_CHUNK = 1 << 20


class DamagedEntry(ClssError):
    """A stored file is not what was written: its hash is another, or it is missing."""


@dataclass(frozen=True)
class Entry:
    """One stored value.

    Attributes
    ----------
    path : Path
        Its directory.
    manifest : dict
        ``files`` (name to hash), ``about`` (what it is, for people and tools) and ``cost``.
    """

    path: Path
    manifest: dict[str, Any]

    @property
    def about(self) -> dict[str, Any]:
        """What the value is."""
        return self.manifest["about"]

    @property
    def cost(self) -> dict[str, float]:
        """What it took: seconds and bytes of memory."""
        return self.manifest["cost"]

    @property
    def content(self) -> str:
        """The hash of the value's files, whatever it cost."""
        return digest(to_json(self.manifest["files"]))


def stage_key(**parts: Any) -> str:
    """Hash what a value depends on; the version of the store is always among it."""
    return digest(to_json({**parts, "store": STORE_VERSION}))


class Store:
    """Values by kind and key in a directory.

    Examples
    --------
    >>> import tempfile
    >>> store = Store(Path(tempfile.mkdtemp()))
    >>> with store.writing("fit", "ab12", about={"model": "toy"}) as directory:
    ...     _ = (directory / "x.txt").write_text("hello")
    >>> store.get("fit", "ab12").about, store.get("fit", "ffff")
    ({'model': 'toy'}, None)
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, kind: str, key: str) -> Path:
        """Return where an entry is, or would be."""
        return self.root / kind / key

    def prepare(self) -> None:
        """Make the directory, and clear what killed processes left half-written."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            probe = self._temporary()
            probe.rmdir()
        except OSError as error:
            raise disk.disk_error(error, self.root) from error
        for path in self.root.glob(".tmp-*"):
            if _abandoned(path.name):
                disk.remove_tree(path)

    def get(self, kind: str, key: str) -> Entry | None:
        """Return an entry whose files are as they were written, None if there is none.

        Raises
        ------
        DamagedEntry
            If a file was changed, shortened or removed since.
        """
        entry = self.peek(kind, key)
        if entry is None:
            return None
        path = entry.path
        recorded = entry.manifest["files"]
        present = {str(p.relative_to(path)) for p in path.rglob("*") if p.is_file()} - {MANIFEST}
        for name in sorted(present ^ set(recorded)):
            what = "is missing" if name in recorded else "does not belong there"
            raise DamagedEntry(f"{path / name} {what}")
        with ThreadPoolExecutor(4) as pool:  # hashing releases the interpreter's lock
            hashes = pool.map(lambda name: _hash_file(path / name), recorded)
            for name, found in zip(recorded, hashes, strict=True):
                if found != recorded[name]:
                    raise DamagedEntry(
                        f"{path / name} is not what was written (its hash is another)"
                    )
        return entry

    def peek(self, kind: str, key: str) -> Entry | None:
        """Return an entry by its manifest alone, without looking at its files."""
        path = self.path(kind, key)
        return Entry(path, _read_manifest(path, kind, key)) if path.is_dir() else None

    def require(self, kind: str, key: str) -> Entry:
        """Return an entry that must be there and whole."""
        entry = self.get(kind, key)
        if entry is None:
            raise DamagedEntry(f"{self.path(kind, key)} is missing")
        return entry

    @contextmanager
    def writing(
        self, kind: str, key: str, about: dict[str, Any], cost: dict[str, float] | None = None
    ) -> Iterator[Path]:
        """Give a fresh directory that becomes the entry if the block succeeds.

        `cost` may be filled within the block. If the entry is there already, the first one stays.
        """
        temporary = self._temporary()
        try:
            yield temporary
            files = {
                str(p.relative_to(temporary)): _hash_file(p)
                for p in sorted(temporary.rglob("*"))
                if p.is_file()
            }
            manifest = {
                "kind": kind,
                "key": key,
                "files": files,
                "about": about,
                "cost": dict(cost or {}),
            }
            write_json(temporary / MANIFEST, {**manifest, "digest": digest(to_json(manifest))})
            disk.sync_tree(temporary)
            place = self.path(kind, key)
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.rename(temporary, place)
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
            disk.sync_directory(place.parent)
        finally:
            disk.remove_tree(temporary)

    def discard(self, kind: str, key: str) -> None:
        """Remove an entry: out of the way by one rename first, so that nobody sees half of it."""
        away = self._temporary()
        try:
            os.rename(self.path(kind, key), away / "old")
        except FileNotFoundError:
            pass
        finally:
            disk.remove_tree(away)

    def contents(self) -> list[tuple[str, str]]:
        """Return kind and key of everything stored."""
        kinds = [p for p in self.root.iterdir() if p.is_dir() and not p.name.startswith(".")]
        return sorted((kind.name, path.name) for kind in kinds for path in kind.iterdir())

    def _temporary(self) -> Path:
        path = self.root / f".tmp-{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        path.mkdir()
        return path


def _read_manifest(path: Path, kind: str, key: str) -> dict[str, Any]:
    try:
        manifest = read_json(path / MANIFEST)
        recorded = manifest.pop("digest")
        mine = (manifest["kind"], manifest["key"]) == (kind, key)
        whole = mine and recorded == digest(to_json(manifest))
    except (InputError, AttributeError, KeyError, TypeError) as error:
        raise DamagedEntry(f"{path / MANIFEST} is not readable ({error})") from error
    if not whole:
        raise DamagedEntry(f"{path / MANIFEST} is not what was written (its hash is another)")
    return manifest


def _hash_file(path: Path) -> str:
    state = hashlib.sha256()
    try:
        with open(path, "rb") as stream:
            while chunk := stream.read(_CHUNK):
                state.update(chunk)
    except OSError as error:
        raise DamagedEntry(f"{path} cannot be read ({error.strerror})") from error
    return state.hexdigest()


def hash_file(path: Path) -> str:
    """Return the sha256 of a file that a user named."""
    try:
        return _hash_file(path)
    except DamagedEntry as error:
        raise InputError(str(error)) from error


def _abandoned(name: str) -> bool:
    """Whether the process that made a temporary directory on this machine is gone."""
    host, _, rest = name.removeprefix(".tmp-").rpartition("-")[0].rpartition("-")
    if host != socket.gethostname() or not rest.isdigit():
        return False  # another machine of the cluster may be writing it
    return not process_alive(int(rest))


def process_alive(process: int) -> bool:
    """Whether a process of this machine is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's, but there
    return True
