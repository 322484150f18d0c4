"""Singular vectors of a sparse matrix: what they are, and what they must not make up."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from baselines.counting.truncated_svd import reduce_rows
from clss.errors import InputError

#: Rows 0 to 5 share columns, row 6 has one of its own that weighs little; row 7 is empty.
MATRIX = np.zeros((8, 5))
MATRIX[:6, :4] = np.random.default_rng(3).random((6, 4)) + 1
MATRIX[6, 4] = 0.01


@pytest.mark.parametrize("dim", [1, 3, 4, 5])
@pytest.mark.parametrize("power", [0.5, 1.0])
def test_rows_are_those_of_the_whole_decomposition(dim: int, power: float) -> None:
    u, singular, _ = np.linalg.svd(MATRIX, full_matrices=False)
    scaled = u[:, :dim] * singular[:dim] ** power
    ours = reduce_rows(sparse.csr_matrix(MATRIX), dim, power, seed=1)
    np.testing.assert_allclose(ours @ ours.T, scaled @ scaled.T, atol=1e-5)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_row_outside_the_kept_directions_is_zero_and_not_what_rounding_leaves(seed: int) -> None:
    rows = reduce_rows(sparse.csr_matrix(MATRIX), 3, 1.0, seed)
    assert rows[:6].any(axis=1).all()
    assert not rows[6:].any()


def test_a_row_that_weighs_little_is_kept_where_its_direction_is() -> None:
    assert reduce_rows(sparse.csr_matrix(MATRIX), 5, 1.0, seed=1)[6].any()


def test_a_matrix_of_zeros_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="occur everywhere alike"):
        reduce_rows(sparse.csr_matrix((4, 3)), 2, 1.0, seed=1)
