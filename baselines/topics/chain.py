"""Running a Gibbs chain: sweeps, samples, reports, checkpoints."""

from __future__ import annotations

import errno
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from baselines.topics.estimates import TopicEstimates
from baselines.topics.sampler import GibbsState
from clss.arrays import load_array, save_array
from clss.checksums import open_saved, seal
from clss.errors import ClssWarning, InputError, UnusableCheckpoint
from clss.persistence import atomic_directory, check_format, intact
from clss.progress import Progress, ProgressCallback, per_second

KIND = "BiLDA checkpoint"


@dataclass
class Checkpoint:
    """Where and how often to write the state of a chain, and of which chain it is.

    `identity` is what the chain depends on, as JSON values: only the same chain may resume it.
    """

    path: str | PathLike[str]
    every: int
    identity: dict[str, Any]


@dataclass
class Chain:
    """A Gibbs chain and what it has seen so far.

    Attributes
    ----------
    state : GibbsState
    sampled : sequence of int
        The sweeps after which a sample is taken, in ascending order; the last one ends the chain.
    trace : list of float
        The log-likelihood per token after each sweep.
    estimates : TopicEstimates or None
        The mean of the samples taken.
    """

    state: GibbsState
    sampled: Sequence[int]
    trace: list[float] = field(default_factory=list)
    estimates: TopicEstimates | None = None

    def run(
        self,
        workers: int = 1,
        checkpoint: Checkpoint | None = None,
        progress: ProgressCallback | None = None,
    ) -> TopicEstimates:
        """Do all sweeps that are left and return the mean of the samples."""
        if checkpoint is not None:
            self._resume(checkpoint)
        with ThreadPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
            while self.state.sweeps < self.sampled[-1]:
                self._step(pool, progress)
                if checkpoint is not None and (
                    self.state.sweeps % checkpoint.every == 0
                    or self.state.sweeps == self.sampled[-1]
                ):
                    write_checkpoint(
                        checkpoint.path,
                        checkpoint.identity,
                        self.state,
                        self.trace,
                        self.estimates if len(self.sampled) > 1 else None,
                    )
        if self.estimates is None:  # the chain was resumed after its last sweep
            self.estimates = TopicEstimates.of_state(self.state)
        return self.estimates

    def _resume(self, checkpoint: Checkpoint) -> None:
        self.trace, self.estimates = read_checkpoint(
            checkpoint.path, checkpoint.identity, self.state
        )
        if self.state.sweeps > self.sampled[-1]:
            raise UnusableCheckpoint(
                f"holds a chain of {self.state.sweeps} sweeps already, "
                f"more than the {self.sampled[-1]} asked for",
                path=checkpoint.path,
            )

    def _step(self, pool: ThreadPoolExecutor | None, progress: ProgressCallback | None) -> None:
        state = self.state
        begun = monotonic()
        state.sweep(pool)
        speed = per_second(state.n_tokens, begun)
        self.trace.append(state.log_likelihood(pool) / state.n_tokens)
        if state.sweeps in self.sampled:
            sample = TopicEstimates.of_state(state)
            weight = 1 / (self.sampled.index(state.sweeps) + 1)
            before = self.estimates
            self.estimates = sample if before is None else before.blend(sample, weight)
        if progress is not None:
            values = {"log_likelihood": self.trace[-1], "tokens_per_second": speed}
            progress(Progress("sampling", state.sweeps, self.sampled[-1], "sweeps", values))


def write_checkpoint(
    path: str | PathLike[str],
    identity: dict[str, Any],
    state: GibbsState,
    trace: list[float],
    estimates: TopicEstimates | None,
) -> None:
    """Write a chain's state to a directory, all or nothing.

    `identity` says of which corpus and parameters the chain is; only that one may resume it.
    """
    arrays = {f"state.{key}": array for key, array in state.arrays().items()}
    arrays["trace"] = np.array(trace)
    if estimates is not None:
        arrays |= {f"estimates.{key}": array for key, array in estimates.arrays().items()}
    with atomic_directory(path) as directory:
        for key, array in arrays.items():
            save_array(directory / f"{key}.npy", array)
        header = {"kind": KIND, "version": 1, "identity": identity, "arrays": sorted(arrays)}
        seal(directory, header)


def read_checkpoint(
    path: str | PathLike[str], identity: dict[str, Any], state: GibbsState
) -> tuple[list[float], TopicEstimates | None]:
    """Bring a chain to where its checkpoint, if any, left it; return trace and estimates.

    A checkpoint that is damaged costs time, never a result: it is dropped with a warning.
    """
    directory = Path(path)
    if not directory.exists() or (directory.is_dir() and not any(directory.iterdir())):
        return [], None
    if not (directory / "state.z.npy").exists():
        try:
            check_format(directory, KIND)
        except InputError as error:  # something else stands there: it is left alone
            raise UnusableCheckpoint(error.message, error.path) from error
    try:
        header = open_saved(directory, KIND)
        with intact(directory, "chain"):
            other = [key for key, value in identity.items() if header["identity"][key] != value]
            names = [str(name) for name in header["arrays"] if Path(str(name)).name == name]
            arrays = {name: load_array(directory / f"{name}.npy") for name in names}
            trace = arrays["trace"].tolist()
            kept = _part(arrays, "estimates.")
            estimates = (
                TopicEstimates.from_arrays(kept, (state.sizes[0], state.sizes[1])) if kept else None
            )
            if not other:
                state.restore(_part(arrays, "state."))
    except InputError as damage:
        if _of_the_machine(damage.__cause__):
            raise
        warnings.warn(
            f"the checkpoint is damaged and is dropped, the chain starts anew ({damage})",
            ClssWarning,
            stacklevel=2,
        )
        for file in (*directory.glob("*.npy"), directory / "format.json"):
            file.unlink(missing_ok=True)
        return [], None
    if other:
        raise UnusableCheckpoint(
            f"is the checkpoint of another run ({', '.join(other)} differ); "
            "choose another directory or remove it",
            path=path,
        )
    return trace, estimates


def _of_the_machine(error: BaseException | None) -> bool:
    """Whether a file could not be read for want of memory or handles: it may be whole."""
    if isinstance(error, OSError):
        return error.errno not in (None, errno.ENOENT)
    return isinstance(error, MemoryError)


def _part(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {
        key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)
    }
