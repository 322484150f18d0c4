"""A comparison that is run where somebody else's files lie imports none of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from evaluation.runs.pools import LocalPool
from evaluation.runs.stage import FitJob, Stage


def test_workers_import_nothing_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "ran"
    for name in ("joblib", "signal", "numpy", "evaluation", "pickle"):
        (tmp_path / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write('{name} ')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    pool = LocalPool(tmp_path / "run", jobs=1)
    try:
        stage = Stage("a" * 64, "toy", FitJob("b" * 64, {"model": "lsa"}, {}))
        assert pool.submit(stage).result(timeout=120).status == "failed"  # it has no corpus
    finally:
        pool.close()
    assert not mark.exists()


def test_numba_takes_no_cache_from_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / ".numba_config.yaml").write_text(f"cache_dir: {tmp_path}/theirs\n")
    code = "import clss, numba; print(repr(numba.config.CACHE_DIR))"
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path) not in done.stdout
