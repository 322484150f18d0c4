"""Cutting the unpacked bytes of a dump into pages, whatever is broken between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

#: MediaWiki allows pages of 2 MB; what is much larger is no page, and must not fill the memory.
LARGEST_PAGE = 32 << 20

_PAGE_TAG = re.compile(rb"<page>|</page>")
_TITLE = re.compile(rb"<title>([^<]{1,300})</title>")


class Reason(StrEnum):
    """Why a page, or a part of a dump, is not in the corpus."""

    namespace = "outside the namespace of articles"
    redirect = "redirect"
    model = "not wikitext"
    unlinked = "no link to the other language"
    disambiguation = "disambiguation"
    list = "list"
    stub = "stub"
    twice = "stands twice"
    broken = "broken"
    encoding = "not UTF-8"
    large = "too large to be a page"
    damaged = "cannot be unpacked"


#: Reasons that are faults of the file: their places are reported.
FAULTS = frozenset({Reason.broken, Reason.encoding, Reason.large, Reason.damaged})


@dataclass(frozen=True, slots=True)
class RawPage:
    """The bytes of one page as they stand in the dump."""

    data: bytes
    where: str


@dataclass(frozen=True, slots=True)
class DroppedPage:
    """Something that is not in the corpus, and where it stands."""

    reason: Reason
    where: str


def split_xml(chunks: Iterable[bytes], place: str) -> Iterator[RawPage | DroppedPage]:
    """Cut a stream of XML at ``<page>`` and ``</page>``.

    The text of a page never contains these signs (they are escaped there), so a page that is
    broken off, or whose beginning is missing, does not cost its neighbours.

    Parameters
    ----------
    chunks : iterable of bytes
    place : str
        What the bytes are part of, for messages.

    Examples
    --------
    >>> [type(x).__name__ for x in split_xml([b"<page>a<page>b</pa", b"ge></page>"], "dump")]
    ['DroppedPage', 'RawPage', 'DroppedPage']
    """
    buffer, offset, searched = b"", 0, 0
    inside = skipping = False
    for chunk in chunks:
        buffer += chunk
        start = 0
        for tag in _PAGE_TAG.finditer(buffer, searched):
            if tag[0] == b"<page>":
                if inside:
                    yield DroppedPage(Reason.broken, _where(buffer[start:], place, offset + start))
                start, inside, skipping = tag.start(), True, False
            elif inside:
                yield RawPage(buffer[start : tag.end()], _where(b"", place, offset + start))
                start, inside = tag.end(), False
            elif not skipping:
                yield DroppedPage(
                    Reason.broken, _where(buffer[start:], place, offset + tag.start())
                )
                start = tag.end()
        if inside and len(buffer) - start > LARGEST_PAGE:
            yield DroppedPage(Reason.large, _where(buffer[start:], place, offset + start))
            inside, skipping = False, True
        keep = start if inside else max(start, len(buffer) - 6)
        offset += keep
        buffer = buffer[keep:]
        searched = max(0, len(buffer) - 6)
        if inside:
            searched = max(searched, len(b"<page>"))
    if inside:
        yield DroppedPage(Reason.broken, _where(buffer, place, offset))


def _where(data: bytes, place: str, offset: int) -> str:
    title = _TITLE.search(data, 0, 2000)
    name = f" ({title[1].decode('utf-8', 'replace')})" if title else ""
    return f"{place}, byte {offset} of the text{name}"


def split_lines(chunks: Iterable[bytes], place: str) -> Iterator[RawPage | DroppedPage]:
    r"""Cut a stream into lines, passing over those that are too large to be a page.

    Examples
    --------
    >>> [page.data for page in split_lines([b"a\nb", b"c\n\nd"], "dump")]
    [b'a', b'bc', b'd']
    """
    pending: list[bytes] = []
    size, number, skipping = 0, 0, False
    for chunk in chunks:
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            number += 1
            data = b"".join([*pending, line])
            pending, size = [], 0
            if not skipping and data.strip():
                yield RawPage(data, f"{place}, line {number}")
            skipping = False
        pending.append(rest)
        size += len(rest)
        if size > LARGEST_PAGE and not skipping:
            yield DroppedPage(Reason.large, f"{place}, line {number + 1}")
            skipping = True
        if skipping:
            pending, size = [], 0
    data = b"".join(pending)
    if data.strip() and not skipping:
        yield RawPage(data, f"{place}, line {number + 1}")


def pair_lines(lines: Iterable[RawPage | DroppedPage]) -> Iterator[RawPage | DroppedPage]:
    """Join the two lines of a CirrusSearch page: ``{"index": …}`` and the document after it."""
    head: RawPage | None = None
    for line in lines:
        is_head = isinstance(line, RawPage) and line.data.lstrip()[:9] == b'{"index":'
        if is_head or isinstance(line, DroppedPage):
            if head is not None:
                yield DroppedPage(Reason.broken, f"{head.where} (no document follows)")
            head = line if isinstance(line, RawPage) else None
            if isinstance(line, DroppedPage):
                yield line
        elif head is None:
            yield DroppedPage(Reason.broken, f"{line.where} (no index line before it)")
        else:
            yield RawPage(head.data + b"\n" + line.data, line.where)
            head = None
    if head is not None:
        yield DroppedPage(Reason.broken, f"{head.where} (no document follows)")
