"""Steps on dense and sparse matrices that several parts need."""

from __future__ import annotations

import copy
from typing import TypeAlias, overload

import numpy as np

from clss import _sparse as sparse
from clss.errors import DivergenceError
from clss.floored import FlooredMatrix

#: Vectors in rows. Scipy has no types of its own: of a sparse matrix mypy knows nothing.
Matrix: TypeAlias = "np.ndarray | sparse.csr_matrix | FlooredMatrix"

#: A product's temporary dense chunk stays below this many bytes.
CHUNK_BYTES = 64 << 20

#: So few queries are not worth making the other side dense.
FEW_QUERIES = 32

#: Above this share of non-zeros a dense product on a chunk beats the sparse one.
DENSE_SHARE = 0.02


@overload
def read_only(matrix: np.ndarray) -> np.ndarray: ...
@overload
def read_only(matrix: Matrix) -> Matrix: ...
def read_only(matrix: Matrix) -> Matrix:
    """Return a read-only matrix over the same memory; the one given stays writable.

    What is made of somebody's arrays must neither change with a slip of ours nor lock theirs.

    Examples
    --------
    >>> mine = np.zeros((1, 2))
    >>> view = read_only(mine)
    >>> view.flags.writeable, mine.flags.writeable, np.shares_memory(view, mine)
    (False, True, True)
    """
    if isinstance(matrix, FlooredMatrix):
        extra, scale, floor = map(read_only, (matrix.extra, matrix.scale, matrix.floor))
        same = extra is matrix.extra and scale is matrix.scale and floor is matrix.floor
        return matrix if same else FlooredMatrix(extra, scale, floor)
    if sparse.issparse(matrix):
        names = {"data", "indices", "indptr"} & vars(matrix).keys()
        if not any(getattr(matrix, name).flags.writeable for name in names):
            return matrix
        shallow = copy.copy(matrix)  # the constructor might convert the indices
        for name in names:
            setattr(shallow, name, read_only(getattr(matrix, name)))
        return shallow
    if not matrix.flags.writeable:
        return matrix
    view = matrix.view()
    view.flags.writeable = False
    return view


def valid_rows(matrix: Matrix) -> np.ndarray:
    """Tell which rows can be compared at all: finite and not all zero."""
    if isinstance(matrix, FlooredMatrix):
        return matrix.valid_rows()
    if sparse.issparse(matrix):
        csr = sparse.csr_matrix(matrix)
        valid = np.empty(csr.shape[0], dtype=bool)
        for start in range(0, len(valid), 16384):
            pointers = csr.indptr[start : start + 16385]
            data = csr.data[pointers[0] : pointers[-1]]
            rows = np.repeat(np.arange(len(pointers) - 1), np.diff(pointers))
            nonzero, broken = np.zeros((2, len(pointers) - 1), dtype=bool)
            nonzero[rows[data != 0]] = True
            broken[rows[~np.isfinite(data)]] = True
            valid[start : start + 16384] = nonzero & ~broken
        return valid
    dense = np.asarray(matrix)
    valid = np.empty(len(dense), dtype=bool)
    for start in range(0, len(dense), 16384):
        part = dense[start : start + 16384]
        valid[start : start + 16384] = np.isfinite(part).all(axis=1) & part.any(axis=1)
    return valid


def check_finite(*values: np.ndarray | float) -> None:
    """Stop a training that has left the finite numbers.

    Examples
    --------
    >>> check_finite(np.array([1.0, np.nan]))
    Traceback (most recent call last):
    clss.errors.DivergenceError: training left the finite numbers: lower learning_rate
    """
    if not all(np.isfinite(value).all() for value in values):
        raise DivergenceError("training left the finite numbers: lower learning_rate")


def as_float(matrix: Matrix, double: bool = False) -> Matrix:
    """Return the matrix in float32 or float64: its own precision unless `double`."""
    own = np.float32 if matrix.dtype == np.float32 else np.float64
    dtype = np.float64 if double else own
    if sparse.issparse(matrix) or isinstance(matrix, FlooredMatrix):
        return matrix.astype(dtype, copy=False)
    return np.asarray(matrix, dtype=dtype)


def scale_rows(matrix: Matrix, factors: np.ndarray) -> Matrix:
    """Multiply row `i` by ``factors[i]``; the matrix given is left alone."""
    if isinstance(matrix, FlooredMatrix):
        return matrix.scaled(factors)
    if sparse.issparse(matrix):
        csr = sparse.csr_matrix(matrix, copy=True)
        csr.data *= np.repeat(factors, np.diff(csr.indptr)).astype(csr.dtype)
        return csr
    with np.errstate(invalid="ignore"):  # infinite entries become NaN, which is never an answer
        return np.asarray(matrix) * factors[:, None].astype(matrix.dtype)


def row_sums(matrix: Matrix) -> np.ndarray:
    """Sum every row, in float64."""
    return np.asarray(matrix.sum(axis=1, dtype=np.float64)).ravel()


@overload
def unit_rows(matrix: np.ndarray) -> np.ndarray: ...
@overload
def unit_rows(matrix: Matrix) -> Matrix: ...
def unit_rows(matrix: Matrix) -> Matrix:
    """Divide every row by its length; zero rows stay zero."""
    if isinstance(matrix, FlooredMatrix):
        squares = matrix.row_squares()
    elif sparse.issparse(matrix):
        squares = row_sums(matrix.multiply(matrix))
    else:
        squares = np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64)
    return scale_rows(matrix, _inverse(np.sqrt(squares)))


def normalized_rows(matrix: Matrix) -> Matrix:
    """Divide every row by its sum; zero rows stay zero."""
    return scale_rows(matrix, _inverse(row_sums(matrix)))


def _inverse(values: np.ndarray) -> np.ndarray:
    return np.divide(1.0, values, out=np.zeros_like(values), where=values > 0)


def square_root(matrix: Matrix) -> Matrix:
    """Take the square root of every entry."""
    if isinstance(matrix, FlooredMatrix):
        return matrix.powered(0.5)
    return matrix.sqrt() if sparse.issparse(matrix) else np.sqrt(matrix)


def square(matrix: Matrix) -> Matrix:
    """Square every entry."""
    if isinstance(matrix, FlooredMatrix):
        return matrix.powered(2.0)
    return matrix.multiply(matrix).tocsr() if sparse.issparse(matrix) else np.square(matrix)


def to_dense(matrix: Matrix) -> np.ndarray:
    """Return a dense copy or the dense matrix itself."""
    if isinstance(matrix, FlooredMatrix) or sparse.issparse(matrix):
        return matrix.toarray()
    return np.asarray(matrix)


def product(left: Matrix, right: Matrix) -> np.ndarray:
    """Return ``left @ right.T`` as a dense array, whatever forms of matrices come in.

    Rows of a sparse `right` are made dense in chunks when it is not very sparse: a pruned topic
    vector fills a tenth of its row, and there BLAS wins over sparse products by far.
    """
    if isinstance(left, FlooredMatrix):
        left = left.toarray()
    if isinstance(right, FlooredMatrix):
        scores = product(left, sparse.csr_matrix(right.extra))
        scores += np.multiply.outer(left @ right.floor, right.scale)
        return scores
    if not sparse.issparse(right):
        right = np.asarray(right)
        return np.asarray(left @ right.T)
    if left.shape[0] <= FEW_QUERIES:
        return np.ascontiguousarray((right @ to_dense(left).T).T)
    if sparse.issparse(left) and right.nnz < DENSE_SHARE * np.prod(right.shape):
        return (left @ right.T).toarray()
    queries = to_dense(left)
    scores = np.empty((len(queries), right.shape[0]), dtype=np.result_type(queries, right.dtype))
    step = max(1, CHUNK_BYTES // (right.shape[1] * right.dtype.itemsize))
    for start in range(0, right.shape[0], step):
        chunk = right[start : start + step].toarray()
        scores[:, start : start + step] = queries @ chunk.T
    return scores


def largest_entries(matrix: Matrix, top: int) -> sparse.csr_matrix:
    """Keep the `top` largest positive entries of every row (ties: the lower column stays)."""
    if sparse.issparse(matrix):
        csr = sparse.csr_matrix(matrix)
        if int(np.diff(csr.indptr).max(initial=0)) <= top:
            return csr
    width = matrix.shape[1]
    step = max(1, CHUNK_BYTES // (width * 8))
    parts = [
        _largest_of_dense(to_dense(matrix[start : start + step]), min(top, width))
        for start in range(0, matrix.shape[0], step)
    ]
    return sparse.csr_matrix(sparse.vstack(parts, format="csr"))


def _largest_of_dense(rows: np.ndarray, top: int) -> sparse.csr_matrix:
    if top < rows.shape[1]:
        # the entry that just gets in; entries equal to it fill what is left from the low columns
        threshold = -np.partition(-rows, top - 1, axis=1)[:, top - 1 : top]
        above, equal = rows > threshold, rows == threshold
        room = top - above.sum(axis=1, keepdims=True)
        keep = above | (equal & (np.cumsum(equal, axis=1) <= room))
        rows = np.where(keep, rows, 0)
    return sparse.csr_matrix(np.maximum(rows, 0))


@overload
def without_broken_rows(matrix: np.ndarray) -> np.ndarray: ...
@overload
def without_broken_rows(matrix: Matrix) -> Matrix: ...
def without_broken_rows(matrix: Matrix) -> Matrix:
    """Return the matrix with zeros in rows that hold a number that is not finite.

    Zeros mix with anything; a NaN would spread even with weight zero.

    Examples
    --------
    >>> without_broken_rows(np.array([[1.0, np.nan], [2.0, 3.0]])).tolist()
    [[0.0, 0.0], [2.0, 3.0]]
    """
    valid = valid_rows(matrix)
    if valid.all():
        return matrix
    if sparse.issparse(matrix):
        kept = np.where(np.repeat(valid, np.diff(matrix.indptr)), matrix.data, 0.0)
        return sparse.csr_matrix((kept, matrix.indices, matrix.indptr), shape=matrix.shape)
    return np.where(valid[:, None], matrix, 0.0)


def weighted_mean(matrix: Matrix, weights: np.ndarray) -> np.ndarray:
    """Return the mean of the rows by their weights, in float64; broken rows are left out.

    Examples
    --------
    >>> weighted_mean(np.array([[1.0, 0.0], [0.0, 1.0], [np.nan, 9.0]]), np.array([3, 1, 5]))
    array([0.75, 0.25])
    >>> weighted_mean(np.eye(2), np.array([0.25, 0.25]))
    array([0.5, 0.5])
    """
    weights = np.where(valid_rows(matrix), weights, 0.0)
    total = np.zeros(matrix.shape[1])
    for start in range(0, len(weights), 16384):  # a copy in double precision of few rows only
        rows = without_broken_rows(matrix[start : start + 16384])
        total += rows.astype(np.float64).T @ weights[start : start + 16384]
    return total / (weights.sum() or 1.0)


def interpolate(first: Matrix, second: Matrix, weight: float, where: np.ndarray) -> Matrix:
    """Return ``(1 - weight) first + weight second``, and `first` alone in rows not `where`.

    Examples
    --------
    >>> interpolate(np.eye(2), np.ones((2, 2)), 0.5, np.array([True, False])).tolist()
    [[1.0, 0.5], [0.0, 1.0]]
    """
    weights = np.where(where, weight, 0.0)
    mixed = _without_floor(scale_rows(first, 1.0 - weights))
    mixed = mixed + _without_floor(scale_rows(second, weights))
    return mixed.tocsr() if sparse.issparse(mixed) else np.asarray(mixed)


def _without_floor(matrix: Matrix) -> np.ndarray | sparse.csr_matrix:
    return matrix.toarray() if isinstance(matrix, FlooredMatrix) else matrix
