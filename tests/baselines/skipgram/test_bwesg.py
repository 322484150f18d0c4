"""BWESG and the monolingual vectors as models."""

import numpy as np
import pytest
from toy_accuracy import accuracy

from baselines.pseudo_bilingual import pseudo_bilingual
from baselines.skipgram.bwesg import BWESG
from baselines.skipgram.gensim_reference import cut_documents, make_model
from baselines.skipgram.monolingual import MonolingualVectors
from baselines.skipgram.trainer import SkipGramParameters, initial_vectors
from clss import check_model
from clss.corpus import AlignedCorpus
from clss.errors import DivergenceError, InputError
from clss.model import load_model
from clss.toy import toy_corpus

TOY = {"dim": 16, "window": 8, "sample": 0, "epochs": 12, "alpha": 0.05}


@pytest.mark.parametrize(
    "model",
    [
        BWESG(**TOY),
        BWESG(**TOY, shuffle="merge", shuffle_index=3),
        BWESG(**TOY, backbone="cbow"),
        MonolingualVectors(dim=8, window=4, epochs=2),
        BWESG(dim=16, window=8, epochs=12, backbone="glove", glove_x_max=5),
    ],
    ids=["bwesg", "merge", "cbow", "monolingual", "glove"],
)
def test_contract(model):
    check_model(model)


def test_toy_translations_by_every_way_that_mixes_languages():
    corpus = toy_corpus()
    for shuffle in ("length-ratio", "merge", "proportional"):
        assert accuracy(BWESG(**TOY, shuffle=shuffle).fit(corpus).space_) > 0.9


def test_aligned_sentences_are_documents():
    corpus = toy_corpus(pairs=500, length=5)
    assert corpus.source.lengths.max() < 10
    assert accuracy(BWESG(**TOY).fit(corpus).space_) > 0.9


def test_output_vectors_are_kept_and_saved(tmp_path):
    model = BWESG(**TOY).fit(toy_corpus())
    contexts = model.space_.context_vectors
    assert [matrix.shape for matrix in contexts] == [(30, 16), (30, 16)]
    assert all(matrix.any(axis=1).all() for matrix in contexts)
    assert not np.allclose(contexts[0], model.space_.matrix("source"))
    model.save(tmp_path / "model")
    loaded = load_model(tmp_path / "model").space_.context_vectors
    assert all((a == b).all() for a, b in zip(contexts, loaded, strict=True))


def test_one_seed_gives_the_same_bytes():
    corpus = toy_corpus()
    first, second, other = (BWESG(**TOY, seed=seed).fit(corpus) for seed in (1, 1, 2))
    assert first.space_.fingerprint == second.space_.fingerprint
    assert first.space_.matrix("source").tobytes() != other.space_.matrix("source").tobytes()
    assert first.deterministic and first.space_.metadata["deterministic"] is True


@pytest.mark.parametrize("workers", [2, 3])
def test_threads_learn_as_well_and_give_the_same_bytes(workers):
    corpus = toy_corpus()
    first, second = (BWESG(**TOY, workers=workers).fit(corpus) for _ in range(2))
    assert first.space_.fingerprint == second.space_.fingerprint
    assert first.space_.metadata["deterministic"] is True
    assert accuracy(first.space_) > 0.9


@pytest.mark.parametrize("other", [{"backbone": "glove"}, {"backend": "gensim"}])
def test_threads_that_race_are_declared(other):
    alone, several = BWESG(**other), BWESG(**other, workers=2)
    assert alone.deterministic and not several.deterministic
    assert several.version == alone.version < BWESG(workers=2).version  # only copies are new


def test_shuffles_of_one_seed_differ():
    corpus = toy_corpus()
    prints = {
        BWESG(dim=8, window=4, epochs=1, shuffle="merge", shuffle_index=i)
        .fit(corpus)
        .space_.fingerprint
        for i in range(3)
    }
    assert len(prints) == 3


def test_one_sided_pairs_are_counted():
    corpus = AlignedCorpus.from_documents([["a", "b"], [], ["a"]], [["x"], ["x", "y"], []])
    space = BWESG(dim=4, window=2, epochs=1, sample=0).fit(corpus).space_
    assert space.metadata["one_sided_pairs"] == 2


def test_vectors_that_nothing_was_learned_for_are_refused():
    corpus = AlignedCorpus.from_documents([["a"], ["b"]], [["x"], ["y"]])
    with pytest.raises(InputError, match="nothing was learned"):
        BWESG(dim=4).fit(corpus)


def test_monolingual_vectors_do_not_see_the_other_language():
    corpus = toy_corpus()
    fewer = AlignedCorpus.from_documents(
        [[corpus.source.vocabulary[int(i)] for i in corpus.source.document(d)] for d in range(200)],
        [["only", "two"]] * 200,
        langs=("s", "t"),
    )
    model = MonolingualVectors(dim=8, window=4, sample=0, epochs=2)
    assert model.supervision == frozenset()
    both = [model.fit(c).space_.matrix("source").tobytes() for c in (corpus, fewer)]
    assert both[0] == both[1]
    space = model.fit(corpus).space_
    assert not np.allclose(space.matrix("source"), space.matrix("target"))


def test_monolingual_vectors_of_the_same_text_begin_apart():
    text = [["a", "b", "c", "d", "a", "c"]] * 20
    corpus = AlignedCorpus.from_documents(text, text, langs=("s", "t"))
    space = MonolingualVectors(dim=8, window=2, sample=0, epochs=1).fit(corpus).space_
    assert not np.allclose(space.matrix("source"), space.matrix("target"), atol=1e-3)


def test_divergence_is_an_error():
    with pytest.raises(DivergenceError, match="lower alpha"):
        BWESG(**{**TOY, "alpha": 50.0}).fit(toy_corpus())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"shuffle": "ratio"}, "shuffle must be one of"),
        ({"backend": "tensorflow"}, "backend"),
        ({"backbone": "fasttext"}, "backbone"),
        ({"dim": -1}, "dim"),
        ({"shuffle_index": -1}, "index"),
        ({"backbone": "glove", "backend": "gensim"}, "has no GloVe"),
        ({"backbone": "glove", "glove_x_max": 0}, "glove_x_max"),
        ({"backbone": "glove", "glove_weight": "none"}, "glove_weight"),
        ({"seed": -3}, "seed"),
    ],
)
def test_wrong_parameters_are_refused_by_fit(wrong, message):
    with pytest.raises(InputError, match=message):
        BWESG(**wrong).fit(toy_corpus())


def test_gensim_backend_gets_the_same_documents_ids_and_initial_vectors():
    tokens, offsets = np.arange(2500) % 7, np.array([0, 2500])
    documents = cut_documents(tokens, offsets, 1000)
    assert [len(document) for document in documents] == [1000, 1000, 500]
    assert [int(word) for document in documents for word in document] == tokens.tolist()
    assert max(map(len, cut_documents(np.zeros(25_000, int), np.array([0, 25_000]), 0))) == 10_000
    text = pseudo_bilingual(toy_corpus())
    counts = np.bincount(text.tokens, minlength=text.n_words)
    parameters = SkipGramParameters(dim=16)
    model = make_model(counts, parameters)
    vectors = np.array([model.wv[str(word)] for word in range(text.n_words)])
    assert (vectors == initial_vectors(counts, parameters)[0]).all()
    assert [model.wv.get_vecattr(str(i), "count") for i in range(text.n_words)] == counts.tolist()


def test_gensim_backend_learns_as_we_do():
    corpus, reports = toy_corpus(), []
    model = BWESG(**TOY, backend="gensim").fit(corpus, progress=reports.append)
    again = BWESG(**TOY, backend="gensim").fit(corpus)
    assert accuracy(model.space_) > 0.9
    assert model.space_.fingerprint == again.space_.fingerprint
    assert len(reports) == 12 and reports[-1].done == reports[-1].total
    assert model.space_.context_vectors[0].any()


def test_gensim_knows_nothing_of_words_that_do_not_occur():
    model = BWESG(dim=4, sample=0, epochs=2, backend="gensim")
    vectors = model.train(np.array([0, 2, 0, 2]), np.array([0, 4]), 4, seed=1)
    assert not vectors.inputs[[1, 3]].any() and vectors.inputs[[0, 2]].any(axis=1).all()
