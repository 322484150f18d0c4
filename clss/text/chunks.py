"""Documents in chunks, and processes that make words of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from clss.errors import ClssError
from clss.text.parentage import end_with_parent
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
    if workers == 1:
        makers = (WordMaker(recipes[0]), WordMaker(recipes[1]))
        for number, chunk in enumerate(chunks):
            yield number, None if is_done(number) else _make(chunk, makers)
        return
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(recipes,))
    waiting: deque[tuple[int, Future[Records] | None]] = deque()
    try:
        for number, chunk in enumerate(chunks):
            waiting.append((number, None if is_done(number) else pool.submit(_work, chunk)))
            if len(waiting) > 2 * workers:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    except BrokenProcessPool as error:
        raise ClssError(
            "a process was killed, perhaps for want of memory; run the command again to go on"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _result(waiting: tuple[int, Future[Records] | None]) -> tuple[int, Records | None]:
    number, future = waiting
    return number, None if future is None else future.result()


_makers: tuple[WordMaker, WordMaker]


def _begin(recipes: tuple[Recipe, Recipe]) -> None:
    global _makers
    end_with_parent()
    _makers = (WordMaker(recipes[0]), WordMaker(recipes[1]))


def _work(chunk: Chunk) -> Records:
    return _make(chunk, _makers)


def _make(chunk: Chunk, makers: tuple[WordMaker, WordMaker]) -> Records:
    tallies = (SideTally(), SideTally())
    records: Records = []
    for pair in chunk:
        source = makers[0].words(pair.source, tallies[0])
        target = makers[1].words(pair.target, tallies[1])
        records.append({"name": pair.name, "source": " ".join(source), "target": " ".join(target)})
    records.append({"tallies": [tally.as_dict() for tally in tallies]})
    return records
