"""Files and processes of this machine: hashing, writing that lasts, and what can go wrong."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from pathlib import Path

from clss.errors import InputError

_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {errno.EROFS, errno.EACCES, errno.EPERM}
_CHUNK = 1 << 20


def explain(error: OSError, directory: Path) -> str | None:
    """Return what a failed write means for the user, or None if it is something else.

    Examples
    --------
    >>> explain(OSError(errno.ENOSPC, "No space left on device"), Path("/"))[:43]
    'the disk is full: / has no room for the res'
    """
    # numpy reports a short write as "N requested and M written", without an error number
    if error.errno in _FULL or "requested and" in str(error):
        return f"the disk is full: {directory} has no room for the results; what was stored is kept"
    if error.errno in _REFUSED:
        return f"{error.filename or directory} cannot be written ({error.strerror})"
    return None


def disk_error(error: OSError, directory: Path) -> InputError:
    """Make the user's error of a failed write."""
    return InputError(explain(error, directory) or f"{directory} cannot be used ({error})")


def sha256(path: Path) -> str:
    """Return the sha256 of a file's bytes."""
    state = hashlib.sha256()
    with open(path, "rb") as stream:
        while chunk := stream.read(_CHUNK):
            state.update(chunk)
    return state.hexdigest()


def hash_file(path: Path) -> str:
    """Return the sha256 of a file that a user named."""
    try:
        return sha256(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror})") from error


def files_below(directory: Path) -> list[str]:
    """Return the names of all files below a directory, relative to it, sorted."""
    return sorted(str(p.relative_to(directory)) for p in directory.rglob("*") if p.is_file())


def size_of(directory: Path) -> int:
    """Return the bytes of all files below a directory."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def sync_tree(directory: Path) -> None:
    """Force the files of a directory to the disk, then the directory: rename only what lasts."""
    for path in sorted(directory.rglob("*")):
        if path.is_file():
            sync(path)
    for path in [*(p for p in directory.rglob("*") if p.is_dir()), directory]:
        sync(path)


def sync(path: Path) -> None:
    """Force one file to the disk, or the names in one directory."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems without fsync
            raise
    finally:
        os.close(handle)


def remove_tree(directory: Path) -> None:
    """Remove a directory that others may be removing at the same time."""
    shutil.rmtree(directory, ignore_errors=True)


def process_alive(process: int) -> bool:
    """Whether a process of this machine is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's, but there
    return True
