"""Wikitext to running text, fast: one pass for whatever nests, a few patterns for the rest.

A full parser builds a tree of every bold word and every cell of a table, which a corpus does not
need. Here one pattern finds the signs that open and close regions, a loop over these few signs
pairs them, and compiled patterns do the rest. Every step takes time proportional to the length of
the page, however broken its markup is. :mod:`clss.text.wikipedia.full_parser` does the same with a
full parser; the tests compare the two.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import partial

from clss.text.wikipedia.markup import (
    BREAKING_TAGS,
    INLINE_TAGS,
    SILENT_TAGS,
    UNWRITTEN_NAMESPACES,
    link_text,
    protect,
)
from clss.text.wikipedia.tidy import RunningText, tidy_lines

# every alternative begins with a certain sign: the search runs past all other characters at once
_SIGN = re.compile(
    rf"<(?:(?P<comment>!--)|(?P<close>/?)(?P<tag>{'|'.join(sorted(SILENT_TAGS | {'nowiki'}))})"
    r"\b(?P<rest>[^<>]*)>)|-(?P<end>->)|\{(?P<open>[{|])|\}(?P<template_end>\})"
    r"|\|(?P<table_end>\}(?!\}))",
    re.IGNORECASE,
)
_BREAKING = re.compile(rf"</?(?:{'|'.join(sorted(BREAKING_TAGS))})\b[^<>]*>", re.IGNORECASE)
_INLINE = re.compile(
    rf"</?(?:{'|'.join(sorted(INLINE_TAGS | SILENT_TAGS))})\b[^<>]*>", re.IGNORECASE
)
_PLAIN_LINK = re.compile(r"\[\[(?:[^\[\]|:\n]*\|)?([^\[\]|:\n]*)\]\]")
_ADDRESS_LINK = re.compile(
    r"\[(?:(?:https?|ftps?|sftp|ircs?|news|gopher|mailto|urn):|//)[^\s\[\]<>\"]*"
    r"[ \t]*([^\[\]\n]*)\]",
    re.IGNORECASE,
)
_ANY_LINK = re.compile(r"\[\[([^\[\]]*)\]\]")
_TEMPLATE, _TABLE = "{", "|"  # what stands behind the first brace
_LONGEST_INDENT = 32
_DEEPEST = 8  # links in captions in galleries in captions; deeper ones do not occur


def strip_wikitext(text: str, unwritten: Collection[str] = UNWRITTEN_NAMESPACES) -> RunningText:
    """Return the running text of a page.

    Parameters
    ----------
    text : str
        Wikitext.
    unwritten : collection of str
        Names of the namespaces of files and categories in lower case, English and the wiki's own.

    Examples
    --------
    >>> strip_wikitext("'''Lugo''' {{IPA|x{{y}}}} is a [[city|town]].<ref>Book</ref>").text
    'Lugo is a town.'
    """
    text = remove_regions(text)
    if "<" in text:
        text = _BREAKING.sub("\n", text)
        text = _INLINE.sub("", text)
    text = _PLAIN_LINK.sub(r"\1", text)
    text = _ADDRESS_LINK.sub(r"\1", text)
    seen = partial(_seen_link, unwritten=unwritten)
    for _ in range(_DEEPEST):  # the innermost links first: captions of pictures have links
        text, found = _ANY_LINK.subn(seen, text)
        if not found:
            break
    return tidy_lines(text)


def _seen_link(match: re.Match[str], unwritten: Collection[str]) -> str:
    target, bar, label = match[1].partition("|")
    return link_text(target, label if bar else None, unwritten)


def remove_regions(text: str) -> str:
    """Take out comments, silent tags with their contents, templates and tables, however nested.

    What is opened and never closed stays in as text: of a broken page too much is better than
    nothing.

    Examples
    --------
    >>> remove_regions("a {{x|{{y}} }}b <math>{{</math>c {{d")
    'a b c {{d'
    """
    signs = list(_SIGN.finditer(text))
    if not signs:
        return text
    cuts: list[tuple[int, int, str]] = []
    open_braces: list[tuple[str, int]] = []
    depth = {_TEMPLATE: 0, _TABLE: 0}
    at = 0
    while at < len(signs):
        sign = signs[at]
        at += 1
        if opener := sign["open"]:
            if opener == _TEMPLATE or _begins_line(text, sign.start()):
                open_braces.append((opener, sign.start()))
                depth[opener] += 1
        elif sign["template_end"]:
            if depth[_TEMPLATE]:
                _close(_TEMPLATE, sign.end(), open_braces, depth, cuts)
        elif sign["table_end"]:
            if depth[_TABLE] and _begins_line(text, sign.start()):
                _close(_TABLE, sign.end(), open_braces, depth, cuts)
        elif (closed_by := _closing_sign(signs, at - 1)) is not None:
            cut_end = signs[closed_by].end()
            is_text = (sign["tag"] or "").lower() == "nowiki"
            kept = protect(text[sign.end() : signs[closed_by].start()]) if is_text else ""
            cuts.append((sign.start(), cut_end, kept))
            at = closed_by + 1
        elif (sign["rest"] or "").endswith("/"):
            cuts.append((sign.start(), sign.end(), ""))
    return _without(text, cuts)


def _begins_line(text: str, position: int) -> bool:
    """Whether nothing but the marks of lists stands before a place in its line."""
    before = text[max(0, position - _LONGEST_INDENT) : position]
    line = before[before.rfind("\n") + 1 :]
    return len(line) < _LONGEST_INDENT and not line.strip(" \t:*#")


def _closing_sign(signs: list[re.Match[str]], opener: int) -> int | None:
    """Find the sign that closes a comment or tag; none if the next of its kind opens another."""
    first = signs[opener]
    if first["comment"]:
        for i in range(opener + 1, len(signs)):
            if signs[i]["end"] or signs[i]["comment"]:
                return i if signs[i]["end"] else None
        return None
    if not first["tag"] or first["close"] or first["rest"].endswith("/"):
        return None
    name = first["tag"].lower()
    for i in range(opener + 1, len(signs)):
        other = signs[i]
        if other["tag"] and other["tag"].lower() == name and not other["rest"].endswith("/"):
            return i if other["close"] else None
    return None


def _close(
    opener: str,
    end: int,
    open_braces: list[tuple[str, int]],
    depth: dict[str, int],
    cuts: list[tuple[int, int, str]],
) -> None:
    """Close the innermost region of a kind, and what was left open inside it."""
    kind, start = open_braces.pop()
    depth[kind] -= 1
    while kind != opener:
        kind, start = open_braces.pop()
        depth[kind] -= 1
    while cuts and cuts[-1][0] > start:
        cuts.pop()
    cuts.append((start, end, ""))


def _without(text: str, cuts: list[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    position = 0
    for start, end, kept in cuts:
        pieces += (text[position:start], kept)
        position = end
    pieces.append(text[position:])
    return "".join(pieces)
