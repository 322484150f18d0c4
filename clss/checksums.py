"""Saved values with the hash of every file: damage is noticed before anything is computed from it.

A saved value is a directory whose ``format.json`` says what it is, lists its files with their
sha256, and carries a hash of itself. A value inside (the space of a model) has its own, which the
outer one seals by the hash of that ``format.json``.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from clss.errors import ClssWarning, InputError
from clss.persistence import check_format, digest, to_json, write_json

HEADER = "format.json"


def file_hash(path: str | os.PathLike[str]) -> str:
    """Return the sha256 of a file's bytes."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def seal(directory: Path, header: Mapping[str, Any]) -> None:
    """Write the ``format.json`` of a directory that is otherwise complete."""
    body = {**header, "files": {name: file_hash(directory / name) for name in _sealed(directory)}}
    write_json(directory / HEADER, {**body, "digest": digest(to_json(body))})


def open_saved(
    directory: str | os.PathLike[str], kind: str, hashed: bool = False
) -> dict[str, Any]:
    """Return the header of a saved value whose files are as they were written.

    Parameters
    ----------
    directory : path
    kind : str
        What it must hold.
    hashed : bool
        Whether somebody has compared the files with their hashes already, as a run does once
        for everything in its store.

    Raises
    ------
    InputError
        If it is something else, or a file was changed, added or removed since. Values that were
        saved before there were checksums are read with a warning.
    """
    directory = Path(directory)
    header = check_format(directory, kind)
    files, recorded = header.pop("files", None), header.pop("digest", None)
    if files is None and recorded is None:
        if not hashed:
            warnings.warn(
                f"{directory} was saved without checksums, so damage cannot be noticed; "
                "save it again to add them",
                ClssWarning,
                stacklevel=2,
            )
        return header
    if not isinstance(files, dict) or recorded != digest(to_json({**header, "files": files})):
        raise InputError("is not what was written (its hash is another)", directory / HEADER)
    if not hashed and (fault := first_fault(directory, files, _sealed(directory))):
        path, what = fault
        raise InputError(what, path)
    return header


def _sealed(directory: Path) -> list[str]:
    """Return the files that a value's header lists: its own, and the headers of values inside."""
    own = [path.name for path in directory.iterdir() if path.is_file() and path.name != HEADER]
    inner = [f"{path.parent.name}/{HEADER}" for path in directory.glob(f"*/{HEADER}")]
    return sorted([*own, *inner])


def first_fault(
    directory: Path, files: Mapping[str, str], present: Iterable[str]
) -> tuple[Path, str] | None:
    """Return the first file that is not as it was written, and what is wrong; None if all are.

    Parameters
    ----------
    directory : Path
    files : mapping of str to str
        The hash of every file, by its name within the directory.
    present : iterable of str
        The names of the files that are there.
    """
    for name in sorted({*present} ^ {*files}):
        return directory / name, "is missing" if name in files else "does not belong there"
    with ThreadPoolExecutor(4) as pool:  # hashing releases the interpreter's lock
        faults = pool.map(lambda name: _fault(directory / name, files[name]), files)
        return next((fault for fault in faults if fault is not None), None)


def _fault(path: Path, hash: str) -> tuple[Path, str] | None:
    try:
        whole = file_hash(path) == hash
    except OSError as error:
        return path, f"cannot be read ({error.strerror})"
    return None if whole else (path, "is not what was written (its hash is another)")
