"""Compiled code trusts its indices: arrays made to lead it astray are refused before it runs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from clss.arrays import csr_from_parts, load_array, load_matrix, save_array, save_matrix
from clss.errors import InputError
from clss.lexicon import Lexicon
from clss.vocabulary import Vocabulary

GOOD = {
    "data": np.ones(3),
    "indices": np.array([0, 1, 1], np.int32),
    "indptr": np.array([0, 1, 3], np.int32),
}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("indices", np.array([0, 1, 2], np.int32)),
        ("indices", np.array([0, -1, 1], np.int32)),
        ("indices", np.array([0, 1 << 32, 1], np.int64)),  # 0 after a cast to 32 bits
        ("indices", np.array([0.0, 1.0, 1.0])),
        ("indptr", np.array([0, 1 << 32, 3], np.int64)),
        ("indptr", np.array([0, 4, 3], np.int32)),
        ("indptr", np.array([1, 1, 3], np.int32)),
        ("indptr", np.array([0, 1, 4], np.int32)),
        ("indptr", np.array([0, 3], np.int32)),
        ("indptr", np.array([[0, 1, 3]], np.int32)),
        ("data", np.array([1.0, np.nan, 1.0])),
        ("data", np.array([1.0, np.inf, 1.0])),
        ("data", np.ones(2)),
        ("data", np.ones(3, complex)),
    ],
)
def test_a_sparse_matrix_that_leads_astray(tmp_path, part, value):
    parts = {**GOOD, part: value}
    with pytest.raises(InputError):
        csr_from_parts("m", list(parts.values()), (2, 2))
    save_matrix(tmp_path, "m", sparse.csr_matrix(tuple(GOOD.values()), shape=(2, 2)))
    save_array(tmp_path / f"m.{part}.npy", value)
    with pytest.raises(InputError):
        load_matrix(tmp_path, "m")


@pytest.mark.parametrize("shape", ["[2]", "[2, -2]", "[2, 2.0]", "[2, 4294967298]", "{}", "[2,1]"])
def test_a_shape_that_is_none(tmp_path, shape):
    save_matrix(tmp_path, "m", sparse.csr_matrix(tuple(GOOD.values()), shape=(2, 2)))
    (tmp_path / "m.shape.json").write_text(shape)
    with pytest.raises(InputError):
        load_matrix(tmp_path, "m")


@pytest.mark.parametrize(
    "header",
    [
        b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000,), }",
        b"{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }",
        b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
        b"{'descr': '>f8', 'fortran_order': False, 'shape': (1,), }",
        b"{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }",
        b"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }",
        b"{'descr': '<U8', 'fortran_order': False, 'shape': (1,), }",
        b"{'descr': '<f8', 'fortran_order': False, 'shape': " + b"(" * 3000,
        b"__import__('os').system('true')",
        b"{'descr': '<f8', 'fortran_order': False, 'shape': (" + b"9" * 5000 + b",), }",
        b"\xff\xfe",
    ],
)
@pytest.mark.parametrize("mmap", [True, False])
def test_a_header_that_promises_what_is_not_there(tmp_path, header, mmap):
    size = len(header).to_bytes(2, "little")
    (tmp_path / "a.npy").write_bytes(b"\x93NUMPY\x01\x00" + size + header + bytes(64))
    with pytest.raises(InputError):
        load_array(tmp_path / "a.npy", mmap)


def test_nothing_that_is_not_a_number_is_saved(tmp_path):
    for matrix in (np.array([[np.nan]]), sparse.csr_matrix([[np.inf]])):
        with pytest.raises(InputError, match="NaN or infinity"):
            save_matrix(tmp_path, "m", matrix)


def test_a_lexicon_keeps_to_its_vocabularies():
    words = Vocabulary(["a", "b"]), Vocabulary(["x"])
    assert len(Lexicon.from_array(*words, np.array([[1, 0]]))) == 1
    for ids in ([[2, 0]], [[0, 1]], [[-1, 0]], [[0, 0, 0]], [0, 0]):
        with pytest.raises(InputError):
            Lexicon.from_array(*words, np.array(ids))
