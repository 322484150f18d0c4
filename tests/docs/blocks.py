"""The code blocks of Markdown pages, with what a comment before them says about running them.

A block that cannot be run here says so, and why, in a comment on the line before it::

    <!-- not run: it downloads 2 GB -->

Everything else in a language that can be run is run. ``title="name.toml"`` on a block of TOML is
the file that it is written to.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[\w-]*)(?P<rest>.*)$")
_TITLE = re.compile(r'title="([^"]+)"')
_NOT_RUN = re.compile(r"^<!-- not run: (.+) -->$")


@dataclass(frozen=True)
class Block:
    """One code block of a page."""

    page: Path
    line: int
    language: str
    text: str
    title: str = ""
    not_run: str = ""

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return f"{self.page.name}:{self.line}"

    def commands(self) -> list[list[str]]:
        """Return the commands of a block of bash, a line each, comments left out."""
        lines = self.text.replace("\\\n", " ").splitlines()
        return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def blocks_of(page: Path) -> list[Block]:
    """Return the code blocks of a page, in order."""
    return list(_blocks(page, page.read_text("utf-8").splitlines()))


def _blocks(page: Path, lines: list[str]) -> Iterator[Block]:
    number = 0
    while number < len(lines):
        fence = _FENCE.match(lines[number])
        if not fence:
            number += 1
            continue
        indent = fence["indent"]
        end = lines.index(f"{indent}```", number + 1)
        text = "".join(line.removeprefix(indent) + "\n" for line in lines[number + 1 : end])
        before = lines[number - 1].strip() if number else ""
        title, reason = _TITLE.search(fence["rest"]), _NOT_RUN.match(before)
        yield Block(
            page,
            number + 1,
            fence["language"],
            text,
            title[1] if title else "",
            reason[1] if reason else "",
        )
        number = end + 1
