"""The closed forms against a toy by hand, scikit-learn and explicit leave-one-out."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from baselines.lexical.linear_map import PENALTIES, leave_one_out, procrustes, ridge
from clss.errors import InputError

TOY_X = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
TOY_Y = np.array([[2.0, 0.0], [0.0, 3.0], [2.0, 3.0]])


def noisy_pairs(pairs: int, d_source: int, d_target: int, seed: int = 0):
    generator = np.random.default_rng(seed)
    x = generator.normal(size=(pairs, d_source))
    return x, x @ generator.normal(size=(d_source, d_target)) + generator.normal(
        size=(pairs, d_target)
    )


def test_toy_of_the_specification():
    np.testing.assert_allclose(ridge(TOY_X, TOY_Y, 0.0), [[2, 0], [0, 3]], atol=1e-14)
    np.testing.assert_allclose(ridge(TOY_X, TOY_Y, 1.0), [[1.25, 0.375], [0.25, 1.875]], rtol=1e-14)


@pytest.mark.parametrize("penalty", [0.01, 1.0, 100.0])
@pytest.mark.parametrize(("d_source", "d_target"), [(7, 7), (12, 5), (5, 12)])
def test_ridge_is_that_of_scikit_learn(penalty, d_source, d_target):
    x, y = noisy_pairs(40, d_source, d_target)
    theirs = Ridge(alpha=penalty, fit_intercept=False, solver="svd").fit(x, y).coef_.T
    ours = ridge(x, y, penalty)
    assert ours.shape == (d_source, d_target)
    assert ours.dtype == np.float64
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-8)


def test_ridge_with_fewer_pairs_than_dimensions():
    x, y = noisy_pairs(5, 20, 8)
    theirs = Ridge(alpha=0.1, fit_intercept=False, solver="svd").fit(x, y).coef_.T
    np.testing.assert_allclose(ridge(x, y, 0.1), theirs, rtol=0, atol=1e-8)
    with pytest.raises(InputError, match="needs 20 independent pairs"):
        ridge(x, y, 0.0)


def test_the_map_works_from_the_right_with_unequal_dimensions():
    x, _ = noisy_pairs(60, 6, 3)
    truth = np.random.default_rng(9).normal(size=(6, 3))
    np.testing.assert_allclose(ridge(x, x @ truth, 0.0), truth, atol=1e-12)


def test_leave_one_out_equals_leaving_each_out():
    x, y = noisy_pairs(30, 6, 4)
    chosen = leave_one_out(x, y)
    for penalty in PENALTIES:
        squared = 0.0
        for held_out in range(len(x)):
            rest = np.delete(np.arange(len(x)), held_out)
            prediction = x[held_out] @ ridge(x[rest], y[rest], penalty)
            squared += ((y[held_out] - prediction) ** 2).sum()
        assert chosen.errors[penalty] == pytest.approx(squared / len(x), rel=1e-10)
    assert chosen.penalty == min(chosen.errors, key=chosen.errors.get)


def test_leave_one_out_by_retrieval_equals_leaving_each_out():
    x, y = noisy_pairs(30, 6, 4)
    y += 3 * np.random.default_rng(8).normal(size=y.shape)
    chosen = leave_one_out(x, y, criterion="retrieval")
    targets = y / np.linalg.norm(y, axis=1, keepdims=True)
    for penalty in PENALTIES:
        missed = 0
        for held_out in range(len(x)):
            rest = np.delete(np.arange(len(x)), held_out)
            prediction = x[held_out] @ ridge(x[rest], y[rest], penalty)
            missed += int((targets @ prediction).argmax() != held_out)
        assert chosen.errors[penalty] == pytest.approx(missed / len(x))
    assert len(set(chosen.errors.values())) > 1
    with pytest.raises(InputError, match="unknown criterion"):
        leave_one_out(x, y, criterion="accuracy")


def test_leave_one_out_prefers_the_larger_of_equal_penalties():
    chosen = leave_one_out(np.ones((4, 2)), np.zeros((4, 3)))
    assert chosen.penalty == max(PENALTIES)
    assert set(np.array(list(chosen.errors.values()))[1:]) == {0.0}


def test_leave_one_out_avoids_no_penalty_where_it_has_no_solution():
    x, y = noisy_pairs(5, 20, 8)
    chosen = leave_one_out(x, y)
    assert chosen.errors[0.0] == np.inf
    assert chosen.penalty > 0
    with pytest.raises(InputError, match="too few pairs"):
        leave_one_out(x, y, penalties=(0.0,))


@pytest.mark.parametrize(("d_source", "d_target"), [(5, 5), (5, 3), (3, 5)])
def test_procrustes_is_orthogonal_and_optimal(d_source, d_target):
    x, y = noisy_pairs(40, d_source, d_target)
    turn = procrustes(x, y)
    small = min(d_source, d_target)
    product = turn @ turn.T if d_source <= d_target else turn.T @ turn
    np.testing.assert_allclose(product, np.eye(small), atol=1e-12)
    # no other (semi-)orthogonal map correlates better
    generator = np.random.default_rng(1)
    best = np.trace(turn.T @ x.T @ y)
    for _ in range(50):
        other, _ = np.linalg.qr(generator.normal(size=(max(d_source, d_target), small)))
        other = other if d_source >= d_target else other.T
        assert np.trace(other.T @ x.T @ y) <= best + 1e-9


@pytest.mark.parametrize("penalty", [-1.0, np.nan, np.inf])
def test_impossible_penalties_are_refused(penalty):
    with pytest.raises(InputError, match="must be a number >= 0"):
        ridge(TOY_X, TOY_Y, penalty)


def test_rows_must_be_paired_and_finite():
    with pytest.raises(InputError, match="same number"):
        ridge(TOY_X, TOY_Y[:2], 1.0)
    with pytest.raises(InputError, match="not finite"):
        procrustes(TOY_X * np.nan, TOY_Y)
