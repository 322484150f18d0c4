"""Files of other programs on the command line: fastText models, pipes, packed files, MALLET."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from clss.space import BilingualSpace


def test_a_fasttext_model_is_a_space(clss, tmp_path):
    from gensim.models.fasttext import FastText, save_facebook_model

    files = []
    for lang, words in (("es", ["perro", "gato"]), ("en", ["dog", "cat"])):
        model = FastText([words] * 20, vector_size=8, min_count=1, epochs=1, bucket=50)
        files.append(tmp_path / f"{lang}.bin")
        save_facebook_model(model, str(files[-1]))
    out = tmp_path / "space"
    done = clss("import", *files, "--from", "fasttext", "--langs", "es,en", "-o", out)
    assert done.code == 0, done.err
    space = BilingualSpace.load(out)
    assert set(space.source.words) == {"perro", "gato"} and space.dimensions == 8
    expected = model.wv["cat"]
    assert np.allclose(space.vector("cat", "target"), expected, atol=1e-6)


def test_repeated_words_are_noted_with_their_number(clss, tmp_path):
    for lang in ("es", "en"):
        (tmp_path / f"{lang}.vec").write_text("3 2\na 1 0\nb 0 1\na 1 1\n")
    files = [tmp_path / "es.vec", tmp_path / "en.vec"]
    done = clss("import", *files, "--from", "muse", "--langs", "es,en", "-o", tmp_path / "space")
    assert done.code == 0
    assert "note: " in done.err and "1 rows repeat an earlier word (the first: 'a')" in done.err


@pytest.mark.parametrize("packed", ["gz", "xz", "bz2"])
def test_packed_files_are_written_and_read(clss, space_dir, tmp_path, packed):
    vectors = tmp_path / f"v.vec.{packed}"
    assert clss("export", space_dir, "-o", vectors, "--to", "muse").code == 0
    files = [tmp_path / f"v.{lang}.vec.{packed}" for lang in ("es", "en")]
    lexicon, outcome = tmp_path / f"lexicon.tsv.{packed}", tmp_path / f"outcome.jsonl.{packed}"
    assert clss("lexicon", space_dir, "-o", lexicon).code == 0
    done = clss("score", *files, "--ble", lexicon, "--save", outcome, "--format", "json")
    assert done.code == 0, done.err
    assert done.document["rows"][0]["scores"]["acc1"] == 1.0
    assert clss("table", outcome).code == 0


def test_ranked_lists_and_gold_from_standard_input(clss, refuses, space_dir, tmp_path, monkeypatch):
    def piped(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))

    gold = tmp_path / "gold.tsv"
    gold.write_text("rey\tking\npan\tbread\n")
    piped("rey\tking\npan\tking\tbread\n")
    done = clss("score", "theirs=-", space_dir, "--ble", gold, "--format", "json")
    found = {row["label"]: row["scores"]["acc1"] for row in done.document["rows"]}
    assert found == {"theirs": 0.5, "space": 1.0}
    piped("rey\tking\n")
    done = clss("score", space_dir, "--ble", "-", "--format", "json")
    assert done.document["rows"][0]["n"] == 1
    assert "once only" in refuses("score", "-", "--ble", "-")


def test_the_state_of_a_bilda_for_mallet(clss, refuses, texts, tmp_path):
    out, state = tmp_path / "bilda", tmp_path / "state.gz"
    settings = ["-p", "topics=4", "-p", "sweeps=5"]
    assert clss("train", "bilda", *texts, "--langs", "es,en", "-o", out, *settings).code == 0
    assert "--corpus SOURCE TARGET" in refuses("export", out, "-o", state, "--to", "mallet")
    done = clss("export", out, "-o", state, "--to", "mallet", "--corpus", *texts)
    assert done.code == 0 and done.out == f"{state}\n", done.err
    back = clss("import", state, "--from", "mallet", "--langs", "es,en", "-o", tmp_path / "back")
    assert back.code == 0, back.err
    before, after = BilingualSpace.load(out), BilingualSpace.load(tmp_path / "back")
    assert sorted(before.source.words) == sorted(after.source.words)
