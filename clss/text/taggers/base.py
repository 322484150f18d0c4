"""What a tagger is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class TaggedWord(NamedTuple):
    """A word of a text with its lemma and its part of speech.

    Parts of speech are those of Universal Dependencies (``NOUN``, ``VERB``, …); a tagger with
    other tags translates what it can and passes on the rest.

    References
    ----------
    https://universaldependencies.org/u/pos/
    """

    form: str
    lemma: str
    pos: str


class Tagger(Protocol):
    """Tags the words of a text. Made once for each process; needs not be picklable."""

    def tag(self, text: str) -> Iterable[TaggedWord]:
        """Yield the words of a text in their order, punctuation included or not."""
        ...
