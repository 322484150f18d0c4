"""How often words occur in a text."""

from __future__ import annotations

from collections import Counter
from os import PathLike

from clss.textfile import read_lines


def count_words(path: str | PathLike[str]) -> Counter[str]:
    """Count the words of a file with a document a line, plain or packed."""
    counts: Counter[str] = Counter()
    for line in read_lines(path):
        counts.update(line.split())
    return counts
