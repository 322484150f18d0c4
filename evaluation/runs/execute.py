"""Running a plan: every stage as soon as what it needs is there and the machine has room."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from evaluation.runs.forecast import Forecast
from evaluation.runs.pools import Pool
from evaluation.runs.stage import FIT, SCORE, Report, Stage

_TICK = 0.2
_SECONDS_BETWEEN_CHECKS = 2.0

_LOG = logging.getLogger(__name__)


class Display:
    """Shows how a run goes; this one shows nothing."""

    def begin(self, stages: Sequence[Stage], cached: int, forecast: Forecast) -> None:
        """Show what is to be done, and when it is expected to be done."""

    def say(self, text: str) -> None:
        """Show one line."""

    def started(self, stage: Stage) -> None:
        """Show that a stage begins."""

    def finished(self, stage: Stage, report: Report) -> None:
        """Show how a stage ended."""

    def tick(self, running: Sequence[Stage]) -> None:
        """Show how far the running stages are; called several times a second."""

    def close(self) -> None:
        """Clear the screen of what was drawn."""


def execute(stages: Sequence[Stage], pool: Pool, display: Display) -> dict[str, Report]:
    """Run stages (each after those it needs) and return how each went.

    A failure stops only what depends on it. When a worker dies, everything that ran beside it is
    repeated alone, so that the one at fault is found and the others are not blamed.
    """
    return _Execution(stages, pool, display).run()


class _Execution:
    def __init__(self, stages: Sequence[Stage], pool: Pool, display: Display) -> None:
        self.pool, self.display = pool, display
        depth = _depths(stages)
        # a score takes seconds, and tables of a run that is not over yet have it; then what holds
        # up most goes first
        self.waiting = sorted(stages, key=lambda one: (one.kind != SCORE, -depth[one.key]))
        self.known = {stage.key: stage for stage in stages}
        self.running: dict[Future[Report], Stage] = {}
        self.suspects: list[Stage] = []
        self.alone: Stage | None = None
        self.reports: dict[str, Report] = {}
        self.checked = time.monotonic()

    def run(self) -> dict[str, Report]:
        while self.waiting or self.running or self.suspects:
            self._fail_dependents()
            self._start()
            if self.running:
                done, _ = wait(self.running, timeout=_TICK, return_when=FIRST_COMPLETED)
                self._collect(done)
                self.display.tick(list(self.running.values()))
                self._check_pool()
        return self.reports

    def _check_pool(self) -> None:
        now = time.monotonic()
        if now - self.checked > _SECONDS_BETWEEN_CHECKS:
            self.checked = now
            if self.pool.check():
                self.waiting = [*self.running.values(), *self.waiting]
                self.running.clear()

    def _start(self) -> None:
        if self.running and (self.alone or self.suspects):
            return  # a suspect runs alone, and only when the others have ended
        self.alone = self.suspects.pop(0) if self.suspects else None
        if self.alone is not None:
            self._submit(self.alone)
            return
        for stage in list(self.waiting):
            if self._ready(stage) and self._fits(stage):
                self.waiting.remove(stage)
                self._submit(stage)

    def _submit(self, stage: Stage) -> None:
        _LOG.info("start %s %s", stage.kind, stage.title)
        _LOG.debug("key %s, needs %s", stage.key, stage.needs)
        self.display.started(stage)
        try:
            self.running[self.pool.submit(stage)] = stage
        except Exception as error:
            if not self.pool.lost_worker(error):
                raise
            self.pool.recover()
            self.running[self.pool.submit(stage)] = stage

    def _ready(self, stage: Stage) -> bool:
        return all(key not in self.known or self._succeeded(key) for _, key in stage.needs)

    def _succeeded(self, key: str) -> bool:
        return key in self.reports and self.reports[key].status != "failed"

    def _fits(self, stage: Stage) -> bool:
        if not self.running:
            return True  # whatever it takes: there will never be more room
        busy = self.running.values()
        cores = sum(other.cores for other in busy) + stage.cores
        memory = sum(other.memory for other in busy) + stage.memory
        return cores <= self.pool.cores and memory <= self.pool.memory

    def _fail_dependents(self) -> None:
        again = True
        while again:
            again = False
            for stage in list(self.waiting):
                failed = next(
                    (
                        key
                        for _, key in stage.needs
                        if key in self.reports and not self._succeeded(key)
                    ),
                    None,
                )
                if failed is not None:
                    self.waiting.remove(stage)
                    cause, reason = self.reports[failed], self.reports[failed].reason
                    if stage.kind == FIT:  # a part of this model, which its row does not name
                        reason = f"{self.known[failed].title}: {reason}"
                    self._finish(stage, Report(stage.key, "failed", reason, log=cause.log))
                    again = True

    def _collect(self, done: set[Future[Report]]) -> None:
        lost = False
        for future in done:
            stage = self.running.pop(future)
            error = future.exception()
            if error is None:
                self._finish(stage, future.result())
            elif not self.pool.lost_worker(error):
                reason = f"{type(error).__name__}: {error}"
                self._finish(stage, Report(stage.key, "failed", reason))
            elif stage is self.alone:
                lost = True
                self._finish(
                    stage,
                    Report(
                        stage.key,
                        "failed",
                        "its process was killed, perhaps because the memory ran out",
                    ),
                )
            else:
                lost = True
                self.suspects.append(stage)
        if lost:
            self.suspects += self.running.values()
            self.running.clear()
            self.pool.recover()

    def _finish(self, stage: Stage, report: Report) -> None:
        self.reports[stage.key] = report
        _LOG.info("%s %s %s, %.1f s", report.status, stage.kind, stage.title, report.seconds)
        self.display.finished(stage, report)
        for remark in report.remarks:
            self.display.say(f"{stage.title}: {remark}")


def _depths(stages: Sequence[Stage]) -> dict[str, int]:
    """Return for every stage how long the longest chain of stages is that waits for it."""
    depths: dict[str, int] = {stage.key: 0 for stage in stages}
    for stage in reversed(stages):
        for _, key in stage.needs:
            if key in depths:
                depths[key] = max(depths[key], depths[stage.key] + 1)
    return depths
