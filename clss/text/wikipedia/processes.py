"""Several processes for one dump, never more than a few units ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from clss.errors import ClssError
from clss.text.parentage import end_with_parent
from clss.text.wikipedia.dump import Unit
from clss.text.wikipedia.extract import Extract, Extraction, extract


def extract_in_order(
    units: Iterator[Unit], how: Extraction, workers: int
) -> Iterator[tuple[Unit, Extract]]:
    """Read units in several processes, a few ahead, and give the results in their order."""
    if workers == 1:
        for unit in units:
            yield unit, extract(unit, how)
        return
    with _processes(workers) as pool:
        waiting: deque[tuple[Unit, Future[Extract]]] = deque()
        for unit in units:
            waiting.append((unit, pool.submit(extract, unit, how)))
            if len(waiting) >= 3 * workers:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()


@contextmanager
def _processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(workers, initializer=end_with_parent)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise ClssError(
            "a process was killed, perhaps for want of memory; run the command again to go on"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)
