"""Steps on matrices give the same whether dense or sparse."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from clss import matrices
from clss.floored import FlooredMatrix


@pytest.mark.parametrize("queries", [3, matrices.FEW_QUERIES + 8])
@pytest.mark.parametrize("share", [0.005, 0.3])
def test_product_of_every_mixture(queries, share, monkeypatch):
    monkeypatch.setattr(matrices, "CHUNK_BYTES", 8 * 200 * 7)  # several chunks
    random = np.random.default_rng(0)
    left, right = (
        random.random((n, 200)) * (random.random((n, 200)) < share) for n in (queries, 90)
    )
    for a in (left, sparse.csr_matrix(left)):
        for b in (right, sparse.csr_matrix(right)):
            np.testing.assert_allclose(matrices.product(a, b), left @ right.T, atol=1e-12)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_largest_entries_in_chunks(form, monkeypatch):
    monkeypatch.setattr(matrices, "CHUNK_BYTES", 8 * 6 * 2)
    rows = np.random.default_rng(1).random((7, 6)).round(1)
    kept = matrices.largest_entries(form(rows), 3).toarray()
    for row, got in zip(rows, kept, strict=True):
        best = sorted(range(6), key=lambda i: (-row[i], i))[:3]
        np.testing.assert_array_equal(got, [row[i] if i in best else 0 for i in range(6)])


def test_valid_rows():
    rows = np.array([[1.0, 0], [0, 0], [np.nan, 1], [np.inf, 1]])
    for form in (np.asarray, sparse.csr_matrix):
        assert matrices.valid_rows(form(rows)).tolist() == [True, False, False, False]


def test_unit_and_normalized_rows():
    rows = np.array([[3.0, 4.0], [0.0, 0.0]])
    for form in (np.asarray, sparse.csr_matrix):
        unit = matrices.to_dense(matrices.unit_rows(form(rows)))
        np.testing.assert_allclose(unit, [[0.6, 0.8], [0, 0]])
        shares = matrices.to_dense(matrices.normalized_rows(form(rows)))
        np.testing.assert_allclose(shares, [[3 / 7, 4 / 7], [0, 0]])


@pytest.mark.parametrize("floored", [(True, True), (True, False), (False, True)])
def test_rows_with_a_floor_are_mixed_as_dense_ones(floored):
    random = np.random.default_rng(1)
    with_floor = [
        FlooredMatrix(sparse.csr_matrix(random.random((3, 4))), random.random(3), random.random(4))
        for _ in range(2)
    ]
    dense = [matrix.toarray() for matrix in with_floor]
    where = np.array([True, False, True])
    given = [a if keep else b for a, b, keep in zip(with_floor, dense, floored, strict=True)]
    np.testing.assert_allclose(
        matrices.interpolate(*given, 0.3, where), matrices.interpolate(*dense, 0.3, where)
    )
