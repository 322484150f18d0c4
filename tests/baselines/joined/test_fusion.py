"""Weighted means of cosines, with and without the table; parts are trained once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits
from toy_accuracy import accuracy

from baselines.documents.cooccurrence import DocumentCooccurrence
from baselines.documents.lsa import LSA
from baselines.joined import fusion as module
from baselines.joined import translation_table as translation_table_module
from baselines.joined.count_vectors import CountVectors
from baselines.joined.fusion import Fusion, take_off_background
from baselines.joined.self_learning import SelfLearning
from baselines.joined.spelling import Spelling
from baselines.joined.translation_table import translated_rows, translation_table
from baselines.lexical.mikolov import MikolovMapping
from baselines.lexical.traditional_ppmi import TraditionalPPMI
from baselines.skipgram.monolingual import MonolingualVectors
from baselines.topics.muptm import BasicMuPTM
from clss import check_model
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.matrices import to_dense, unit_rows
from clss.model import model_spec
from clss.space import BilingualSpace
from clss.toy import toy_corpus

CORPUS = toy_corpus(pairs=400)


def cosines(space):
    source, target = (unit_rows(to_dense(space.matrix(side))) for side in ("source", "target"))
    return source @ target.T


@pytest.mark.parametrize("second", [LSA(dim=8, power=0.5), DocumentCooccurrence()])
def test_cosines_are_weighted_means(second):
    parts = [LSA(dim=20), second, LSA(dim=4)]
    model = Fusion(*parts, second_weight=3.0, third_weight=0.5, passes=0).fit(CORPUS)
    each = [cosines(part.fit(CORPUS).space_) for part in parts]
    expected = (each[0] + 3 * each[1] + 0.5 * each[2]) / 4.5
    np.testing.assert_allclose(cosines(model.space_), expected, atol=1e-5)


def test_a_part_that_two_begin_with_is_trained_once(monkeypatch):
    trained = []
    fit = LSA._fit
    monkeypatch.setattr(
        LSA, "_fit", lambda self, *rest: trained.append(self.dim) or fit(self, *rest)
    )
    model = Fusion(first=LSA(dim=25)).fit(CORPUS)
    assert trained == [25]
    assert model.components_["second"].components_["lexicon"] is model.components_["first"]
    assert accuracy(model.space_) > 0.9


def test_the_default_knows_documents_and_spelling():
    model = Fusion()
    assert model.supervision == {"documents", "spelling"} and model.deterministic
    first, second, third = model.components().values()
    assert isinstance(first, LSA) and isinstance(second, SelfLearning)
    assert model_spec(third) == model_spec(Spelling())
    # parts that a comparison knows from other rows: it trains each of them once
    assert model_spec(second) == model_spec(SelfLearning())
    assert model_spec(second.components()["lexicon"]) == model_spec(first)


def test_without_its_third_part_it_knows_documents_only():
    model = Fusion(third_weight=0)
    assert model.supervision == {"documents"}
    assert set(model.components()) == {"first", "second"}


@pytest.mark.parametrize("third", [{"third_weight": 0.0}, {"third": Spelling(dim=10)}])
def test_the_table_stands_beside_the_parts(third):
    parts = [LSA(dim=20), LSA(dim=8, power=0.5)]
    plain = Fusion(*parts, **third, passes=0).fit(CORPUS).space_
    rows = tuple(unit_rows(plain.matrix(side)) for side in ("source", "target"))
    # spelling proposes translations, but is not what translated words are compared by
    two = Fusion(*parts, third_weight=0, passes=0).fit(CORPUS).space_
    compared = tuple(unit_rows(two.matrix(side)) for side in ("source", "target"))
    found = translated_rows(compared, translation_table(CORPUS, rows, 3, words=20))
    table = {"passes": 3, "table_weight": 0.5, "background": 0, "vocabulary": 20}
    model = Fusion(*parts, **third, **table).fit(CORPUS)
    vectors = [model.space_.matrix(side) for side in ("source", "target")]
    expected = cosines(plain) + 0.5 * found[0] @ found[1].T
    np.testing.assert_allclose(vectors[0] @ vectors[1].T, expected, atol=1e-5)
    assert found[0].any()
    sizes = CORPUS.statistics()
    without = Fusion(*parts, **third, passes=0)
    assert model.estimate_memory(sizes) >= without.estimate_memory(sizes)


def test_a_share_of_the_mean_of_the_text_is_taken_off_every_word():
    parts = [LSA(dim=20), LSA(dim=8, power=0.5)]
    with_it, without = (Fusion(*parts, background=share).fit(CORPUS).space_ for share in (0.7, 0))
    for side in ("source", "target"):
        vocabulary, rows = without.vocabulary(side), without.matrix(side)
        share_of_text = vocabulary.counts / vocabulary.counts.sum()
        expected = rows - 0.7 * share_of_text @ rows
        np.testing.assert_allclose(with_it.matrix(side), expected, atol=1e-6)


def test_a_word_that_a_part_does_not_know_has_no_background_in_it():
    rows = np.array([[1, 0, 2], [0, 0, 1], [0, 4, 0]], dtype=np.float32)
    counts = np.array([3, 9, 1])
    take_off_background(rows, counts, share=1.0, widths=[2])
    assert not rows[1, :2].any() and not rows[2, 2]
    # nothing is left of what the text says on the whole
    np.testing.assert_allclose(counts @ rows, 0, atol=1e-5)


@pytest.mark.parametrize("sparse", [DocumentCooccurrence(), TraditionalPPMI(lexicon="identical")])
def test_sparse_parts_have_no_table(sparse):
    with pytest.raises(InputError, match="passes must be 0 with sparse vectors, as second has: "):
        Fusion(LSA(dim=20), sparse).check_parameters()
    with pytest.raises(InputError, match="as first has: fusion"):
        Fusion(Fusion(LSA(dim=20), sparse, passes=0)).check_parameters()
    Fusion(LSA(dim=20), sparse, passes=0).check_parameters()
    Fusion(LSA(dim=20), DocumentCooccurrence(dim=5)).check_parameters()


def test_a_part_that_does_not_say_that_it_is_sparse_is_noticed():
    part = DocumentCooccurrence().fit(CORPUS)
    with pytest.raises(InputError, match="passes must be 0 with sparse vectors, as second has: "):
        Fusion(LSA(dim=20), LSA(dim=8)).fit(CORPUS, components={"second": part})


def test_parts_have_the_words_of_the_corpus():
    # as many words, so that only their names tell
    other = AlignedCorpus.from_documents(
        *(
            [[f"other-{side.vocabulary[i]}" for i in side.document(d)] for d in range(len(side))]
            for side in CORPUS.sides
        ),
        langs=CORPUS.langs,
    )
    with pytest.raises(InputError, match="second must have vectors of the corpus's words"):
        Fusion(LSA(dim=20), LSA(dim=8)).fit(CORPUS, components={"second": LSA(dim=8).fit(other)})


def test_one_thread_of_blas_makes_the_table(monkeypatch):
    threads = []
    table = module.translation_table

    def watched(*given):
        threads.extend(library["num_threads"] for library in threadpool_info())
        return table(*given)

    monkeypatch.setattr(module, "translation_table", watched)
    with threadpool_limits(2):
        Fusion(LSA(dim=20), LSA(dim=8)).fit(CORPUS)
    assert threads and set(threads) == {1}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ([["a", "b", "a"]], [["x", "y"]]),
        ([["a", "b"], [], ["a"], ["b"]], [["x", "y"], ["y"], [], ["y"]]),
    ],
)
def test_one_document_or_empty_ones_are_enough(source, target):
    corpus = AlignedCorpus.from_documents(source, target)
    space = Fusion(LSA(dim=1, weighting="log"), CountVectors(dim=2)).fit(corpus).space_
    assert np.isfinite(cosines(space)).all() and cosines(space).any()


@pytest.mark.filterwarnings("error")
def test_a_word_without_neighbours_is_compared_by_documents():
    corpus = AlignedCorpus.from_documents(
        [["a"], ["b", "c"], ["b"], ["c"]], [["x"], ["y", "z"], ["y"], ["z"]]
    )
    space = Fusion(LSA(dim=3), CountVectors(dim=2)).fit(corpus).space_
    word = corpus.source.vocabulary.words.index("a")
    assert not space.matrix("source")[word, 3:5].any()
    assert space.neighbors("a", lang="source", top=1)[0].word == "x"


@pytest.mark.parametrize("passes", [0, 2])
def test_a_broken_vector_is_compared_by_the_other_parts(passes, monkeypatch):
    fit = Spelling._fit

    def broken(self, *rest):
        space = fit(self, *rest)
        rows = space.matrix("source").copy()
        rows[3, 0] = np.nan
        return BilingualSpace(
            space.source, space.target, rows, space.matrix("target"), langs=space.langs
        )

    monkeypatch.setattr(Spelling, "_fit", broken)
    parts = LSA(dim=20), LSA(dim=8)
    space = Fusion(*parts, Spelling(dim=10), passes=passes).fit(CORPUS).space_
    assert np.isfinite(space.matrix("source")).all() and accuracy(space) > 0.9
    documents = Fusion(*parts, third_weight=0, passes=0).fit(CORPUS).space_
    if not passes:  # as far as two parts of three weights go: the root of their share
        expected = cosines(documents)[3] * np.sqrt(3 / 4.5)
        np.testing.assert_allclose(cosines(space)[3], expected, atol=1e-5)


def test_one_part_that_cannot_be_repeated_is_enough():
    racing = MonolingualVectors(dim=5, backbone="glove", workers=2)
    assert not Fusion(LSA(dim=8), racing).deterministic
    assert not Fusion().seed_matters and not Fusion(LSA(dim=8), LSA(dim=4)).seed_matters


def test_supervision_is_that_of_all_parts():
    fusion = Fusion(second=SelfLearning(lexicon=[("s00", "t00")]))
    assert fusion.supervision == {"documents", "lexicon", "spelling"}


@pytest.mark.parametrize(("passes", "own"), [(0, set()), (2, {"documents"})])
def test_a_table_is_learned_from_the_documents_whatever_the_parts_know(passes, own):
    fusion = Fusion(Spelling(), Spelling(longest=2), third_weight=0, passes=passes)
    assert fusion.supervision == own | {"spelling"}


def test_pairs_that_parts_were_given_or_found_can_be_looked_for_in_the_gold():
    pairs = [(f"s{i:02d}", f"t{i:02d}") for i in range(8)]
    model = Fusion(LSA(dim=20), SelfLearning(pairs, vectors=LSA(dim=10), iterations=1)).fit(CORPUS)
    inner = model.components_["second"].space_.metadata["seed_lexicon"]
    assert inner and model.space_.metadata["seed_lexicon"] == inner
    assert "seed_lexicon" not in Fusion(LSA(dim=20), LSA(dim=8)).fit(CORPUS).space_.metadata


def test_only_given_pairs_are_said_to_be_known_beforehand():
    pairs = [(f"s{i:02d}", f"t{i:02d}") for i in range(8)]
    given = MikolovMapping(lexicon=pairs, vectors=LSA(dim=10))
    found = SelfLearning(LSA(dim=25), vectors=LSA(dim=10))
    space = Fusion(given, found).fit(CORPUS).space_
    assert {tuple(pair) for pair in space.metadata["seed_lexicon"]} == set(pairs)


def test_memory_grows_with_the_width_of_every_part():
    sizes = replace(CORPUS.statistics(), vocabulary=(20_000, 20_000))
    narrow = Fusion(LSA(dim=20), LSA(dim=8)).estimate_memory(sizes)
    for wide in (Fusion(LSA(dim=5000), LSA(dim=8)), Fusion(LSA(dim=20), LSA(dim=5000))):
        assert wide.estimate_memory(sizes) - narrow > 4 * 4 * 40_000 * 4000


def test_the_settings_that_published_figures_have():
    defaults = Fusion().get_params()
    weights = [defaults[f"{name}_weight"] for name in ("second", "third", "table")]
    assert (weights, defaults["passes"], defaults["vocabulary"]) == ([2.0, 1.5, 1.0], 2, 20_000)
    assert defaults["background"] == 0.8
    first, second, third = Fusion(seed=7).components().values()
    assert [part.seed for part in (first, second, third)] == [7, 7, 7]
    sizes = replace(CORPUS.statistics(), pairs=2000)
    space = Fusion.tuning_space(sizes)
    # a search begins with the defaults, and with the document model that suits the corpus
    assert (space["second_weight"], space["third_weight"]) == ([2.0, 1.0], [1.5, 3.0])
    assert [model["dim"] for model in space["first"]] == [300, 150]
    assert Fusion.suited_parameters(sizes) == {"first": {"model": "lsa", "dim": 300}}
    constants = translation_table_module.CANDIDATES, translation_table_module.SHARPNESS
    assert constants == (50, 20.0)


@pytest.mark.parametrize("idle", [{"table_weight": 0.5}, {"background": 0.5}, {"vocabulary": 500}])
def test_without_a_table_its_parameters_are_refused(idle):
    with pytest.raises(InputError, match="where passes is 0"):
        Fusion(passes=0, **idle).check_parameters()


@pytest.mark.parametrize("name", ["second_weight", "third_weight", "table_weight"])
def test_weights_that_leave_nothing_of_the_other_parts_are_refused(name):
    with pytest.raises(InputError, match=f"{name} must be a number .*at most 1000"):
        Fusion(**{name: 1e80}).check_parameters()


def test_models_for_other_similarities_are_refused():
    with pytest.raises(InputError, match="second must be a model for the cosine; basic-muptm"):
        Fusion(second=BasicMuPTM()).fit(CORPUS)


@pytest.mark.parametrize("third", [{}, {"third": None, "third_weight": 0}])
def test_it_keeps_the_contract(third):
    # the letters alone tell the toy's translations: without them the other parts have to
    check_model(Fusion(**{**Fusion.toy_parameters(), **third}))
