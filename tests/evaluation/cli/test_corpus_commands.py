"""``clss corpus``: its commands one after the other."""

from __future__ import annotations

from pathlib import Path

from evaluation.cli import main


def test_commands(tmp_path, capsys):
    paths = [str(tmp_path / name) for name in ("es", "en")]
    for path, article in zip(paths, ("el", "the"), strict=True):
        lines = [f"{article} name{i} name{i // 2}" for i in range(60)]
        Path(path).write_text("\n".join(lines) + "\n", "utf-8")
    assert main(["corpus", "align-check", *paths]) == 0
    assert "line n belongs to line n" in capsys.readouterr().out
    langs = ["--langs", "es,en", "-o", str(tmp_path / "out")]
    assert main(["corpus", "sample", *paths, *langs, "--pairs", "5"]) == 0
    assert main(["corpus", "split", *paths, *langs, "--paragraphs", "4"]) == 0
    assert "15 of 15 documents, 60 of 60 paragraphs" in capsys.readouterr().out
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.tex").write_text("x")
    elsewhere = ["--langs", "es,en", "-o", str(tmp_path / "home")]
    assert main(["corpus", "sample", *paths, *elsewhere, "--pairs", "5"]) == 2


def test_prepare_prints_what_was_dropped_and_why(tmp_path, capsys):
    (tmp_path / "es").write_text("El sol, 12 mares\nla luna\n", "utf-8")
    (tmp_path / "en").write_text("The sun, 12 seas\nthe moon\n", "utf-8")
    paths = [str(tmp_path / "es"), str(tmp_path / "en"), "--langs", "es,en"]
    out = ["-o", str(tmp_path / "out"), "--workers", "1", "--max-share", "1"]
    assert main(["corpus", "prepare", *paths, *out]) == 0
    printed = capsys.readouterr().out
    assert "2 of 2 pairs of documents kept" in printed
    assert "dropped: digits or underscores  1   1" in printed
    assert main(["corpus", "prepare", *paths, *out]) == 2
    assert "add --overwrite" in capsys.readouterr().err
    assert main(["corpus", "prepare", *paths, *out, "--overwrite", "--numbers", "no"]) == 2
    assert main(["corpus", "prepare", *paths, *out, "--overwrite", "--tagger", "fr=hanta"]) == 2
    assert "'fr', which --langs does not" in capsys.readouterr().err


def test_prepare_says_when_characters_stand_for_words(tmp_path, capsys):
    (tmp_path / "km").write_text("ភាសាខ្មែរ\n", "utf-8")
    (tmp_path / "en").write_text("Khmer\n", "utf-8")
    paths = [str(tmp_path / "km"), str(tmp_path / "en"), "--langs", "km,en"]
    assert main(["corpus", "prepare", *paths, "-o", str(tmp_path / "o"), "--max-share", "1"]) == 0
    assert "km is written without blanks: its tokens are characters" in capsys.readouterr().err
    paths[-1] = "Khmer,en"
    assert main(["corpus", "prepare", *paths, "-o", str(tmp_path / "p")]) == 2
    assert "'Khmer' is not a language code" in capsys.readouterr().err
