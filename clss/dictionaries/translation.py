"""A translation: what dictionaries of every form are read into."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

#: A source word and a target word.
Pair = tuple[str, str]


class Translation(NamedTuple):
    """One translation of one headword.

    Attributes
    ----------
    word : str
        The headword, as written.
    translation : str
        One translation of it, as written.
    rank : int
        How many translations the entry names before this one.
    pos : frozenset of str
        Parts of speech that the dictionary gives the headword, in its own words, lower case;
        empty if it gives none.
    """

    word: str
    translation: str
    rank: int
    pos: frozenset[str]


#: How dictionaries write "noun", often only by its gender.
_NOUN = frozenset(
    [
        "n",
        "noun",
        "s",
        "sb",
        "subst",
        "substantive",
        "f",
        "fem",
        "m",
        "masc",
        "nt",
        "neut",
        "neuter",
        "common",
        "nm",
        "nf",
        "mf",
    ]
)
#: Marks that say nothing about the part of speech.
_OTHER_MARKS = frozenset(["sg", "sing", "pl", "pl.", "plur"])
_ASIDE = re.compile(r"\[[^\]]*\]|\([^)]*\)|<[^>]*>|\{[^}]*\}|/[^/]*/")


def is_noun(pos: frozenset[str]) -> bool | None:
    """Tell whether a headword may be a noun; None if its dictionary does not say.

    Examples
    --------
    >>> is_noun(frozenset({"fem", "n", "sg"})), is_noun(frozenset({"v"})), is_noun(frozenset())
    (True, False, None)
    """
    said = pos - _OTHER_MARKS
    return bool(said & _NOUN) if said else None


def split_translations(text: str) -> list[str]:
    """Take the translations out of a line: separated by commas or semicolons, asides left out.

    Examples
    --------
    >>> split_translations("[zool.] carrion crow <n>, crow (bird); raven")
    ['carrion crow', 'crow', 'raven']
    """
    parts = re.split(r"[,;]", _ASIDE.sub(" ", unicodedata.normalize("NFC", text)))
    words = (" ".join(part.split()) for part in parts)
    return [word for word in words if word]
