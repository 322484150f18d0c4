"""Advice at the end of a note, for whoever can run the command again; a paper leaves it out."""

from __future__ import annotations

MARGIN = "; --margin tests that"
FREE_HITS = "; --no-free-hits leaves them out"
CLAIM = "; --claim runs tests these very runs"
ALL_PAIRS = "; --baseline all tests them, too"


def without_hints(note: str) -> str:
    """Return a note as a reader needs it who has only the paper.

    Examples
    --------
    >>> without_hints(f"A row without a mark is not thereby as good{MARGIN}.")
    'A row without a mark is not thereby as good.'
    """
    for hint in (MARGIN, FREE_HITS, CLAIM, ALL_PAIRS):
        note = note.replace(hint, "")
    return note
