"""Basic- and Association-MuPTM on top of one topic model."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from toy_accuracy import accuracy

from baselines.topics import association, muptm
from baselines.topics.bilda import BiLDA
from baselines.topics.muptm import AssociationMuPTM, BasicMuPTM
from clss.errors import InputError
from clss.model import MODELS
from clss.toy import toy_corpus


@pytest.fixture(scope="module", autouse=True)
def registered():
    for cls in (BiLDA, BasicMuPTM, AssociationMuPTM):
        MODELS.add(cls)


@pytest.fixture(scope="module")
def corpus():
    return toy_corpus()


@pytest.fixture(scope="module")
def topics(corpus):
    return BiLDA(**BiLDA.toy_parameters()).fit(corpus)


@pytest.mark.parametrize("cls", [BasicMuPTM, AssociationMuPTM])
def test_parameters_or_topic_model_give_the_same(cls, corpus, topics):
    parameters = BiLDA.toy_parameters()
    one = cls(prune=10, **parameters).fit(corpus)
    other = cls(prune=10, topic_model=topics).fit(corpus)
    assert one.space_.fingerprint == other.space_.fingerprint
    assert other.components_["topic_model"] is topics
    unfitted = cls(prune=10, topic_model=BiLDA(**parameters)).fit(corpus)
    assert unfitted.space_.fingerprint == one.space_.fingerprint
    assert cls(**parameters).components()["topic_model"].get_params() == topics.get_params()


@pytest.mark.parametrize("cls", [BasicMuPTM, AssociationMuPTM])
@pytest.mark.parametrize("pruning", ["own", "query"])
@pytest.mark.parametrize("similarity", ["hellinger", "cue", "cosine"])
def test_translations_are_found(cls, pruning, similarity, corpus, topics):
    model = cls(topic_model=topics, prune=20, pruning=pruning).fit(corpus)
    assert model.space_.similarity == "hellinger"
    assert accuracy(model.space_, similarity=similarity) > 0.7


def test_basic_vectors_are_pruned_topic_distributions(corpus, topics):
    space = BasicMuPTM(topic_model=topics, prune=3).fit(corpus).space_
    rows = space.matrix("target")
    np.testing.assert_allclose(rows.sum(axis=1), 1, rtol=1e-6)
    assert np.diff(rows.indptr).max() == 3
    word, full = rows[4].toarray().ravel(), topics.topic_given_word_[1][4]
    kept = np.sort(np.argsort(-full, kind="stable")[:3])
    np.testing.assert_allclose(word[kept], full[kept] / full[kept].sum(), rtol=1e-5)
    whole = BasicMuPTM(topic_model=topics, prune=None).fit(corpus).space_
    np.testing.assert_allclose(whole.matrix("target"), topics.topic_given_word_[1], rtol=1e-5)


@pytest.mark.parametrize("block", [7, 512])
def test_association_vectors(corpus, topics, block, monkeypatch):
    monkeypatch.setattr(association, "BLOCK_ROWS", block)
    phi = np.concatenate(topics.word_given_topic_, axis=1)
    expected = [p @ phi for p in topics.topic_given_word_]
    split = len(corpus.source.vocabulary)
    for rows in expected:  # over each language the responses sum to one, so to two over both
        np.testing.assert_allclose(rows[:, :split].sum(axis=1), 1)
        np.testing.assert_allclose(rows[:, split:].sum(axis=1), 1)
    whole = AssociationMuPTM(topic_model=topics, prune=None).fit(corpus).space_
    pruned = AssociationMuPTM(topic_model=topics, prune=9).fit(corpus).space_
    for side, rows in zip(("source", "target"), expected, strict=True):
        np.testing.assert_allclose(whole.matrix(side), rows / 2, rtol=1e-4)
        assert sparse.issparse(pruned.matrix(side))
        for word, row in zip(rows, pruned.matrix(side).toarray(), strict=True):
            kept = np.argsort(-word, kind="stable")[:9]
            np.testing.assert_allclose(row[kept], word[kept] / word[kept].sum(), rtol=1e-4)
            assert np.count_nonzero(row) == 9


def test_same_bytes_with_any_number_of_workers(corpus, topics, monkeypatch):
    monkeypatch.setattr(association, "BLOCK_ROWS", 7)
    one, two = (
        AssociationMuPTM(topic_model=topics, prune=9, workers=workers).fit(corpus).space_
        for workers in (1, 2)
    )
    assert one.fingerprint == two.fingerprint


def test_keeping_more_than_there_is_keeps_all(corpus, topics):
    for cls in (BasicMuPTM, AssociationMuPTM):
        many = cls(topic_model=topics, prune=10_000).fit(corpus).space_
        every = cls(topic_model=topics, prune=None).fit(corpus).space_
        for side in ("source", "target"):
            np.testing.assert_array_equal(many.matrix(side), every.matrix(side))


def test_whole_association_vectors_are_refused_when_too_large(corpus, topics, monkeypatch):
    monkeypatch.setattr(muptm, "WHOLE_LIMIT", 1000)
    with pytest.raises(InputError, match='set prune and pruning="own"'):
        AssociationMuPTM(topic_model=topics, pruning="query").fit(corpus)
    AssociationMuPTM(topic_model=topics, prune=10).fit(corpus)


def test_pruned_association_vectors_are_refused_when_too_large(corpus, topics, monkeypatch):
    words = len(corpus.source.vocabulary) + len(corpus.target.vocabulary)
    monkeypatch.setattr(muptm, "PRUNED_LIMIT", 8 * words * 10)
    with pytest.raises(InputError, match=f"of {words} words pruned to 11 .* prune to at most 10,"):
        AssociationMuPTM(topic_model=topics, prune=11).fit(corpus)
    AssociationMuPTM(topic_model=topics, prune=10).fit(corpus)


def test_topic_model_of_another_corpus_is_refused(topics):
    with pytest.raises(InputError, match="another corpus"):
        BasicMuPTM(topic_model=topics).fit(toy_corpus(words=12, seed=4, meanings=2))


def test_bad_parameters(corpus, topics):
    with pytest.raises(InputError, match="prune must be"):
        BasicMuPTM(topic_model=topics, prune=0).fit(corpus)
    with pytest.raises(InputError, match="pruning must be one of"):
        AssociationMuPTM(topic_model=topics, pruning="both").fit(corpus)
