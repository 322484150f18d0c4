"""Full and read-only disks: a clear sentence, and what was stored stays whole."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from toy_run import MODELS, TRUST, Ran, write_config

from clss.errors import InputError
from evaluation.cli import main

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")


@contextmanager
def disk(place: Path, size: str) -> Iterator[Path]:
    """A tmpfs of that size; skips where none can be mounted."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("no tmpfs can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_fills_up(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, MODELS.replace("[4, 12]", "[4, 5000]"))
    with disk(tmp_path / "disk", "2m") as place:
        ran = Ran(config, place / "run")
        assert "Failed: Random, dim=5000" in ran.text() and "the disk is full" in ran.text()
        labels = {outcome.label for outcome in ran.results[0].outcomes}
        assert {"Counts, nn", "Random, dim=4"} <= labels
        # what is there is whole, and half of nothing is left behind
        assert all(ran.run.store.get(*place_of) for place_of in ran.run.store.contents())
        assert not list((place / "run/store").glob(".tmp-*"))
        write_config(config, data, MODELS)
        again = Ran(config, place / "run")
        assert again.text() == Ran(config, tmp_path / "elsewhere").text()
        assert not any("dim=4" in title for title in again.computed)


def test_a_disk_without_room_for_the_corpus(config: Path, tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "16k") as place, pytest.raises(InputError, match="disk is full"):
        Ran(config, place / "run")


def test_a_read_only_directory(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with disk(tmp_path / "disk", "20m") as place:
        whole = Ran(config, place / "run").text()
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        for out in ("new", "run"):
            assert main(["compare", str(config), "--out", str(place / out), TRUST]) == 2
            assert "cannot be written (Read-only file system)" in capsys.readouterr().err
        assert main(["table", str(place / "run")]) == 0  # reading needs no writing
        assert capsys.readouterr().out == whole
