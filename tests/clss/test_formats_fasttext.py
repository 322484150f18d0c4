"""A real fastText model, written by gensim: its words, and words that it does not know."""

from __future__ import annotations

import numpy as np
import pytest
from gensim.models.fasttext import FastText, save_facebook_model
from typer.testing import CliRunner

from clss.errors import InputError
from clss.formats import import_space
from clss.formats.fasttext import read_fasttext
from clss.space import BilingualSpace
from evaluation.cli import app
from evaluation.tasks.ble import BLE
from evaluation.tasks.signature import signature
from evaluation.tasks.swtc import SWTC

SENTENCES = {
    "es": [["formato", "celda", "documento"], ["archivo", "documento", "celda"]] * 5,
    "en": [["format", "cell", "document"], ["file", "document", "cell"]] * 5,
}


def train(sentences, path, max_n=4):
    model = FastText(
        vector_size=6, min_count=1, min_n=3, max_n=max_n, bucket=50, seed=1, workers=1, epochs=2
    )
    model.build_vocab(sentences)
    model.train(sentences, total_examples=len(sentences), epochs=2)
    save_facebook_model(model, str(path))
    return model


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    place = tmp_path_factory.mktemp("fasttext")
    return {
        lang: (place / f"cc.{lang}.bin", train(sentences, place / f"cc.{lang}.bin"))
        for lang, sentences in SENTENCES.items()
    }


def fnv(gram: str) -> int:
    """fastText's hash of an n-gram: 32-bit FNV-1a over signed bytes."""
    value = 2166136261
    for byte in gram.encode("utf-8"):
        signed = byte if byte < 128 else byte - 256
        value = ((value ^ (signed & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
    return value


def by_hand(model, word: str) -> np.ndarray:
    """The mean of the vectors of a word's n-grams, as the article has it."""
    marked = f"<{word}>"
    grams = [marked[i : i + n] for n in (3, 4) for i in range(len(marked) - n + 1)]
    return np.mean([model.wv.vectors_ngrams[fnv(gram) % 50] for gram in grams], axis=0)


def test_words_that_the_model_knows_and_does_not_know(models):
    path, model = models["es"]
    found = read_fasttext(path, words=["documento", "documentación", "página", "celda"])
    assert set(found.words[:4]) == {"formato", "celda", "documento", "archivo"}
    assert found.words[4:] == found.from_subwords == ("documentación", "página")
    vectors = dict(zip(found.words, found.matrix, strict=True))
    for word in ("formato", "documento"):
        np.testing.assert_allclose(vectors[word], model.wv[word], rtol=1e-6)
    for word in ("documentación", "página"):
        np.testing.assert_allclose(vectors[word], by_hand(model, word), rtol=1e-5)


def test_a_word_beyond_max_words_has_its_own_vector(models):
    path, model = models["es"]
    found = read_fasttext(path, max_words=1, words=["archivo", "archivar"])
    assert found.words[1:] == ("archivo", "archivar")
    assert found.from_subwords == ("archivar",)
    np.testing.assert_allclose(found.matrix[1], model.wv["archivo"], rtol=1e-6)


def test_words_without_subwords_stay_unknown(models, tmp_path):
    path, _ = models["es"]
    assert read_fasttext(path, words=[""]).from_subwords == ()
    train(SENTENCES["es"], tmp_path / "plain.bin", max_n=0)
    found = read_fasttext(tmp_path / "plain.bin", words=["documentación"])
    assert (len(found.words), found.from_subwords) == (4, ())


def test_a_space_says_where_it_comes_from_and_what_is_made_of_subwords(models):
    paths = [models[lang][0] for lang in ("es", "en")]
    asked = (["documentos", "celda"], ["documents"])
    space = import_space(paths, "fasttext", ("es", "en"), words=asked)
    assert space.metadata["from_subwords"] == [["documentos"], ["documents"]]
    (supervision,) = space.metadata["supervision"]
    assert supervision.startswith("pretrained (cc.es.bin + cc.en.bin, ")
    gold = [("documentos", "document"), ("celda", "cell"), ("celda", "documents")]
    outcome = BLE(gold).evaluate(space)
    assert outcome.facts.items_from_subwords == 1
    assert outcome.facts.supervision == (supervision,)
    assert "|model:vectors(files=cc.es.bin@" in signature(outcome)
    assert import_space(paths, "fasttext").metadata.get("from_subwords") is None


def test_items_in_context_are_counted_too(models):
    paths = [models[lang][0] for lang in ("es", "en")]
    task = SWTC(
        [
            {
                "word": "documentos",
                "sentence": ["celda", "documentos"],
                "position": 1,
                "candidates": ["document", "cell"],
                "gold": "document",
            }
        ]
    )
    space = import_space(paths, "fasttext", ("es", "en"), words=task.asked_words())
    assert task.evaluate(space).facts.items_from_subwords == 1


def test_other_formats_make_no_vectors_of_new_words(tmp_path):
    for lang in ("es", "en"):
        (tmp_path / f"{lang}.vec").write_text("1 2\nuno 1 2\n")
    paths = [tmp_path / f"{lang}.vec" for lang in ("es", "en")]
    with pytest.raises(InputError, match="only the format 'fasttext'"):
        import_space(paths, "muse", words=(["dos"], ["two"]))
    space = import_space(paths, "fasttext", words=(["dos"], ["two"]))  # .vec: nothing to make of
    assert space.source.words == ("uno",)


def test_from_the_command_line(models, tmp_path):
    (tmp_path / "es.txt").write_text("documentos celda\n")
    (tmp_path / "en.txt").write_text("documents cell\n")
    (tmp_path / "gold.tsv").write_text("documentos\tdocuments\ncelda\tcell\n")
    files = [str(models[lang][0]) for lang in ("es", "en")]
    texts = [str(tmp_path / f"{lang}.txt") for lang in ("es", "en")]
    out, gold = str(tmp_path / "space"), str(tmp_path / "gold.tsv")
    run = CliRunner().invoke
    made = run(
        app,
        ["import", *files, "--from", "fasttext", "--langs", "es,en", "-o", out, "--words", *texts],
    )
    assert made.exit_code == 0, made.output
    assert "1 and 1 of them from subwords" in made.output
    assert "documentos" in BilingualSpace.load(out).source
    for systems in ([out], [*files, "--langs", "es,en"]):
        scored = run(app, ["score", *systems, "--ble", gold])
        assert scored.exit_code == 0, scored.output
        printed = " ".join(scored.output.split())
        assert "by a vector made of their subwords" in printed
        assert "Supervision of every row: pretrained (cc.es.bin + cc.en.bin, " in printed
        assert "Pretrained elsewhere:" in printed
