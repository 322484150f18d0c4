"""Self-learning on spaces whose right map is known; what it is given; the contract."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits
from toy_accuracy import accuracy

from baselines.documents.cooccurrence import DocumentCooccurrence
from baselines.documents.lsa import LSA
from baselines.joined import self_learning as module
from baselines.joined.count_vectors import CountVectors
from baselines.joined.csls import BLOCK, mutual_neighbors
from baselines.joined.mapping import joined_rows, map_both
from baselines.joined.self_learning import DOCUMENT_DIM, SelfLearning, document_models
from clss import check_model
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.formats.vectors import WordVectors
from clss.lexicon import Lexicon
from clss.matrices import unit_rows
from clss.model import load_model
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from clss.vocabulary import Vocabulary

WORDS = 200
CORPUS = toy_corpus(pairs=400)


def turned_pair(noise: float = 0.3, dim: int = 10) -> BilingualSpace:
    """Target vectors are source vectors turned round, with noise; words are in one order."""
    generator = np.random.default_rng(2)
    source = generator.normal(size=(WORDS, dim)) * np.linspace(2, 0.5, dim)
    turn, _ = np.linalg.qr(generator.normal(size=(dim, dim)))
    target = source @ turn + noise * generator.normal(size=(WORDS, dim))
    names = ([f"{side}{i}" for i in range(WORDS)] for side in "st")
    return BilingualSpace(*(Vocabulary(words) for words in names), source, target)


def test_few_pairs_become_many_and_better():
    vectors, few = turned_pair(noise=0.5, dim=20), [(f"s{i}", f"t{i}") for i in range(12)]
    once = SelfLearning(lexicon=few, vectors=vectors, iterations=1).fit(CORPUS)
    often = SelfLearning(lexicon=few, vectors=vectors, iterations=6).fit(CORPUS)
    assert accuracy(once.space_) + 0.1 < accuracy(often.space_)
    assert often.log_[0] == 12 and often.log_[-1] > 150
    assert often.supervision == {"lexicon"}


def test_pairs_are_looked_for_among_frequent_words_only():
    model = SelfLearning(
        lexicon=[(f"s{i}", f"t{i}") for i in range(40)],
        vectors=turned_pair(),
        vocabulary=50,
    ).fit(CORPUS)
    assert model.lexicon_.source_ids.max() < 50 and model.lexicon_.target_ids.max() < 50


def right_pairs(vectors, *, fit=None, **options):
    """How many right pairs are found with vectors that say nothing: what is right is anchored."""
    model = SelfLearning(lexicon=LSA(dim=25).fit(CORPUS), vectors=vectors, iterations=4, **options)
    pairs = (model.fit(CORPUS) if fit is None else model.fit_vectors(*fit)).lexicon_.pairs
    return len({(word, "t" + word[1:]) for word in CORPUS.source.vocabulary} & set(pairs))


def noise():
    generator = np.random.default_rng(1)
    return [generator.normal(size=(len(side.vocabulary), 8)) for side in CORPUS.sides]


def test_the_anchor_keeps_pairs_where_the_vectors_say_nothing():
    vectors = BilingualSpace(CORPUS.source.vocabulary, CORPUS.target.vocabulary, *noise())
    assert right_pairs(vectors) > 20 > right_pairs(vectors, anchored=False)


def test_vectors_from_files_are_anchored_though_they_have_no_counts():
    words = [side.vocabulary.words for side in CORPUS.sides]
    vectors = BilingualSpace(*map(Vocabulary, words), *noise())
    assert vectors.source != CORPUS.source.vocabulary
    files = [WordVectors(*both) for both in zip(words, noise(), strict=True)]
    assert right_pairs(vectors) > 20 and right_pairs(None, fit=files) > 20
    assert right_pairs(None, fit=files, anchored=False) < 20


@pytest.mark.parametrize("iterations", [1, 2, 4])
@pytest.mark.parametrize("anchored", [True, False])
def test_the_loop_is_what_its_steps_say(iterations, anchored):
    vectors, lexicon = (model.fit(CORPUS) for model in (CountVectors(dim=12), LSA(dim=8)))
    options = {"anchored": anchored, "reweight": 0.7, "iterations": iterations}
    model = SelfLearning(lexicon, vectors, **options).fit(CORPUS)
    sides, anchor = [], []
    for name in ("source", "target"):
        rows = unit_rows(vectors.space_.matrix(name).astype(np.float64))
        sides.append(unit_rows(rows - rows.mean(axis=0)))
        anchor.append(unit_rows(lexicon.space_.matrix(name)))
    first = Lexicon.mutual(lexicon.space_)
    pairs = mutual_neighbors(*anchor) if anchored else (first.source_ids, first.target_ids)
    mapped, log = map_both(*sides, *pairs, 0.7), [len(pairs[0])]
    for _ in range(1, iterations):
        rows = [unit_rows(part.astype(np.float32)) for part in mapped]
        if anchored:
            rows = [joined_rows(*both) for both in zip(anchor, rows, strict=True)]
        pairs = mutual_neighbors(*rows)
        mapped, log = map_both(*sides, *pairs, 0.7), [*log, len(pairs[0])]
    assert list(model.log_) == log
    for name, part in zip(("source", "target"), mapped, strict=True):
        np.testing.assert_allclose(model.space_.matrix(name), part, atol=1e-6)
    assert model.lexicon_.as_array().tolist() == np.column_stack(pairs).tolist()


def test_given_pairs_can_be_looked_for_in_the_gold_whatever_is_found_later():
    given = [(f"s{i}", f"t{(i + 1) % WORDS}") for i in range(12)]  # wrong, and soon dropped
    model = SelfLearning(lexicon=given, vectors=turned_pair()).fit(CORPUS)
    assert model.space_.metadata["seed_lexicon"] == [list(pair) for pair in given]
    assert not set(given) <= set(model.lexicon_.pairs)
    built_on = SelfLearning(lexicon=model, vectors=turned_pair())
    assert built_on.fit(CORPUS).space_.metadata["seed_lexicon"] == [list(pair) for pair in given]
    found = SelfLearning(lexicon=LSA(dim=25)).fit(CORPUS)
    assert found.space_.metadata["seed_lexicon"] == [list(pair) for pair in found.lexicon_.pairs]


def test_broken_vectors_of_the_documents_make_nobody_their_neighbour(monkeypatch):
    fit = LSA._fit

    def broken(self, *rest):
        space = fit(self, *rest)
        rows = space.matrix("target").copy()
        rows[3, 0] = np.nan
        return BilingualSpace(
            space.source, space.target, space.matrix("source"), rows, langs=space.langs
        )

    monkeypatch.setattr(LSA, "_fit", broken)
    model = SelfLearning(lexicon=LSA(dim=25)).fit(CORPUS)
    assert model.log_[0] > 20 and accuracy(model.space_) > 0.9


def test_frequent_words_without_vectors_are_no_beginning():
    # the most frequent words are in all documents, so these say nothing about them
    documents = [["the", "the", "the", "a"], ["the", "the", "b"], ["the", "the", "c"]]
    others = [["le", "le", "le", "x"], ["le", "le", "y"], ["le", "le", "z"]]
    corpus = AlignedCorpus.from_documents(documents, others)
    with pytest.raises(InputError, match="no two of the 1 most frequent words of each language"):
        SelfLearning(lexicon=LSA(dim=2, words="entropy"), dim=3, vocabulary=1).fit(corpus)


def test_the_settings_that_published_figures_have():
    given = SelfLearning().get_params()
    names = ("dim", "window", "iterations", "anchored", "reweight", "vocabulary")
    assert [given[name] for name in names] == [200, 5, 3, True, 0.5, 20_000]
    lexicon, vectors = SelfLearning(window=4, dim=50, seed=7).components().values()
    assert (lexicon.dim, lexicon.seed) == (150, 7)
    assert (vectors.window, vectors.dim, vectors.seed) == (4, 50, 7)


def test_large_corpora_take_fewer_dimensions_of_documents_first():
    small = CorpusStatistics(2000, (400_000,) * 2, (5000,) * 2, (200.0,) * 2, 0.0, (0, 0))
    large = replace(small, tokens=(600_000, 400_000))
    found = [[model["dim"] for model in document_models(sizes)] for sizes in (small, large)]
    assert found == [[300, 150], [150, 300]]
    tiny = replace(small, pairs=100)
    assert [model["dim"] for model in document_models(tiny)] == [20]


def test_it_finds_the_translations_of_a_corpus_and_is_saved(tmp_path):
    model = SelfLearning(**SelfLearning.toy_parameters()).fit(CORPUS)
    assert accuracy(model.space_) > 0.9
    assert model.supervision == {"documents"} and set(model.components_) == {"lexicon", "vectors"}
    model.save(tmp_path / "model")
    back = load_model(tmp_path / "model")
    assert isinstance(back, SelfLearning)
    assert back.log_ == model.log_ and back.lexicon_.pairs == model.lexicon_.pairs


@pytest.mark.parametrize("lexicon", [LSA(dim=25), [(f"s{i:02d}", f"t{i:02d}") for i in range(12)]])
def test_a_model_of_given_vectors_is_saved_without_them(lexicon, tmp_path):
    vectors = BilingualSpace(CORPUS.source.vocabulary, CORPUS.target.vocabulary, *noise())
    model = SelfLearning(lexicon=lexicon, vectors=vectors).fit(CORPUS)
    model.save(tmp_path / "model")
    back = load_model(tmp_path / "model")
    assert back.space_.fingerprint == model.space_.fingerprint
    assert back.log_ == model.log_ and back.lexicon_.pairs == model.lexicon_.pairs


@pytest.mark.parametrize("name", ["map_both", "mutual_neighbors"])
def test_one_thread_of_blas_maps_and_pairs(name, monkeypatch):
    # matrices as small as the toy's are the same bytes in any case
    threads, function = [], getattr(module, name)

    def watched(*given):
        threads.extend(library["num_threads"] for library in threadpool_info())
        return function(*given)

    monkeypatch.setattr(module, name, watched)
    with threadpool_limits(2):
        SelfLearning(**SelfLearning.toy_parameters()).fit(CORPUS)
    assert threads and set(threads) == {1}


def test_only_frequent_words_are_compared_at_once_in_the_estimate_of_memory():
    sizes = CorpusStatistics(1000, (10**6,) * 2, (200_000,) * 2, (1000.0,) * 2, 0.0, (0, 0))
    few, all_words = (SelfLearning(vocabulary=n).estimate_memory(sizes) for n in (100_000, 200_000))
    blocks, vectors_of_documents = 3 * 4 * BLOCK * 100_000, 16 * 2 * 100_000 * DOCUMENT_DIM
    assert all_words - few == blocks + vectors_of_documents


def test_wide_or_sparse_vectors_are_in_the_estimate_of_memory():
    sizes = CorpusStatistics(10_000, (10**6,) * 2, (20_000,) * 2, (100.0,) * 2, 0.0, (0, 0))
    narrow = SelfLearning().estimate_memory(sizes)
    wide = turned_pair(dim=WORDS)
    given = SelfLearning(vectors=wide).estimate_memory(sizes)
    assert narrow - given == 16 * 40_000 * (200 - wide.matrix("source").shape[1])
    sparse = SelfLearning(vectors=DocumentCooccurrence()).estimate_memory(sizes)
    assert sparse - narrow > 16 * 40_000 * 9_000


@pytest.mark.parametrize(
    ("lexicon", "idle"),
    [("identical", {"anchored": False}), ([("a", "x")], {"iterations": 1, "vocabulary": 9})],
)
def test_what_a_given_lexicon_leaves_without_effect_is_refused(lexicon, idle):
    with pytest.raises(InputError, match="lexicon"):
        SelfLearning(lexicon, **idle).check_parameters()


def test_sparse_documents_are_made_dense_in_the_estimate_of_memory():
    sizes = CorpusStatistics(10_000, (10**6,) * 2, (20_000,) * 2, (100.0,) * 2, 0.0, (0, 0))
    first = DocumentCooccurrence()
    anchored, free = (
        SelfLearning(first, anchored=on).estimate_memory(sizes) for on in (True, False)
    )
    assert anchored - free > 16 * 40_000 * 9_000


def test_supervision_is_that_of_the_first_pairs():
    assert SelfLearning().supervision == {"documents"}
    assert SelfLearning(lexicon="identical").supervision == {"spelling"}


def test_it_keeps_the_contract():
    check_model(SelfLearning)
