"""``scipy.sparse``, imported only when there is a sparse matrix: dense spaces do not need it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, TypeGuard


def issparse(matrix: Any) -> TypeGuard[Any]:
    """Tell whether a matrix is sparse; before scipy has been imported, none can be.

    Examples
    --------
    >>> import numpy, scipy.sparse
    >>> issparse(scipy.sparse.csr_matrix([[0, 1]])), issparse(numpy.zeros((1, 2)))
    (True, False)
    """
    scipy_sparse = sys.modules.get("scipy.sparse")
    return scipy_sparse is not None and bool(scipy_sparse.issparse(matrix))


def __getattr__(name: str) -> Any:
    """Take everything else from scipy."""
    return getattr(import_module("scipy.sparse"), name)
