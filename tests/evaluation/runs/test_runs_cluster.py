"""A real dask scheduler and two real workers on loopback, one of which is killed half-way."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from real_cluster import free_port, run_module, wait_for_workers
from toy_run import MODELS, TRUST, Ran, write_config

from evaluation.cli import main

pytest.importorskip("distributed")

SLOW_MODELS = MODELS.replace("dim = [4, 12]", "dim = [4, 12]\npause = 1.0")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler and its two workers."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = run_module(
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-dashboard",
    )
    workers = [
        run_module(
            "distributed.cli.dask_worker",
            address,
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--local-directory",
            str(tmp_path / f"worker{i}"),
        )
        for i in range(2)
    ]
    try:
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_cluster_gives_the_same_bytes_though_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, workers = cluster
    config = write_config(tmp_path / "c.toml", data, SLOW_MODELS)
    local = Ran(config, tmp_path / "local").text()
    wait_for_workers(address, 2)
    run = tmp_path / "run"

    def kill_half_way() -> None:
        while len(list((run / "store").glob("fit/*/manifest.json"))) < 3:
            time.sleep(0.05)
        os.kill(workers[0].pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_half_way, daemon=True)
    killer.start()
    assert main(["compare", str(config), "--out", str(run), "--cluster", address, TRUST]) == 0
    killer.join()
    assert capsys.readouterr().out == local
    assert workers[0].wait() == -signal.SIGKILL and workers[1].poll() is None


@pytest.mark.slow
def test_all_workers_die(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, workers = cluster
    config = write_config(tmp_path / "c.toml", data, SLOW_MODELS)
    wait_for_workers(address, 2)
    run = tmp_path / "run"

    def kill_all() -> None:
        while not list((run / "store").glob("fit/*/manifest.json")):
            time.sleep(0.05)
        for worker in workers:
            os.kill(worker.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_all, daemon=True)
    killer.start()
    assert main(["compare", str(config), "--out", str(run), "--cluster", address, TRUST]) == 1
    killer.join()
    said = capsys.readouterr().err
    assert f"clss: all workers of the cluster at {address} are gone" in said
    assert "Traceback" not in said
    assert Ran(config, run).text() == Ran(config, tmp_path / "whole").text()


def test_a_scheduler_that_is_not_there(
    config: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import evaluation.runs.pools as module

    monkeypatch.setattr(module, "_PATIENCE", 1)
    arguments = ["compare", str(config), "--out", str(tmp_path / "run"), TRUST, "--cluster"]
    assert main([*arguments, "tcp://127.0.0.1:9"]) == 2
    assert "no dask scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err
    for address in ("nonsense", "tcp://", "http://[::1", "tls://127.0.0.1:9", "\x00"):
        assert main([*arguments, address]) == 2
        assert "no dask scheduler answers" in capsys.readouterr().err
    assert main([*arguments, " "]) == 2
    assert "needs the address of a scheduler" in capsys.readouterr().err
