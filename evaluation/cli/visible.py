r"""Text from corpora, labels and files, shown so that it cannot command the terminal.

A word may hold an escape sequence that moves the cursor, renames the window or turns the line
around. Such characters are printed as ``\x1b``, visibly.
"""

from __future__ import annotations

import re
from typing import Any, TextIO

# control characters but tab and line feed, and those that change the direction of writing
_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""Escape what a terminal would obey.

    Examples
    --------
    >>> print(visible("red \x1b[31m, \u00f1"))
    red \x1b[31m, ñ
    """
    return _COMMANDS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class VisibleStream:
    """A text stream that shows commands to the terminal instead of passing them on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, escaped."""
        return self._stream.write(visible(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
