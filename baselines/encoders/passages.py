"""Texts to be encoded, and the places in them whose vectors are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with the words of it that are asked about.

    Attributes
    ----------
    text : str
    spans : tuple of (int, int)
        Where the words are: first character, and the one after the last.
    rows : tuple of int
        For every span, which row of the result its vector belongs to.
    """

    text: str
    spans: tuple[Span, ...]
    rows: tuple[int, ...]

    @classmethod
    def word(cls, word: str, row: int) -> Passage:
        """Return a word alone."""
        return cls(word, ((0, len(word)),), (row,))

    @classmethod
    def sentence(cls, words: Sequence[str], places: Sequence[int], rows: Sequence[int]) -> Passage:
        """Return words joined by blanks, of which those at some places are asked about.

        Examples
        --------
        >>> Passage.sentence(["un", "banco", "azul"], [1], [7])
        Passage(text='un banco azul', spans=((3, 8),), rows=(7,))
        """
        starts, at = [], 0
        for word in words:
            starts.append(at)
            at += len(word) + 1
        spans = tuple((starts[place], starts[place] + len(words[place])) for place in places)
        return cls(" ".join(words), spans, tuple(rows))

    def parts(self, cuts: Sequence[int]) -> Iterator[Passage]:
        """Yield the parts between some characters; a word belongs to where it begins.

        Examples
        --------
        >>> list(Passage("uno dos tres", ((8, 12),), (0,)).parts([8]))[1]
        Passage(text='tres', spans=((0, 4),), rows=(0,))
        """
        bounds = [0, *cuts, len(self.text)]
        for begin, end in pairwise(bounds):
            yield self._between(begin, end)

    def _between(self, begin: int, end: int) -> Passage:
        held = [i for i, (start, _) in enumerate(self.spans) if begin <= start < end]
        spans = ((self.spans[i][0] - begin, min(self.spans[i][1], end) - begin) for i in held)
        return Passage(self.text[begin:end], tuple(spans), tuple(self.rows[i] for i in held))


def cut_at_blank(text: str, begin: int, limit: int) -> int:
    """Return where to cut a text after one character and not after another one, at a blank.

    Where there is no blank it is cut at the limit.

    Examples
    --------
    >>> cut_at_blank("uno dos tres", 0, 6), cut_at_blank("unodostres", 0, 6)
    (4, 6)
    """
    blank = max(text.rfind(sign, begin + 1, limit) for sign in (" ", "\t", "\u00a0"))
    return blank + 1 if blank > 0 else max(limit, begin + 1)
