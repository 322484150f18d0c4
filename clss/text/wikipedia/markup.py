"""What both strippers of wikitext agree on: which tags and links carry no text."""

from __future__ import annotations

import re
from collections.abc import Collection


def words(text: str) -> frozenset[str]:
    """Make a set of the words of a text: tables of names are easier to read so."""
    return frozenset(text.split())


#: Tags whose contents are not running text: formulas, galleries, program code, footnotes.
SILENT_TAGS = words(
    "categorytree ce chem gallery graph hiero imagemap indicator inputbox mapframe maplink "
    "math ref references score section source syntaxhighlight templatedata templatestyles timeline"
)
#: Tags after which a new line of text begins.
BREAKING_TAGS = words(
    "blockquote br center caption dd div dl dt hr li ol p poem pre table td th tr ul"
)
#: Tags that surround text or stand in it; whatever else looks like a tag is text ("a <b or c> d").
INLINE_TAGS = words(
    "abbr b bdi bdo big cite code del dfn em font i includeonly ins kbd mark noinclude nowiki "
    "onlyinclude q rb rp rt ruby s samp small span strike strong sub sup tt u var wbr"
)
#: Files and categories are linked in English on every wiki, and in its own language as well.
UNWRITTEN_NAMESPACES = frozenset({"file", "image", "media", "category"})

_MEDIA_FILE = re.compile(
    r"\.(?:djvu|flac|gif|jpe?g|mid|mp[34]|og[agv]|opus|pdf|png|svg|stl|tiff?|wav|web[mp]|xcf)\s*$",
    re.IGNORECASE,
)
_LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(?:-[a-z]{2,12})*")
_PROTECTED = {ord(sign): 0xE100 + i for i, sign in enumerate("[]{}<>'=*#:;|&_!")}
_UNPROTECTED = {chr(stand_in): chr(sign) for sign, stand_in in _PROTECTED.items()}
_STAND_IN = re.compile(f"[{''.join(_UNPROTECTED)}]")


def link_text(target: str, label: str | None, unwritten: Collection[str]) -> str:
    """Return what a reader sees of ``[[target|label]]``; nothing of files and categories.

    Parameters
    ----------
    target : str
    label : str or None
        Without the links that stand in it.
    unwritten : collection of str
        Names of the namespaces of files and categories, in lower case.

    Examples
    --------
    >>> link_text("Madrid", None, UNWRITTEN_NAMESPACES)
    'Madrid'
    >>> link_text("Madrid (city)", "the capital", UNWRITTEN_NAMESPACES)
    'the capital'
    >>> link_text("File:A.jpg", "thumb|A view", UNWRITTEN_NAMESPACES)
    ''
    >>> link_text(":Category:Towns", None, UNWRITTEN_NAMESPACES)
    'Category:Towns'
    """
    head, colon, rest = target.partition(":")
    if colon:
        name = head.strip().replace("_", " ").lower()
        if not name:
            return rest if label is None else label
        if name in unwritten or _MEDIA_FILE.search(target):
            return ""
        if label is None and _LANGUAGE_CODE.fullmatch(head.strip()):
            return ""
    return target if label is None else label


def protect(text: str) -> str:
    """Put private characters for the signs of markup, so that ``<nowiki>`` text is left alone."""
    return text.translate(_PROTECTED)


def unprotect(text: str) -> str:
    """Undo :func:`protect`."""
    return _STAND_IN.sub(lambda match: _UNPROTECTED[match[0]], text)
