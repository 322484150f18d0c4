"""Writing all or nothing, reading without executing anything."""

from __future__ import annotations

import os
import secrets
import stat

import numpy as np
import pytest
from scipy import sparse

from clss.arrays import digest_matrix, load_array, load_matrix, save_array, save_matrix
from clss.errors import InputError
from clss.persistence import (
    atomic_directory,
    atomic_file,
    check_destination,
    check_format,
    digest,
    read_json,
    to_json,
    write_json,
)


def names(path):
    return sorted(p.name for p in path.iterdir())


def save(path, text):
    with atomic_directory(path) as directory:
        write_json(directory / "format.json", {"kind": "test"})
        (directory / "text").write_text(text)


def test_a_directory_is_there_as_a_whole(tmp_path):
    save(tmp_path / "deep" / "value", "one")
    save(tmp_path / "deep" / "value", "two")
    assert (tmp_path / "deep" / "value" / "text").read_text() == "two"
    assert names(tmp_path / "deep") == ["value"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_a_directory_that_fails_leaves_the_old_one(tmp_path, error):
    save(tmp_path / "value", "old")
    with pytest.raises(error), atomic_directory(tmp_path / "value") as directory:
        (directory / "text").write_text("half")
        raise error
    assert (tmp_path / "value" / "text").read_text() == "old"
    assert names(tmp_path) == ["value"]


def test_a_directory_survives_a_rename_that_fails(tmp_path, monkeypatch):
    save(tmp_path / "value", "old")
    rename, calls = os.rename, []

    def failing(old, new):
        calls.append(new)
        if len(calls) == 2:
            raise OSError("disk trouble")
        rename(old, new)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(OSError, match="disk trouble"):
        save(tmp_path / "value", "new")
    assert (tmp_path / "value" / "text").read_text() == "old"
    assert names(tmp_path) == ["value"]


def test_what_is_not_ours_is_not_replaced(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.tex").write_text("years")
    (tmp_path / "file").write_text("x")
    for use in (save, lambda path, _: check_destination(path)):
        with pytest.raises(InputError, match="was not written by clss"):
            use(tmp_path / "home", "x")
        with pytest.raises(InputError, match="is a file; a directory was expected"):
            use(tmp_path / "file", "x")
        with pytest.raises(InputError, match="cannot be written"):
            use(tmp_path / "file" / "below", "x")
    assert names(tmp_path) == ["file", "home"]


def test_a_file_is_there_as_a_whole(tmp_path):
    path = tmp_path / "new" / "lexicon.tsv"
    with atomic_file(path) as stream:
        stream.write("ñ\n")
    assert path.read_bytes() == "ñ\n".encode()
    with pytest.raises(RuntimeError), atomic_file(path) as stream:
        stream.write("half")
        raise RuntimeError
    assert path.read_bytes() == "ñ\n".encode()
    assert names(tmp_path / "new") == ["lexicon.tsv"]
    with pytest.raises(InputError, match="is a directory"), atomic_file(tmp_path):
        pass


def test_others_may_read_what_is_written(tmp_path):
    mask = os.umask(0o022)
    try:
        save(tmp_path / "value", "x")
        with atomic_file(tmp_path / "file") as stream:
            stream.write("x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "value").stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o644


def test_the_umask_is_left_alone(tmp_path, monkeypatch):
    """It is the process's: another thread's files would be open to everybody for a moment."""
    monkeypatch.setattr(os, "umask", None)
    for _ in range(2):
        save(tmp_path / "value", "x")
        with atomic_file(tmp_path / "file") as stream:
            stream.write("x")


def test_a_temporary_name_that_is_taken_is_left_alone(tmp_path, monkeypatch):
    tokens = iter(["00", "00", "01", "01", "02"])
    monkeypatch.setattr(secrets, "token_hex", lambda _: next(tokens))
    with atomic_file(tmp_path / "first") as first, atomic_file(tmp_path / "second") as second:
        first.write("1")
        second.write("2")
    save(tmp_path / "value", "x")
    assert [(tmp_path / name).read_text() for name in ("first", "second")] == ["1", "2"]


def test_arrays_are_mapped_and_never_unpickled(tmp_path):
    save_array(tmp_path / "a.npy", np.arange(6).reshape(2, 3)[:, ::2])
    assert isinstance(load_array(tmp_path / "a.npy"), np.memmap)
    assert load_array(tmp_path / "a.npy", mmap=False).tolist() == [[0, 2], [3, 5]]
    save_array(tmp_path / "empty.npy", np.zeros((0, 4)))
    assert load_array(tmp_path / "empty.npy").shape == (0, 4)
    np.save(tmp_path / "pickle.npy", np.array([{}], dtype=object), allow_pickle=True)
    for mmap in (True, False):
        with pytest.raises(InputError, match=r"pickle\.npy"):
            load_array(tmp_path / "pickle.npy", mmap)
    (tmp_path / "a.npy").write_bytes((tmp_path / "a.npy").read_bytes()[:-1])
    with pytest.raises(InputError, match="not a complete"):
        load_array(tmp_path / "a.npy", mmap=False)
    with pytest.raises(InputError, match="no such file"):
        load_array(tmp_path / "none.npy")


def test_matrices_dense_and_sparse(tmp_path):
    dense = np.array([[0, 1.5], [0, 0], [2, 0]])
    save_matrix(tmp_path, "dense", dense)
    save_matrix(tmp_path, "sparse", sparse.csr_matrix(dense))
    assert np.array_equal(load_matrix(tmp_path, "dense"), dense)
    back = load_matrix(tmp_path, "sparse")
    assert sparse.issparse(back)
    assert np.array_equal(back.toarray(), dense)
    assert digest_matrix(back) == digest_matrix(sparse.csr_matrix(dense))


def test_json_is_canonical_and_honest(tmp_path):
    assert to_json({"b": np.int64(1), "a": {"z", "y"}}) == '{"a":["y","z"],"b":1}'
    with pytest.raises(ValueError, match="JSON"):
        to_json({"a": float("nan")})
    with pytest.raises(TypeError, match="object has no JSON form"):
        to_json(object())
    (tmp_path / "x.json").write_text('{"a": 1,\n "b": }')
    with pytest.raises(InputError, match=r"x\.json, line 2: is not JSON"):
        read_json(tmp_path / "x.json")
    (tmp_path / "x.json").write_bytes(b'"\xff"')
    with pytest.raises(InputError, match="not UTF-8"):
        read_json(tmp_path / "x.json")


def test_a_saved_value_says_what_it_is(tmp_path):
    save(tmp_path / "value", "x")
    assert check_format(tmp_path / "value", "test") == {"kind": "test"}
    with pytest.raises(InputError, match="holds test, not a saved space"):
        check_format(tmp_path / "value", "space")
    with pytest.raises(InputError, match="no such directory"):
        check_format(tmp_path / "none", "space")
    with pytest.raises(InputError, match=r"has no format\.json"):
        check_format(tmp_path, "space")


def test_digests_differ_where_values_differ():
    a = np.arange(6, dtype=np.int32)
    others = [
        digest(a),
        digest(a.astype(np.int64)),
        digest(a.reshape(2, 3)),
        digest(a[::-1]),
        digest("a", "b"),
        digest("ab"),
        digest(b"ab"),
        digest({"a": "b"}),
        digest(),
    ]
    assert len(set(others)) == len(others)
    assert digest(a.reshape(2, 3).T) == digest(np.ascontiguousarray(a.reshape(2, 3).T))


def test_a_path_through_a_missing_directory_and_back_replaces_nothing_foreign(tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.txt").write_text("years of work")
    there = tmp_path / "missing" / ".." / "precious"
    with pytest.raises(InputError, match="was not written by clss"), atomic_directory(there):
        pytest.fail("nothing is to be computed")
    assert (tmp_path / "precious" / "thesis.txt").read_text() == "years of work"
    assert [path.name for path in (tmp_path / "precious").iterdir()] == ["thesis.txt"]
