"""The configs that come with the toolkit can be read: keys, models, parameters, contexts."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from clss.model import MODELS
from evaluation.runs.config import read_config
from evaluation.runs.grid import build, variants

#: examples whose data are made elsewhere
ELSEWHERE = ("jair2016", "libreoffice", "europarl", "encoder")
EXAMPLES = Path(__file__).parents[3] / "examples"
CONFIGS = sorted(EXAMPLES.rglob("*.toml"))


def test_there_is_a_config_for_every_table() -> None:
    names = {path.name for path in CONFIGS}
    assert names >= {
        "quickstart.toml",
        "ble-group1.toml",
        "ble-group2.toml",
        "figure-window.toml",
        "figure-europarl.toml",
        "swtc-group1.toml",
        "swtc-group2.toml",
        "swtc-senses.toml",
        "own_model.toml",
    }


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.name)
def test_a_config_can_be_read(config: Path, tmp_path: Path) -> None:
    text = config.read_text()
    path = config
    if config.parent.name in ELSEWHERE:
        tmp_path = tmp_path / "examples" / "here"
        tmp_path.mkdir(parents=True)
        path = Path(shutil.copy(config, tmp_path))
        pairs = ["-".join(one["langs"]) for one in _corpora(tomllib.loads(text))]
        for name in re.findall(r'"([^"]+\.(?:txt\.gz|tsv|jsonl))"', text):
            for pair in pairs:
                file = tmp_path / name.replace("{pair}", pair)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.touch()
        for name in re.findall(r'path = "([^"]+)"', text):  # the directory of an encoder
            (tmp_path / name).mkdir(parents=True, exist_ok=True)
            for part in ("model.onnx", "tokenizer.json"):
                (tmp_path / name / part).touch()
    read = read_config(path, trust=True)
    for row in read.rows:
        if row.model is not None:
            assert row.model in MODELS.names()
            for variant in variants(row.parameters):
                build(row.model, variant.parameters)


def _corpora(values: dict) -> list[dict]:
    return values["corpus"] if isinstance(values["corpus"], list) else [values["corpus"]]
