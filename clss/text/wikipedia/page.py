"""Reading one page of a dump, in any of the three kinds of dumps."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from xml.etree import ElementTree

# what XML 1.0 does not allow and a parser would refuse the page for
_FORBIDDEN = bytes(set(range(32)) - set(b"\t\n\r"))
_ITEM = re.compile(r"Q([1-9]\d{0,14})")


class DumpKind(StrEnum):
    """The kinds of dumps that are read."""

    xml = "MediaWiki XML"
    wikiextractor = "wikiextractor JSON"
    cirrus = "CirrusSearch JSON"


class BrokenPage(Exception):
    """The page cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page before anything was decided about it.

    Attributes
    ----------
    id, title, namespace
        As the wiki has them; articles are in namespace 0.
    text : str
        Wikitext, or running text already.
    is_markup : bool
        Which of the two.
    is_redirect : bool
    model : str
        The kind of contents; ``wikitext`` for articles.
    templates : tuple of str
        Names of the templates used, where the dump lists them apart from the text.
    item : int or None
        The number of its Wikidata item, where the dump has it.
    invisible : int
        Characters taken out because XML forbids them.
    """

    id: int
    title: str
    namespace: int
    text: str
    is_markup: bool = True
    is_redirect: bool = False
    model: str = "wikitext"
    templates: tuple[str, ...] = ()
    item: int | None = None
    invisible: int = 0


def parse_page(kind: DumpKind, data: bytes) -> Page:
    """Read the bytes of one page.

    Raises
    ------
    BrokenPage
        What is wrong with it.
    UnicodeDecodeError
        It is not UTF-8.
    """
    if kind is DumpKind.xml:
        return _from_xml(data)
    if kind is DumpKind.wikiextractor:
        return _from_wikiextractor(_decode(data))
    head, _, document = data.partition(b"\n")
    return _from_cirrus(_decode(head), _decode(document))


def _from_xml(data: bytes) -> Page:
    clean = data.translate(None, _FORBIDDEN)
    try:
        page = ElementTree.fromstring(clean)
    except ElementTree.ParseError as error:
        clean.decode("utf-8")  # an encoding error is reported as such
        raise BrokenPage(f"broken XML: {error}") from error
    revisions = page.findall("revision")
    if not revisions:
        raise BrokenPage("has no revision")
    return Page(
        id=_whole(page.findtext("id"), "id"),
        title=page.findtext("title") or "",
        namespace=_whole(page.findtext("ns"), "ns"),
        text=revisions[-1].findtext("text") or "",
        is_redirect=page.find("redirect") is not None,
        model=revisions[-1].findtext("model") or "wikitext",
        invisible=len(data) - len(clean),
    )


def _from_wikiextractor(fields: dict[str, Any]) -> Page:
    return Page(
        id=_whole(fields.get("id"), "id"),
        title=_text(fields, "title"),
        namespace=0,
        text=_text(fields, "text"),
        is_markup=False,
    )


def _from_cirrus(head: dict[str, Any], fields: dict[str, Any]) -> Page:
    index = head.get("index")
    names = fields.get("template") or []
    if not isinstance(names, list):
        raise BrokenPage("template is no list")
    item = _ITEM.fullmatch(str(fields.get("wikibase_item", "")))
    return Page(
        id=_whole(index.get("_id") if isinstance(index, dict) else None, "_id"),
        title=_text(fields, "title"),
        namespace=_whole(fields.get("namespace", 0), "namespace"),
        text=_text(fields, "text"),
        is_markup=False,
        # the names have their namespace before them: "Plantilla:Ficha de localidad"
        templates=tuple(str(name).partition(":")[2] or str(name) for name in names),
        item=int(item[1]) if item else None,
    )


def _decode(data: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(data)
    except UnicodeDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise BrokenPage("is not JSON") from error
    if not isinstance(fields, dict):
        raise BrokenPage("is no JSON object")
    return fields


def _whole(value: Any, name: str) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError) as error:
        raise BrokenPage(f"has no {name}") from error
    if not -(1 << 62) < number < 1 << 62:
        raise BrokenPage(f"has no {name}")
    return number


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise BrokenPage(f"has no {name}")
    return value
