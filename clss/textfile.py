"""Reading lines of text, plain or packed, with errors that name the place."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import IO, Any

from clss.errors import InputError, no_such_file

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: no document is longer; a packed file of a few bytes may unpack to one endless line
LONGEST_LINE = 256 << 20

#: Endings of packed files, and what opens each.
PACKED: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open}


def plain_name(path: str | PathLike[str]) -> str:
    """Return the name of a file without the ending that says how it is packed.

    Examples
    --------
    >>> plain_name("data/es.tsv.xz"), plain_name("es.tsv")
    ('es.tsv', 'es.tsv')
    """
    name = Path(path).name
    return Path(name).stem if Path(name).suffix in PACKED else name


@contextmanager
def open_bytes(path: str | PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for reading, unpacking it if its name ends in ``.gz``, ``.xz`` or ``.bz2``.

    The name ``-`` is standard input. Whatever goes wrong while the block reads (no such file, a
    packed file that breaks off) becomes an :class:`InputError` that names the file.
    """
    path = Path(path)
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        with PACKED.get(path.suffix, open)(path, "rb") as stream:
            yield stream
    except FileNotFoundError as error:
        raise no_such_file(path) from error
    except IsADirectoryError as error:
        raise InputError("is a directory; a file was expected", path=path) from error
    except (EOFError, zlib.error) as error:
        kind = {".xz": "xz", ".bz2": "bzip2"}.get(path.suffix, "gzip")
        raise InputError(f"the {kind} file breaks off before its end", path=path) from error
    except gzip.BadGzipFile as error:
        raise InputError(f"is not a complete gzip file ({error})", path=path) from error
    except lzma.LZMAError as error:
        raise InputError(f"is not a complete xz file ({error})", path=path) from error
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror or error})", path=path) from error


def read_raw_lines(path: str | PathLike[str]) -> Iterator[bytes]:
    """Yield the lines of a file as bytes with their ends, without a byte order mark."""
    with open_bytes(path) as stream:
        for number, raw in enumerate(_lines(stream, path), 1):
            yield raw.removeprefix(BYTE_ORDER_MARK) if number == 1 else raw


def _lines(stream: IO[bytes], path: str | PathLike[str]) -> Iterator[bytes]:
    number = 0
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        if len(raw) == LONGEST_LINE:
            raise InputError(f"has a line of more than {LONGEST_LINE >> 20} MB", path, number)
        yield raw


def read_lines(path: str | PathLike[str]) -> Iterator[str]:
    """Yield the lines of a UTF-8 file without their ends.

    Only a line feed ends a line (a carriage return before it is dropped): the other characters
    that Unicode calls line breaks occur inside real texts and would shift the alignment.
    """
    with open_bytes(path) as stream:
        offset = 0
        for number, raw in enumerate(_lines(stream, path), 1):
            text = raw.removeprefix(BYTE_ORDER_MARK) if number == 1 else raw
            try:
                line = text.decode("utf-8")
            except UnicodeDecodeError as error:
                place = offset + len(raw) - len(text) + error.start
                raise InputError(
                    f"is not UTF-8 (byte {place} of the text)", path, number
                ) from error
            offset += len(raw)
            yield line.rstrip("\r\n")
