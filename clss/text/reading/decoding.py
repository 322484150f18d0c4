"""Bytes to characters, for files that are not quite what they should be."""

from __future__ import annotations

import codecs
from pathlib import Path

from clss.errors import InputError

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MOST_ZEROS = 0.2  # share of zero bytes that a text may have; UTF-16 of Latin script has half
NOT_DECODED = "not UTF-8"


class Decoder:
    """Decodes UTF-8, and texts that are not UTF-8 by a second encoding if the user names one.

    Parameters
    ----------
    fallback : str, optional
        For instance ``cp1252``. Without it a text that is not UTF-8 is given up.

    Attributes
    ----------
    by_fallback : int
        How many texts needed the second encoding.
    """

    def __init__(self, fallback: str | None = None) -> None:
        if fallback is not None:
            try:
                b"?".decode(fallback)  # also refuses codecs that make no text, as hex
            except UnicodeDecodeError:
                pass  # it is an encoding, of more than one byte a letter
            except LookupError as error:
                raise InputError(
                    f"unknown encoding {fallback!r}; as in cp1252, iso-8859-2 or koi8-r"
                ) from error
        self.fallback = fallback
        self.by_fallback = 0

    def decode(self, raw: bytes) -> str | None:
        """Return the text, or None if neither encoding fits."""
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            if self.fallback is None:
                return None
        try:
            text = raw.decode(self.fallback)
        except UnicodeDecodeError:
            return None
        self.by_fallback += 1
        return text


def refuse_utf16(first: bytes, path: Path) -> None:
    """Refuse a file in UTF-16: cut into lines as bytes it would be rubbish."""
    if first.startswith(_UTF16):
        raise InputError("is in UTF-16; convert it with iconv -f UTF-16 -t UTF-8", path)
    if first.count(0) > _MOST_ZEROS * len(first):
        raise InputError(
            "is no text in UTF-8 (every other byte is zero in UTF-16; convert that with "
            "iconv -f UTF-16LE -t UTF-8)",
            path,
        )
