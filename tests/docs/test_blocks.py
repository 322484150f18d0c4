"""Every command and code block of README and docs is run, on small data where that is enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks import blocks_of
from page_runner import ROOT

DOCS = ROOT / "docs"
#: pages that are run one after the other in one directory: what the first one trains, all look at
STORY = [DOCS / "tutorial.md", DOCS / "looking.md", DOCS / "faq.md"]
#: has a test of its own, which also looks at what came out
ALONE = [DOCS / "your-own-corpus.md"]
#: compares models on the whole quickstart, a minute
LONG = [DOCS / "beyond.md"]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
OTHERS = [page for page in PAGES if page not in (*STORY, *ALONE) and blocks_of(page)]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, id=str(page.relative_to(ROOT)), marks=[pytest.mark.slow] * (page in LONG)
        )
        for page in OTHERS
    ],
)
def test_page(runner, page: Path):
    runner.run(page)


def test_pages_that_share_a_comparison(runner):
    for page in STORY:
        runner.run(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_is_in_a_block_of_bash(page: Path):
    for block in blocks_of(page):
        if block.language not in ("bash", "python"):
            shown = [one for one in block.text.splitlines() if one.startswith(("clss ", "make "))]
            assert not shown, f"{block.place}: commands are bash"
