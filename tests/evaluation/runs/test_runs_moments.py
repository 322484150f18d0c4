"""Killed at any file operation, a comparison resumes to the same bytes and leaves nothing behind.

Every operation of a run on its files is a moment at which it may be killed. The comparison runs in
a fork that counts these operations by an audit hook and kills itself at one of them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from pathlib import Path

import pytest
from toy_run import Ran, write_config

from evaluation.runs.directory import RunDirectory

MODELS = """
[[models]]
model = "toy-counts"
label = "Counts"

[[models]]
model = "toy-random"
label = "Random"
"""
OPERATIONS = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.chmod", "os.truncate"}
FORK = multiprocessing.get_context("fork")


def run_and_die(config: Path, out: Path, moment: int) -> None:
    """Run a comparison and die at the given operation on a file of its directory."""
    seen = 0

    def hook(event: str, arguments: tuple) -> None:
        nonlocal seen
        if event in OPERATIONS and any(
            isinstance(value, str | bytes | os.PathLike) and str(out) in os.fsdecode(value)
            for value in arguments[:2]
        ):
            seen += 1
            if seen == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    Ran(config, out)
    os._exit(0)


def killed_at(config: Path, out: Path, moment: int) -> bool:
    child = FORK.Process(target=run_and_die, args=(config, out, moment))
    child.start()
    child.join()
    return child.exitcode == -signal.SIGKILL


def files(out: Path) -> list[str]:
    """All that is there, but what depends on the clock."""
    return sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.name != "live")


def survives(config: Path, tmp_path: Path, moments: range) -> int:
    whole = Ran(config, tmp_path / "whole")
    text, expected = whole.text(), files(tmp_path / "whole")
    killed = 0
    for moment in moments:
        out = tmp_path / f"at-{moment}"
        if not killed_at(config, out, moment):
            return killed
        killed += 1
        again = Ran(config, out)
        assert again.text() == text, moment
        assert files(out) == expected, moment
    return killed


def test_some_moments(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, MODELS)
    # the first ones make the directory, where a start was once lost for ever
    assert survives(config, tmp_path, range(1, 8)) == 7
    assert survives(config, tmp_path, range(20, 200, 23)) > 2


@pytest.mark.slow
def test_every_moment(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, MODELS)
    killed = survives(config, tmp_path, range(1, 5000))
    print(f"killed at each of {killed} file operations")
    assert killed > 60


def start(out: Path) -> None:
    RunDirectory.create(out)


def test_many_start_at_once(tmp_path: Path) -> None:
    for turn in range(5):
        out = tmp_path / str(turn)
        starts = [FORK.Process(target=start, args=(out,)) for _ in range(8)]
        for one in starts:
            one.start()
        for one in starts:
            one.join()
        assert [one.exitcode for one in starts] == [0] * 8


def test_two_comparisons_wait_for_each_other(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run")
    said: list[str] = []
    order = tmp_path / "order"
    order.write_text("")

    def note(text: str) -> None:
        with open(order, "a") as stream:
            stream.write(text)

    def second() -> None:
        with run.alone(said.append):
            note("second" if said else "at once")

    with run.alone(said.append):
        other = FORK.Process(target=second)
        other.start()
        other.join(0.5)
        note("first, ")
    other.join()
    assert order.read_text() == "first, second"


def test_stale_files_of_another_machine_go_on_request(tmp_path: Path, capsys) -> None:
    from evaluation.cli import main

    run = RunDirectory.create(tmp_path / "run")
    left = [
        tmp_path / "run" / "store" / ".tmp-elsewhere-17-abc",
        tmp_path / "run" / "runs" / ".tmp-elsewhere-17-def",
        tmp_path / "run" / "checkpoints" / ("a" * 32),
    ]
    fresh = run.store.root / ".tmp-elsewhere-18-abc"
    for path in (*left, fresh):
        path.mkdir(parents=True)
    for path in left:
        os.utime(path, (1, 1))
    assert main(["gc", str(tmp_path / "run")]) == 0
    assert all(path.exists() for path in left[:2])
    assert main(["gc", str(tmp_path / "run"), "--stale", "7d"]) == 0
    assert not any(path.exists() for path in left) and fresh.exists()
    assert main(["gc", str(tmp_path / "run"), "--stale", "soon"]) == 2
