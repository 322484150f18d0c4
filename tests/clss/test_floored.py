"""Floored matrices are what their dense form is."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from scipy import sparse

from clss.floored import FlooredMatrix


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("low", [(0.1, 0.0), (-1.0, 0.1), (0.1, -1.0), (-1.0, -1.0), (-2.0, -3.0)])
def test_the_smallest_entry(low, dtype):
    random = np.random.default_rng(1)
    scale, floor = (
        (random.random(size) + start).astype(dtype) for size, start in zip((7, 9), low, strict=True)
    )
    matrix = FlooredMatrix(sparse.csr_matrix((7, 9), dtype=dtype), scale, floor)
    assert matrix.min() == matrix.toarray().min()


def test_the_smallest_entry_is_found_without_the_dense_matrix():
    scale, floor = np.random.default_rng(1).random((2, 2000))
    matrix = FlooredMatrix(sparse.csr_matrix((2000, 2000)), scale, floor)
    tracemalloc.start()
    try:
        assert matrix.min() == scale.min() * floor.min()
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
