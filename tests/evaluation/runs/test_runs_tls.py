"""A real scheduler that speaks TLS only, with certificates made here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from real_cluster import free_port, run_module
from toy_run import MODELS, TRUST, Ran, write_config

pytest.importorskip("distributed")

CLSS = [sys.executable, "-c", "import sys; from evaluation.cli import main; sys.exit(main())"]


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    """An authority, and one certificate that it signed, as docs/security.md describes."""
    folder = tmp_path / "tls"
    folder.mkdir()
    key = ("-newkey", "rsa:2048", "-nodes")
    openssl(folder, "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ca")
    openssl(folder, "req", *key, "-keyout", "key.pem", "-out", "clss.csr", "-subj", "/CN=clss")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "cert.pem")
    openssl(folder, "x509", "-req", "-in", "clss.csr", *signed, "-days", "1")
    return folder


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes certificates with openssl")
def test_a_comparison_over_tls(certificates: Path, data: Path, tmp_path: Path) -> None:
    port, files = free_port(), certificates
    address = f"tls://127.0.0.1:{port}"
    options = [
        *("--tls-ca-file", str(files / "ca.pem")),
        *("--tls-cert", str(files / "cert.pem")),
        *("--tls-key", str(files / "key.pem")),
        "--no-dashboard",
    ]
    place = ("--host", "127.0.0.1", "--port", str(port), "--protocol", "tls")
    scheduler = run_module("distributed.cli.dask_scheduler", *place, *options)
    folder = ("--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path / "worker"))
    worker = run_module("distributed.cli.dask_worker", address, *folder, *options)
    config = write_config(tmp_path / "c.toml", data, MODELS)
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    mine = {
        f"{tls}CA_FILE": str(files / "ca.pem"),
        f"{tls}CLIENT__CERT": str(files / "cert.pem"),
        f"{tls}CLIENT__KEY": str(files / "key.pem"),
    }
    arguments = ["compare", str(config), "--out", str(tmp_path / "run"), TRUST, "--cluster"]

    def clss(to: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*CLSS, *arguments, to],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=300,
        )

    try:
        for _ in range(20):  # until the scheduler listens and has its worker
            done = clss(address, mine)
            if done.returncode == 0:
                break
            assert done.returncode == 2 and done.stderr.count("\n") == 1
            time.sleep(1)
        assert done.stdout == Ran(config, tmp_path / "local").text()
        # without the certificates, and without TLS, nobody gets in
        for to, environment in ((address, {}), (address.replace("tls", "tcp"), mine)):
            refused = clss(to, environment)
            assert refused.returncode == 2 and refused.stdout == ""
            # dask may go on to say why in its own words
            assert "\nclss: no dask scheduler answers at" in f"\n{refused.stderr}"
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()
