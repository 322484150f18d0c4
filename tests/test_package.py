"""What is installed: the command, the quickstart, and a wheel that works elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from clss import __version__
from evaluation.cli import main

ROOT = Path(__file__).parent.parent


def test_the_quickstart_is_written_once(tmp_path, capsys):
    place = tmp_path / "first"
    assert main(["quickstart", str(place)]) == 0
    assert f"next: clss compare {place / 'quickstart.toml'}" in capsys.readouterr().err
    kept = ROOT / "examples" / "quickstart"
    assert {p.name: p.read_bytes() for p in place.iterdir()} == {
        p.name: p.read_bytes() for p in kept.iterdir()
    }
    assert main(["quickstart", str(place)]) == 2


def test_another_package_of_the_same_name_is_noticed(tmp_path):
    (tmp_path / "evaluation").mkdir()
    (tmp_path / "evaluation" / "__init__.py").touch()
    # a comparison within this process would have set it
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONSAFEPATH"}
    run = subprocess.run(
        [sys.executable, "-m", "clss", "--version"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 2 and run.stdout == ""
    assert f"'evaluation' is taken from {tmp_path / 'evaluation'}" in run.stderr


def test_versions_agree():
    assert f"version: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    constraints = (ROOT / "constraints.txt").read_text("utf-8")
    assert all(line.startswith("#") or "==" in line for line in constraints.splitlines())


@pytest.mark.slow
def test_sdist_and_wheel_work_in_a_clean_environment(tmp_path):
    pytest.importorskip("build")
    dist = tmp_path / "dist"
    build = [sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT)]  # wheel from sdist
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = dist.glob("*.whl")
    assert len(list(dist.glob("*.tar.gz"))) == 1
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    install = ["install", "-q", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run([programs / "python", "-m", "pip", *install], check=True)

    def clss(*arguments: str) -> str:
        command = [programs / "clss", *arguments]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return run.stdout

    assert clss("--version") == f"clss {__version__}\n"
    clss("quickstart", "first")
    names = ["cooccurrence", "lsa"]
    config = (tmp_path / "first" / "quickstart.toml").read_text("utf-8")
    head, *rows = config.split("[[models]]")
    kept = [row for row in rows if any(f'model = "{name}"' in row for name in names)]
    small = tmp_path / "first" / "small.toml"
    small.write_text("[[models]]".join([head, *kept]), "utf-8")
    assert "LSA" in clss("compare", str(small), "--out", "run")
