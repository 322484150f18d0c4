"""Files and processes of this machine: hashing, writing that lasts, and what can go wrong."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clss.checksums import file_hash
from clss.errors import InputError

#: a saved model within a store is half as deep
_DEEPEST = 12
#: a config of more bytes is none
_LONGEST_TEXT = 64 << 20
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


@contextmanager
def explained(directory: Path) -> Iterator[None]:
    """Make a failed write within a block the user's error, who can make room in `directory`."""
    try:
        yield
    except OSError as error:
        message = explain(error, directory) or f"{directory} cannot be used ({error})"
        raise InputError(message) from error


def hash_file(path: Path) -> str:
    """Return the sha256 of a file that a user named; pipes and devices may have no end."""
    try:
        if path.exists() and not path.is_file():
            raise InputError("is no file that can be read twice; a regular file was expected", path)
        return file_hash(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror})") from error


def text_of(path: Path) -> str | None:
    """Return the text of a file that a record names, None if there is none that can be read.

    The record may be anybody's, so devices, pipes and endless files are not read.
    """
    try:
        if not path.is_file() or path.stat().st_size > _LONGEST_TEXT:
            return None
        return path.read_text("utf-8-sig", "replace")
    except (OSError, ValueError):  # a name may hold what no name can
        return None


def files_below(directory: Path) -> list[str]:
    """Return the names of all files below a directory, relative to it, sorted."""
    return sorted(str(p.relative_to(directory)) for p in directory.rglob("*") if p.is_file())


def size_of(directory: Path) -> int:
    """Return the bytes of all files below a directory."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def refuse_links(directory: Path) -> None:
    """Refuse a directory that holds a link, or anything that is neither file nor directory.

    What comes from somebody else must not lead out of itself, nor make a reader wait for ever, nor
    be nested so deeply that whoever walks through it gets lost.
    """
    base = str(directory).count(os.sep)
    for folder, names, files in os.walk(directory):
        if folder.count(os.sep) - base > _DEEPEST:
            raise InputError(
                f"holds directories {_DEEPEST} deep; a run directory has no such ones", directory
            )
        for name in (*names, *files):
            try:
                mode = os.lstat(os.path.join(folder, name)).st_mode
            except FileNotFoundError:  # another process has just removed it
                continue
            if not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
                what = "a link" if stat.S_ISLNK(mode) else "a special file"
                place = os.path.relpath(os.path.join(folder, name), directory)
                raise InputError(
                    f"holds {what} ({place}); a run directory has none, and none is followed",
                    directory,
                )


def sweep(directory: Path, older: float | None = None) -> list[Path]:
    """Remove what killed processes of this machine left half-written; return what was removed.

    With `older`, also what any machine left there and has not touched for so many seconds.
    """
    swept = []
    for path in directory.glob(".tmp-*") if directory.is_dir() else ():
        if abandoned(path.name) or (older is not None and untouched(path) > older):
            remove(path)
            swept.append(path)
    return swept


def abandoned(name: str) -> bool:
    """Whether the process of this machine that made a temporary name is gone."""
    host, _, process = name.removeprefix(".tmp-").rpartition("-")[0].rpartition("-")
    return gone(host, process)  # another machine of the cluster may be writing it


def gone(host: str, process: str) -> bool:
    """Whether a process was one of this machine and is there no more.

    >>> gone(socket.gethostname(), "9" * 30), gone("elsewhere", "1"), gone("", "\u00b2")
    (True, False, False)
    """
    if host != socket.gethostname() or not (process.isascii() and process.isdigit()):
        return False
    return not process_alive(int(process[:20]))


def untouched(path: Path) -> float:
    """Return for how many seconds nothing at or below a path has changed."""
    try:
        inside = path.rglob("*") if path.is_dir() else ()
        return time.time() - max(p.lstat().st_mtime for p in (path, *inside))
    except OSError:  # somebody is at work there
        return 0.0


def sync_tree(directory: Path) -> None:
    """Force the files of a directory to the disk, then the directory: rename only what lasts."""
    for path in sorted(directory.rglob("*")):
        if path.is_file():
            sync(path)
    for path in [*(p for p in directory.rglob("*") if p.is_dir()), directory]:
        sync(path)


def sync(path: Path) -> None:
    """Force one file to the disk, or the names in one directory."""
    if os.name == "nt" and path.is_dir():  # Windows opens no directory, and keeps names itself
        return
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
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


def remove(path: Path) -> None:
    """Remove a file, or a directory with all that is in it; one that is gone already is fine."""
    if path.is_dir():
        remove_tree(path)
    else:
        path.unlink(missing_ok=True)


def process_alive(process: int) -> bool:
    """Whether a process of this machine is there."""
    import psutil  # asking by os.kill would end the process on Windows

    # a name may hold any number
    return process < 1 << 31 and bool(psutil.pid_exists(process))
