"""The site builds without a warning, its links lead somewhere, and it fetches nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).resolve().parents[2]
#: attributes by which a page loads something when it is opened; a link is not among them
LOADED = {"src", "srcset", "data", "poster"}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """Build the site; strict, so that a broken link or anchor is an error."""
    place = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(place))
    config.plugins.on_startup(command="build", dirty=False)
    assert config.strict
    build(config)
    return place


class Loads(HTMLParser):
    """Collects the addresses that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag, attrs):
        wanted = LOADED | {"href"} if tag == "link" else LOADED
        self.addresses += [value or "" for name, value in attrs if name in wanted]


def is_outside(address: str) -> bool:
    return address.startswith("//") or bool(re.match(r"[a-z]+://", address))


def test_pages_load_nothing_from_elsewhere(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        reader = Loads()
        reader.feed(page.read_text("utf-8"))
        assert reader.addresses, page
        assert not [one for one in reader.addresses if is_outside(one)], page


def test_styles_load_nothing_from_elsewhere(site):
    for sheet in site.rglob("*.css"):
        loaded = re.findall(r"(?:url\(|@import)\s*['\"]?([^'\")]+)", sheet.read_text("utf-8"))
        assert not [one for one in loaded if is_outside(one)], sheet


def test_pages_have_what_the_code_says(site):
    page = (site / "models" / "bwesg.html").read_text("utf-8")
    assert "{{" not in page
    assert "<code>length-ratio</code>" in page and "The largest distance of a context word" in page
    assert "clss compare" in (site / "command-line.html").read_text("utf-8")
