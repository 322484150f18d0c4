"""Texts to pieces, as an encoder's own tokenizer makes them, and words to the pieces they cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from baselines.encoders.graph import INSTALL
from baselines.encoders.passages import Passage, cut_at_blank
from clss.errors import InputError
from clss.extras import optional_module

#: What the padding piece is called, by family of models.
_PADDING = ("[PAD]", "<pad>", "<|padding|>")


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """A text that fits the model.

    Attributes
    ----------
    ids : list of int
        Its pieces, with those that the model wants around a text.
    spans : list of array of int
        For every word asked about, the places of its pieces; empty if it has none.
    rows : tuple of int
        For every word, which row of the result its vector belongs to.
    """

    ids: list[int]
    spans: list[np.ndarray]
    rows: tuple[int, ...]


class Tokenizer:
    """An encoder's ``tokenizer.json``: data that says how to cut, no code.

    Parameters
    ----------
    path : Path
    prefix : str
        Put before every text, for models that were trained so.
    longest : int
        The most pieces that a text may have.

    Attributes
    ----------
    split : int
        How many texts were longer than the model takes, so far.
    """

    def __init__(self, path: Path, prefix: str = "", longest: int = 512) -> None:
        library = optional_module("tokenizers", "Encoders", INSTALL)
        try:
            self._tokenizer: Any = library.Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises plain Exceptions
            raise InputError(f"is no tokenizer ({error})", path) from error
        # what is too long is split and counted here, never cut off in silence
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.prefix, self.longest, self.split = prefix, longest, 0
        around = len(self._tokenizer.encode(prefix).ids)
        if around >= longest:
            raise InputError(
                f"max_length {longest} leaves no room for a text beside the prefix and the"
                f" {around} pieces around it"
            )

    @property
    def highest(self) -> int:
        """The highest number of a piece."""
        return max(self._tokenizer.get_vocab(with_added_tokens=True).values(), default=0)

    @property
    def padding(self) -> int:
        """The number of the padding piece; what is padded is masked, so 0 does as well."""
        found = (self._tokenizer.token_to_id(name) for name in _PADDING)
        return next((number for number in found if number is not None), 0)

    def cut(self, passages: Sequence[Passage]) -> Iterator[Pieces]:
        """Yield the texts in pieces; one that is too long is split between words, and counted."""
        texts = [self.prefix + passage.text for passage in passages]
        encoded = self._tokenizer.encode_batch(texts)
        for passage, encoding in zip(passages, encoded, strict=True):
            if len(encoding.ids) <= self.longest:
                yield self._pieces(passage, encoding)
            else:
                self.split += 1
                yield from self._parts(passage, encoding)

    def _parts(self, passage: Passage, encoding: Any) -> Iterator[Pieces]:
        """Split a text that is too long between words, until every part fits."""
        parts = [part for part in passage.parts(self._cuts(passage.text, encoding)) if part.spans]
        if len(parts) == 1 and parts[0].text == passage.text:
            return  # a single character that is longer than the model takes
        encoded = self._tokenizer.encode_batch([self.prefix + part.text for part in parts])
        for part, pieces in zip(parts, encoded, strict=True):
            if len(pieces.ids) <= self.longest:
                yield self._pieces(part, pieces)
            else:  # alone, a part may have more pieces than it had in the whole
                yield from self._parts(part, pieces)

    def _cuts(self, text: str, encoding: Any) -> list[int]:
        """Return the characters to cut at, so that no part has more pieces than there is room."""
        starts, ends = _offsets(encoding)
        starts = starts[(ends > starts) & (starts >= len(self.prefix))] - len(self.prefix)
        room = self.longest - (len(encoding.ids) - len(starts))
        cuts, last, first = [], 0, 0
        while first + room < len(starts):
            cut = cut_at_blank(text, last, int(starts[first + room]))
            if cut >= len(text):
                break
            cuts.append(cut)
            last, first = cut, int(np.searchsorted(starts, cut))
        return cuts

    def _pieces(self, passage: Passage, encoding: Any) -> Pieces:
        starts, ends = _offsets(encoding)
        shift = len(self.prefix)
        spans = [
            # pieces around the text, such as [CLS], cover no character
            np.flatnonzero((starts < end + shift) & (ends > start + shift) & (ends > starts))
            for start, end in passage.spans
        ]
        return Pieces(encoding.ids, spans, passage.rows)


def _offsets(encoding: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the first character of every piece, and the one after its last."""
    table = np.array(encoding.offsets, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]
