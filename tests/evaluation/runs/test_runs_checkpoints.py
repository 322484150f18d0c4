"""A long training goes on where it was stopped, and leaves no trace in its result."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_run import Ran, write_config

from evaluation.runs import costs
from evaluation.runs.forecast import Pace

ROW = '\n[[models]]\nmodel = "toy-long"\nlabel = "Long"\n'


@pytest.fixture
def interrupted(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A config and the marks of its training, which was interrupted at the sixth step."""
    marker = tmp_path / "marks"
    monkeypatch.setenv("TOY_MARKS", str(marker))
    config = write_config(tmp_path / "c.toml", data, ROW)
    Path(f"{marker}.stop").touch()
    with pytest.raises(KeyboardInterrupt):
        Ran(config, tmp_path / "run")
    assert marker.read_text() == "0 1 2 3 4 5 "
    return config, marker


def test_it_goes_on_where_it_was(interrupted: tuple[Path, Path], tmp_path: Path) -> None:
    config, marker = interrupted
    ran = Ran(config, tmp_path / "run")
    assert marker.read_text() == "0 1 2 3 4 5 6 7 8 9 "
    assert not list((tmp_path / "run/checkpoints").iterdir())
    whole = Ran(config, tmp_path / "whole")
    assert ran.text() == whole.text()
    # nothing of the place where it was computed is in the stored model
    headers = [
        next((tmp_path / name).glob("store/fit/*/model/format.json")).read_bytes()
        for name in ("run", "whole")
    ]
    assert headers[0] == headers[1]
    told = [costs.table(costs.costs(one.run, one.run.records)) for one in (ran, whole)]
    assert ["since it was interrupted" in text for text in told] == [True, False]
    # the end of a training is no measure of the whole
    assert ["toy-long" in Pace.of_earlier(one.run).earlier for one in (ran, whole)] == [False, True]


def test_a_damaged_checkpoint_costs_time_only(
    interrupted: tuple[Path, Path], tmp_path: Path
) -> None:
    config, marker = interrupted
    next((tmp_path / "run/checkpoints").glob("*/step")).write_text("garbage")
    ran = Ran(config, tmp_path / "run")
    assert "starts anew" in "".join(ran.said)
    assert marker.read_text() == "0 1 2 3 4 5 " + "0 1 2 3 4 5 6 7 8 9 "


def test_a_full_disk_says_nothing_about_the_checkpoint(
    interrupted: tuple[Path, Path], tmp_path: Path
) -> None:
    """Hours of sweeps must not be thrown away because something else went wrong."""
    config, marker = interrupted
    Path(f"{marker}.fails").touch()
    ran = Ran(config, tmp_path / "run")
    (log,) = {Path(f["log"]) for f in ran.finished.record.failures.values() if f["log"]}
    assert "It went on from" in log.read_text() and "which is kept" in log.read_text()
    Ran(config, tmp_path / "run")
    assert marker.read_text() == "0 1 2 3 4 5 6 7 8 9 "
