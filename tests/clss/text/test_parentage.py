"""Processes of a pool do not outlive a parent that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

PROGRAM = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from clss.text.parentage import end_with_parent

if __name__ == "__main__":
    with ProcessPoolExecutor(2, initializer=end_with_parent) as pool:
        found = set()
        while len(found) < 2:
            futures = [pool.submit(os.getpid) for _ in range(8)]
            found.update(future.result() for future in futures)
        print(*found, flush=True)
        time.sleep(600)
"""


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_workers_end_with_a_killed_parent(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    parent = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    workers = [int(process) for process in parent.stdout.readline().split()]
    assert len(workers) == 2 and all(map(is_alive, workers))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 60
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, workers))
