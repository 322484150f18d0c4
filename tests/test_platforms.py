"""Other systems and processors: no POSIX names at import, kernels without vector instructions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

HIDDEN = """
import os, signal, sys, tempfile
import asyncio, psutil  # they have their own way on every system
for module in ("fcntl", "resource", "termios", "pwd", "grp"):
    sys.modules[module] = None
for name in ("sysconf", "statvfs", "sched_getaffinity", "getuid", "geteuid"):
    delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "SIGCHLD"):
    delattr(signal, name)
from pathlib import Path
import baselines, clss, evaluation
import evaluation.cli, evaluation.runs.compare, evaluation.runs.pools, evaluation.runs.verify
from evaluation.runs import disk, resources
from evaluation.runs.cores import usable_cores
from evaluation.runs.directory import RunDirectory

assert usable_cores() >= 1
run = RunDirectory.create(Path(tempfile.mkdtemp()) / "run")
with run.alone(print):
    pass
assert disk.process_alive(os.getpid()) and not disk.process_alive(2**22 + 1)
real = Path.read_text
def no_proc(path, *more, **options):
    if str(path).startswith("/proc"):
        raise FileNotFoundError(path)
    return real(path, *more, **options)
Path.read_text = no_proc
assert resources.memory_budget() > 2**20
with resources.PeakMemory() as peak:
    pass
assert peak.bytes > 2**20
assert evaluation.cli.main(["similarities"]) == 0
"""


def test_without_the_names_that_only_posix_has() -> None:
    run = subprocess.run([sys.executable, "-c", HIDDEN], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "cosine" in run.stdout


def test_nobody_asks_for_a_process_by_a_signal() -> None:
    """On Windows ``os.kill(process, 0)`` ends the process."""
    sources = [
        p for name in ("clss", "baselines", "evaluation") for p in (ROOT / name).rglob("*.py")
    ]
    assert len(sources) > 100
    assert [p for p in sources if "os.kill(" in p.read_text("utf-8")] == []


@pytest.mark.slow
def test_kernels_are_right_without_vector_instructions(tmp_path: Path) -> None:
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    files = ["skipgram/test_sgns.py", "topics/test_bilda_sampler.py", "skipgram/test_bilbowa.py"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"]
        + [str(ROOT / "tests" / "baselines" / name) for name in files],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | plain | {"NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert run.returncode == 0, run.stdout
