"""``clss gold build`` on the command line."""

from __future__ import annotations

import json

from evaluation.cli import main


def corpus(tmp_path):
    (tmp_path / "es.txt").write_text("sol mar casa\n" * 5, "utf-8")
    (tmp_path / "en.txt").write_text("sun sea house\n" * 5, "utf-8")
    return ["--corpus", str(tmp_path / "es.txt"), str(tmp_path / "en.txt"), "--langs", "es,en"]


def test_gold_build_writes_two_lexicons(tmp_path, capsys):
    (tmp_path / "d.tsv").write_text("sol\tsun\nmar\tsea\ncasa\thouse\ncasa\thome\n", "utf-8")
    out, dev = tmp_path / "gold.tsv", tmp_path / "dev.tsv"
    more = ["--dev", str(dev), "--dev-share", "0.5", "--format", "json"]
    code = main(
        ["gold", "build", str(tmp_path / "d.tsv"), *corpus(tmp_path), "-o", str(out), *more]
    )
    printed = json.loads(capsys.readouterr().out)
    assert code == 0
    lines = out.read_text("utf-8").splitlines() + dev.read_text("utf-8").splitlines()
    assert sorted(lines) == ["casa\thouse", "mar\tsea", "sol\tsun"]
    assert printed["test"] + printed["dev"] == 3
    assert printed["dropped"] == {"not in the corpus, or too rare": 1}


def test_dictionaries_in_the_wrong_direction_are_suspected(tmp_path, capsys):
    (tmp_path / "d.tsv").write_text("sun\tsol\n", "utf-8")
    out = tmp_path / "gold.tsv"
    code = main(["gold", "build", str(tmp_path / "d.tsv"), *corpus(tmp_path), "-o", str(out)])
    assert code == 2
    assert "no pair is left" in capsys.readouterr().err
    assert not out.exists()


def test_swapped_columns(tmp_path, capsys):
    given, out = tmp_path / "muse.txt", tmp_path / "swapped.tsv"
    given.write_text("sun sol\nsea mar\n", "utf-8")
    assert main(["gold", "swap", str(given), "-o", str(out)]) == 0
    assert out.read_text("utf-8") == "sol\tsun\nmar\tsea\n"
