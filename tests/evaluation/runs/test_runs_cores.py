"""One number of cores, wherever processes are started: a container's quota counts everywhere."""

from __future__ import annotations

import os
from pathlib import Path

import joblib
import pytest

from clss.text import prepare, wikipedia
from evaluation.cli import main
from evaluation.runs import resources
from evaluation.runs.cores import usable_cores
from evaluation.runs.pools import LocalPool


@pytest.fixture(autouse=True)
def three_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cores by the quota, of which neither the machine nor the affinity knows."""
    monkeypatch.setattr(joblib, "cpu_count", lambda: 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)


def test_the_pool_of_a_comparison(tmp_path: Path) -> None:
    assert usable_cores() == LocalPool(tmp_path).cores == 3
    assert LocalPool(tmp_path, jobs=5).cores == 5


@pytest.mark.parametrize(
    ("module", "name", "arguments"),
    [
        (prepare, "prepare_corpus", ["prepare", "a.txt", "b.txt"]),
        (wikipedia, "align_wikipedia", ["wikipedia", "--source", "a", "--target", "b"]),
    ],
)
def test_corpora(module, name, arguments, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: list[int] = []

    def note(*_: object, workers: int, **options: object) -> None:
        given.append(workers)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, name, note)
    for more in ([], ["--workers", "2"]):
        main(["corpus", *arguments, "--langs", "es,en", "-o", str(tmp_path), *more])
    assert given == [3, 2]


def test_memory_is_that_of_the_container_where_it_is_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = resources.memory_budget()
    read = Path.read_text
    limit = "/sys/fs/cgroup/memory.max"

    def limited(path: Path, *more: object, **options: object) -> str:
        return "1000000\n" if path.as_posix() == limit else read(path, *more, **options)

    monkeypatch.setattr(Path, "read_text", limited)
    assert resources.memory_budget() == 850_000 < whole
