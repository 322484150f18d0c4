"""Schedulers and workers of dask as processes of their own, for tests."""

from __future__ import annotations

import socket
import subprocess
import sys
import time


def run_module(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    deadline = time.monotonic() + 120
    while True:
        try:
            with Client(address, timeout=5, set_as_default=False) as client:
                client.wait_for_workers(count, timeout=60)
                return
        except OSError:
            assert time.monotonic() < deadline
