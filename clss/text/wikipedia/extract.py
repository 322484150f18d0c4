"""What one process does with one unit of a dump: pages in, texts of linked articles out."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from clss.text.wikipedia.dump import Unit
from clss.text.wikipedia.full_parser import strip_with_full_parser
from clss.text.wikipedia.links import LinkLookup
from clss.text.wikipedia.page import BrokenPage, DumpKind, Page, parse_page
from clss.text.wikipedia.page_filter import LIST_SHARE, has_list_title, is_disambiguation
from clss.text.wikipedia.raw_pages import FAULTS, DroppedPage, RawPage, Reason
from clss.text.wikipedia.tidy import RunningText, clean_characters
from clss.text.wikipedia.wikitext import strip_wikitext

_PARSERS = {"fast": strip_wikitext, "full": strip_with_full_parser}
#: The ways to strip wikitext.
PARSERS = tuple(_PARSERS)
_MOST_PLACES = 50  # of faults, in one unit


@dataclass(frozen=True, slots=True)
class Extraction:
    """How the pages of one wiki are read; small, for every process gets one.

    Attributes
    ----------
    kind, code, unwritten
        Of the dump.
    links : Path or None
        The links; without them pages are paired by their Wikidata items.
    by_title : bool
        Whether pages are found in the links by their title, or by their id.
    min_length : int
        Characters of text below which an article is a stub.
    parser : {"fast", "full"}
    disambiguation : tuple of str
        Further templates that mark disambiguations.
    """

    kind: DumpKind
    code: str
    unwritten: frozenset[str]
    links: Path | None
    by_title: bool
    min_length: int
    parser: str
    disambiguation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Article:
    """A page that may be half of a pair; its text is packed."""

    key: int
    id: int
    title: str
    packed: bytes


@dataclass(slots=True)
class Extract:
    """What came of a unit."""

    articles: list[Article] = field(default_factory=list)
    pages: int = 0
    bytes: int = 0
    invisible: int = 0
    drops: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def drop(self, reason: Reason, where: str) -> None:
        """Count a page that is left out; say where if it is the file's fault."""
        self.drops[reason.name] += 1
        if reason in FAULTS and len(self.faults) < _MOST_PLACES:
            self.faults.append(f"{where}: {reason.value}")


def extract(unit: Unit, how: Extraction) -> Extract:
    """Read the pages of a unit and keep the texts of linked articles."""
    found = Extract()
    lookup = None if how.links is None else LinkLookup(how.links)
    try:
        for raw in unit.read():
            if isinstance(raw, DroppedPage):
                found.pages += raw.reason is not Reason.damaged
                found.drop(raw.reason, raw.where)
            else:
                _take(raw, how, lookup, found)
    finally:
        if lookup is not None:
            lookup.close()
    return found


def extractor(how: Extraction) -> Callable[[Unit], Extract]:
    """Return what reads units, to be made in another process."""
    return partial(extract, how=how)


def _take(raw: RawPage, how: Extraction, lookup: LinkLookup | None, found: Extract) -> None:
    found.pages += 1
    found.bytes += len(raw.data)
    try:
        page = parse_page(how.kind, raw.data)
    except UnicodeDecodeError as error:
        found.drop(Reason.encoding, f"{raw.where} (byte {error.start} of the page)")
        return
    except BrokenPage as error:
        found.drop(Reason.broken, f"{raw.where} ({error})")
        return
    found.invisible += page.invisible
    key = _key(page, how, lookup)
    reason = _reason_before_stripping(page, key, how)
    if reason is None:
        text = running_text(page, how)
        found.invisible += text.invisible
        if text.list_share > LIST_SHARE:
            reason = Reason.list
        elif len(text.text) < how.min_length:
            reason = Reason.stub
    if reason is not None:
        found.drop(reason, raw.where)
        return
    assert key is not None
    title = clean_characters(page.title).text
    packed = zlib.compress(text.text.encode(), 1)
    found.articles.append(Article(key, page.id, title, packed))


def _key(page: Page, how: Extraction, lookup: LinkLookup | None) -> int | None:
    """Return what the two pages of a pair have in common."""
    if page.namespace != 0 or page.is_redirect:
        return None
    if lookup is None:
        return page.item
    return lookup.by_title(page.title) if how.by_title else lookup.by_page(page.id)


def _reason_before_stripping(page: Page, key: int | None, how: Extraction) -> Reason | None:
    if page.namespace != 0:
        return Reason.namespace
    if page.is_redirect:
        return Reason.redirect
    if page.model != "wikitext":
        return Reason.model
    if key is None:
        return Reason.unlinked
    if is_disambiguation(page, how.disambiguation):
        return Reason.disambiguation
    return Reason.list if has_list_title(page.title, how.code) else None


def running_text(page: Page, how: Extraction) -> RunningText:
    """Return the text of a page as it goes into the corpus."""
    if not page.is_markup:
        return clean_characters(page.text)
    return _PARSERS[how.parser](page.text, how.unwritten)
