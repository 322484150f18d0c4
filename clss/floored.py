"""Matrices without zeros that are nearly sparse: smoothed probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np

from clss import _sparse as sparse


class FlooredMatrix:
    """A sparse matrix plus a floor under all of it: ``extra[i, j] + scale[i] floor[j]``.

    Smoothed probabilities have this form: a topic gives every word a little, and a few words much.
    Only what is much is stored by entry. Rows that are asked for come as dense arrays; numpy
    functions see the dense matrix.

    Parameters
    ----------
    extra : sparse matrix
        What entries have beyond the floor.
    scale, floor : ndarray
        One number for each row, and one for each column.

    Examples
    --------
    >>> matrix = FlooredMatrix(sparse.csr_matrix([[0.0, 2.0], [0.0, 0.0]]),
    ...                        np.array([1.0, 10.0]), np.array([0.1, 0.2]))
    >>> matrix[0].tolist(), np.asarray(matrix.T).tolist()
    ([0.1, 2.2], [[0.1, 1.0], [2.2, 2.0]])
    """

    ndim = 2

    def __init__(self, extra: Any, scale: np.ndarray, floor: np.ndarray) -> None:
        if extra.shape != (len(scale), len(floor)):
            raise ValueError(f"a floor of {len(scale)} x {len(floor)} under {extra.shape}")
        self.extra, self.scale, self.floor = extra, np.asarray(scale), np.asarray(floor)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.scale), len(self.floor)

    @property
    def dtype(self) -> np.dtype:
        """The precision of the entries."""
        return self.extra.dtype

    @property
    def T(self) -> FlooredMatrix:
        """The transposed matrix, over the same memory."""
        return FlooredMatrix(self.extra.T, self.floor, self.scale)

    def __len__(self) -> int:
        return len(self.scale)

    def __getitem__(self, rows: Any) -> np.ndarray:
        if isinstance(rows, tuple):
            chosen, columns = rows
            if not isinstance(chosen, slice) or chosen != slice(None):
                raise IndexError("a floored matrix gives whole rows or whole columns")
            return self.T[columns].T
        if isinstance(rows, int | np.integer):
            return self[[rows]][0]
        extra = sparse.csr_matrix(self.extra)[rows].toarray()
        extra += np.multiply.outer(self.scale[rows], self.floor).astype(self.dtype)
        return extra

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self[:], dtype=dtype)

    def __matmul__(self, other: Any) -> np.ndarray:
        outer = np.multiply.outer(self.scale, self.floor @ other)
        return np.asarray(self.extra @ other + outer.astype(self.dtype))

    def part(self, rows: slice) -> FlooredMatrix:
        """Return some rows as a floored matrix again."""
        extra = sparse.csr_matrix(self.extra)[rows]
        return FlooredMatrix(extra, self.scale[rows], self.floor)

    def toarray(self) -> np.ndarray:
        """Return the dense matrix."""
        return self[:]

    def astype(self, dtype: Any, copy: bool = True) -> FlooredMatrix:
        """Return the matrix in another precision; the floor keeps its own."""
        return FlooredMatrix(self.extra.astype(dtype, copy=copy), self.scale, self.floor)

    def sum(self, axis: int | None = None, dtype: Any = None) -> Any:
        """Sum everything, columns or rows, as numpy does."""
        if axis is None:
            return self.sum(axis=1, dtype=dtype).sum()
        of_extra = np.asarray(self.extra.sum(axis=axis, dtype=dtype)).ravel()
        if axis == 0:
            return of_extra + self.floor * self.scale.sum()
        return of_extra + self.scale * self.floor.sum()

    def min(self) -> float:
        """Return the smallest entry if nothing is below its floor, else a bound below it."""
        # an outer product is lowest where both are extreme, whatever their signs
        scales, floors = ((v.min(), v.max()) for v in (self.scale, self.floor))
        return float(np.multiply.outer(scales, floors).min() + min(self.extra.min(), 0.0))

    def scaled(self, factors: np.ndarray) -> FlooredMatrix:
        """Return the matrix with row `i` multiplied by ``factors[i]``."""
        extra = sparse.csr_matrix(self.extra, copy=True)
        extra.data *= np.repeat(factors, np.diff(extra.indptr)).astype(extra.dtype)
        return FlooredMatrix(extra, self.scale * factors, self.floor)

    def powered(self, exponent: float) -> FlooredMatrix:
        """Return the matrix of the entries to a power: the powers of a floor are a floor again."""
        extra = sparse.csr_matrix(self.extra, copy=True)
        rows = np.repeat(np.arange(len(self)), np.diff(extra.indptr))
        below = self.scale[rows] * self.floor[extra.indices]
        powers = (extra.data + below) ** exponent - below**exponent
        extra.data = powers.astype(extra.dtype)
        return FlooredMatrix(extra, self.scale**exponent, self.floor**exponent)

    def row_squares(self) -> np.ndarray:
        """Return the sum of the squares of every row."""
        return self.powered(2.0).sum(axis=1, dtype=np.float64)

    def valid_rows(self) -> np.ndarray:
        """Tell which rows are finite and not all zero."""
        finite = np.isfinite(self.sum(axis=1))
        entries = np.bincount(
            np.repeat(np.arange(len(self)), np.diff(sparse.csr_matrix(self.extra).indptr)),
            minlength=len(self),
        )
        return finite & ((entries > 0) | ((self.scale != 0) & bool(self.floor.any())))

    def parts(self) -> dict[str, np.ndarray]:
        """Return the arrays that make up the matrix, for files."""
        csr = sparse.csr_matrix(self.extra)
        return {
            "data": csr.data,
            "indices": csr.indices,
            "indptr": csr.indptr,
            "scale": self.scale,
            "floor": self.floor,
        }
