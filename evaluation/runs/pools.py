"""Where stages run: processes of this machine, or the workers of a dask cluster."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
import warnings
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from clss.errors import ClssError, ClssWarning, InputError
from evaluation.runs import resources
from evaluation.runs.cores import usable_cores
from evaluation.runs.directory import RunDirectory
from evaluation.runs.disk import process_alive
from evaluation.runs.jobs import run_stage
from evaluation.runs.stage import Report, Stage

if TYPE_CHECKING:
    from distributed import Client
    from distributed.cfexecutor import ClientExecutor
    from joblib.externals.loky import ProcessPoolExecutor

#: Seconds to wait for a scheduler to answer.
_PATIENCE = 10


class Pool(Protocol):
    """Something that runs stages."""

    #: how many cores there are
    cores: int
    #: bytes that the running stages may take together
    memory: int

    def submit(self, stage: Stage) -> Future[Report]:
        """Start a stage."""

    def lost_worker(self, error: BaseException) -> bool:
        """Whether an error means that a worker died, so that its neighbours are to be repeated."""

    def recover(self) -> None:
        """Replace what died."""

    def check(self) -> bool:
        """Tell whether what was submitted is lost and must be submitted again.

        Called now and then; an error means that nothing can ever come of it.
        """

    def close(self) -> None:
        """Let go of everything."""


class LocalPool:
    """Worker processes, one thread each, as many as `jobs` (by default as there are cores)."""

    def __init__(self, run_dir: Path, jobs: int | None = None) -> None:
        self.run_dir = str(run_dir.resolve())
        self.cores = jobs or usable_cores()
        self.memory = resources.memory_budget()
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, stage: Stage) -> Future[Report]:
        """Start a stage; the workers come with the first one."""
        if self._executor is None:
            from joblib.externals.loky import ProcessPoolExecutor

            resources.import_safely()
            self._executor = ProcessPoolExecutor(
                max_workers=self.cores,
                env=resources.thread_environment(),
                initializer=_end_with,
                initargs=(os.getpid(),),
            )
        try:
            return self._executor.submit(run_stage, self.run_dir, stage)
        except BrokenProcessPool:
            raise
        except (RuntimeError, OSError, MemoryError) as error:
            raise ClssError(
                f"no worker process can be started ({error}); is there a limit of memory or of"
                " processes (ulimit -a)?"
            ) from error

    def lost_worker(self, error: BaseException) -> bool:
        """Tell a dead worker from an error within a stage."""
        return isinstance(error, BrokenProcessPool)

    def check(self) -> bool:
        """Do nothing: a worker that dies is noticed at once, see :meth:`lost_worker`."""
        return False

    def recover(self) -> None:
        """Start over with new workers."""
        self.close()

    def close(self) -> None:
        """End the workers."""
        if self._executor is not None:
            with suppress(RuntimeError):  # its thread may not have been started
                self._executor.shutdown(wait=True, kill_workers=True)
            self._executor = None


def _end_with(parent: int) -> None:
    """End this process soon after `parent`, which started it, is gone.

    A run that is killed cannot stop its workers; without this they would go on for hours, or
    wait forever for work that nobody sends.
    """

    def watch() -> None:
        # POSIX gives an orphan another parent, Windows does not
        while os.getppid() == parent and process_alive(parent):
            time.sleep(0.5)
        os._exit(1)

    # Ctrl-C reaches every process of the terminal; the parent ends its workers itself
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, daemon=True).start()


class ClusterPool:
    """The workers of a running dask scheduler; the run directory is shared by all machines.

    Parameters
    ----------
    run_dir : Path
        The run directory, under the same path on every machine.
    address : str
        The scheduler's, ``tcp://host:port``.
    """

    def __init__(self, run_dir: Path, address: str) -> None:
        self.run_dir = str(run_dir.resolve())
        self.client = _connect(address)
        self.address, self._refused = address, set[str]()
        threads = self.client.nthreads()
        if not threads:
            self.client.close()
            raise InputError(f"the cluster at {address} has no workers")
        kinds = self._kinds(list(threads))
        self.kind = Counter(sorted(kinds.values())).most_common(1)[0][0]
        self.mixed = len(set(kinds.values())) > 1
        self.workers = self._alike(kinds)
        self.cores = sum(threads[worker] for worker in self.workers)
        limits = [
            worker["memory_limit"] or 0
            for name, worker in self.client.scheduler_info(n_workers=-1)["workers"].items()
            if name in self.workers
        ]
        # dask itself keeps a worker within its limit; the sum bounds what is in flight
        self.memory = sum(limits) if all(limits) else 1 << 62
        self._last_seen = time.monotonic()
        self._require_shared()
        self._executor = self._hire()

    @property
    def processor(self) -> str:
        """The kind of processor that does the work, if the cluster has several; "" otherwise."""
        return self.kind if self.mixed else ""

    def _kinds(self, workers: list[str]) -> dict[str, str]:
        # a worker that ends at this moment has no kind, and is asked again if it comes back
        return self.client.run(resources.cpu_kind, workers=workers, on_error="ignore")

    def _alike(self, kinds: Mapping[str, str]) -> list[str]:
        """Return the workers of the kind that this run uses, and name the others.

        One seed gives one result per kind of processor (see `resources.cpu_kind`).
        """
        others = sorted(worker for worker, kind in kinds.items() if kind != self.kind)
        if others:
            warnings.warn(
                f"{len(others)} of {len(kinds)} workers have another processor than {self.kind}"
                f" and are not used ({', '.join(others)}): results could differ in the last digits",
                ClssWarning,
                stacklevel=2,
            )
        self._refused |= set(others)
        return [worker for worker in kinds if worker not in others]

    def _hire(self) -> ClientExecutor:
        return self.client.get_executor(pure=False, workers=self.workers)

    def check(self) -> bool:
        """Notice that nobody is left to do the work, and take in those who come in their place."""
        try:
            there = self.client.nthreads()
            new = [w for w in there if w not in self.workers and w not in self._refused]
            alike = self._alike(self._kinds(new)) if new else []
        except (OSError, ValueError, TimeoutError, RuntimeError) as error:
            raise ClssError(f"the dask scheduler at {self.address} is gone") from error
        stayed = [worker for worker in self.workers if worker in there]
        if alike:  # a manager has started them; work that waits for the old ones never ends
            self.workers, self.cores = [*stayed, *alike], sum(there[w] for w in stayed + alike)
            self._require_shared()
            self._executor = self._hire()
        if stayed or alike:
            self._last_seen = time.monotonic()
            return not stayed
        if time.monotonic() - self._last_seen > _PATIENCE:
            others = f"; those that are there have another processor than {self.kind}"
            raise ClssError(
                f"all workers of the cluster at {self.address} are gone{others if there else ''};"
                " what was finished is kept, run the same command again when there are workers"
            )
        return False

    def _require_shared(self) -> None:
        """Refuse workers that do not see the run directory, before they compute into nowhere."""
        with RunDirectory(Path(self.run_dir)).token() as token:
            seen = self.client.run(os.path.exists, str(token), workers=self.workers)
        blind = sorted(worker for worker, found in seen.items() if not found)
        if blind:
            raise InputError(
                f"the worker {blind[0]} does not see {self.run_dir}; on a cluster the"
                " run directory must be shared by all machines"
            )

    def submit(self, stage: Stage) -> Future[Report]:
        """Hand a stage to the scheduler, which repeats it elsewhere if its worker dies."""
        return self._executor.submit(run_stage, self.run_dir, stage)

    def lost_worker(self, error: BaseException) -> bool:
        """Dask has dealt with dead workers: what comes here is an error of the stage."""
        return False

    def recover(self) -> None:
        """Do nothing, see :meth:`lost_worker`."""

    def close(self) -> None:
        """Leave the cluster as it is and disconnect."""
        self._executor.shutdown(wait=False)
        self.client.close()


def _connect(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError("--cluster needs dask: pip install 'clss[cluster]'") from error
    if not address.strip():
        raise InputError("--cluster needs the address of a scheduler, as in tcp://host:8786")
    options: dict[str, Any] = {"timeout": _PATIENCE, "set_as_default": False}
    # a client that did not connect is finished by the collector, under a lock that the next one
    # holds while it starts: there both would wait for ever
    gc.collect()
    try:
        return Client(address, **options)
    except Exception as error:  # of sockets, addresses, protocols and certificates
        reason = (str(error).splitlines() or [""])[0] or type(error).__name__
        raise InputError(f"no dask scheduler answers at {address} ({reason[:200]})") from error
