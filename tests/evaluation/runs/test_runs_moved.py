"""Results are known by what files hold: a directory may be moved, and nothing is another."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from toy_run import HEADER, InlinePool, Ran, Said, write_config

from evaluation.cli import main
from evaluation.runs.verify import verify

ROWS = """
[[models]]
model = "cca"
label = "Given"
lexicon = "lex/a.tsv"
dim = 2

[[models]]
model = "cca"
label = "Searched"
dim = 2
tune = {lexicon = ["lex/a.tsv", "lex/b.tsv"]}
"""


@pytest.fixture
def moved(data: Path, tmp_path: Path) -> tuple[Ran, Path]:
    """A comparison that was run in D; D is E now."""
    old, new = tmp_path / "D", tmp_path / "E"
    (old / "lex").mkdir(parents=True)
    lines = (data / "dev.tsv").read_text().splitlines(keepends=True)
    (old / "lex" / "a.tsv").write_text("".join(lines[:5]))
    (old / "lex" / "b.tsv").write_text("".join(lines[3:]))
    for name in ("gold.tsv", "dev.tsv", "s.txt", "a.txt"):
        shutil.copy(data / name, old)
    header = HEADER.replace('plugins = ["{plugin}"]\n', "").replace("{data}/", "")
    config = write_config(old / "c.toml", data, ROWS, header + 'dev = "dev.tsv"\n')
    ran = Ran(config, old / "run")
    shutil.move(old, new)
    return ran, new


def test_a_search_of_files_is_not_made_again(moved: tuple[Ran, Path]) -> None:
    before, place = moved
    (stored,) = (place / "run/store/tune").glob("*/trials.json")
    assert "/D/" not in stored.read_text()
    again = Ran(place / "c.toml", place / "run")
    assert (
        again.computed == [] and again.finished.record.searches == before.finished.record.searches
    )
    assert again.text() == before.text()
    trained = [s.job for s in again.finished.record.stages if s.title.startswith("cca")]
    assert trained
    assert all(Path(job.spec["parameters"]["lexicon"]).parent == place / "lex" for job in trained)


def test_what_was_moved_is_verified(moved: tuple[Ran, Path], tmp_path: Path) -> None:
    before, place = moved
    (place / "lex/a.tsv").rename(place / "lex/c.tsv")  # another name, the same content
    config = place / "c.toml"
    config.write_text(config.read_text().replace("lex/a.tsv", "lex/c.tsv"))
    again = Ran(config, place / "run")
    assert again.computed == []
    assert main(["gc", str(place / "run"), "--forget", before.finished.record.name]) == 0
    found = [str(one) for one in verify(again.run, None, InlinePool, Said())]
    assert found == ["Given (ble s-t, seed 1): identical", "Searched (ble s-t, seed 1): identical"]


def test_a_header_that_differs_otherwise_is_told(moved: tuple[Ran, Path]) -> None:
    _, place = moved
    ran = Ran(place / "c.toml", place / "run")
    fit = next(s for s in ran.finished.record.stages if s.title.startswith("cca"))
    entry = ran.run.store.require("fit", fit.key)
    copy = shutil.copytree(entry.path / "model", place / "copy")
    header = json.loads((copy / "format.json").read_text())
    header["spec"]["parameters"]["dim"] = 3
    (copy / "format.json").write_text(json.dumps(header))
    ran.run.store.discard("fit", fit.key)
    with ran.run.store.writing("fit", fit.key, entry.about) as directory:
        shutil.copytree(copy, directory / "model")
    found = " ".join(map(str, verify(ran.run, "Given", InlinePool, Said())))
    assert "model/format.json differs: spec.parameters.dim: 3 then, 2 now" in found
