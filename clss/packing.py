"""Writing files that are packed if their name says so."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from clss.persistence import atomic_file

#: how hard gzip tries with a corpus: more takes much longer and saves little
CORPUS_LEVEL = 6


@contextmanager
def output_file(path: str | PathLike[str], mode: str = "w", level: int = 9) -> Iterator[Any]:
    r"""Open a file for writing, packed if its name ends in ``.gz``, ``.xz`` or ``.bz2``.

    It takes its name only if the block succeeds. No name and no time go into it, so that the same
    content is the same bytes.

    Parameters
    ----------
    path : path-like
    mode : {"w", "wb"}
    level : int
        How hard gzip tries; a whole corpus is written with less than the most.

    Examples
    --------
    >>> import tempfile
    >>> from clss.textfile import read_lines
    >>> name = Path(tempfile.mkdtemp()) / "words.tsv.xz"
    >>> with output_file(name) as stream:
    ...     _ = stream.write("casa\thouse\n")
    >>> list(read_lines(name))
    ['casa\thouse']
    """
    suffix = Path(path).suffix
    if suffix not in (".gz", ".xz", ".bz2"):
        with atomic_file(path, mode) as stream:
            yield stream
        return
    with atomic_file(path, "wb") as raw:
        packed: Any
        if suffix == ".gz":
            packed = gzip.GzipFile("", "wb", compresslevel=level, fileobj=raw, mtime=0)
        else:
            packed = (lzma.LZMAFile if suffix == ".xz" else bz2.BZ2File)(raw, "wb")
        with packed:
            if "b" in mode:
                yield packed
                return
            with io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as text:
                yield text
