"""Reading lines of text, plain or gzipped, with errors that name the place."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import IO

from clss.errors import InputError


def open_bytes(path: str | PathLike[str]) -> IO[bytes]:
    """Open a file for reading, unpacking it if its name ends in ``.gz``."""
    path = Path(path)
    try:
        stream = open(path, "rb")
    except FileNotFoundError as error:
        raise InputError("no such file", path=path) from error
    except IsADirectoryError as error:
        raise InputError("is a directory; a text file was expected", path=path) from error
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path=path) from error
    if path.suffix == ".gz":
        return gzip.GzipFile(fileobj=stream, mode="rb")  # type: ignore[return-value]
    return stream


def read_lines(path: str | PathLike[str]) -> Iterator[str]:
    """Yield the lines of a UTF-8 file without their ends.

    Only a line feed ends a line (a carriage return before it is dropped): the other characters
    that Unicode calls line breaks occur inside real texts and would shift the alignment.
    """
    offset = 0
    with open_bytes(path) as stream:
        try:
            for raw in stream:
                try:
                    line = raw.decode("utf-8-sig" if offset == 0 else "utf-8")
                except UnicodeDecodeError as error:
                    place = offset + error.start
                    raise InputError(f"is not UTF-8 (byte {place} of the text)", path) from error
                offset += len(raw)
                yield line.rstrip("\r\n")
        except (EOFError, zlib.error) as error:
            raise InputError("the gzip file breaks off before its end", path=path) from error
        except gzip.BadGzipFile as error:
            raise InputError(f"is not a complete gzip file ({error})", path=path) from error
