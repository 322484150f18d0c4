"""A file held by one process at a time: with POSIX locks, with those of Windows, or without."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:  # everywhere else
    msvcrt = None  # type: ignore[assignment]

_SECONDS_BETWEEN_TRIES = 0.2


@contextmanager
def held_alone(stream: IO[bytes], wait: Callable[[], None]) -> Iterator[None]:
    """Keep a file to oneself; the lock goes with the process, however it ends.

    Parameters
    ----------
    stream : file
        An open file. File systems without locks are used without.
    wait : callable
        Called once if another process has the file, before waiting for it.
    """
    if not _lock(stream):
        wait()
        while not _lock(stream):
            time.sleep(_SECONDS_BETWEEN_TRIES)
    try:
        yield
    finally:
        with suppress(OSError):
            _unlock(stream)


def _lock(stream: IO[bytes]) -> bool:
    """Take the lock; False if another process has it."""
    windows: Any = msvcrt
    try:
        if fcntl is not None:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif windows is not None:
            stream.seek(0)
            windows.locking(stream.fileno(), windows.LK_NBLCK, 1)
    except BlockingIOError:
        return False
    except OSError:
        # Windows has one error for "taken"; elsewhere it means that there are no locks
        return fcntl is not None
    return True


def _unlock(stream: IO[bytes]) -> None:
    windows: Any = msvcrt
    if fcntl is not None:
        fcntl.flock(stream, fcntl.LOCK_UN)  # a fork may have the file open, too
    elif windows is not None:
        stream.seek(0)
        windows.locking(stream.fileno(), windows.LK_UNLCK, 1)
