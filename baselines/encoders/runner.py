"""Passages to vectors: batches by length, one pass, memory bounded by the batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import numpy as np

from baselines.encoders.directory import EncoderDirectory
from baselines.encoders.graph import Graph, reason
from baselines.encoders.passages import Passage
from baselines.encoders.pieces import Pieces, Tokenizer
from clss.errors import InputError

Pooling = Literal["mean", "first", "cls", "sequence", "sentence"]
#: Poolings that give a vector of a whole text, not of a word in it.
OF_WHOLE_TEXTS = ("cls", "sequence", "sentence")
#: Texts that are sorted by length at a time, in batches.
_BATCHES_AT_A_TIME = 64
#: A batch has no more pieces than so many texts of this length.
_USUAL_PIECES = 128


@dataclass(frozen=True)
class EncoderSettings:
    """How an encoder is asked; see :class:`baselines.encoders.encoder.PretrainedEncoder`."""

    layer: int = -1
    pooling: Pooling = "mean"
    prefix: str = ""
    max_length: int | None = None
    batch: int = 32
    threads: int = 1


class EncoderRunner:
    """An encoder that is open: graph and tokenizer, which must fit each other.

    Parameters
    ----------
    directory : EncoderDirectory
    settings : EncoderSettings
    """

    def __init__(self, directory: EncoderDirectory, settings: EncoderSettings) -> None:
        self.directory, self.settings = directory, settings
        whole = settings.pooling == "sentence"
        self.graph = Graph(directory.graph, settings.layer, settings.threads, whole)
        longest = settings.max_length or directory.longest
        self.tokenizer = Tokenizer(directory.tokenizer, settings.prefix, longest)
        self.dimensions = self._probe()

    def _probe(self) -> int:
        """Run the graph once on what is most likely to fail, and return how wide vectors are."""
        ids = np.array([self.tokenizer.padding], dtype=np.int64)[None]
        wide = self._try(ids, "cannot be run").shape[-1]
        self._try(
            np.full_like(ids, self.tokenizer.highest),
            f"does not know the piece number {self.tokenizer.highest} of {self.directory.tokenizer}"
            ": the tokenizer is that of another model",
        )
        longest = self.tokenizer.longest
        self._try(
            np.repeat(ids, longest, axis=1),
            f"refuses a sequence of {longest} pieces; set max_length to what the model takes",
        )
        return int(wide)

    def _try(self, ids: np.ndarray, message: str) -> np.ndarray:
        try:
            found = self.graph.run(ids, np.ones_like(ids))
        except Exception as error:
            raise InputError(f"{message} ({reason(error)})", self.graph.path) from error
        if found.shape[:-1] not in (ids.shape, ids.shape[:1]):
            raise InputError(
                f"gives {found.shape} numbers for {ids.shape} pieces; one vector a piece was"
                " expected",
                self.graph.path,
            )
        return found

    def means(
        self,
        passages: Iterable[Passage],
        rows: int,
        done: Callable[[int], None] = lambda words: None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Average the vectors of the words that belong to one row, for all rows.

        Parameters
        ----------
        passages : iterable of Passage
        rows : int
            How many rows there are.
        done : callable
            Called after every batch with the number of words that it held.

        Returns
        -------
        means : ndarray of float64, shape (rows, dimensions)
            Zero where no word has a vector.
        counts : ndarray of int
            How many vectors each is the mean of.
        """
        sums = np.zeros((rows, self.dimensions))
        counts = np.zeros(rows, dtype=np.int64)
        for batch in self.batches(passages):
            owners, vectors = self.vectors(batch)
            np.add.at(sums, owners, vectors)
            np.add.at(counts, owners, 1)
            done(sum(len(text.rows) for text in batch))
        return sums / np.maximum(counts, 1)[:, None], counts

    def batches(self, passages: Iterable[Passage]) -> Iterator[list[Pieces]]:
        """Yield texts of nearly the same length together, so that little is padded."""
        waiting = iter(passages)
        size = self.settings.batch
        while some := list(islice(waiting, size * _BATCHES_AT_A_TIME)):
            cut = sorted(self.tokenizer.cut(some), key=lambda text: len(text.ids))
            while cut:
                room = max(1, min(size, size * _USUAL_PIECES // len(cut[-1].ids)))
                yield cut[-room:]
                del cut[-room:]

    def vectors(self, batch: list[Pieces]) -> tuple[np.ndarray, np.ndarray]:
        """Return the rows that the words of a batch belong to, and their vectors."""
        ids, mask = self.padded(batch)
        try:
            hidden = self.graph.run(ids, mask)
        except Exception as error:
            raise InputError(
                f"fails on {len(ids)} texts of {ids.shape[1]} pieces ({reason(error)})",
                self.graph.path,
            ) from error
        if self.settings.pooling in OF_WHOLE_TEXTS:
            return np.array([text.rows[0] for text in batch]), self._of_texts(hidden, mask)
        return self._of_words(hidden, batch)

    def padded(self, batch: list[Pieces]) -> tuple[np.ndarray, np.ndarray]:
        """Return the pieces of a batch as one array, and which of them are no padding."""
        lengths = np.array([len(text.ids) for text in batch])
        mask = np.arange(lengths.max()) < lengths[:, None]
        ids = np.full(mask.shape, self.tokenizer.padding, dtype=np.int64)
        ids[mask] = np.concatenate([text.ids for text in batch])
        return ids, mask.astype(np.int64)

    def _of_texts(self, hidden: np.ndarray, mask: np.ndarray) -> np.ndarray:
        if self.settings.pooling == "sentence":
            return hidden
        if self.settings.pooling == "cls":
            return hidden[:, 0]
        weights = mask / mask.sum(axis=1, keepdims=True)
        return np.einsum("tp,tpd->td", weights, hidden, dtype=np.float64)

    def _of_words(self, hidden: np.ndarray, batch: list[Pieces]) -> tuple[np.ndarray, np.ndarray]:
        """Average the pieces of every word, or take the first."""
        length, first = hidden.shape[1], self.settings.pooling == "first"
        found = [
            (row, number * length + (span[:1] if first else span))
            for number, text in enumerate(batch)
            for row, span in zip(text.rows, text.spans, strict=True)
            if len(span)
        ]
        if not found:
            return np.zeros(0, dtype=np.int64), np.zeros((0, self.dimensions))
        owners = np.array([row for row, _ in found])
        lengths = np.array([len(span) for _, span in found])
        begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        pieces = hidden.reshape(-1, self.dimensions)[np.concatenate([span for _, span in found])]
        sums = np.add.reduceat(pieces.astype(np.float64), begins, axis=0)
        return owners, sums / lengths[:, None]
