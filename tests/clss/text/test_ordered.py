"""Results come in order, whoever was faster, and tasks are taken only a little ahead."""

from __future__ import annotations

import os
import signal
import time
from functools import partial

import pytest

from clss.errors import ClssError
from clss.text.ordered import AHEAD, work_in_order


def _slower_first(number: int) -> int:
    time.sleep(0.05 / (number + 1))
    return 10 * number


def _die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def _make(work):
    return work


@pytest.mark.parametrize("workers", [1, 2])
def test_in_order_and_without_what_is_done(workers):
    tasks = ((f"task {n}", None if n % 3 == 1 else n) for n in range(12))
    found = list(work_in_order(partial(_make, _slower_first), tasks, workers))
    assert found == [(f"task {n}", None if n % 3 == 1 else 10 * n) for n in range(12)]


@pytest.mark.parametrize("workers", [1, 2])
def test_not_far_ahead(workers):
    taken = []

    def tasks():
        for number in range(100):
            taken.append(number)
            yield number, number

    results = work_in_order(partial(_make, _slower_first), tasks(), workers)
    for _ in range(3):
        next(results)
        assert taken[-1] <= 3 + AHEAD * workers
    results.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX only")
def test_a_process_that_was_killed_is_told():
    with pytest.raises(ClssError, match="was killed, perhaps for want of memory"):
        list(work_in_order(partial(_make, _die), [(1, 1)], 2))
