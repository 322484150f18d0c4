"""What form a vector file has, from its first bytes."""

from __future__ import annotations

from os import PathLike

from clss.textfile import open_bytes

#: The first four bytes of a model that fastText saved (``.bin``), little-endian 793712314.
FASTTEXT_MAGIC = (793712314).to_bytes(4, "little")


def vector_format(path: str | PathLike[str]) -> str:
    """Return the name of the import format: ``fasttext``, ``word2vec-binary`` or ``word2vec``."""
    with open_bytes(path) as stream:
        beginning = stream.read(4096)
    if beginning.startswith(FASTTEXT_MAGIC):
        return "fasttext"
    _, _, rows = beginning.partition(b"\n")
    try:
        rows.decode("utf-8")
    except UnicodeDecodeError as error:
        # the last character of the sample may be cut in two
        return "word2vec" if error.start > len(rows) - 4 else "word2vec-binary"
    return "word2vec-binary" if b"\0" in rows else "word2vec"
