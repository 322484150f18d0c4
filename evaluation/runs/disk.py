"""What can go wrong with the disk, said in one sentence; and writing so that it lasts."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from clss.errors import InputError

_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {errno.EROFS, errno.EACCES, errno.EPERM}


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


def sync_tree(directory: Path) -> None:
    """Force the files of a directory to the disk, then the directory: rename only what lasts."""
    for path in sorted(directory.rglob("*")):
        if path.is_file():
            _sync(path)
    for path in [*(p for p in directory.rglob("*") if p.is_dir()), directory]:
        _sync(path)


def sync_directory(directory: Path) -> None:
    """Make a rename in a directory last."""
    _sync(directory)


def _sync(path: Path) -> None:
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


def size_of(directory: Path) -> int:
    """Return the bytes of all files below a directory."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
