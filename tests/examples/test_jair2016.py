"""The article's configs at reduced size: made by one rule, and one of them run."""

from __future__ import annotations

import runpy
import tomllib
from pathlib import Path

import pytest

from evaluation.runs.config import read_config
from evaluation.runs.grid import build, variants

FOLDER = Path(__file__).parents[2] / "examples" / "jair2016"
SCRIPT = runpy.run_path(str(FOLDER / "paper.py"))
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_a_reduced_config_can_be_read_and_is_small(name, tmp_path):
    small = SCRIPT["reduced"](tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")))
    SCRIPT["write_config"](small, tmp_path / f"{name}.toml")
    config = read_config(tmp_path / f"{name}.toml")
    made = [
        build(row.model, variant.parameters)
        for row in config.rows
        for variant in variants(row.parameters)
    ]
    assert 2 <= len(made) <= 24
    assert {row.label for row in config.rows} == {model["label"] for model in small["models"]}


def test_the_article_has_numbers_for_every_config():
    article = SCRIPT["article"]()
    assert set(article) == set(NAMES)
    assert article["ble-group1"]["BWESG, length-ratio, window=48"]["200"] == "0.701"


@pytest.mark.slow
def test_a_config_writes_its_table_beside_the_articles(tmp_path):
    SCRIPT["main"](["--out", str(tmp_path), "swtc-senses"])
    text = (tmp_path / "RESULTS.md").read_text("utf-8")
    assert "article, 4 senses" in text and "here, 2 senses" in text
