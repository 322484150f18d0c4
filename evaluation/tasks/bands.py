"""Items by how frequent their source word is in the training corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from clss.errors import InputError
from clss.vocabulary import Vocabulary

#: Where bands begin unless somebody says otherwise.
DEFAULT_BANDS = (10, 100, 1000)


class Band(NamedTuple):
    """Frequencies from `low` up to, but without, `high`."""

    low: int
    high: int | None

    @property
    def name(self) -> str:
        """The band in words: ``10-99``, ``1000+``."""
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}-{self.high - 1}" if self.high > self.low + 1 else f"{self.low}"

    def holds(self, frequency: int | None) -> bool:
        """Return whether a frequency belongs to the band; an unknown one counts as 0."""
        return self.low <= (frequency or 0) and (self.high is None or (frequency or 0) < self.high)


def frequency_of(word: str, vocabulary: Vocabulary) -> dict[str, int | None]:
    """Return what an item says of its word: the count, or its place where there are no counts.

    Examples
    --------
    >>> frequency_of("pan", Vocabulary(["rey", "pan"], [7, 3]))
    {'frequency': 3}
    >>> frequency_of("pan", Vocabulary(["rey", "pan"]))
    {'frequency': None, 'order': 2}
    """
    if vocabulary.counted:
        count = vocabulary.counts[vocabulary.id(word)] if word in vocabulary else 0
        return {"frequency": int(count)}
    order = vocabulary.id(word) + 1 if word in vocabulary else None
    return {"frequency": None, "order": order}


def make_bands(frequencies: Sequence[int], bands: int | Sequence[int]) -> list[Band]:
    """Return bands of frequency: with the given beginnings, or with about equally many items.

    Examples
    --------
    >>> [band.name for band in make_bands([], (10, 100))]
    ['0-9', '10-99', '100+']
    >>> [band.name for band in make_bands([1, 2, 5, 90], 2)]
    ['0-3', '4+']
    """
    if isinstance(bands, int):
        if bands < 1:
            raise InputError(f"at least one band of frequency is needed, not {bands}")
        cuts = np.quantile(frequencies, np.arange(1, bands) / bands)
        starts = sorted({int(np.floor(cut)) + 1 for cut in cuts} - {0})
    else:
        starts = [int(start) for start in bands]
        if starts != sorted(set(starts)) or (starts and starts[0] < 1):
            raise InputError("the beginnings of frequency bands must be positive and ascending")
    return [Band(low, high) for low, high in zip([0, *starts], [*starts, None], strict=True)]
