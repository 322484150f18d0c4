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
from parameters import example, facts, parameter_list, references

GENERATORS: dict[str, Callable[..., str]] = {
    "parameters": parameter_list,
    "facts": facts,
    "example": example,
    "references": references,
    "commands": command_reference,
}
# what is left of :class:`clss.space.BilingualSpace` in a docstring
_ROLE = re.compile(r":\w+:<code>~?(?:[\w.]+\.)?(\w+)</code>")
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
    """Draw the formulas, and write names in docstrings as the code they are."""
    return draw_formulas(_ROLE.sub(r"<code>\1</code>", html))
