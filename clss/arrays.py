"""Arrays on disk: the one way in, where everything that compiled code trusts is looked at.

Kernels do not check where an index points. A file may be damaged, or made by somebody who means
harm; so nothing gets past here whose type, shape, order or range is not what was expected.
Arrays are ``.npy`` files, read with ``allow_pickle=False``: reading them runs no code.
"""

from __future__ import annotations

import os
import tokenize
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from clss import _sparse as sparse
from clss.errors import InputError
from clss.floored import FlooredMatrix
from clss.matrices import Matrix
from clss.persistence import digest, read_json, write_json
from clss.scratch import blocks

_PARTS = ("data", "indices", "indptr")
#: what numpy raises for a header that is none, from its parser or from the shape that it found
_NO_HEADER = (
    ValueError,
    EOFError,
    OSError,
    TypeError,
    KeyError,
    IndexError,
    SyntaxError,
    OverflowError,
    MemoryError,
    RecursionError,
    tokenize.TokenError,
)


def save_array(path: str | os.PathLike[str], array: np.ndarray) -> None:
    """Write one array as ``.npy``."""
    np.save(Path(path), np.ascontiguousarray(array), allow_pickle=False)


def load_array(
    path: str | os.PathLike[str],
    mmap: bool = True,
    kinds: str = "fiub",
    ndim: int | None = None,
) -> np.ndarray:
    """Read one ``.npy`` array, memory-mapped unless told otherwise.

    Parameters
    ----------
    path : path
    mmap : bool
    kinds : str
        The kinds of numbers that it may hold, as numpy's ``dtype.kind``.
    ndim : int, optional
        The number of axes that it must have.
    """
    try:
        # mapped first in any case: what the header promises is then compared with the file's
        # size before any memory is asked for
        mapped = np.load(Path(path), mmap_mode="r", allow_pickle=False)
    except FileNotFoundError as error:
        raise InputError("no such file", path=path) from error
    except _NO_HEADER as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"is not a complete .npy array ({reason[:200]})", path=path) from error
    if not isinstance(mapped, np.ndarray):
        raise InputError("is not a .npy array", path=path)
    if mapped.dtype.kind not in kinds or not mapped.dtype.isnative:
        raise InputError(f"holds {mapped.dtype}, not the numbers expected", path=path)
    if not mapped.flags.c_contiguous or ndim not in (None, mapped.ndim):
        raise InputError(f"has an unexpected layout (shape {mapped.shape})", path=path)
    return mapped if mmap else np.array(mapped)


def check_ids(name: str, ids: np.ndarray, below: int) -> None:
    """Refuse numbers that are not whole ones from 0 to `below` - 1.

    Examples
    --------
    >>> check_ids("topics", np.array([0, 5]), below=5)
    Traceback (most recent call last):
    clss.errors.InputError: topics holds 5; numbers from 0 to 4 were expected
    """
    if ids.dtype.kind not in "iu":
        raise InputError(f"{name} holds {ids.dtype}, not whole numbers")
    flat = ids.reshape(-1)
    for block in blocks(flat.size):
        part = flat[block]
        for extreme in (int(part.min()), int(part.max())):
            if not 0 <= extreme < below:
                raise InputError(
                    f"{name} holds {extreme}; numbers from 0 to {below - 1} were expected"
                )


def check_offsets(name: str, offsets: np.ndarray, rows: int, total: int) -> None:
    """Refuse offsets of rows that do not lead from 0 to `total` without ever going back."""
    if offsets.dtype.kind not in "iu" or offsets.shape != (rows + 1,):
        raise InputError(f"{name} has {offsets.dtype}{offsets.shape} for {rows} rows")
    if offsets[0] != 0 or offsets[-1] != total or _falls(offsets):
        raise InputError(f"{name} does not lead from 0 to {total}")


def _falls(numbers: np.ndarray) -> bool:
    return any(
        (numbers[block.start + 1 : block.stop + 1] < numbers[block]).any()
        for block in blocks(len(numbers) - 1)
    )


def check_finite_numbers(name: str, values: np.ndarray) -> None:
    """Refuse NaN and infinity, block by block so that a mapped file stays on the disk."""
    if values.dtype.kind not in "fiu":
        raise InputError(f"{name} holds {values.dtype}, not numbers")
    flat = values.reshape(-1)
    if values.dtype.kind == "f":
        for block in blocks(flat.size):
            if not np.isfinite(flat[block]).all():
                raise InputError(f"{name} holds NaN or infinity; a word without a vector has zeros")


def csr_from_parts(
    name: str, parts: Sequence[np.ndarray], shape: tuple[int, int]
) -> sparse.csr_matrix:
    """Put a sparse matrix together from data, indices and indptr, after they have been checked.

    Examples
    --------
    >>> parts = np.ones(2), np.array([0, 3]), np.array([0, 1, 2])
    >>> csr_from_parts("counts", parts, shape=(2, 2))
    Traceback (most recent call last):
    clss.errors.InputError: counts.indices holds 3; numbers from 0 to 1 were expected
    """
    rows, columns = shape
    data, indices, indptr = parts
    for part, array in zip(_PARTS, parts, strict=True):
        if array.ndim != 1:
            raise InputError(f"{name}.{part} has shape {array.shape}, not one axis")
    if len(data) != len(indices):
        raise InputError(f"{name} has {len(data)} values for {len(indices)} places")
    check_finite_numbers(f"{name}.data", data)
    check_offsets(f"{name}.indptr", indptr, rows, len(indices))
    check_ids(f"{name}.indices", indices, columns)
    return sparse.csr_matrix((data, indices, indptr), shape=(rows, columns), copy=False)


def check_shape(name: str, shape: object) -> tuple[int, int]:
    """Return the two sizes of a matrix; anything else is refused."""
    sizes = tuple(shape) if isinstance(shape, list | tuple) else ()
    whole = all(isinstance(size, int) and not isinstance(size, bool) for size in sizes)
    if len(sizes) != 2 or not whole or not all(0 <= size < 1 << 31 for size in sizes):
        raise InputError(f"{name} has no shape of two sizes")
    return sizes[0], sizes[1]


def save_matrix(directory: Path, name: str, matrix: Matrix) -> None:
    """Write a dense matrix as one array, a sparse one as its CSR arrays, and its floor if any."""
    if isinstance(matrix, FlooredMatrix):
        for part, array in matrix.parts().items():
            check_finite_numbers(name, array)
            save_array(directory / f"{name}.{part}.npy", array)
        write_json(directory / f"{name}.shape.json", list(matrix.shape))
    elif sparse.issparse(matrix):
        csr = sparse.csr_matrix(matrix)
        check_finite_numbers(name, csr.data)
        for part in _PARTS:
            save_array(directory / f"{name}.{part}.npy", getattr(csr, part))
        write_json(directory / f"{name}.shape.json", list(csr.shape))
    else:
        check_finite_numbers(name, np.asarray(matrix))
        save_array(directory / f"{name}.npy", matrix)


def load_matrix(directory: Path, name: str) -> Matrix:
    """Read what :func:`save_matrix` wrote, memory-mapped."""
    try:
        if (directory / f"{name}.shape.json").exists():
            shape = check_shape(name, read_json(directory / f"{name}.shape.json"))
            parts = [load_array(directory / f"{name}.{part}.npy", kinds="fiu") for part in _PARTS]
            matrix = csr_from_parts(name, parts, shape)
            if (directory / f"{name}.floor.npy").exists():
                return _with_floor(directory, name, matrix)
            return matrix
        matrix = load_array(directory / f"{name}.npy", kinds="fiu", ndim=2)
        check_finite_numbers(name, matrix)
        return matrix
    except InputError as error:
        if error.path is not None:
            raise
        raise InputError(error.message, directory) from error


def _with_floor(directory: Path, name: str, matrix: sparse.csr_matrix) -> FlooredMatrix:
    rows, columns = matrix.shape
    parts = []
    for part, size in (("scale", rows), ("floor", columns)):
        array = load_array(directory / f"{name}.{part}.npy", kinds="f", ndim=1)
        check_finite_numbers(f"{name}.{part}", array)
        if len(array) != size:
            raise InputError(f"{name}.{part} has {len(array)} numbers, not {size}")
        parts.append(array)
    return FlooredMatrix(matrix, parts[0], parts[1])


def digest_matrix(matrix: Matrix) -> str:
    """Hash a dense or sparse matrix."""
    if isinstance(matrix, FlooredMatrix):
        return digest(str(matrix.shape), *matrix.parts().values())
    if sparse.issparse(matrix):
        csr = sparse.csr_matrix(matrix)
        return digest(str(csr.shape), csr.data, csr.indices, csr.indptr)
    return digest(matrix)
