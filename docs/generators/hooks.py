"""What MkDocs calls while it builds the site.

Pages take facts from the code by a line in double braces::

    {{ parameters bwesg }}    {{ facts bwesg }}    {{ example bwesg }}    {{ references bwesg }}
    {{ commands }}
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from command_line import command_reference
from formulas import draw_formulas
from navigation import with_pages
from parameters import example, facts, parameter_table, references

GENERATORS: dict[str, Callable[..., str]] = {
    "parameters": parameter_table,
    "facts": facts,
    "example": example,
    "references": references,
    "commands": command_reference,
}
_INSERTION = re.compile(r"^\{\{ (\w+)((?: [\w-]+)*) \}\}$", re.MULTILINE)


def on_config(config: Any) -> Any:
    """Let pages that appear in docs/ join the navigation."""
    docs = Path(config.docs_dir)
    pages = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    config.nav = with_pages(config.nav, pages)
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put in what the code says."""
    return _INSERTION.sub(lambda found: GENERATORS[found[1]](*found[2].split()), markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Draw the formulas."""
    return draw_formulas(html)
