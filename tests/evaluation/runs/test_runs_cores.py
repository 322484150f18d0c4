"""One number of cores, wherever processes are started: a container's quota counts everywhere."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import joblib
import psutil
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


@pytest.mark.parametrize(
    ("files", "free"),
    [
        ({"memory.max": "1000000\n"}, 1_000_000),
        ({"memory.max": "1000000\n", "memory.current": "400000\n"}, 600_000),
        (
            {
                "memory.max": "1000000\n",
                "memory.current": "400000\n",
                "memory.stat": "anon 200000\nfile 200000\ninactive_file 100000\n",
            },
            700_000,
        ),
        (
            {
                "memory/memory.limit_in_bytes": "1000000\n",
                "memory/memory.usage_in_bytes": "400000\n",
                "memory/memory.stat": "inactive_file 7\ntotal_inactive_file 100000\n",
            },
            700_000,
        ),
        ({"memory.max": "1000000\n", "memory.current": "1200000\n"}, 0),
        ({"memory.max": "max\n", "memory.current": "1200000\n"}, None),
    ],
)
def test_memory_is_what_is_free_in_the_container_where_that_is_less(
    files: dict[str, str], free: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, groups = Path.read_text, Path("/sys/fs/cgroup")
    in_container = {groups / name: text for name, text in files.items()}

    def contained(path: Path, *more: object, **options: object) -> str:
        if path.is_relative_to(groups):
            if path not in in_container:
                raise FileNotFoundError(path)
            return in_container[path]
        return read(path, *more, **options)

    monkeypatch.setattr(Path, "read_text", contained)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=2_000_000))
    assert resources.memory_budget() == int((2_000_000 if free is None else free) * 0.85)
