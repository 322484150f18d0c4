"""Neighbours, ranks, ties, NaN and zeros."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import clss.scoring
from clss import BilingualSpace, InputError, Vocabulary
from clss._selection import few_top_k
from clss._topk import row_top_k
from clss.scoring import Scorer, ranks, top_k


def embedding(source, target, dtype=np.float32):
    matrices = [np.asarray(m, dtype=dtype) for m in (source, target)]
    words = [
        Vocabulary([f"{p}{i}" for i in range(len(m))]) for p, m in zip("st", matrices, strict=True)
    ]
    return BilingualSpace(*words, *matrices, langs=("es", "en"))


def random_space(n=40, m=50, d=8, seed=0):
    random = np.random.default_rng(seed)
    return embedding(random.normal(size=(n, d)), random.normal(size=(m, d)))


def brute_force(space):
    s, t = (space.matrix(x).astype(float) for x in ("source", "target"))
    s, t = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in (s, t))
    return s @ t.T


def test_top_k_is_exact_in_any_block_size(monkeypatch):
    space = random_space()
    expected = np.argsort(-brute_force(space), axis=1)[:, :7]
    for size in (1, 8 * 50 * 3, 1 << 30):
        monkeypatch.setattr(clss.scoring, "BLOCK_BYTES", size)
        ids, scores = space.nearest(np.arange(40), top=7)
        np.testing.assert_array_equal(ids, expected)
        assert (np.diff(scores, axis=1) <= 0).all()


def test_into_both_and_source_leave_the_word_itself_out():
    space = random_space()
    for word in ("s3", "s0"):
        found = space.neighbors(word, into="source", top=100)
        assert len(found) == 39
        assert word not in [n.word for n in found]
        both = space.neighbors(word, into="both", top=100)
        assert len(both) == 89
        assert {n.lang for n in both} == {"es", "en"}
    from_target = space.neighbors("t4", into="both", top=100)
    assert ("t4", "en") not in [(n.word, n.lang) for n in from_target]
    assert len(from_target) == 89
    assert space.neighbors("s1", into="en") == space.neighbors("s1", into="target")


@pytest.mark.parametrize("retrieval", ["nn", "csls", "inverted-softmax", "globally-corrected"])
def test_nan_and_zero_vectors_never_answer_and_are_never_hits(retrieval):
    random = np.random.default_rng(0)
    target = random.normal(size=(6, 4))
    target[1], target[2, 0], target[3, 0] = 0, np.nan, np.inf
    source = random.normal(size=(5, 4))
    source[0], source[1, 2] = 0, np.nan
    space = embedding(source, target)
    ids, _ = space.nearest(np.arange(5), retrieval=retrieval, top=6)
    assert not set(ids[ids >= 0].tolist()) & {1, 2, 3}
    assert (ids[:2] == -1).all()
    scorer = Scorer(space, retrieval=retrieval)
    pessimistic, optimistic = ranks(scorer, np.array([0, 1, 2, 3]), np.array([0, 0, 1, 2]))
    assert (pessimistic == 0).all()
    assert (optimistic == 0).all()


def test_a_diverged_model_scores_nothing():
    for value in (np.nan, 0.0, np.inf):
        space = embedding(np.full((5, 3), value), np.full((5, 3), value))
        pessimistic, _ = ranks(Scorer(space), np.arange(5), np.arange(5))
        assert (pessimistic == 0).all()


def test_ties_are_pessimistic():
    space = embedding([[1, 0]], [[1, 0], [2, 0], [0, 1], [3, 0]])
    pessimistic, optimistic = ranks(Scorer(space), np.array([0]), np.array([1]))
    assert (pessimistic[0], optimistic[0]) == (3, 1)
    ids, _ = top_k(Scorer(space), np.array([0]), 4)
    assert ids[0].tolist() == [0, 1, 3, 2]  # among equals the lower id


def test_equal_vectors_tie_wherever_they_stand():
    # the tail of a matrix product is added up in another order; equal vectors must tie all the same
    random = np.random.default_rng(3)
    target = random.normal(size=(1037, 301))
    target[1036] = target[5] * 1.7
    space = embedding(random.normal(size=(64, 301)), target)
    pessimistic, optimistic = ranks(Scorer(space), np.arange(64), np.full(64, 5))
    assert (pessimistic == optimistic + 1).all()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_pessimistic_is_never_better_than_optimistic(seed):
    random = np.random.default_rng(seed)
    space = embedding(random.integers(-1, 2, (6, 3)), random.integers(-1, 2, (9, 3)))
    pessimistic, optimistic = ranks(Scorer(space), np.arange(6), random.integers(0, 9, 6))
    assert (pessimistic >= optimistic).all()
    assert ((pessimistic == 0) == (optimistic == 0)).all()


def test_csls_by_hand():
    space = random_space(n=12, m=15)
    cosines = brute_force(space)
    from clss.retrieval.csls import CSLS

    r_query = np.sort(cosines, axis=1)[:, -3:].mean(axis=1, keepdims=True)
    r_candidate = np.sort(cosines, axis=0)[-3:].mean(axis=0, keepdims=True)
    got = Scorer(space, retrieval=CSLS(neighborhood=3)).block(np.array([2, 7]))
    expected = (2 * cosines - r_query - r_candidate)[[2, 7]]
    np.testing.assert_allclose(got, expected, atol=1e-5)


def test_inverted_softmax_by_hand(monkeypatch):
    monkeypatch.setattr(clss.scoring, "BLOCK_BYTES", 8 * 15 * 5)  # several batches
    space = random_space(n=12, m=15)
    weights = np.exp(30 * brute_force(space))
    got = Scorer(space, retrieval="inverted-softmax").block(np.array([4]))[0]
    np.testing.assert_allclose(got, np.log(weights / weights.sum(axis=0))[4], atol=1e-3)


def test_globally_corrected_by_hand(monkeypatch):
    monkeypatch.setattr(clss.scoring, "BLOCK_BYTES", 8 * 15 * 5)
    space = random_space(n=12, m=15)
    cosines = brute_force(space)
    rank = (cosines[:, None, :] < cosines[None, :, :]).sum(axis=1) + 1
    got = Scorer(space, retrieval="globally-corrected").block(np.array([4, 9]))
    np.testing.assert_allclose(got, (cosines - rank)[[4, 9]], atol=1e-5)


def test_mutual_by_hand():
    space = random_space(n=12, m=15)
    cosines = brute_force(space)
    ids, _ = space.nearest(np.arange(12), retrieval="mutual", top=2)
    for i in range(12):
        j = cosines[i].argmax()
        assert ids[i].tolist() == [j if cosines[:, j].argmax() == i else -1, -1]
    with pytest.raises(InputError, match="one language"):
        space.nearest([0], into="both", retrieval="mutual")


def test_sparse_and_dense_agree():
    random = np.random.default_rng(5)
    dense = [
        random.random((n, 30)) * (random.random((n, 30)) < share)
        for n, share in ((20, 0.3), (25, 0.01))
    ]
    words = [
        Vocabulary([f"{p}{i}" for i in range(len(m))]) for p, m in zip("st", dense, strict=True)
    ]
    scores = [
        Scorer(BilingualSpace(*words, *(form(m) for m in dense), kind="count")).block(np.arange(20))
        for form in (np.asarray, sparse.csr_matrix)
    ]
    np.testing.assert_allclose(*scores, atol=1e-12)


def test_wrong_requests():
    space = random_space()
    with pytest.raises(InputError, match="into"):
        space.nearest([0], into="english")
    with pytest.raises(InputError, match="at least one"):
        space.nearest([0], top=0)
    with pytest.raises(InputError, match="unknown retrieval"):
        space.nearest([0], retrieval="cslsx")


@pytest.mark.parametrize("levels", [3, 50, 100_000])
def test_few_rows_are_answered_as_many_are(levels):
    """Without the compiled kernel: the same ids and scores, ties and missing scores included."""
    generator = np.random.default_rng(levels)
    scores = generator.integers(levels, size=(300, 60)) / levels
    scores += generator.integers(-3, 4, size=scores.shape) * 4e-13  # around the tolerance
    scores[generator.random(scores.shape) < 0.1] = -np.inf
    scores[7] = -np.inf
    for k in (1, 5, 60):
        ids, best = row_top_k(scores, k, 1e-12)
        few_ids, few_best = few_top_k(scores, k, 1e-12)
        np.testing.assert_array_equal(few_ids, ids)
        np.testing.assert_array_equal(few_best, best)
