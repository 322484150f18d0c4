"""The state of a Gibbs chain in a directory, from which a training that was killed goes on."""

from __future__ import annotations

import errno
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from baselines.topics.estimates import TopicEstimates
from baselines.topics.sampler import GibbsState
from clss.arrays import load_array, save_array
from clss.checksums import open_saved, seal
from clss.errors import ClssWarning, InputError, UnusableCheckpoint
from clss.persistence import atomic_directory, check_format, intact

KIND = "BiLDA checkpoint"


@dataclass(frozen=True)
class Checkpoint:
    """Where the state of a chain is kept, and of which chain it is.

    Attributes
    ----------
    path : path
        The directory.
    every : int
        Sweeps after which the state is written.
    identity : mapping
        What the chain depends on (corpus and parameters), as JSON values: only the same chain may
        resume it.
    """

    path: str | PathLike[str]
    every: int
    identity: Mapping[str, Any]

    def write(
        self, state: GibbsState, trace: list[float], estimates: TopicEstimates | None
    ) -> None:
        """Write a chain's state, all or nothing."""
        arrays = {f"state.{key}": array for key, array in state.arrays().items()}
        arrays["trace"] = np.array(trace)
        if estimates is not None:
            arrays |= {f"estimates.{key}": array for key, array in estimates.arrays().items()}
        with atomic_directory(self.path) as directory:
            for key, array in arrays.items():
                save_array(directory / f"{key}.npy", array)
            identity = dict(self.identity)
            header = {"kind": KIND, "version": 1, "identity": identity, "arrays": sorted(arrays)}
            seal(directory, header)

    def read(self, state: GibbsState) -> tuple[list[float], TopicEstimates | None]:
        """Bring a chain to where its checkpoint, if any, left it; return trace and estimates.

        A checkpoint that is damaged costs time, never a result: it is dropped with a warning.
        """
        directory = Path(self.path)
        if not directory.exists() or (directory.is_dir() and not any(directory.iterdir())):
            return [], None
        _refuse_something_else(directory)
        try:
            other, trace, estimates = self._restore(directory, state)
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
                path=self.path,
            )
        return trace, estimates

    def _restore(
        self, directory: Path, state: GibbsState
    ) -> tuple[list[str], list[float], TopicEstimates | None]:
        """Read everything; the state is changed only if the checkpoint is one of the same chain.

        Returns what differs of the chain's identity, and what :meth:`read` returns.
        """
        header = open_saved(directory, KIND)
        with intact(directory, "chain"):
            recorded = header["identity"]
            other = [key for key, value in self.identity.items() if recorded[key] != value]
            names = [str(name) for name in header["arrays"] if Path(str(name)).name == name]
            arrays = {name: load_array(directory / f"{name}.npy") for name in names}
            trace = arrays["trace"].tolist()
            kept = _part(arrays, "estimates.")
            sizes = (state.sizes[0], state.sizes[1])
            estimates = TopicEstimates.from_arrays(kept, sizes) if kept else None
            if not other:
                state.restore(_part(arrays, "state."))
        return other, trace, estimates


def _refuse_something_else(directory: Path) -> None:
    """Refuse a directory that is no checkpoint: files are removed from a damaged one only.

    A damaged one still has the topics of the tokens, ``state.z``.
    """
    if (directory / "state.z.npy").exists():
        return
    try:
        check_format(directory, KIND)
    except InputError as error:
        raise UnusableCheckpoint(error.message, error.path) from error


def _of_the_machine(error: BaseException | None) -> bool:
    """Whether the machine is at fault (too little memory, too many open files), not the file."""
    if isinstance(error, OSError):
        return error.errno not in (None, errno.ENOENT)
    return isinstance(error, MemoryError)


def _part(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {
        key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)
    }
