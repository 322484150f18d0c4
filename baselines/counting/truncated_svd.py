"""The leading singular vectors of a sparse matrix."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import svds
from threadpoolctl import threadpool_limits

from baselines.rank import spanning
from clss.errors import InputError


def reduce_rows(matrix: sparse.csr_matrix, dim: int, power: float, seed: int) -> np.ndarray:
    """Reduce rows to `dim` dimensions by a truncated singular value decomposition: ``U Σ^power``.

    The decomposition has converged to machine precision: Lanczos iterations with restarts until
    no singular value changes any more, and the whole decomposition where all vectors are asked
    for. One thread does it, and the largest entry of every left singular vector is positive, so
    the result is the same bytes every time.

    The sparse matrix is not centred: that would make it dense and change the baseline. A row
    outside the kept directions is zero: rounding would leave something tiny there, which a cosine
    blows up to a vector like any other.

    Parameters
    ----------
    matrix : csr_matrix
    dim : int
        Singular vectors to keep, at most the smaller side of the matrix.
    power : float
        Of the singular values.
    seed : int
        Of the vector that the iterations begin with. It decides something only where the last
        singular value kept equals the next: which of equal directions stay.

    References
    ----------
    R. B. Lehoucq, D. C. Sorensen and C. Yang (1998). ARPACK users' guide. SIAM.

    Examples
    --------
    >>> matrix = sparse.csr_matrix(np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 1.0]]))
    >>> (reduce_rows(matrix, 1, power=1.0, seed=1).round(6) + 0.0).tolist()
    [[2.0], [0.0], [0.0]]
    """
    limit = min(matrix.shape)
    if not 1 <= dim <= limit:
        raise InputError(f"dim must be between 1 and {limit} on this corpus, not {dim}")
    if not matrix.count_nonzero():
        raise InputError("all words weigh nothing on this corpus: they occur everywhere alike")
    values = matrix.astype(np.float64)
    with threadpool_limits(1):  # threads of BLAS would add up in another order
        if dim < limit:
            start = np.random.default_rng(seed).standard_normal(limit)
            u, singular, _ = svds(values, k=dim, tol=0, v0=start, solver="arpack")
            u, singular = u[:, ::-1], singular[::-1]
        else:
            u, singular, _ = np.linalg.svd(values.toarray(), full_matrices=False)
    largest = u[np.abs(u).argmax(axis=0), np.arange(dim)]
    u = u * np.where(largest < 0, -1.0, 1.0)
    kept = spanning(singular, matrix.shape)
    scale = np.zeros(dim)
    scale[kept] = singular[kept] ** power
    length = np.sqrt(values.multiply(values).sum(axis=1)).A1
    within = np.linalg.norm(u * singular, axis=1) > np.sqrt(np.finfo(np.float64).eps) * length
    return np.ascontiguousarray(np.where(within[:, None], u * scale, 0.0), dtype=np.float32)
