"""Dictionaries of the DICT protocol, in the form that FreeDict's Debian packages have."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from clss.dictionaries.translation import Translation, split_translations
from clss.errors import InputError
from clss.textfile import open_bytes, read_lines

_DIGITS = {
    digit: value
    for value, digit in enumerate(
        string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    )
}
_NUMBERED = re.compile(r"\s*(?:\d+|[IVX]+)\.\s+")
_MARKS = re.compile(r"<([^<>]*)>")
_REMARK = ("see:", "synonym", "note:")


def read_dictd(path: Path) -> Iterator[Translation]:
    """Yield the translations of a dictionary of an ``.index`` and a ``.dict`` or ``.dict.dz``.

    An entry is the headword (with its pronunciation between slashes and its part of speech in
    angle brackets) and a line of translations, or a numbered line for every sense. What follows
    (examples, definitions in the language of the headword) is passed over.

    References
    ----------
    dictd(8), dictfmt(1); https://freedict.org
    """
    index, data = _files(path)
    # the .dz form is gzip with a table for random access, which a plain reader may ignore
    with open_bytes(data) as stream:
        text = _unpacked(stream.read(), data)
    seen = set()
    for number, line in enumerate(read_lines(index), 1):
        columns = line.split("\t")
        try:
            start, length = (_number(digits) for digits in columns[1:3])
        except (KeyError, ValueError) as error:
            raise InputError("expected headword, offset and length", index, number) from error
        if start + length > len(text):
            raise InputError(f"points beyond the end of {data}", index, number)
        if columns[0].startswith("00") or (start, length) in seen:
            continue  # what is said about the dictionary itself; another spelling of an entry
        seen.add((start, length))
        yield from _entry(text[start : start + length].decode("utf-8", "replace"))


def _files(path: Path) -> tuple[Path, Path]:
    name = path.name
    for suffix in (".index", ".dict.dz", ".dict"):
        name = name.removesuffix(suffix)
    for data in (path.with_name(f"{name}.dict.dz"), path.with_name(f"{name}.dict")):
        if data.exists():
            return path.with_name(f"{name}.index"), data
    raise InputError(f"needs {name}.dict.dz or {name}.dict beside it", path)


def _unpacked(raw: bytes, path: Path) -> bytes:
    if path.suffix != ".dz":
        return raw
    import gzip
    import zlib

    try:
        return gzip.decompress(raw)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"is not a complete dictzip file ({error})", path) from error


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS[digit]
    if not digits:
        raise ValueError("no digits")
    return value


def _entry(text: str) -> Iterator[Translation]:
    head, *body = text.split("\n")
    word = unicodedata.normalize("NFC", re.split(r" /| <", head)[0].strip())
    lines = [line for line in body if line.strip()]
    senses = [line for line in lines if _NUMBERED.match(line)] or lines[:1]
    marks = _marks(head)
    rank = 0
    for sense in senses:
        sense = _NUMBERED.sub("", sense, count=1)
        if sense.lstrip().lower().startswith(_REMARK):
            continue
        # marks among the translations are those of the translations (their gender), except
        # where they begin the sense, as in "II. <N> Australian"
        own = _marks(sense) if sense.lstrip().startswith("<") else frozenset()
        for translation in split_translations(sense):
            yield Translation(word, translation, rank, marks | own)
            rank += 1


def _marks(text: str) -> frozenset[str]:
    return frozenset(
        mark.strip().lower() for marks in _MARKS.findall(text) for mark in marks.split(",")
    )
