"""The site builds without a warning, its links lead somewhere, and it fetches nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import browser, requests
from mkdocs.commands.build import build
from mkdocs.config import load_config
from selenium.webdriver.support.ui import WebDriverWait

import baselines
import clss
import evaluation

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


def test_links_of_the_readme_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)", (ROOT / "README.md").read_text("utf-8"))
    assert links
    assert not [link for link in links if not is_outside(link) and not (ROOT / link).exists()]


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_fit_and_can_be_searched_from_disk(site, width):
    with browser(width=width) as driver:
        for page in ("index", "methods", "config", "models/bwesg", "api/evaluation"):
            driver.get((site / f"{page}.html").as_uri())
            size = "return document.documentElement.scrollWidth - window.innerWidth"
            assert driver.execute_script(size) <= 0, page
        asked = [one for one in requests(driver) if not one.startswith(("file:", "data:"))]
        assert not asked
        driver.execute_script("document.querySelector('[data-md-toggle=search]').click()")
        driver.find_element("css selector", "input.md-search__input").send_keys("csls")
        found = "return document.querySelectorAll('.md-search-result__item').length"
        WebDriverWait(driver, 20).until(lambda driver: driver.execute_script(found) > 2)


@pytest.mark.parametrize("package", [clss, baselines, evaluation], ids=lambda one: one.__name__)
def test_every_public_name_is_in_the_reference(package):
    page = (ROOT / "docs" / "api" / f"{package.__name__}.md").read_text("utf-8")
    described = {line.split(".")[-1] for line in page.splitlines() if line.startswith(":::")}
    assert described >= set(package.__all__) - {"__version__"}
