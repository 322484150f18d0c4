"""On which kind of processor a row was computed: told, and kept apart where there are several."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy_run import MODELS, PLUGIN, InlinePool, Ran, Said, write_config

from evaluation.cli import main
from evaluation.runs import jobs, resources
from evaluation.runs.directory import RunDirectory
from evaluation.runs.lock import lock
from evaluation.runs.verify import verify


@pytest.fixture
def config(tmp_path: Path, data: Path) -> Path:
    return write_config(tmp_path / "c.toml", data, MODELS)


def test_signatures_name_the_processors_that_took_part(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kind() -> str:
        return "zen4-1"

    monkeypatch.setattr(jobs, "cpu_kind", kind)
    ran = Ran(config, tmp_path / "run")
    rows = json.loads(ran.text("json"))["rows"]
    assert all("|cpu:zen4-1|" in row["signature"] for row in rows)
    # its scores computed anew elsewhere: both have to do with them
    for kind_, key in ran.run.store.contents():
        if kind_ == "score":
            ran.run.store.discard(kind_, key)
    monkeypatch.setattr(jobs, "cpu_kind", lambda: "haswell-2")
    mixed = Ran(config, tmp_path / "run")
    rows = json.loads(mixed.text("json"))["rows"]
    assert all("|cpu:haswell-2+zen4-1|" in row["signature"] for row in rows)
    note = "Computed on several kinds of processor (haswell-2, zen4-1)"
    assert note in " ".join(mixed.text().split())
    assert note not in " ".join(ran.text().split())
    # where nothing differs but the kind of processor, nothing differs
    verdicts = verify(ran.run, None, InlinePool, Said(), [PLUGIN])
    assert [str(one) for one in verdicts if one.difference] == []


def test_the_kind_is_the_one_that_kernels_are_compiled_for(monkeypatch) -> None:
    from numba import config as numba_config

    here = resources.cpu_kind()
    monkeypatch.setattr(numba_config, "CPU_NAME", "generic")
    monkeypatch.setattr(numba_config, "CPU_FEATURES", "")
    assert resources.cpu_kind().startswith("generic-") and resources.cpu_kind() != here


def test_keys_have_the_processor_only_on_a_mixed_cluster(config: Path, tmp_path: Path) -> None:
    plain = Ran(config, tmp_path / "run")
    again = Ran(config, tmp_path / "run")
    assert again.computed == []  # directories of one kind of machine stay as they are
    zen = Ran(config, tmp_path / "run", processor="zen4-1")
    assert len(zen.computed) == len(plain.computed)
    assert Ran(config, tmp_path / "run", processor="zen4-1").computed == []
    assert len(Ran(config, tmp_path / "run", processor="haswell-2").computed) == 17
    assert zen.text() == plain.text()
    assert main(["table", str(tmp_path / "run")]) == 0


def test_what_a_mixed_cluster_computed_is_verified(config: Path, tmp_path: Path) -> None:
    Ran(config, tmp_path / "run", processor="zen4-1")
    run = RunDirectory.open(tmp_path / "run")
    assert next(iter(run.records)).processor == "zen4-1"
    verdicts = verify(run, "Derived", InlinePool, Said(), [PLUGIN])
    assert [one.difference for one in verdicts] == [""]


def test_the_lock_has_the_processor(config: Path, tmp_path: Path) -> None:
    assert lock(Ran(config, tmp_path / "run").run)["cpu"] == resources.cpu_kind()
