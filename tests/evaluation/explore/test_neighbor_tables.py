"""The article's qualitative tables from a run directory."""

from __future__ import annotations

import json

import pytest
from looked_at import SCRIPT

from clss.errors import InputError
from evaluation.cli import main
from evaluation.explore.tables import chosen_labels


def test_labels_may_have_commas():
    known = ["A", "A, dim=2", "B"]
    assert chosen_labels("A, dim=2,B,A", known) == ["A, dim=2", "B", "A"]
    with pytest.raises(InputError, match="C"):
        chosen_labels("A,C", known)


def test_models_stand_side_by_side_and_the_translation_is_marked(run_dir, capsys):
    rows = ["neighbors", str(run_dir), "s03,s04", "--rows", "Counts,LSA, dim=8", "--top", "3"]
    assert main([*rows, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [table["word"] for table in found["tables"]] == ["s03", "s04"]
    assert [row["label"] for row in found["rows"]] == ["Counts", "LSA, dim=8"] * 2
    assert all(len(row["neighbors"]) == 3 for row in found["rows"])
    assert main(rows) == 0
    assert "[t03]" in capsys.readouterr().out


def test_one_model_shows_all_three_kinds_in_latex_and_html(run_dir, capsys):
    asked = ["neighbors", str(run_dir), SCRIPT, "--lang", "s", "--rows", "LSA, dim=8"]
    assert main([*asked, "--format", "latex"]) == 0
    printed = capsys.readouterr().out
    assert r"\multicolumn{3}{c}{LSA, dim=8}" in printed and "s+t" in printed
    assert main([*asked, "--format", "html"]) == 0
    page = capsys.readouterr().out
    assert "<script" not in page and "<img" not in page and "&lt;b&gt;t01" in page


def test_mistakes_are_told(run_dir, capsys):
    for extra in (["--rows", "none"], ["--into", "xx"], ["--similarity", "cosine"]):
        assert main(["neighbors", str(run_dir), "s03", *extra]) == 2
    assert main(["neighbors", str(run_dir), "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
