"""The map against its definition step by step, and vectors side by side."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import inv, sqrtm

from baselines.joined.mapping import joined_rows, map_both
from clss.matrices import unit_rows


def mapped_by_definition(source, target, ids, reweight):
    """Whiten by inverse square roots of the second moments, rotate, re-weight, colour."""
    x, y = source[ids], target[ids]
    root_x, root_y = (np.real(sqrtm(rows.T @ rows)) for rows in (x, y))
    u, singular, v = np.linalg.svd(inv(root_x) @ x.T @ y @ inv(root_y))
    v, weights = v.T, np.diag(singular**reweight)
    return (
        source @ inv(root_x) @ u @ weights @ u.T @ root_x @ u,
        target @ inv(root_y) @ v @ weights @ v.T @ root_y @ v,
    )


@pytest.mark.parametrize("reweight", [0.0, 0.5, 1.0])
def test_the_map_is_what_its_four_steps_say(reweight):
    generator = np.random.default_rng(5)
    source = generator.normal(size=(60, 4)) * [3, 2, 1, 0.5]
    target = source @ generator.normal(size=(4, 4)) + 0.3 * generator.normal(size=(60, 4))
    ids = np.arange(40)
    found = map_both(source, target, ids, ids, reweight)
    expected = mapped_by_definition(source, target, ids, reweight)
    for one, other in zip(found, expected, strict=True):
        # singular vectors may point the other way, in both languages at once
        np.testing.assert_allclose(np.abs(one), np.abs(other), atol=1e-8)
    np.testing.assert_allclose(found[0] @ found[1].T, expected[0] @ expected[1].T, atol=1e-8)


def test_languages_may_differ_in_dimensions():
    generator = np.random.default_rng(6)
    source = generator.normal(size=(30, 3))
    target = np.hstack([source @ generator.normal(size=(3, 3)), generator.normal(size=(30, 2))])
    ids = np.arange(30)
    found, turned = map_both(source, target, ids, ids), map_both(target, source, ids, ids)
    assert [part.shape for part in found] == [(30, 3), (30, 3)]
    np.testing.assert_allclose(found[0] @ found[1].T, turned[1] @ turned[0].T, atol=1e-8)


def test_directions_that_no_pair_has_are_left_out():
    source = np.hstack([np.random.default_rng(1).normal(size=(9, 2)), np.zeros((9, 1))])
    found = map_both(source, source[:, [1, 2, 0]], np.arange(9), np.arange(9))
    assert np.isfinite(found[0]).all()
    np.testing.assert_allclose(found[0], found[1], atol=1e-8)


def test_rounding_is_no_direction():
    # pairs span a plane of space, which stands obliquely: its third direction is hardly zero
    generator = np.random.default_rng(2)
    turn = np.linalg.qr(generator.normal(size=(3, 3)))[0]
    plane = generator.normal(size=(9, 2))
    other = plane @ generator.normal(size=(2, 2)) + 0.5 * generator.normal(size=(9, 2))
    ids = np.arange(9)
    flat = map_both(plane, other, ids, ids)
    oblique = map_both(plane @ turn[:2], other @ turn[1:], ids, ids)
    np.testing.assert_allclose(oblique[0] @ oblique[1].T, flat[0] @ flat[1].T, atol=1e-8)


def random_rows(words, seed):
    rows = np.random.default_rng(seed).normal(size=(words, 5)).astype(np.float32)
    return unit_rows(rows)


def test_joined_cosines_are_means():
    a, b, c, d = (random_rows(3, seed) for seed in range(4))
    found = joined_rows(a, 2 * b) @ joined_rows(c, d).T
    np.testing.assert_allclose(found, (a @ c.T + b @ d.T) / 2, atol=1e-6)
