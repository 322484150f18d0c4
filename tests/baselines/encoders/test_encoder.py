"""Every vector of the tiny encoder against numpy, and what a row says about itself."""

from __future__ import annotations

import gzip
import shutil

import numpy as np
import pytest
from tiny_encoder_reference import TinyEncoder

from baselines import PretrainedEncoder
from baselines.encoders.contexts import CorpusContexts, choose_occurrences
from baselines.encoders.directory import EncoderDirectory
from baselines.encoders.passages import Passage
from baselines.encoders.runner import EncoderRunner, EncoderSettings
from clss.checks import check_model
from clss.corpus import AlignedCorpus
from clss.errors import ClssWarning
from clss.model import load_model

CLOSE = {"rtol": 0, "atol": 2e-5}  # single against double precision


def contextual(reference, side, word, layer=-1, prefix=""):
    """The mean of a word's vectors over all its places in the documents."""
    found = []
    for number in range(len(side)):
        words = [side.vocabulary[i] for i in side.document(number)]
        text = prefix + " ".join(words)
        for place, other in enumerate(words):
            if other == word:
                start = len(prefix) + sum(len(w) + 1 for w in words[:place])
                found.append(reference.word(text, start, start + len(word), layer))
    return np.mean(found, axis=0), len(found)


@pytest.mark.parametrize("layer", [-1, 0, 1, 2, -2])
def test_every_word_alone_is_what_numpy_computes(tiny, corpus, layer):
    reference = TinyEncoder(tiny)
    space = PretrainedEncoder(tiny, occurrences=0, layer=layer).fit(corpus).space_
    for side, name in zip(corpus.sides, ("source", "target"), strict=True):
        for word, vector in zip(side.vocabulary, space.matrix(name), strict=True):
            expected = reference.word(word, 0, len(word), layer)
            np.testing.assert_allclose(vector, expected, **CLOSE)


@pytest.mark.parametrize(("batch", "prefix"), [(32, ""), (1, ""), (2, "query: ")])
def test_every_word_in_its_contexts_is_what_numpy_computes(tiny, corpus, batch, prefix):
    reference = TinyEncoder(tiny)
    model = PretrainedEncoder(tiny, batch=batch, prefix=prefix).fit(corpus)
    for side, name, counts in zip(
        corpus.sides, ("source", "target"), model.occurrences_, strict=True
    ):
        for i, word in enumerate(side.vocabulary):
            expected, count = contextual(reference, side, word, prefix=prefix)
            np.testing.assert_allclose(model.space_.matrix(name)[i], expected, **CLOSE)
            assert counts[i] == count


def test_the_other_poolings(tiny, corpus):
    reference = TinyEncoder(tiny)
    word = corpus.source.vocabulary[0]
    ids = reference.tokenizer.encode(word).ids
    hidden = reference.hidden(ids)[-1]
    for pooling, expected in (
        ("first", hidden[1]),
        ("cls", hidden[0]),
        ("sequence", hidden.mean(axis=0)),
    ):
        space = PretrainedEncoder(tiny, occurrences=0, pooling=pooling).fit(corpus).space_
        np.testing.assert_allclose(space.matrix("source")[0], expected, **CLOSE)


def test_normalised_vectors_have_length_one(tiny, corpus):
    plain, unit = (
        PretrainedEncoder(tiny, normalize=flag).fit(corpus).space_.matrix("source")
        for flag in (False, True)
    )
    lengths = np.linalg.norm(plain, axis=1, keepdims=True)
    np.testing.assert_allclose(unit, plain / lengths, rtol=1e-6)


def test_contexts_are_found_in_raw_text(tiny, corpus, tmp_path):
    lines = ["El Formato de la celda", "", "Ningún archivo: la IMAGEN-celda"]
    path = tmp_path / "raw.es.txt.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("\n".join(lines))
    reference = TinyEncoder(tiny)
    model = PretrainedEncoder(tiny, source_text=path)
    with pytest.warns(ClssWarning, match=r"4 of 8 es words do not occur in raw.es.txt.gz"):
        model.fit(corpus)
    words = corpus.source.vocabulary
    vectors = dict(zip(words, model.space_.matrix("source"), strict=True))
    np.testing.assert_allclose(vectors["formato"], reference.word(lines[0], 3, 10), **CLOSE)
    twice = [reference.word(lines[0], 17, 22), reference.word(lines[2], 26, 31)]
    np.testing.assert_allclose(vectors["celda"], np.mean(twice, axis=0), **CLOSE)
    np.testing.assert_allclose(vectors["página"], reference.word("página", 0, 6), **CLOSE)
    assert model.occurrences_[0][words.id("celda")] == 2


def test_a_text_that_is_too_long_is_split_between_words_and_counted(tiny):
    words = ["formato", "celda", "documento", "archivo"] * 10
    corpus = AlignedCorpus.from_documents([words], [["cell"]], langs=("es", "en"))
    with pytest.warns(ClssWarning, match="1 es texts are longer than the 32 pieces"):
        model = PretrainedEncoder(tiny, occurrences=100).fit(corpus)
    assert model.occurrences_[0].tolist() == [10] * 4
    reference, texts, left = TinyEncoder(tiny), [], list(words)
    while left:  # as many words as fit, give or take the one that is cut early
        fitting = len(left)
        while len(reference.tokenizer.encode(" ".join(left[:fitting])).ids) > 32:
            fitting -= 1
        texts.append(left[:fitting])
        left = left[fitting:]
    runner = EncoderRunner(EncoderDirectory.open(tiny), EncoderSettings())
    cut = list(runner.tokenizer.cut([Passage.sentence(words, range(40), [0] * 40)]))
    assert all(len(text.ids) <= 32 for text in cut)
    assert sum(len(text.rows) for text in cut) == 40
    assert len(cut) <= len(texts) + 1
    # what each part gives is what numpy makes of that part alone
    at = 0
    for text in cut:
        part = words[at : at + len(text.rows)]
        at += len(part)
        assert text.ids == reference.tokenizer.encode(" ".join(part)).ids
        _, vectors = runner.vectors([text])
        expected = [
            reference.word(" ".join(part), s := len(" ".join([*part[:i], ""])), s + len(word))
            for i, word in enumerate(part)
        ]
        np.testing.assert_allclose(vectors, expected, **CLOSE)


def test_a_word_longer_than_the_model_has_a_vector(tiny):
    word = "xqzk" * 24  # a WordPiece makes one unknown piece of more than 100 letters
    corpus = AlignedCorpus.from_documents([[word, "celda"]], [["cell"]], langs=("es", "en"))
    with pytest.warns(ClssWarning, match="split"):
        space = PretrainedEncoder(tiny).fit(corpus).space_
    assert np.isfinite(space.matrix("source")).all()
    assert space.matrix("source").any(axis=1).all()


def test_one_seed_gives_the_same_bytes(tiny):
    documents = [["celda", "formato", f"w{i}"] for i in range(30)]
    corpus = AlignedCorpus.from_documents(documents, documents, langs=("es", "en"))
    first, again, other = (
        PretrainedEncoder(tiny, occurrences=3, seed=seed, batch=4).fit(corpus).space_
        for seed in (1, 1, 2)
    )
    assert first.fingerprint == again.fingerprint
    assert first.matrix("source").tobytes() != other.matrix("source").tobytes()


def test_threads_are_the_models_and_change_no_more_than_rounding(tiny, corpus):
    one, two = (PretrainedEncoder(tiny, threads=n).fit(corpus) for n in (1, 2))
    assert (one.threads, two.threads) == (1, 2)
    np.testing.assert_allclose(one.space_.matrix("source"), two.space_.matrix("source"), **CLOSE)
    assert two.space_.metadata["encoder"]["settings"]["threads"] == 2


def test_occurrences_are_drawn_evenly():
    words = np.repeat([0, 1], [1000, 3])
    seen = np.zeros(1003)
    for seed in range(400):
        chosen = choose_occurrences(words, 10, np.random.default_rng(seed))
        assert len(chosen) == 13
        seen[chosen] += 1
    assert (seen[1000:] == 400).all()
    # 400 draws of 10 in 1000: 4 each, so that ten standard deviations are 20
    assert seen[:1000].max() < 24
    assert seen[:500].sum() == pytest.approx(2000, abs=150)


def test_documents_without_a_drawn_word_are_not_read(corpus):
    contexts = CorpusContexts(corpus.source)
    chosen = np.array([0, 5])
    texts = [passage.text for passage in contexts.passages(chosen)]
    assert texts == ["formato celda documento celda", "archivo imagen"]


def test_progress_counts_words(tiny, corpus):
    reports = []
    PretrainedEncoder(tiny, batch=1).fit(corpus, progress=reports.append)
    last = {report.stage: report for report in reports}
    assert last["encoding es"].done == last["encoding es"].total == corpus.source.n_tokens
    assert last["encoding en"].unit == "words"


def test_a_row_says_what_it_has_seen_and_what_computed_it(tiny, corpus):
    model = PretrainedEncoder(tiny).fit(corpus)
    fingerprint = EncoderDirectory.open(tiny).fingerprint
    assert model.supervision == {f"pretrained (tiny, {fingerprint[:8]})"}
    about = model.space_.metadata
    assert about["supervision"] == [f"pretrained (tiny, {fingerprint[:8]})"]
    assert about["runtime"].startswith("onnxruntime-1.")
    assert about["runtime"].endswith("-CPUExecutionProvider")
    assert about["deterministic"] is True
    assert about["encoder"]["fingerprint"] == fingerprint


def test_the_hash_sees_every_file_that_matters(tiny, tmp_path):
    copy = shutil.copytree(tiny, tmp_path / "copy")
    first = EncoderDirectory.open(copy).fingerprint
    assert first == EncoderDirectory.open(tiny).fingerprint
    (copy / "README.md").write_text("words")
    assert EncoderDirectory.open(copy).fingerprint == first
    for name in ("config.json", "tokenizer.json", "model.onnx"):
        with open(copy / name, "ab") as stream:
            stream.write(b" ")
        assert EncoderDirectory.open(copy).fingerprint != first
        first = EncoderDirectory.open(copy).fingerprint


def test_a_saved_model_comes_back(tiny, corpus, tmp_path):
    model = PretrainedEncoder(tiny).fit(corpus)
    model.save(tmp_path / "saved")
    loaded = load_model(tmp_path / "saved")
    assert loaded.space_.fingerprint == model.space_.fingerprint
    np.testing.assert_array_equal(loaded.occurrences_[1], model.occurrences_[1])


def test_the_public_checks(example, tmp_path):
    """An encoder that sees digits only knows the translations of the toy corpus."""
    tokenizer = example.make_tokenizer([f"{letter}{i:02d}" for letter in "st" for i in range(100)])
    place = example.write_encoder(tmp_path / "toy", tokenizer, hidden=32, layers=1)
    graph = example.make_graph(tokenizer.get_vocab_size(), layers=1)
    weights = {one.name: one for one in graph.graph.initializer}
    table = example.numpy_helper.to_array(weights["embeddings.word"]).copy()
    for piece, number in tokenizer.get_vocab().items():
        if len(piece) == 3 and piece[0] in "st" and piece[1:].isdigit():
            table[number] = table[tokenizer.token_to_id("s" + piece[1:])]
    weights["embeddings.word"].CopyFrom(example.numpy_helper.from_array(table, "embeddings.word"))
    example.save_model(graph, str(place / "model.onnx"))
    check_model(PretrainedEncoder(str(place), occurrences=2))
