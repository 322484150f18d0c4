"""Stages as tasks of a dask cluster; the store is a directory that all its machines share."""

from __future__ import annotations

import os
import uuid
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clss.errors import InputError
from evaluation.runs.stage import Report, Stage
from evaluation.runs.stages import run_stage

if TYPE_CHECKING:
    from distributed import Client

#: Seconds to wait for a scheduler to answer.
_PATIENCE = 10


class ClusterPool:
    """The workers of a running dask scheduler.

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
        threads = self.client.nthreads()
        if not threads:
            self.client.close()
            raise InputError(f"the cluster at {address} has no workers")
        self.cores = sum(threads.values())
        limits = [
            worker["memory_limit"] or 0
            for worker in self.client.scheduler_info(n_workers=-1)["workers"].values()
        ]
        # dask itself keeps a worker within its limit; the sum bounds what is in flight
        self.memory = sum(limits) if all(limits) else 1 << 62
        self._require_shared()
        self._executor = self.client.get_executor(pure=False)

    def _require_shared(self) -> None:
        """Refuse workers that do not see the run directory, before they compute into nowhere."""
        token = Path(self.run_dir) / f".shared-{uuid.uuid4().hex}"
        token.touch()
        try:
            seen = self.client.run(os.path.exists, str(token))
        finally:
            token.unlink(missing_ok=True)
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
    options: dict[str, Any] = {"timeout": _PATIENCE, "set_as_default": False}
    try:
        return Client(address, **options)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"no dask scheduler answers at {address} ({error})") from error
