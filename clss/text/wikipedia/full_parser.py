"""Wikitext to running text by mwparserfromhell: slow; tests compare the fast way with it."""

from __future__ import annotations

from collections.abc import Collection
from types import ModuleType
from typing import Any

from clss.extras import optional_module
from clss.text.wikipedia.markup import (
    BREAKING_TAGS,
    SILENT_TAGS,
    UNWRITTEN_NAMESPACES,
    link_text,
    protect,
)
from clss.text.wikipedia.tidy import RunningText, tidy_lines


def require_full_parser() -> ModuleType:
    """Import mwparserfromhell, or say what to install."""
    return optional_module("mwparserfromhell", "full parses of wikitext", "clss[wiki]")


def strip_with_full_parser(
    text: str, unwritten: Collection[str] = UNWRITTEN_NAMESPACES
) -> RunningText:
    """Return the running text of a page, as :func:`clss.text.wikipedia.strip_wikitext` does."""
    return tidy_lines(_text_of(require_full_parser().parse(text), unwritten))


def _text_of(code: Any, unwritten: Collection[str]) -> str:
    return "".join(_node_text(node, unwritten) for node in code.nodes)


def _node_text(node: Any, unwritten: Collection[str]) -> str:
    from mwparserfromhell import nodes

    if isinstance(node, nodes.Text):
        return str(node.value)
    if isinstance(node, nodes.Wikilink):
        label = None if node.text is None else _text_of(node.text, unwritten)
        return link_text(_text_of(node.title, unwritten), label, unwritten)
    if isinstance(node, nodes.ExternalLink):
        return "" if node.title is None else _text_of(node.title, unwritten)
    if isinstance(node, nodes.HTMLEntity):
        return str(node)  # resolved with all others at the end
    if isinstance(node, nodes.Tag):
        return _tag_text(node, unwritten)
    return ""  # templates, their arguments, comments, headings


def _tag_text(node: Any, unwritten: Collection[str]) -> str:
    name = str(node.tag).strip().lower()
    if name in SILENT_TAGS or node.wiki_markup == "{|":
        return ""
    if name == "nowiki":
        return protect(str(node.contents))
    contents = "" if node.contents is None else _text_of(node.contents, unwritten)
    if node.wiki_markup and name in ("li", "dd", "dt"):
        return f"{node.wiki_markup}{contents}"
    return f"\n{contents}\n" if name in BREAKING_TAGS else contents
