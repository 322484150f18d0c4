"""Texts of any length, a bounded piece at a time."""

from __future__ import annotations

from collections.abc import Iterator


def pieces(text: str, longest: int) -> Iterator[str]:
    """Cut a long text at blanks into pieces of about `longest` characters.

    A piece without any blank for as long again is cut where it is.

    Examples
    --------
    >>> list(pieces("one two three", 5))
    ['one two', 'three']
    >>> list(pieces("short", 100))
    ['short']
    """
    start = 0
    while len(text) - start > longest:
        end = text.find(" ", start + longest, start + 2 * longest)
        if end < 0:
            end = min(start + 2 * longest, len(text))
        yield text[start:end]
        start = end + (text[end : end + 1] == " ")
    if start < len(text) or not text:
        yield text[start:]
