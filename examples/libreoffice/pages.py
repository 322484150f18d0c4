"""Help pages of LibreOffice as parallel documents, paragraph by paragraph."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from packages import files_of

from clss.text.alternate_paragraphs import ParallelDocument

_HELP = "usr/share/libreoffice/help/"
# every paragraph and heading has an identifier that its translations share
_PARAGRAPH = re.compile(r'<(p|h[1-6])\s+id="((?:par|hd)_id[^"]*)"([^>]*)>(.*?)</\1>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def read_help(package: Path) -> dict[str, dict[str, str]]:
    """Read the pages of a language: page, identifier of the paragraph, text."""
    pages = {}
    for name, content in files_of(package, _HELP):
        _, _, page = name.removeprefix(_HELP).partition("/")
        if page.startswith("text/") and page.endswith(".html"):
            pages[page] = _paragraphs(content.decode("utf-8", "replace"))
    return pages


def _paragraphs(page: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for _, identifier, attributes, content in _PARAGRAPH.findall(page):
        if "code" in attributes:
            continue  # programs are the same in every language
        text = " ".join(html.unescape(_TAG.sub(" ", content)).split())
        if text:
            found.setdefault(identifier, text)
    return found


def parallel_pages(
    source: dict[str, dict[str, str]], target: dict[str, dict[str, str]]
) -> Iterator[ParallelDocument]:
    """Put the paragraphs of a page that both languages have side by side, page by page."""
    for page in sorted(source.keys() & target.keys()):
        first, second = source[page], target[page]
        shared = [identifier for identifier in first if identifier in second]
        yield ParallelDocument(page, [(first[i], second[i]) for i in shared])
