"""Documents in chunks, and words made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from clss.text.ordered import work_in_order
from clss.text.reading import RawPair
from clss.text.recipe import Recipe, WordMaker
from clss.text.tally import SideTally

Chunk = list[RawPair]
Records = list[dict[str, Any]]

_CHUNK_BYTES, _CHUNK_DOCUMENTS = 4_000_000, 2000


class ChunkReader:
    """Collects documents into chunks of a few megabytes; a huge document is a chunk alone.

    Attributes
    ----------
    bytes : int
        Text read so far.
    """

    def __init__(self, pairs: Iterable[RawPair]) -> None:
        self._pairs = pairs
        self.bytes = 0

    def __iter__(self) -> Iterator[Chunk]:
        chunk: Chunk = []
        size = 0
        for pair in self._pairs:
            chunk.append(pair)
            # halves of characters, which broken JSON escapes leave, have no bytes of their own
            size += sum(len(text.encode("utf-8", "replace")) for text in pair[1:])
            if size >= _CHUNK_BYTES or len(chunk) >= _CHUNK_DOCUMENTS:
                self.bytes += size
                yield chunk
                chunk, size = [], 0
        self.bytes += size
        if chunk:
            yield chunk


def process_in_order(
    chunks: Iterable[Chunk],
    recipes: tuple[Recipe, Recipe],
    is_done: Callable[[int], bool],
    workers: int,
) -> Iterator[tuple[int, Records | None]]:
    """Make words of chunks, a few chunks ahead, and give the results in their order.

    Chunks that are done already are read past (their number must be known) and give None.
    """
    tasks = ((n, None if is_done(n) else chunk) for n, chunk in enumerate(chunks))
    return work_in_order(partial(_Words, recipes), tasks, workers)


class _Words:
    """Makes words of a chunk; the models of its taggers are loaded once."""

    def __init__(self, recipes: tuple[Recipe, Recipe]) -> None:
        self.makers = WordMaker(recipes[0]), WordMaker(recipes[1])

    def __call__(self, chunk: Chunk) -> Records:
        tallies = (SideTally(), SideTally())
        records: Records = []
        for pair in chunk:
            source = self.makers[0].words(pair.source, tallies[0])
            target = self.makers[1].words(pair.target, tallies[1])
            records.append(
                {"name": pair.name, "source": " ".join(source), "target": " ".join(target)}
            )
        records.append({"tallies": [tally.to_json() for tally in tallies]})
        return records
