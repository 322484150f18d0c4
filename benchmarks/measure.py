"""Time and peak memory of a function, each taken in a process of its own."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Cost:
    """What a function took: seconds, and megabytes beyond what was there before it ran.

    `cpu_seconds` is the time to compare single-threaded work by: other processes do not show.
    """

    seconds: float
    cpu_seconds: float
    extra_megabytes: float
    peak_megabytes: float
    result: Any


def status_megabytes(field: str) -> float:
    """Return a figure of this process's memory, such as VmHWM, its peak."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 2**10
    raise RuntimeError(f"/proc/self/status has no {field}; these benchmarks need Linux")


def reset_peak() -> None:
    """Let the peak of memory (VmHWM) begin anew.

    That of getrusage is inherited from the parent process; this one is ours.
    """
    Path("/proc/self/clear_refs").write_text("5")


def measure_here(prepare: Callable[[], Any], run: Callable[[Any], Any]) -> Cost:
    """Run once on what `prepare` makes; only the run is measured."""
    given = prepare()
    reset_peak()
    before = status_megabytes("VmRSS")
    begin, begin_cpu = time.perf_counter(), time.process_time()
    result = run(given)
    seconds, cpu_seconds = time.perf_counter() - begin, time.process_time() - begin_cpu
    peak = status_megabytes("VmHWM")
    return Cost(seconds, cpu_seconds, max(peak - before, 0.0), peak, result)


def measure(
    prepare: Callable[[], Any], run: Callable[[Any], Any], repeats: int = 1
) -> tuple[Cost, list[Cost]]:
    """Run in fresh processes; return the median by time, and all."""
    costs = []
    for _ in range(repeats):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            costs.append(pool.submit(measure_here, prepare, run).result())
    middle = statistics.median_low([cost.seconds for cost in costs])
    return next(cost for cost in costs if cost.seconds == middle), costs
