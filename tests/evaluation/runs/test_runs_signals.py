"""Ctrl-C and SIGTERM in a comparison of two processes: one line, the right code, nothing left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from toy_run import MODELS, TRUST, Ran, write_config

CLSS = [sys.executable, "-c", "import sys; from evaluation.cli import main; sys.exit(main())"]
SLOW_MODELS = MODELS.replace("dim = [4, 12]", "dim = [4, 12]\npause = 1.5")


def shared_memory(process: int) -> list[str]:
    """Semaphores and memory that a process made and did not give back."""
    place = Path("/dev/shm")
    return [path.name for path in place.iterdir() if str(process) in path.name.split("-")]


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="no /dev/shm")
@pytest.mark.parametrize("moment", ["starting", "training"])
@pytest.mark.parametrize(
    ("number", "to_all", "times", "code", "line"),
    [
        (signal.SIGINT, True, 1, 130, "clss: interrupted"),  # Ctrl-C goes to the whole terminal
        (signal.SIGINT, True, 2, 130, "clss: interrupted"),
        (signal.SIGTERM, False, 1, 143, "clss: terminated"),
        (signal.SIGTERM, True, 1, 143, "clss: terminated"),
    ],
)
def test_one_line_and_nothing_left(
    moment: str,
    number: signal.Signals,
    to_all: bool,
    times: int,
    code: int,
    line: str,
    data: Path,
    tmp_path: Path,
) -> None:
    config = write_config(tmp_path / "c.toml", data, SLOW_MODELS)
    command = [*CLSS, "compare", str(config), "--out", str(tmp_path / "run"), "--jobs", "2", TRUST]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wanted = "store/corpus/*/manifest.json" if moment == "starting" else "store/fit/*/manifest.json"
    while not list((tmp_path / "run").glob(wanted)):
        assert process.poll() is None
        time.sleep(0.02)
    for _ in range(times):
        (os.killpg if to_all else os.kill)(process.pid, number)
        time.sleep(0.1)
    out, err = process.communicate(timeout=120)
    assert process.returncode == code and out == ""
    assert "Traceback" not in err and "Exception" not in err and "resource_tracker" not in err
    said = [text for text in err.splitlines() if text.startswith("clss:")]
    assert said == [line] and err.splitlines()[-1] == line
    deadline = time.monotonic() + 60
    while alive(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)  # the helper that gives back semaphores ends last
    assert not alive(process.pid)
    assert shared_memory(process.pid) == []
    assert not list((tmp_path / "run" / "store").glob(".tmp-*"))
    assert Ran(config, tmp_path / "run").text() == Ran(config, tmp_path / "whole").text()
