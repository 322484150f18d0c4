"""What the machine has beside its cores, and what a stage will take of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from clss.corpus import CorpusStatistics
from clss.model import IDLE_MEMORY, IDLE_SECONDS
from clss.persistence import digest

_THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)


#: where a container's limit of memory stands, what it uses, and of that what nobody reads any more
_CONTAINERS = (
    ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
    (
        "/sys/fs/cgroup/memory",
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        "total_inactive_file",
    ),
)

#: what comparing one word with another takes; measured, as are the rates of models
_SECONDS_PER_PAIR = 5e-8


def thread_environment() -> dict[str, str]:
    """Return the environment of a worker: matrix products on one thread.

    Stages run beside each other, so threads within them would only crowd the cores; and a sum
    over two threads adds up in another order, so results would depend on the machine.
    """
    return dict.fromkeys(_THREADS, "1")


def import_safely() -> None:
    """Let processes that this one starts from now on import nothing from the working directory.

    A Python that is started with ``-m`` or ``-c``, as workers and their helpers are, looks there
    first: a directory that came from somebody else could hold a ``joblib.py``. A pool starts
    processes whenever it needs them, so this is not undone.
    """
    os.environ["PYTHONSAFEPATH"] = "1"


class _OneThread:
    """The process's limit of one thread for matrix products, shared by all who need it.

    Where several stages run as threads of one process (a dask worker), the first sets the limit
    and the last lifts it.
    """

    def __init__(self) -> None:
        self._lock, self._users = threading.Lock(), 0
        self._limits: Any = None

    def __enter__(self) -> None:
        from threadpoolctl import threadpool_limits

        with self._lock:
            self._users += 1
            if self._users == 1:
                self._limits = threadpool_limits(1)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._limits.restore_original_limits()


# the libraries have one such setting per process, so there is one of these
_ONE_THREAD = _OneThread()


@contextmanager
def one_thread() -> Iterator[None]:
    """Run a block with one thread for matrix products and for parallel numba kernels."""
    import numba

    before = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        with _ONE_THREAD:
            yield
    finally:
        numba.set_num_threads(before)


def cpu_kind() -> str:
    """Return the processor's name and a hash of what it can do.

    Kernels are compiled for the processor at hand: wider vectors and fused multiplication round
    otherwise, so one seed gives one result on one kind of processor.
    """
    from llvmlite import binding
    from numba import config

    # numba's settings (NUMBA_CPU_NAME=generic) come before what the machine has
    name = getattr(config, "CPU_NAME", None) or binding.get_host_cpu_name()
    features = getattr(config, "CPU_FEATURES", None)
    if features is None:
        there = binding.get_host_cpu_features()
        features = ",".join(sorted(name for name, present in there.items() if present))
    return f"{name}-{digest(features)[:8]}"


def memory_budget() -> int:
    """Return the bytes that stages may take together: most of what is free now."""
    import psutil

    here = int(psutil.virtual_memory().available)
    return int(min([here, *_free_in_containers()]) * 0.85)


def _free_in_containers() -> Iterator[int]:
    """Yield what is free below the limit of the container, by either version of control groups."""
    for place, limit, used, inactive in _CONTAINERS:
        directory = Path(place)
        try:
            most = int((directory / limit).read_text())
        except (OSError, ValueError):  # no such file, or "max"
            continue
        yield max(0, most - _used(directory / used, directory / "memory.stat", inactive))


def _used(total: Path, parts: Path, inactive: str) -> int:
    """Return the bytes that a container holds and would not give back."""
    try:
        held = int(total.read_text())
    except (OSError, ValueError):
        return 0
    with suppress(OSError, ValueError):
        # files that were read and are kept in case they are read again, as a text that was just
        # hashed: they count as used, but the system drops them as soon as anybody needs memory
        sizes = dict(line.split() for line in parts.read_text().splitlines())
        held -= int(sizes.get(inactive, 0))
    return held


def estimate_score(statistics: CorpusStatistics) -> int:
    """Estimate the memory of evaluating a space: blocks of scores beside the mapped vectors."""
    return IDLE_MEMORY + (256 << 20) + 8 * 300 * sum(statistics.vocabulary)


def estimate_score_seconds(statistics: CorpusStatistics) -> float:
    """Estimate how long the evaluation of a space takes, a retrieval that looks at all pairs."""
    source, target = statistics.vocabulary
    return IDLE_SECONDS + _SECONDS_PER_PAIR * source * target


class PeakMemory:
    """The highest resident memory of this process within a block, in bytes."""

    def __init__(self) -> None:
        self.bytes = 0

    def __enter__(self) -> PeakMemory:
        with suppress(OSError):  # Linux: forget the peak of what ran in this process before
            Path("/proc/self/clear_refs").write_text("5")
        return self

    def __exit__(self, *_: object) -> None:
        self.bytes = self._peak()

    @staticmethod
    def _peak() -> int:
        try:
            for line in Path("/proc/self/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) << 10
        except OSError:
            pass
        import psutil

        memory = psutil.Process().memory_info()
        # Windows keeps the peak; elsewhere what is held at the end is the next best
        return int(getattr(memory, "peak_wset", memory.rss))
