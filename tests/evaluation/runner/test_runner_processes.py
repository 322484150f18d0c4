"""Real processes: any number of jobs, kills at any moment, full and read-only disks."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from runner_toy import MODELS, Ran, write_config

CLSS = [sys.executable, "-c", "import sys; from evaluation.cli import main; sys.exit(main())"]


def clss(*arguments: object, check: int | None = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*CLSS, *map(str, arguments)], capture_output=True, text=True)
    assert check is None or done.returncode == check, done.stderr
    return done


def test_one_and_two_jobs_give_the_same_bytes(config: Path, tmp_path: Path) -> None:
    one = clss("compare", config, "--out", tmp_path / "one", "--jobs", 1)
    two = clss("compare", config, "--out", tmp_path / "two", "--jobs", 2)
    assert one.stdout == two.stdout == Ran(config, tmp_path / "inline").text()
    stores = [tmp_path / name / "store" for name in ("one", "two")]
    files = [{p.relative_to(s): p.read_bytes() for p in sorted(s.rglob("*")) if p.is_file()
              and p.name != "manifest.json"} for s in stores]  # fmt: skip
    assert files[0] == files[1]
    assert "[17/17]" in one.stderr and "Peak memory" in one.stderr


DEADLY = """
[[models]]
model = "toy-deadly"
label = "Deadly"
marker = "{marker}"
lives = {lives}
"""


def test_a_killed_worker_is_found_and_the_others_finish(data: Path, tmp_path: Path) -> None:
    deadly = DEADLY.format(marker=tmp_path / "marker", lives=99)
    config = write_config(tmp_path / "c.toml", data, deadly + MODELS)
    done = clss("compare", config, "--out", tmp_path / "run", "--jobs", 2, check=1)
    assert "its process was killed" in done.stdout and "Derived" in done.stdout
    rest = write_config(tmp_path / "rest.toml", data, MODELS)
    assert clss("compare", rest, "--out", tmp_path / "run").stderr.startswith("0 stages to compute")


def test_a_worker_killed_once_costs_nothing(data: Path, tmp_path: Path) -> None:
    deadly = DEADLY.format(marker=tmp_path / "marker", lives=1)
    config = write_config(tmp_path / "c.toml", data, deadly + MODELS)
    done = clss("compare", config, "--out", tmp_path / "run", "--jobs", 2)
    assert "failed" not in done.stdout and "Deadly" in done.stdout


SLOW_MODELS = MODELS.replace("dim = [4, 12]", "dim = [4, 12]\npause = 0.3").replace(
    'label = "Derived"', 'label = "Derived"\nbase = {model = "toy-random", dim = 12, pause = 0.3}'
)


def killed_and_resumed(config: Path, out: Path, moments: list[float]) -> None:
    """Start a comparison and kill it with all its workers, once for every moment."""
    for moment in moments:
        process = subprocess.Popen(
            [*CLSS, "compare", str(config), "--out", str(out), "--jobs", "2"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            process.wait(timeout=moment)
            break  # it was faster
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()


def test_killed_at_random_moments_and_resumed(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, SLOW_MODELS)
    whole = Ran(config, tmp_path / "whole").text()
    killed_and_resumed(config, tmp_path / "run", [3.0, 4.0])
    assert clss("compare", config, "--out", tmp_path / "run").stdout == whole


@pytest.mark.slow
def test_killed_twenty_times_and_resumed(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, SLOW_MODELS)
    whole = Ran(config, tmp_path / "whole").text()
    start = time.perf_counter()
    clss("compare", config, "--out", tmp_path / "timed", "--jobs", 2)
    lasts = time.perf_counter() - start
    chance = random.Random(8)
    left = 20
    rounds = 0
    while left:
        # a run that survives is started anew in another directory: twenty kills it must be
        out = tmp_path / f"run{rounds}"
        kills = min(left, 5)
        killed_and_resumed(config, out, [chance.uniform(0.05, 0.8) * lasts for _ in range(kills)])
        left -= kills
        rounds += 1
        assert clss("compare", config, "--out", out).stdout == whole
        assert not list((out / "store").glob(".tmp-*"))


def test_two_runs_on_one_directory(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, SLOW_MODELS)
    command = [*CLSS, "compare", str(config), "--out", str(tmp_path / "run"), "--jobs", "1"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for _ in range(2)]  # fmt: skip
    texts = [process.communicate()[0].decode() for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert texts[0] == texts[1] == Ran(config, tmp_path / "whole").text()
    again = Ran(config, tmp_path / "run")
    assert again.computed == [] and again.said == []


def mounted(place: Path, options: str) -> bool:
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")


@needs_root
def test_a_full_disk(data: Path, tmp_path: Path) -> None:
    wide = MODELS.replace("[4, 12]", "[4, 12, 3000]")
    config = write_config(tmp_path / "c.toml", data, wide)
    disk = tmp_path / "disk"
    if not mounted(disk, "size=1500k"):
        pytest.skip("no tmpfs can be mounted here")
    try:
        done = clss("compare", config, "--out", disk / "run", "--jobs", 1, check=1)
        assert "the disk is full" in done.stdout and "Traceback" not in done.stderr
        assert "Counts, nn" in done.stdout  # what had room is there
        small = write_config(tmp_path / "small.toml", data, MODELS)
        kept = clss("compare", small, "--out", disk / "run", "--jobs", 1, check=None)
        assert "damaged" not in kept.stderr
        # no room for the corpus itself: nothing can be done
        (disk / "filler").write_bytes(b"x" * 2**20) if kept.returncode == 0 else None
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    tiny = tmp_path / "tiny"
    assert mounted(tiny, "size=8k")
    try:
        done = clss("compare", config, "--out", tiny / "run", check=2)
        assert "the disk is full" in done.stderr and "Traceback" not in done.stderr
    finally:
        subprocess.run(["umount", str(tiny)], check=True)


@needs_root
def test_a_read_only_directory(config: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    if not mounted(disk, "size=20m"):
        pytest.skip("no tmpfs can be mounted here")
    try:
        whole = clss("compare", config, "--out", disk / "run").stdout
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        done = clss("compare", config, "--out", disk / "new", check=2)
        assert "cannot be written (Read-only file system)" in done.stderr
        done = clss("compare", config, "--out", disk / "run", check=2)
        assert "cannot be written (Read-only file system)" in done.stderr
        assert clss("table", disk / "run").stdout == whole  # reading needs no writing
    finally:
        subprocess.run(["umount", str(disk)], check=True)
