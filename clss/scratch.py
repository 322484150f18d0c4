"""Arrays for the length of a computation: in memory, beyond a size in a temporary file.

A text of a billion tokens is 4 GB, and training holds several arrays of its length. Those that are
made here lie in files that the system writes out when memory is short. The files are deleted while
they are open, so nothing is left of them however the process ends; they are in the directory of
temporary files, which the environment variable ``TMPDIR`` names.
"""

from __future__ import annotations

import errno
import os
import tempfile
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import numpy as np

from clss.errors import InputError

#: arrays of more bytes than this lie in a file
LARGE = 256 << 20
#: how many numbers of a large array are handled at a time
BLOCK = 1 << 20
#: numbers that are collected before they are written out
_BUFFERED = 1 << 18


def scratch_array(length: int, dtype: Any) -> np.ndarray:
    """Return zeros that may be changed, in a temporary file if they are many.

    Examples
    --------
    >>> scratch_array(3, np.int32)
    array([0, 0, 0], dtype=int32)
    """
    kind = np.dtype(dtype)
    size = length * kind.itemsize
    if size <= LARGE:
        return np.zeros(length, kind)
    with _enough_room(size), tempfile.TemporaryFile() as stream:
        # the space on disk is taken now: if it is missing, a kernel would be killed half way
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(stream.fileno(), 0, size)
        else:
            stream.truncate(size)
        return _mapped(stream, kind, length)


def blocks(length: int) -> Iterator[slice]:
    """Cut the places of a long array into pieces of :data:`BLOCK`.

    >>> len(list(blocks(BLOCK + 1)))
    2
    """
    return (slice(start, min(start + BLOCK, length)) for start in range(0, length, BLOCK))


def count_ids(ids: np.ndarray, size: int) -> np.ndarray:
    """Count how often each of the numbers from 0 to `size` - 1 occurs; more if there are higher.

    >>> count_ids(np.array([2, 0, 2]), 4)
    array([1, 0, 2, 0])
    """
    counts = np.zeros(size, dtype=np.int64)
    for block in blocks(len(ids)):
        part = np.bincount(ids[block], minlength=len(counts))
        part[: len(counts)] += counts
        counts = part
    return counts


def only_read(values: Any, dtype: Any) -> np.ndarray:
    """Return a read-only view of numbers, the type that compiled code expects, without a copy.

    An array in memory and one that is mapped from a file that may not be written are then of the
    same type, and a kernel is compiled once.

    >>> only_read([1, 2], np.int32).flags.writeable
    False
    """
    view = np.ascontiguousarray(values, dtype=dtype).view()
    view.flags.writeable = False
    return view


class Collector:
    """Collects numbers whose count is not known beforehand, and makes an array of them.

    Parameters
    ----------
    typecode : {"i", "q"}
        As of :class:`array.array`: int32 or int64.

    Examples
    --------
    >>> numbers = Collector("i")
    >>> numbers.extend([3, 1]), numbers.extend([2]), len(numbers)
    (None, None, 3)
    >>> numbers.finish()
    array([3, 1, 2], dtype=int32)
    """

    def __init__(self, typecode: str) -> None:
        self._buffer = array(typecode)
        self._kept: list[array[int]] = []
        self._stream: IO[bytes] | None = None
        self._before = 0

    def __len__(self) -> int:
        return self._before + len(self._buffer)

    def extend(self, numbers: Iterable[int]) -> None:
        """Append numbers."""
        self._buffer.extend(numbers)
        if len(self._buffer) >= _BUFFERED:
            self._put_away()

    def _put_away(self) -> None:
        """Keep the full buffer, or write out everything as soon as there is too much of it."""
        self._kept.append(self._buffer)
        self._before = len(self)
        self._buffer = array(self._buffer.typecode)
        size = self._before * self._buffer.itemsize
        if self._stream is None and size <= LARGE:
            return
        with _enough_room(size):
            if self._stream is None:
                self._stream = tempfile.TemporaryFile()  # noqa: SIM115
            for part in self._kept:
                self._stream.write(memoryview(part))
            self._stream.flush()
        self._kept.clear()

    def finish(self) -> np.ndarray:
        """Return everything as one array that may be changed; nothing can be added after."""
        self._put_away()
        kind = np.dtype(self._buffer.typecode)
        if self._stream is None:
            return np.concatenate([np.asarray(part, dtype=kind) for part in self._kept])
        with self._stream as stream:
            return _mapped(stream, kind, self._before)


def _mapped(stream: IO[bytes], dtype: np.dtype, length: int) -> np.ndarray:
    """Map a file, which stays as long as the array does; the stream may be closed."""
    # a plain array: numpy's own class for mapped ones would be another type to compiled code
    return np.asarray(np.memmap(stream, dtype=dtype, mode="r+", shape=(length,)))


@contextmanager
def _enough_room(size: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        raise InputError(
            f"{tempfile.gettempdir()} has no room for {size / 1e9:.1f} GB of temporary data; "
            "set TMPDIR to a directory on a larger disk"
        ) from error
