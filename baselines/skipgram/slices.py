"""Work in slices, on one thread or several, that an interruption can stop between two of them.

For GloVe and BilBOWA, whose threads change common vectors; those of skip-gram have copies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

#: slices that are handed out before their turn, to each worker: a large text has millions of them
AHEAD = 64


def run_slices(
    work: Callable[..., Result], slices: Iterable[tuple[int, ...]], workers: int
) -> Generator[Result, None, None]:
    """Yield the results of ``work(*slice)`` in order.

    With one worker everything happens in the calling thread. `work` must not hold the GIL for
    long. No further slice is begun once the generator is closed: whoever may be interrupted while
    listening wraps it in :func:`contextlib.closing`.

    Examples
    --------
    >>> list(run_slices(lambda first, last: last - first, [(0, 2), (2, 5)], workers=2))
    [2, 3]
    """
    if workers == 1:
        for one in slices:
            yield work(*one)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for one in slices:
                if len(waiting) == AHEAD * workers:
                    yield waiting.popleft().result()
                waiting.append(pool.submit(work, *one))
            while waiting:
                yield waiting.popleft().result()
        finally:  # also when the caller stops listening
            pool.shutdown(wait=True, cancel_futures=True)
