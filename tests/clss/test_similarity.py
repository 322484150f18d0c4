"""Similarities against hand-computed values."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from clss import BilingualSpace, InputError, Vocabulary
from clss.lexicon import Lexicon
from clss.scoring import Scorer, ranks, top_k
from clss.similarity import SIMILARITIES


def space_of(source, target, kind="distribution", **more):
    source, target = (m if sparse.issparse(m) else np.asarray(m, float) for m in (source, target))
    words = [
        Vocabulary([f"{p}{i}" for i in range(m.shape[0])])
        for p, m in (("s", source), ("t", target))
    ]
    return BilingualSpace(*words, source, target, kind=kind, **more)


def score(space, similarity):
    return Scorer(space, similarity=similarity).block(np.array([0]))[0, 0]


P, Q = [0.5, 0.3, 0.2], [0.2, 0.3, 0.5]


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize(
    ("similarity", "expected"),
    [
        ("hellinger", 1 - 0.259893),
        ("bhattacharyya", 0.932456),
        ("kl", -0.274887),
        ("js", -0.066414),
        ("jaccard", 0.7 / 1.3),
        ("cosine", 0.29 / 0.38),
    ],
)
def test_hand_computed(similarity, expected, form):
    space = space_of(form([P]), form([Q]))
    assert score(space, similarity) == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize(("mode", "expected"), [("own", 0.7615), ("query", 0.3142)])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_pruned_hellinger(mode, expected, form):
    space = space_of(form([[0.5, 0.3, 0.15, 0.05]]), form([[0.1, 0.4, 0.45, 0.05]]))
    assert 1 - score(space, "hellinger") == pytest.approx(0.3467, abs=5e-5)
    pruned = space.prune(2, mode)
    assert 1 - score(pruned, "hellinger") == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("mode", ["own", "query"])
@pytest.mark.parametrize("similarity", ["hellinger", "js", "jaccard", "cosine", "bhattacharyya"])
def test_pruning_to_all_dimensions_changes_nothing(mode, similarity):
    random = np.random.default_rng(0)
    space = space_of(random.dirichlet(np.ones(6), 4), random.dirichlet(np.ones(6), 5))
    whole = Scorer(space, similarity=similarity).block(np.arange(4))
    pruned = Scorer(space.prune(6, mode), similarity=similarity).block(np.arange(4))
    np.testing.assert_array_equal(whole, pruned)


@pytest.mark.parametrize("similarity", ["hellinger", "js", "jaccard", "cosine", "bhattacharyya"])
def test_query_pruning_equals_pruning_by_hand(similarity):
    random = np.random.default_rng(1)
    p, q = random.dirichlet(np.ones(8), 3), random.dirichlet(np.ones(8), 4)
    got = Scorer(space_of(p, q).prune(3, "query"), similarity=similarity).block(np.arange(3))
    for i in range(3):
        kept = np.argsort(-p[i])[:3]
        by_hand = space_of(
            [p[i, kept] / p[i, kept].sum()], q[:, kept] / q[:, kept].sum(axis=1, keepdims=True)
        )
        expected = Scorer(by_hand, similarity=similarity).block(np.array([0]))[0]
        np.testing.assert_allclose(got[i], expected, rtol=1e-12)


def test_query_pruning_does_not_inflate_candidates_without_mass():
    # the candidate has 1e-4 of its mass on the query's dimension: renormalised it would be a match
    space = space_of([[0.9, 0.1, 0.0]], [[1e-4, 0.0, 1 - 1e-4], [0.5, 0.1, 0.4]]).prune(1, "query")
    scores = Scorer(space, similarity="hellinger").block(np.array([0]))[0]
    assert scores[0] == 0.0
    assert scores[1] == 1.0


def test_own_distance_is_zero_and_disjoint_is_one():
    random = np.random.default_rng(2)
    p = random.dirichlet(np.full(300, 0.1), 20)
    space = space_of(p, p)
    scores = Scorer(space, similarity="hellinger").block(np.arange(20))
    assert (np.diag(scores) == 1.0).all()  # distance exactly 0, no rounding noise
    assert (scores.argmax(axis=1) == np.arange(20)).all()
    np.testing.assert_allclose(scores, scores.T, atol=1e-12)
    assert score(space_of([[1.0, 0.0]], [[0.0, 1.0]]), "hellinger") == 0.0


def test_pruned_rows_sum_to_one_and_ties_keep_the_lower_dimension():
    pruned = space_of([[0.25, 0.25, 0.25, 0.25]], [[0.1, 0.2, 0.3, 0.4]]).prune(2)
    np.testing.assert_allclose(pruned.matrix("source").toarray(), [[0.5, 0.5, 0, 0]])
    np.testing.assert_allclose(pruned.matrix("target").toarray(), [[0, 0, 3 / 7, 4 / 7]])


# a small state of a topic model: phi^T and P(z|w) of source word 0
PHI_S = np.array([[1.1, 1.1, 0.1], [0.1, 1.1, 1.1]]) / 2.3
PHI_T = np.array([[1.1, 1.1], [0.1, 1.1]]) / [[2.2], [1.2]]


def test_cue_direction():
    topic_given_word = [
        (phi / phi.sum(axis=0)).T for phi in (PHI_S, PHI_T)
    ]  # uniform prior over topics
    space = space_of(*topic_given_word, word_given_topic=(PHI_S, PHI_T))
    forward = Scorer(space, similarity="cue").block(np.array([0]))[0]
    np.testing.assert_allclose(forward, [0.465278, 0.534722], atol=1e-6)
    assert forward.sum() == pytest.approx(1.0)
    back = Scorer(space, side="target", into="source", similarity="cue").block(np.array([0]))[0]
    assert back[0] != pytest.approx(forward[0])
    pruned = Scorer(space.prune(1), similarity="cue").block(np.array([0]))[0]
    np.testing.assert_allclose(pruned, PHI_T[0])


@pytest.mark.parametrize(
    ("similarity", "kind", "words"),
    [
        ("hellinger", "embedding", "cosine"),
        ("cue", "embedding", "topic"),
        ("kl", "count", "distribution"),
        ("jaccard", "embedding", "cosine"),
    ],
)
def test_wrong_combinations_say_what_would_work(similarity, kind, words):
    with pytest.raises(InputError, match=words):
        Scorer(space_of([P], [Q], kind=kind), similarity=similarity)


def test_kl_refuses_zeros():
    space = space_of([P], [Q])
    for broken in (space.prune(2), space.prune(2, "query"), space_of([[1.0, 0.0]], [[0.5, 0.5]])):
        with pytest.raises(InputError, match="infinite"):
            Scorer(broken, similarity="kl")


@pytest.mark.filterwarnings("error")
def test_kl_is_silent_about_words_without_a_vector():
    space = space_of([P, [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], Q, [np.nan, 0.5, 0.5], [np.inf] * 3])
    scores = Scorer(space, similarity="kl").block(np.array([0, 1]))
    assert scores[0, 1] == pytest.approx(-0.274887, abs=2e-6)
    assert np.isneginf(scores[0, [0, 2, 3]]).all() and np.isneginf(scores[1]).all()


def test_jaccard_refuses_negative_counts():
    with pytest.raises(InputError, match="negative"):
        Scorer(space_of([[1.0, -1.0]], [[1.0, 2.0]], kind="count"), similarity="jaccard")


def test_cue_refuses_a_space_without_topics():
    with pytest.raises(InputError, match="topic model"):
        Scorer(space_of([P], [Q]), similarity="cue")


def test_unknown_name_is_suggested():
    with pytest.raises(InputError, match="did you mean cosine"):
        Scorer(space_of([P], [Q]), similarity="cosin")


def test_registry_lists_all():
    assert set(SIMILARITIES.names()) >= {
        "cosine",
        "hellinger",
        "bhattacharyya",
        "cue",
        "js",
        "kl",
        "jaccard",
    }


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_probabilities_far_below_one_are_no_ties_of_cue(dtype):
    """As words of a large vocabulary have, whose vectors are stored in single precision."""
    phi = np.array([[1 - 4e-8, 3e-8, 1e-8, 1e-8], [0.5, 0.5, 0, 0]], dtype=dtype)
    topics = [np.array([[1.0, 0.0]] * n, dtype=dtype) for n in (2, 4)]
    words = Vocabulary(["s0", "s1"]), Vocabulary(["t0", "t1", "t2", "t3"])
    both = (np.array([[0.5, 0.5]] * 2, dtype=dtype), phi)
    space = BilingualSpace(*words, *topics, kind="distribution", word_given_topic=both)
    scorer = Scorer(space, similarity="cue")
    asked = np.array([0, 0, 0])
    pessimistic, optimistic = ranks(scorer, asked, np.array([0, 1, 2]))
    assert (pessimistic.tolist(), optimistic.tolist()) == ([1, 2, 4], [1, 2, 3])
    for queries in ([0], [0] * 10):  # with and without the compiled kernel
        ids, _ = top_k(scorer, np.array(queries), 4)
        assert ids[0].tolist() == [0, 1, 2, 3]


def test_rare_words_have_nearest_queries_by_cue():
    """Retrievals and lexicons that ask which query is nearest to a word of tiny probability."""
    phi_source = np.array([[0.7, 0.3]] * 2)
    phi_target = np.array([[1 - 3e-8, 3e-8], [1 - 1e-8, 1e-8]], dtype=np.float32)
    topics = np.eye(2, dtype=np.float32)
    words = Vocabulary(["s0", "s1"]), Vocabulary(["t0", "t1"])
    space = BilingualSpace(
        *words, topics, topics, kind="distribution", word_given_topic=(phi_source, phi_target)
    )
    corrected = Scorer(space, similarity="cue", retrieval="globally-corrected")
    rare = corrected.block(np.array([0, 1]))[:, 1]
    np.testing.assert_allclose(rare, [-1, -2], atol=1e-6)  # minus the rank of each query


def test_a_lexicon_by_cue_has_words_of_tiny_probability():
    phi = np.array([[3e-8, 1 - 3e-8], [3e-8, 1 - 3e-8]], dtype=np.float32)
    topics = np.array([[1.0, 0.0]], dtype=np.float32), np.array([[1.0, 0.0]] * 2, dtype=np.float32)
    space = BilingualSpace(
        Vocabulary(["s0"]),
        Vocabulary(["t0", "t1"]),
        *topics,
        kind="distribution",
        similarity="cue",
        word_given_topic=(np.array([[2e-8]] * 2, dtype=np.float32), phi),
    )
    # all that t1 says of s0 is a probability of 2e-8
    assert Lexicon.mutual(space).pairs == (("s0", "t1"),)
