"""Canonical correlation against the generalised eigenproblem; the projection of whole spaces."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg
from toy_accuracy import accuracy

from baselines.lexical.cca import CCA, canonical_correlation
from clss.errors import InputError
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from clss.vocabulary import Vocabulary

CORPUS = toy_corpus(pairs=20)


def correlated(pairs: int = 60, d_source: int = 7, d_target: int = 5, seed: int = 0):
    generator = np.random.default_rng(seed)
    hidden = generator.normal(size=(pairs, 3))
    x = hidden @ generator.normal(size=(3, d_source)) + generator.normal(size=(pairs, d_source))
    y = hidden @ generator.normal(size=(3, d_target)) + generator.normal(size=(pairs, d_target))
    return x + 3.0, y - 1.0


@pytest.mark.parametrize("regularization", [0.0, 0.2])
def test_correlations_solve_the_generalised_eigenproblem(regularization):
    x, y = correlated()
    found = canonical_correlation(x, y, regularization)
    a, b = x - x.mean(axis=0), y - y.mean(axis=0)
    c_xx, c_yy, c_xy = a.T @ a, b.T @ b, a.T @ b
    c_xx = c_xx + regularization * np.trace(c_xx) / len(c_xx) * np.eye(len(c_xx))
    c_yy = c_yy + regularization * np.trace(c_yy) / len(c_yy) * np.eye(len(c_yy))
    squared = linalg.eigh(c_xy @ np.linalg.solve(c_yy, c_xy.T), c_xx, eigvals_only=True)
    expected = np.sqrt(np.maximum(squared[::-1], 0))[: len(found.correlations)]
    np.testing.assert_allclose(found.correlations, expected, atol=1e-10)


def test_projected_pairs_correlate_along_one_direction_each():
    x, y = correlated()
    found = canonical_correlation(x, y)
    u, v = found.project(x, 0), found.project(y, 1)
    assert u.shape == v.shape == (60, 5)
    np.testing.assert_allclose(np.cov(u.T), np.eye(5), atol=1e-10)
    np.testing.assert_allclose(np.cov(v.T), np.eye(5), atol=1e-10)
    np.testing.assert_allclose(u.T @ v / 59, np.diag(found.correlations), atol=1e-10)
    assert (np.diff(found.correlations) <= 0).all()


def test_directions_without_variance_are_left_out():
    x, y = correlated()
    x[:, 0] = x[:, 1]
    found = canonical_correlation(x, y)
    assert np.isfinite(found.directions[0]).all()
    assert np.abs(found.project(x, 0)).max() < 10
    constant = np.ones_like(x)
    with pytest.raises(InputError, match="all the same"):
        canonical_correlation(constant, y)


def noisy_views(words: int = 100) -> BilingualSpace:
    """Two languages see the same four properties of a word, each among four of its own."""
    generator = np.random.default_rng(5)
    shared = generator.normal(size=(words, 4))
    views = []
    for _ in range(2):
        mixed = np.hstack((shared, generator.normal(size=(words, 4))))
        views.append(mixed @ generator.normal(size=(8, 8)) + 0.01)
    return BilingualSpace(
        Vocabulary([f"s{i}" for i in range(words)]),
        Vocabulary([f"t{i}" for i in range(words)]),
        *views,
        langs=("es", "en"),
    )


def test_the_strongest_directions_are_what_the_languages_share():
    vectors = noisy_views()
    pairs = [(f"s{i}", f"t{i}") for i in range(50)]
    half = CCA(pairs, vectors, fraction=0.5, normalize=False).fit(CORPUS)
    full = CCA(pairs, vectors, fraction=1.0, normalize=False).fit(CORPUS)
    assert half.space_.dimensions == 4
    assert full.space_.dimensions == 8
    assert (half.correlations_[:4] > 0.99).all()
    assert (half.correlations_[4:] < 0.9).all()
    assert accuracy(half.space_) > 0.9 > accuracy(full.space_)
    assert half.supervision == {"lexicon"}
    assert half.space_.metadata["directions"] == 8
    assert len(half.space_.metadata["seed_lexicon"]) == 50


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fraction": 0.0}, "fraction must be a number above 0"),
        ({"fraction": 1.5}, "at most 1"),
        ({"regularization": -0.1}, "regularization must be a number of at least 0"),
        ({"lexicon": [("s0", "t0")]}, "two word pairs at least"),
    ],
)
def test_bad_parameters(options, message):
    given = {"lexicon": [("s0", "t0"), ("s1", "t1")], "vectors": noisy_views(), **options}
    with pytest.raises(InputError, match=message):
        CCA(**given).fit(CORPUS)
