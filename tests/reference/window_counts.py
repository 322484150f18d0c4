"""Window counts and PPMI as a textbook writes them: slow, obviously right, used as oracles."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence


def window_counter(documents: Iterable[Sequence[int]], window: int) -> Counter[tuple[int, int]]:
    """Count (centre, context) for every two tokens of a document at most `window` apart."""
    counts: Counter[tuple[int, int]] = Counter()
    for document in documents:
        for position, centre in enumerate(document):
            left = document[max(0, position - window) : position]
            right = document[position + 1 : position + 1 + window]
            for context in left:
                counts[centre, context] += 1
            for context in right:
                counts[centre, context] += 1
    return counts


def ppmi_entry(table: Sequence[Sequence[float]], i: int, j: int, smoothed: bool) -> float:
    """Positive PMI of one cell of a full table of counts, with or without the discount."""
    count = table[i][j]
    if count == 0:
        return 0.0
    row, column = sum(table[i]), sum(line[j] for line in table)
    information = math.log(count * sum(map(sum, table)) / (row * column))
    if smoothed:
        least = min(row, column)
        information *= count / (count + 1) * least / (least + 1)
    return max(0.0, information)
