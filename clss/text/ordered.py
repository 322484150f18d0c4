"""Processes that work a little ahead, with results in the order of what was asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from clss.errors import ClssError
from clss.text.parentage import end_with_parent

Name = TypeVar("Name")
Given = TypeVar("Given")
Result = TypeVar("Result")

#: tasks that are handed out before their turn, to each process: a dump does not fit into memory
AHEAD = 3


def work_in_order(
    make: Callable[[], Callable[[Given], Result]],
    tasks: Iterable[tuple[Name, Given | None]],
    workers: int,
) -> Iterator[tuple[Name, Result | None]]:
    """Do tasks in several processes and give their results in order.

    Parameters
    ----------
    make : callable
        Makes what does a task, once in every process: what it needs may take long to load.
    tasks : iterable of pairs
        What a task is called and what it is given; with None there is nothing to do, and None is
        its result.
    workers : int
        With one, everything happens in this process.

    Examples
    --------
    >>> list(work_in_order(lambda: len, [("a", "word"), ("b", None)], workers=1))
    [('a', 4), ('b', None)]
    """
    if workers == 1:
        work = make()
        for name, given in tasks:
            yield name, None if given is None else work(given)
        return
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(make,))
    waiting: deque[tuple[Name, Future[Result] | None]] = deque()
    try:
        for name, given in tasks:
            waiting.append((name, None if given is None else pool.submit(_work, given)))
            if len(waiting) >= AHEAD * workers:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    except BrokenProcessPool as error:
        raise ClssError(
            "a process was killed, perhaps for want of memory; run the command again to go on"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _result(waiting: tuple[Name, Future[Any] | None]) -> tuple[Name, Any]:
    name, future = waiting
    return name, None if future is None else future.result()


_worker: Callable[[Any], Any]


def _begin(make: Callable[[], Callable[[Any], Any]]) -> None:
    global _worker
    end_with_parent()
    _worker = make()


def _work(given: Any) -> Any:
    return _worker(given)
