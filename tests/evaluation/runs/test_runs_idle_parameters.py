"""What does nothing beside the rest of a row is refused where given, and no search proposes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_run import HEADER, Ran, write_config

from clss.errors import InputError

HEAD = HEADER + 'dev = "{data}/dev.tsv"\n'
PARTS = """
[tune]
trials = 4

[[models]]
model = "basic-muptm"
label = "BMu"
prune = 5
topic_model = {model = "bilda", topics = 5, sweeps = 5}

[[models]]
model = "traditional-ppmi"
label = "TPPMI"
lexicon = "{data}/dev.tsv"
min_count_seed = 1

[[models]]
model = "cca"
label = "CCA"
lexicon = "{data}/gold.tsv"
vectors = {model = "count-vectors", dim = 5}
"""
GIVEN = """
[[models]]
model = "bwesg"
label = "GloVe"
backbone = "glove"
negative = 5
"""
CHOSEN = """
[[models]]
model = "cooccurrence"
label = "Counts"
tune = {power = [0.25, 0.5], weighting = ["log", "sqrt"]}
trials = 2
"""


def test_a_declared_space_is_what_the_given_parts_leave(data: Path, tmp_path: Path) -> None:
    ran = Ran(write_config(tmp_path / "c.toml", data, PARTS, HEAD), tmp_path / "run")
    tuned = {outcome.label: outcome.facts.tuned for outcome in ran.results[0].outcomes}
    assert tuned["BMu"] == {}
    assert set(tuned["TPPMI"]) == {"window"}
    assert set(tuned["CCA"]) == {"fraction", "regularization"}


def test_a_setting_has_only_what_it_looks_at(data: Path, tmp_path: Path) -> None:
    ran = Ran(write_config(tmp_path / "c.toml", data, CHOSEN, HEAD), tmp_path / "run")
    assert set(ran.results[0].outcomes[0].facts.tuned) == {"weighting"}


def test_what_a_config_gives_in_vain_is_an_error_of_its_line(data: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path / "c.toml", data, GIVEN)
    with pytest.raises(InputError, match="negative does nothing with backbone 'glove'") as error:
        Ran(config, tmp_path / "run")
    line = config.read_text().splitlines().index("negative = 5") + 1
    assert error.value.line == line
