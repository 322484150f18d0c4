"""Unpacking dumps: bzip2 in one or many streams, gzip, or plain, in pieces of bounded size."""

from __future__ import annotations

import bz2
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import IO, Any

_CHUNK = 1 << 20
_BZIP2_START = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
_MARK = 10  # bytes of the pattern above
_FIRST_BYTES = 64 << 10


class Damage(Exception):
    """The packed data is not what its name says, or breaks off; the message says where."""


class Meter:
    """How far into a file its reader is."""

    position = 0


def unpack(
    path: Path, start: int = 0, end: int | None = None, meter: Meter | None = None
) -> Iterator[bytes]:
    """Yield the unpacked bytes of a file, or of the bytes from `start` to `end` of it.

    Raises
    ------
    Damage
        After everything that could be unpacked.
    """
    with open(path, "rb") as stream:
        stream.seek(start)
        magic = stream.read(3)
        stream.seek(start)
        packed = _pieces(stream, end, meter or Meter())
        if magic == b"BZh":
            yield from _inflate(packed, start, bz2.BZ2Decompressor)
        elif magic[:2] == b"\x1f\x8b":
            yield from _inflate(packed, start, _Gunzip)
        else:
            yield from packed


def _pieces(stream: IO[bytes], end: int | None, meter: Meter) -> Iterator[bytes]:
    while True:
        wanted = _CHUNK if end is None else min(_CHUNK, end - stream.tell())
        piece = stream.read(wanted) if wanted > 0 else b""
        if not piece:
            return
        meter.position = stream.tell()
        yield piece


class _Gunzip:
    """A gzip decompressor that looks like the one of bz2."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)
        self._waiting = b""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        out = self._inner.decompress(self._waiting + data, max_length)
        self._waiting = self._inner.unconsumed_tail
        return out

    @property
    def needs_input(self) -> bool:
        return not self._waiting

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data


def _inflate(packed: Iterator[bytes], position: int, make: Callable[[], Any]) -> Iterator[bytes]:
    """Unpack concatenated streams; a piece unpacks to at most a few megabytes at a time."""
    stream = make()
    fresh = True
    for piece in packed:
        data = piece
        while True:
            try:
                out = stream.decompress(data, 4 * _CHUNK)
            except (OSError, EOFError, zlib.error) as error:
                raise Damage(f"damaged near byte {position}") from error
            fresh = False
            if out:
                yield out
            data = b""
            if stream.eof:
                data = stream.unused_data
                stream = make()
                fresh = True
                if not data.strip(b"\0"):  # tapes and some tools pad with zeros
                    break
            elif stream.needs_input:
                break
        position += len(piece)
    if not fresh:
        raise Damage(f"breaks off at byte {position}, before the end of the packed data")


def first_bytes(path: Path) -> bytes:
    """Return the beginning of the unpacked text, or of what can be unpacked."""
    start = b""
    try:
        for chunk in unpack(path):
            start += chunk
            if len(start) >= _FIRST_BYTES:
                break
    except Damage:
        pass
    return start


def stream_starts(path: Path) -> Iterator[int]:
    """Yield the places where bzip2 streams begin.

    A stream begins at a whole byte with ten bytes that are next to impossible elsewhere, so no
    index file is needed.
    """
    with open(path, "rb") as stream:
        position, kept = 0, b""
        while piece := stream.read(4 * _CHUNK):
            buffer = kept + piece
            for match in _BZIP2_START.finditer(buffer):
                yield position - len(kept) + match.start()
            kept = buffer[-(_MARK - 1) :]
            position += len(piece)


def is_multistream(path: Path) -> bool:
    """Whether a bzip2 file consists of streams that each begin with a page.

    Wikimedia's ``-multistream`` dumps do; the streams that pbzip2 makes cut pages in two.
    """
    for start, end in pairwise(islice(stream_starts(path), 1, 8)):
        try:
            text = next(unpack(path, start, end), b"").lstrip()
        except Damage:
            continue  # the next one tells
        return text.startswith(b"<page>")
    return False
