"""Removing the characters of a text that belong to no word."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from functools import cache

# Invisible characters that reorder or hide text: bidirectional controls, zero-width spaces, soft
# hyphens, byte order marks. The zero-width (non-)joiner stays: Persian and Hindi spell with it.
_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# Control characters, and halves of characters that broken JSON escapes leave behind.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_ADDRESS = re.compile(r"(?:https?://|ftp://|www\.)\S+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,200}")
_MARKUP = re.compile(r"</?[A-Za-z!][^<>]{0,2000}>|\{\{|\}\}|\[\[|\]\]")
_ENTITY = re.compile(r"&(?:amp;)?#?\w{1,10};")


def clean(text: str, removed: Counter[str]) -> str:
    r"""Normalise a text (NFC) and remove what is no word; count what was removed, by kind.

    Examples
    --------
    >>> removed = Counter()
    >>> clean("el <b>in\u00adforme</b> de\u202e www.ue.int\x07", removed).split()
    ['el', 'informe', 'de']
    >>> sorted(removed.items())
    [('addresses', 1), ('control characters', 1), ('invisible characters', 2), ('markup', 2)]
    >>> clean("caf&eacute;s&nbsp;: l&#39;&amp;eacute;t&eacute;", removed)
    "cafés\xa0: l'été"
    """
    found = {}
    if "<" in text or "{{" in text or "[[" in text or "}}" in text or "]]" in text:
        text, found["markup"] = _MARKUP.subn(" ", text)
    if "&" in text:
        text = _ENTITY.sub(_character, text)
    text, found["invisible characters"] = _INVISIBLE.subn("", text)
    text, found["control characters"] = _CONTROL.subn(" ", text)
    if "://" in text or "www." in text or "@" in text:
        text, found["addresses"] = _ADDRESS.subn(" ", text)
    removed.update({kind: number for kind, number in found.items() if number})
    return unicodedata.normalize("NFC", text)


def _character(entity: re.Match[str]) -> str:
    """Return the character that an entity stands for; ``&amp;eacute;`` was written twice."""
    named = entity[0].replace("&amp;", "&")
    found = html.unescape(named)
    return " " if found == named else found


@cache
def combining_marks() -> str:
    r"""Return all combining marks as the inside of a character class.

    The standard library's ``\w`` knows letters and digits but not the marks that write vowels in
    Hindi or Thai, and would cut their words to pieces.
    """
    ranges: list[list[int]] = []
    for point in range(0x300, 0x20000):  # the planes in which scripts are
        if unicodedata.category(chr(point)) in ("Mn", "Mc"):
            if ranges and ranges[-1][1] == point - 1:
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
    return "".join(f"{chr(a)}-{chr(b)}" for a, b in ranges) + "\u200c\u200d"
