"""Pruning of floored matrices against the dense matrix."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from clss import floored_pruning
from clss.floored import FlooredMatrix
from clss.floored_pruning import prune_floored, prune_floored_product
from clss.pruning import prune_rows


def floored(
    rows: int, columns: int, seed: int, even: bool = False, least: int = 1
) -> FlooredMatrix:
    """Small whole numbers, so that many entries are equal and every sum is exact."""
    generator = np.random.default_rng(seed)
    extra = generator.integers(1, 4, (rows, columns)) * (generator.random((rows, columns)) < 0.3)
    scale = np.ones(rows) if even else generator.integers(least, 4, rows).astype(float)
    floor = generator.integers(0, 3, columns).astype(float)
    return FlooredMatrix(sparse.csr_matrix(extra.astype(float)), scale, floor)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 9))
def test_rows_are_pruned_as_dense_ones(seed, top):
    matrix = floored(12, 10, seed, least=0)
    expected = prune_rows(matrix.toarray(), top).toarray()
    np.testing.assert_allclose(prune_floored(matrix, top).toarray(), expected, rtol=1e-15)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 14))
def test_products_are_pruned_as_dense_ones(seed, top):
    left = floored(9, 6, seed)
    rights = [floored(8, 6, seed + 1, even=True), floored(7, 6, seed + 2, even=True)]
    dense = np.hstack([left.toarray() @ right.toarray().T for right in rights])
    pruned = prune_floored_product(left, rights, top)
    np.testing.assert_allclose(pruned.toarray(), prune_rows(dense, top).toarray(), rtol=1e-15)


@pytest.mark.parametrize("workers", [1, 3])
def test_blocks_and_workers_change_nothing(workers, monkeypatch):
    # every third row has nothing, so that rows are not equally long
    left = floored(40, 6, 1).scaled((np.arange(40) % 3 > 0).astype(float))
    right = floored(30, 6, 2, even=True)
    whole = prune_floored_product(left, [right], 5)
    assert set(np.diff(whole.indptr).tolist()) == {0, 5}
    monkeypatch.setattr(floored_pruning, "BLOCK_ROWS", 7)
    seen: list[int] = []
    again = prune_floored_product(left, [right], 5, workers, seen.append)
    assert seen == [7] * 5 + [5]
    for part in ("data", "indices", "indptr"):
        assert getattr(again, part).tobytes() == getattr(whole, part).tobytes()


def test_a_pruned_matrix_is_as_small_as_it_can_be():
    matrix = floored(40, 50, 3).astype(np.float32)
    pruned = prune_floored(matrix, 4)
    assert pruned.dtype == np.float32
    assert pruned.indices.dtype == pruned.indptr.dtype == np.int32
