"""Stages as processes of this machine."""

from __future__ import annotations

import os
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from joblib.externals.loky import ProcessPoolExecutor

from evaluation.runs import resources
from evaluation.runs.lifeline import end_with
from evaluation.runs.stage import Report, Stage
from evaluation.runs.stages import run_stage


class LocalPool:
    """Worker processes, one thread each, as many as `jobs` (by default as there are cores)."""

    def __init__(self, run_dir: Path, jobs: int | None = None) -> None:
        self.run_dir = str(run_dir.resolve())
        self.cores = jobs or resources.cpu_count()
        self.memory = resources.memory_budget()
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, stage: Stage) -> Future[Report]:
        """Start a stage; the workers come with the first one."""
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                max_workers=self.cores,
                env=resources.thread_environment(),
                initializer=end_with,
                initargs=(os.getpid(),),
            )
        return self._executor.submit(run_stage, self.run_dir, stage)

    def lost_worker(self, error: BaseException) -> bool:
        """Tell a dead worker from an error within a stage."""
        return isinstance(error, BrokenProcessPool)

    def recover(self) -> None:
        """Start over with new workers."""
        self.close()

    def close(self) -> None:
        """End the workers."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, kill_workers=True)
            self._executor = None
