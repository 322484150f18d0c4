"""Checkpoints of a Gibbs chain: stop it at any moment, resume, end with the same bytes."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from baselines.topics.estimates import TopicEstimates
from baselines.topics.sampler import GibbsState
from clss.errors import InputError
from clss.persistence import (
    atomic_directory,
    check_format,
    load_array,
    save_array,
    write_json,
)


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
        header = {"kind": "BiLDA checkpoint", "version": 1, "identity": identity}
        write_json(directory / "format.json", header | {"arrays": sorted(arrays)})
        for key, array in arrays.items():
            save_array(directory / f"{key}.npy", array)


def read_checkpoint(
    path: str | PathLike[str], identity: dict[str, Any], state: GibbsState
) -> tuple[list[float], TopicEstimates | None]:
    """Bring a chain to where its checkpoint, if any, left it; return trace and estimates."""
    directory = Path(path)
    if not directory.exists() or (directory.is_dir() and not any(directory.iterdir())):
        return [], None
    header = check_format(directory, "BiLDA checkpoint")
    other = [key for key, value in identity.items() if header["identity"].get(key) != value]
    if other:
        raise InputError(
            f"is the checkpoint of another run ({', '.join(other)} differ); "
            "choose another directory or remove it",
            path=path,
        )
    arrays = {key: load_array(directory / f"{key}.npy", mmap=False) for key in header["arrays"]}
    state.restore(_part(arrays, "state."))
    estimates = _part(arrays, "estimates.")
    return arrays["trace"].tolist(), TopicEstimates.from_arrays(estimates) if estimates else None


def _part(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {
        key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)
    }
