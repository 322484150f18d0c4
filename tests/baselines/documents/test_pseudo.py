"""LSA and LDA on pseudo-bilingual documents."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from threadpoolctl import threadpool_limits

from baselines.counting.truncated_svd import reduce_rows
from baselines.documents.lsa import LSA
from baselines.topics import pseudo_lda
from baselines.topics.bilda import BiLDA
from baselines.topics.pseudo_lda import PseudoLDA, merged_corpus
from baselines.topics.sampler import GibbsState
from clss.checks import check_model
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.floored import FlooredMatrix
from clss.toy import toy_corpus
from tests.reference.dense_bilda import enumerate_posterior
from tests.reference.gibbs_conditional import conditional

TOPICS = {"topics": 30, "alpha": 0.1, "sweeps": 60, "shards": 2}


def stacked(space):
    return np.concatenate([space.matrix("source"), space.matrix("target")]).astype(float)


@pytest.mark.parametrize(
    "model",
    [LSA(dim=25), LSA(dim=25, weighting="count", words="idf", normalize=True), PseudoLDA(**TOPICS)],
)
def test_contract(model):
    check_model(model)


def weighted_documents(corpus, weighting):
    """The pseudo-bilingual documents as scikit-learn's own TF-IDF has them, words in rows."""
    parts = [side.document_term_matrix().toarray() for side in corpus.sides]
    counts = np.concatenate(parts, axis=1)
    transformer = TfidfTransformer(
        norm="l2", smooth_idf=False, sublinear_tf=weighting == "log"
    ).fit(counts)
    transformer.idf_ = np.log(len(corpus) / (counts > 0).sum(axis=0))  # without scikit's one added
    return transformer.transform(counts).toarray().T


@pytest.mark.parametrize("weighting", ["log", "count"])
def test_lsa_is_the_decomposition_of_the_weighted_documents(weighting):
    corpus = toy_corpus(words=12, pairs=50, meanings=2)
    rows = stacked(LSA(dim=10, weighting=weighting, words="idf", normalize=True).fit(corpus).space_)
    u, singular, _ = np.linalg.svd(weighted_documents(corpus, weighting), full_matrices=False)
    expected = u[:, :10] * singular[:10]
    # singular vectors are known up to their sign: compare what cosine sees
    np.testing.assert_allclose(rows @ rows.T, expected @ expected.T, atol=1e-4)


def test_decomposition_has_converged():
    """Neighbouring singular values are close here: iterations that stop early mix their vectors."""
    random = np.random.default_rng(0)
    matrix = sparse.random_array((300, 200), density=0.1, rng=random, format="csr")
    u, singular, _ = np.linalg.svd(matrix.toarray(), full_matrices=False)
    expected = u[:, :60] * singular[:60]
    for seed in (1, 2):
        rows = reduce_rows(sparse.csr_matrix(matrix), 60, power=1.0, seed=seed)
        np.testing.assert_allclose(np.abs(rows), np.abs(expected), atol=2e-6)
        assert (rows[np.abs(rows).argmax(axis=0), np.arange(60)] > 0).all()


def test_decomposition_is_the_same_bytes_whatever_the_threads():
    corpus = toy_corpus(pairs=300)
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            found.append(stacked(LSA(dim=20).fit(corpus).space_).tobytes())
    assert found[0] == found[1]


def test_power_changes_lengths_of_dimensions_only():
    corpus = toy_corpus(words=12, pairs=50, meanings=2)
    one, zero = (stacked(LSA(dim=8, power=power).fit(corpus).space_) for power in (1.0, 0.0))
    lengths = np.linalg.norm(one, axis=0)
    assert (np.diff(lengths) < 0).all()  # singular values fall
    np.testing.assert_allclose(np.linalg.norm(zero, axis=0), 1, rtol=1e-5)
    np.testing.assert_allclose(zero * lengths, one, atol=1e-5)


def test_normalisation_stops_long_documents():
    """A pair told a hundred times over weighs as it did before, when documents are normalised."""
    source, target = [["a", "b"], ["b", "c"], ["a", "c"]], [["x", "y"], ["y", "z"], ["x", "z"]]
    corpus = AlignedCorpus.from_documents(source, target)
    longer = AlignedCorpus.from_documents(
        [source[0] * 100, *source[1:]], [target[0] * 100, *target[1:]]
    )

    def similarities(corpus, normalize):
        words = [corpus.source.vocabulary.id(word) for word in "abc"]
        model = LSA(dim=3, weighting="count", words="idf", normalize=normalize)
        rows = model.fit(corpus).space_.matrix("source")[words]
        return rows @ rows.T

    np.testing.assert_allclose(similarities(corpus, True), similarities(longer, True), atol=1e-5)
    assert not np.allclose(similarities(corpus, False), similarities(longer, False), atol=0.1)


def test_concatenation_keeps_every_token_in_its_language():
    corpus = toy_corpus(pairs=20)
    pooled = merged_corpus(corpus)
    assert pooled.target.n_tokens == 0
    assert len(pooled) == len(corpus)
    for d in range(len(corpus)):
        tagged = [pooled.source.vocabulary[i] for i in pooled.source.document(d)]
        expected = [
            f"{side.lang}::{side.vocabulary[i]}" for side in corpus.sides for i in side.document(d)
        ]
        assert tagged == expected


def test_distribution_over_all_states_is_the_posterior():
    """Plain LDA by enumeration: one vocabulary of both languages, six tokens, two topics."""
    corpus = AlignedCorpus.from_documents([["a", "b"], ["b"]], [["x"], ["x", "y"]])
    pooled = merged_corpus(corpus)
    expected = enumerate_posterior(pooled, 2, 0.5, 0.1)
    state = GibbsState(pooled, 2, 0.5, 0.1, shards=PseudoLDA().shards, seed=1)
    place = 2 ** (5 - state.origin)
    seen = np.zeros(64)
    for _ in range(100_000):
        state.sweep()
        seen[place @ state.z] += 1
    assert 0.5 * np.abs(seen / seen.sum() - expected).sum() < 0.012


def test_identical_strings_stay_two_words():
    corpus = AlignedCorpus.from_documents([["piano"]] * 3, [["piano"]] * 3, langs=("es", "en"))
    assert merged_corpus(corpus).source.vocabulary.words == ("es::piano", "en::piano")


def test_sampler_is_plain_lda():
    """One token's conditional: pooled topic totals and a vocabulary of both languages."""
    corpus = AlignedCorpus.from_documents([["a", "b"], ["b", "c"]], [["x"], ["y", "y"]])
    state = GibbsState(merged_corpus(corpus), topics=2, alpha=0.5, beta=0.1, seed=3)
    z = state.assignments()[0]
    tokens = merged_corpus(corpus).source.tokens
    first = slice(0, 3)  # the first document: a, b, x
    for token in range(3):
        others = np.ones(len(tokens), dtype=bool)
        others[token] = False
        expected = np.array(
            [
                (np.sum((z[first] == k) & others[first]) + 0.5)
                * (np.sum((z == k) & (tokens == tokens[token]) & others) + 0.1)
                / (np.sum((z == k) & others) + 5 * 0.1)
                for k in range(2)
            ]
        )
        expected /= expected.sum()
        np.testing.assert_allclose(conditional(state, token), expected, rtol=1e-9)


def test_distributions():
    model = PseudoLDA(**TOPICS).fit(toy_corpus())
    space = model.space_
    assert space.kind == "distribution"
    assert space.similarity == "hellinger"
    for side in ("source", "target"):
        np.testing.assert_allclose(space.matrix(side).sum(axis=1), 1, rtol=1e-4)
    for matrix in space.word_given_topic:
        np.testing.assert_allclose(matrix.sum(axis=1), 1, rtol=1e-4)
    assert len(model.log_likelihood_) == TOPICS["sweeps"]
    # it is not BiLDA under another name
    assert BiLDA(**TOPICS).fit(toy_corpus()).space_.fingerprint != space.fingerprint


def test_threads_do_not_change_a_byte():
    one, two = (
        PseudoLDA(**TOPICS, workers=workers).fit(toy_corpus()).space_.fingerprint
        for workers in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (LSA(dim=0), "dim"),
        (LSA(dim=500), "dim"),
        (LSA(dim=5, weighting="tf-idf"), "smoothed-ppmi"),
        (LSA(dim=5, power="x"), "power"),
        (PseudoLDA(topics=0), "topics"),
        (PseudoLDA(topics=5, alpha="fifty"), "alpha"),
        (PseudoLDA(topics=5, beta=0.0), "beta"),
        (PseudoLDA(topics=5, sweeps=0), "sweeps"),
        (PseudoLDA(topics=5, prior="flat"), "prior"),
        (PseudoLDA(topics=5, workers=0), "workers"),
        (PseudoLDA(topics=5, shards=0), "shards"),
    ],
)
def test_bad_parameters_are_named(model, words):
    with pytest.raises(InputError, match=words):
        model.fit(toy_corpus(pairs=10))


def test_many_words_are_not_made_dense(monkeypatch):
    dense = PseudoLDA(**TOPICS).fit(toy_corpus()).space_
    monkeypatch.setattr(pseudo_lda, "DENSE_LIMIT", 1000)
    floored = PseudoLDA(**TOPICS).fit(toy_corpus()).space_
    for side in ("source", "target"):
        assert isinstance(floored.matrix(side), FlooredMatrix)
        assert np.allclose(dense.matrix(side), np.asarray(floored.matrix(side)), rtol=1e-5)
    nearest = [[found.word for found in s.neighbors("s03", top=3)] for s in (dense, floored)]
    assert nearest[0] == nearest[1]
    for one, other in zip(dense.word_given_topic, floored.word_given_topic, strict=True):
        assert isinstance(other, FlooredMatrix)
        assert np.allclose(one, np.asarray(other), rtol=1e-5)
