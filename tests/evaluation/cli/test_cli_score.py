"""`clss score` and `clss table` on files: spaces, vectors, ranked lists, outcomes, in any mix."""

from __future__ import annotations

import numpy as np
import pytest

from clss.formats import export_space
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

WORDS = 12


@pytest.fixture
def files(tmp_path):
    """Two spaces over the same words, one of them as vector files, ranked lists, and a gold."""
    rng = np.random.default_rng(1)
    right = rng.normal(size=(WORDS, 4))
    words = [Vocabulary([f"{letter}{i}" for i in range(WORDS)]) for letter in "st"]
    good = BilingualSpace(*words, right, right, langs=("es", "en"))
    bad = BilingualSpace(*words, right, np.roll(right, 1, axis=0), langs=("es", "en"))
    good.save(tmp_path / "good")
    bad.save(tmp_path / "bad")
    export_space(good, [tmp_path / "wiki.vec"], "muse")
    (tmp_path / "gold.tsv").write_text("".join(f"s{i}\tt{i}\n" for i in range(WORDS)))
    lists = [f"s{i}\tt{i if i % 2 else 0}\tt3\n" for i in range(WORDS) if i != 3]
    (tmp_path / "theirs.tsv").write_text("".join(lists))
    return tmp_path


def rows(done):
    return {row["label"]: row["scores"]["acc1"] for row in done.document["rows"]}


def test_any_mix_of_systems_is_one_marked_table(clss, files):
    vectors = [f"MUSE={files / 'wiki.es.vec'}", files / "wiki.en.vec"]
    arguments = [files / "good", files / "bad", *vectors, files / "theirs.tsv"]
    gold = ["--ble", files / "gold.tsv"]
    done = clss("score", *arguments, *gold, "--format", "json", "--save", files / "kept")
    found = rows(done)
    assert list(found) == ["good", "bad", "MUSE", "theirs"]
    assert (found["good"], found["bad"], found["MUSE"]) == (1.0, 0.0, 1.0)
    assert found["theirs"] == pytest.approx(6 / 12)
    latex = clss(
        "score", *arguments, *gold, "--format", "latex", "--baseline", "the", "--digits", 2
    )
    assert latex.code == 0 and "\\toprule" in latex.out and "1.00" in latex.out

    kept = sorted((files / "kept").iterdir())
    again = clss("table", *kept, "--format", "json")
    assert rows(again) == found
    mixed = clss("score", files / "bad", kept[0], *gold, "--format", "json")
    assert rows(mixed) == {"bad": 0.0, "good": 1.0}


def test_several_retrievals_are_rows_and_bands_come_from_the_vocabulary(clss, files):
    asked = ["score", files / "good", "--ble", files / "gold.tsv"]
    assert list(rows(clss(*asked, "--retrieval", "nn,csls", "--format", "json"))) == [
        "good, nn",
        "good, csls",
    ]
    ways = "csls(neighborhood=1), csls(neighborhood=10), inverted-softmax(inverse_temperature=5)"
    assert list(rows(clss(*asked, "--retrieval", ways, "--format", "json"))) == [
        "good, csls(neighborhood=1)",
        "good, csls",
        "good, inverted-softmax(inverse_temperature=5)",
    ]
    bands = clss(*asked, "--by", "frequency").out
    assert "words 1-1000" in bands and "there are no counts" in " ".join(bands.split())


def test_two_of_one_name_are_two_rows(clss, files):
    outcome = files / "one.jsonl"
    gold = ["--ble", files / "gold.tsv"]
    clss("score", files / "good", *gold, "--save", outcome)
    assert list(rows(clss("table", outcome, outcome, "--format", "json"))) == ["good", "good (2)"]
    both = clss("score", f"A={files / 'good'}", f"A={files / 'bad'}", *gold, "--format", "json")
    assert sorted(rows(both)) == ["bad", "good"]


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        (["wiki.es.vec"], "is the vector file of one language; name the other one"),
        (["wiki.es.vec", "good"], "is the vector file of one language"),
        (["missing"], "no such file or directory; a saved space, vector files"),
        (["odd.jsonl"], "is not a saved outcome"),
    ],
)
def test_mistakes_are_one_sentence(refuses, files, systems, expected):
    (files / "odd.jsonl").write_text("{}\n")
    paths = [files / name for name in systems]
    assert expected in refuses("score", *paths, "--ble", files / "gold.tsv")


def test_a_retrieval_that_does_not_exist_is_told_before_anything_is_read(refuses, files):
    asked = ["score", files / "good", "--ble", files / "gold.tsv", "--retrieval"]
    assert "no parameter 'k'" in refuses(*asked, "nn,csls(k=3)")
    assert "did you mean csls" in refuses(*asked, "nn,clss")


def test_saving_several_rows_needs_a_directory(refuses, files):
    said = refuses(
        "score",
        files / "good",
        files / "bad",
        "--ble",
        files / "gold.tsv",
        "--save",
        files / "both.jsonl",
    )
    assert "there are 2 rows to keep; name a directory" in said
