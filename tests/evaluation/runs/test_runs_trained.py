"""Which scores have a trained space, and what is kept of its training: asked in one place."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from evaluation.runs.directory import RunDirectory
from evaluation.runs.stage import SpaceSource


def test_every_score_of_a_trained_model_is_found(finished: Path) -> None:
    run = RunDirectory.open(finished)
    (record,) = run.records
    asked = list(record.asked())
    assert [cell for cell, _ in asked] == list(record.cells)
    assert list(record.trained()) == asked  # nothing was given
    for _, job in asked:
        path = run.space_path(job.space)
        assert path is not None and (path / "space").is_dir()


def test_what_is_given_or_gone_is_told_apart(finished: Path) -> None:
    run = RunDirectory.open(finished)
    given = SpaceSource("given", "0" * 64, "somewhere")
    assert run.space_path(given) == Path("somewhere")
    assert run.space_path(SpaceSource("ranked", "0" * 64, "lists.tsv")) is None
    assert run.space_path(SpaceSource("fit", "0" * 64)) is None
    assert run.training("0" * 64, ["losses"]) is None


def test_what_a_model_keeps_of_its_training(finished: Path) -> None:
    run = RunDirectory.open(finished)
    (record,) = run.records
    kept = {}
    for _, job in record.trained():
        arrays, metadata = run.training(job.space.identity, ["log_likelihood", "nothing"])
        kept[metadata["model"]] = arrays
        assert "nothing" not in arrays
        assert all(isinstance(array, np.ndarray) for array in arrays.values())
    assert set(kept) == {"toy-counts", "toy-random", "toy-derived"}
