"""The example of translation in context: its rows are the article's, and its script runs."""

from __future__ import annotations

import runpy
from pathlib import Path

from evaluation.runs.config import read_config

FOLDER = Path(__file__).parents[2] / "examples" / "translation_in_context"


def test_the_rows_of_the_article_are_there_by_name():
    config = read_config(FOLDER / "translation_in_context.toml")
    asked = {row.label: (row.model, row.similarities, row.contexts[0]) for row in config.rows}
    whole = {"keep": "all"}
    assert asked == {
        "NO-CONTEXT": ("bwesg", (), {"name": "none"}),
        "BWESG+add": ("bwesg", (), {"name": "add", "weight": 1.0} | whole),
        "BMu+HD+S": ("basic-muptm", ("hellinger",), {"name": "smoothed-fusion", "weight": 0.9}),
        "BMu+Cue+S": ("basic-muptm", ("cue",), {"name": "smoothed-fusion", "weight": 0.9}),
        "TPPMI+add": ("traditional-ppmi", (), {"name": "add", "weight": 0.9} | whole),
        "Mikolov+add": ("mikolov", (), {"name": "add", "weight": 1.0} | whole),
    }


def test_the_script_tunes_every_model_of_context(capsys):
    runpy.run_path(str(FOLDER / "context_models.py"))["main"]([])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "81 development and 235 test sentences"
    scored = {
        line.split()[2].partition("(")[0]: float(line.split()[1])
        for line in lines[4:]
        if not line.startswith("    -")
    }
    assert set(scored) == {"add", "add-melamud", "late-fusion", "mult-melamud", "none"}
    assert scored["add"] > scored["none"] + 0.1
