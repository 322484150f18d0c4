"""How long a run will take: expected before, corrected by what stages took."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from toy_run import HEADER, MODELS, TRUST, Ran, write_config

from clss.progress import Progress
from evaluation.cli import main
from evaluation.cli.run_display import Lines
from evaluation.runs.directory import RunDirectory
from evaluation.runs.forecast import Forecast, Pace, span
from evaluation.runs.stage import FitJob, Report, Stage

CLSS = [sys.executable, "-c", "import sys; from evaluation.cli import main; sys.exit(main())"]

COUNTS = """
[[models]]
model = "cooccurrence"
label = "Counts"
"""


def stage(key: str, *needs: str, model: str = "toy", seconds: float = 10.0) -> Stage:
    job = FitJob("corpus", {"model": model}, {})
    return Stage(key, key, job, tuple(("fit", need) for need in needs), seconds=seconds)


def test_stages_run_side_by_side_as_far_as_they_can() -> None:
    chain = [stage("a"), stage("b", "a"), stage("c", "b"), stage("d")]
    seconds = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 5.0}
    assert span(chain, seconds, cores=1) == 11.0
    assert span(chain, seconds, cores=2) == 6.0
    assert span([stage("x", "elsewhere")], {"x": 2.0}, cores=1) == 2.0


def test_what_was_measured_corrects_what_is_expected() -> None:
    pace = Pace()
    assert pace.seconds(stage("a")) == 10.0
    pace.learn("other", 10.0, 30.0)
    assert pace.seconds(stage("a")) == 30.0  # the machine is slower than the models think
    pace.learn("toy", 10.0, 5.0)
    assert pace.seconds(stage("a")) == 5.0


def test_earlier_runs_count_by_the_processor_and_this_one_by_the_wall(tmp_path: Path) -> None:
    run = RunDirectory.create(tmp_path / "run")
    cost = {"expected": 10.0, "seconds": 90.0, "processor": 40.0}
    about = {"spec": {"model": "toy", "parameters": {"workers": 2}}}
    with run.store.writing("fit", "0" * 64, about, cost):
        pass
    pace = Pace.of_earlier(run)
    assert pace.measured and not Pace().measured
    assert pace.seconds(stage("a")) == 20.0  # 40 s of two threads, on a machine that was busy
    pace.learn("toy", 10.0, 30.0)
    assert pace.seconds(stage("a")) == 30.0  # as busy as it is now
    pace.earlier["other"] = [1.0]
    assert pace.seconds(stage("b", model="other")) == 15.0  # as it is for every model
    assert pace.seconds(stage("c", model="new")) == 22.5  # between those that are known


def test_the_forecast_follows_the_progress() -> None:
    now = [0.0]
    stages = [stage("a", seconds=100.0), stage("b", "a", seconds=100.0)]
    forecast = Forecast(stages, cores=1, later=7.0, clock=lambda: now[0])
    assert forecast.left() == 207.0
    forecast.started(stages[0])
    now[0] = 10.0
    assert forecast.stage_left(stages[0]) == 90.0
    assert forecast.stage_left(stages[0], Progress("training", 10, 100)) == 90.0  # first seen
    now[0] = 20.0
    assert forecast.stage_left(stages[0], Progress("training", 60, 100)) == 8.0
    assert forecast.left([(stages[0], Progress("training", 60, 100))]) == 115.0
    forecast.finished(stages[0], Report("a", "done", seconds=50.0))
    assert forecast.left() == 57.0  # twice as fast as expected


def test_a_heartbeat_where_nothing_is_drawn(tmp_path: Path) -> None:
    now, out = [0.0], io.StringIO()
    stages = [stage("slow", seconds=300.0)]
    lines = Lines(RunDirectory(tmp_path), out, clock=lambda: now[0])
    lines.begin(stages, 0, Forecast(stages, clock=lambda: now[0]))
    lines.started(stages[0])
    for now[0] in (10.0, 29.0, 31.0, 45.0, 62.0):
        lines.tick(stages)
    said = out.getvalue().splitlines()
    assert said[0] == "1 stages to compute, 0 there already; about 5 min"
    assert len(said) == 3 and said[2].startswith("[0/1] running: fit slow (1 min 2 s, about 4 min")


def test_the_dry_run_says_how_long(data: Path, tmp_path: Path, capsys) -> None:
    header = HEADER.partition("\n")[2]  # a dry run executes no plugin
    config = write_config(tmp_path / "c.toml", data, COUNTS, header)
    plan = ["compare", str(config), "--out", str(tmp_path / "run"), "--dry-run", "--jobs", "2"]
    assert main([*plan, "--format", "json"]) == 0
    before = json.loads(capsys.readouterr().out)
    assert before["seconds"] > 0 and before["jobs"] == 2 and not before["measured"]
    Ran(config, tmp_path / "run")
    assert main(plan) == 0
    assert "It will take under 10 s with 2 processes, by what earlier runs here took." in (
        capsys.readouterr().out
    )


def test_what_was_interrupted_is_pending(data: Path, tmp_path: Path, capsys) -> None:
    slow = MODELS.replace("dim = [4, 12]\nseeds = 3", "dim = 4\npause = 600.0")
    config, out = write_config(tmp_path / "c.toml", data, slow), tmp_path / "run"
    command = [*CLSS, "compare", str(config), "--out", str(out), "--jobs", "2", TRUST]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    while not list((out / "store").glob("score/*/manifest.json")):
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"run the same command again to resume\nclss: interrupted\n" in said
    assert main(["table", str(out), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert all("failed" not in row for row in rows)
    (random,) = (row for row in rows if row["label"] == "Random")
    assert "not computed yet" in random["pending"]
    assert main(["runs", str(out), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["pending"] > 0
