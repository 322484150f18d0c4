"""What a stage leaves in the run directory while it runs: log, note of progress, checkpoint."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from clss.errors import InputError
from clss.persistence import atomic_file
from clss.progress import Progress
from evaluation.runs import disk

#: Seconds between two notes of how far a stage is.
_SECONDS_BETWEEN_NOTES = 0.5


class StageFiles:
    """The files of running stages in a run directory.

    Parameters
    ----------
    path : Path
        The run directory.
    """

    def __init__(self, path: Path) -> None:
        self._logs, self._live, self._checkpoints = (
            path / name for name in ("logs", "live", "checkpoints")
        )

    def write_log(self, kind: str, key: str, text: str) -> Path:
        """Keep the log of a stage; a full disk must not turn a log into a failure."""
        log = self._logs / _log_name(kind, key)
        try:
            with atomic_file(log) as stream:
                stream.write(text.encode("utf-8", "backslashreplace").decode())
        except (OSError, InputError):
            pass
        return log

    @contextmanager
    def live(self, key: str) -> Iterator[Callable[[Progress], None]]:
        """Give a callback that notes how far a stage is, for whoever displays it."""
        path, last = self._live_path(key), 0.0

        def report(progress: Progress) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last < _SECONDS_BETWEEN_NOTES:
                return
            last = now
            try:
                path.parent.mkdir(exist_ok=True)
                path.write_text(json.dumps([progress.stage, progress.done, progress.total]))
            except OSError:
                pass

        try:
            yield report
        finally:
            path.unlink(missing_ok=True)

    def progress_of(self, key: str) -> Progress | None:
        """Return how far a running stage is."""
        try:
            name, done, total = json.loads(self._live_path(key).read_text())
        except (OSError, ValueError):
            return None
        return Progress(name, done, total)

    def _live_path(self, key: str) -> Path:
        return self._live / f"{key[:32]}.json"

    @contextmanager
    def checkpoint(self, key: str) -> Iterator[Path | None]:
        """Give the place of a stage's checkpoint, None while another process uses it.

        The place of a process that has died is taken over.
        """
        place = self._checkpoint_path(key)
        place.parent.mkdir(parents=True, exist_ok=True)
        owner = place.with_suffix(".owner")
        try:
            host, _, process = owner.read_text("utf-8", "replace").partition(" ")
            if disk.gone(host, process):
                owner.unlink(missing_ok=True)
        except OSError:
            pass  # nobody owns it
        try:
            with open(owner, "x") as stream:
                stream.write(f"{socket.gethostname()} {os.getpid()}")
        except FileExistsError:
            yield None
            return
        try:
            yield place
        finally:
            owner.unlink(missing_ok=True)

    def resumes(self, key: str) -> bool:
        """Whether a stage has a checkpoint to go on from."""
        return self._checkpoint_path(key).exists()

    def drop_checkpoint(self, key: str) -> None:
        """Remove the checkpoint of a stage."""
        disk.remove_tree(self._checkpoint_path(key))

    def _checkpoint_path(self, key: str) -> Path:
        return self._checkpoints / key[:32]

    def forget_progress(self) -> None:
        """Remove the notes of stages that were killed."""
        disk.remove_tree(self._live)

    def keep_only(self, needed: Collection[tuple[str, str]]) -> None:
        """Remove logs and checkpoints of all stages but those of these kinds and keys."""
        logs = {_log_name(kind, key) for kind, key in needed}
        checkpoints = {key[:32] for _, key in needed}
        for log in self._logs.glob("*.log"):
            if log.name not in logs:
                log.unlink()
        for path in self._checkpoints.glob("*"):
            if path.stem not in checkpoints:
                disk.remove(path)

    def sweep_checkpoints(self, seconds: float) -> list[Path]:
        """Remove checkpoints, of whatever machine, untouched for so long; return them."""
        stale = [path for path in self._checkpoints.glob("*") if disk.untouched(path) > seconds]
        for path in stale:
            disk.remove(path)
        return stale


def _log_name(kind: str, key: str) -> str:
    return f"{kind}-{key[:16]}.log"
