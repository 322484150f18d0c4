"""The store keeps what it is given, notices what was changed and survives two writers."""

from __future__ import annotations

import errno
import multiprocessing
import os
import subprocess
from pathlib import Path

import pytest

from clss import checksums
from clss.errors import InputError
from evaluation.runs.store import DamagedEntry, Store, stage_key

K1, K2 = stage_key(n=1), stage_key(n=2)


def put(store: Store, key: str = K1, text: str = "content") -> Path:
    with store.writing("fit", key, about={"n": 1}) as directory:
        (directory / "sub").mkdir()
        (directory / "a.txt").write_text(text)
        (directory / "sub" / "b.bin").write_bytes(bytes(range(256)))
    return store.root / "fit" / key


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "store")
    store.prepare()
    return store


def test_what_is_written_is_read(store: Store) -> None:
    put(store)
    entry = store.get("fit", K1)
    assert entry is not None and (entry.path / "a.txt").read_text() == "content"
    assert store.contents() == [("fit", K1)]
    assert not list(store.root.glob(".tmp-*"))


@pytest.mark.parametrize("name", ["a.txt", "sub/b.bin", "manifest.json"])
@pytest.mark.parametrize("damage", ["flip", "truncate", "remove"])
def test_damage_is_noticed(store: Store, name: str, damage: str) -> None:
    path = put(store) / name
    raw = bytearray(path.read_bytes())
    if damage == "flip":
        raw[len(raw) // 2] ^= 1
        path.write_bytes(raw)
    elif damage == "truncate":
        path.write_bytes(raw[:-3])
    else:
        path.unlink()
    with pytest.raises(DamagedEntry, match=Path(name).name):
        Store(store.root).get("fit", K1)
    store.discard("fit", K1)
    assert store.get("fit", K1) is None


def test_a_file_that_does_not_belong_is_noticed(store: Store) -> None:
    (put(store) / "extra.npy").write_bytes(b"x")
    with pytest.raises(DamagedEntry, match="does not belong"):
        Store(store.root).get("fit", K1)


def test_a_file_that_cannot_be_read_is_noticed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store)

    def refuse(path: Path) -> str:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(checksums, "file_hash", refuse)
    with pytest.raises(DamagedEntry, match=r"a\.txt cannot be read \(Permission denied\)"):
        Store(store.root).get("fit", K1)


def test_files_are_hashed_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    put(store)
    hashed = list[str]()
    file_hash = checksums.file_hash
    monkeypatch.setattr(
        checksums, "file_hash", lambda path: hashed.append(path.name) or file_hash(path)
    )
    assert store.get("fit", K1) and hashed == []  # at writing they were
    later = Store(store.root)
    assert later.get("fit", K1) and later.get("fit", K1)
    assert sorted(hashed) == ["a.txt", "b.bin"]
    assert Store(store.root, checked=True).get("fit", K1) and len(hashed) == 2


def test_an_entry_under_another_key_is_noticed(store: Store) -> None:
    put(store).rename(store.root / "fit" / K2)
    with pytest.raises(DamagedEntry):
        store.get("fit", K2)


def test_a_failed_write_leaves_nothing(store: Store) -> None:
    with pytest.raises(RuntimeError), store.writing("fit", K1, about={}) as directory:
        (directory / "a.txt").write_text("half")
        raise RuntimeError
    assert store.contents() == [] and store.get("fit", K1) is None


def test_the_first_writer_stays(store: Store) -> None:
    with store.writing("fit", K1, about={"n": 2}) as directory:
        put(store, text="first")
        (directory / "a.txt").write_text("second")
    assert (store.root / "fit" / K1 / "a.txt").read_text() == "first"
    assert store.get("fit", K1) is not None


def write_often(root: str) -> None:
    store = Store(Path(root))
    for i in range(8):
        put(store, key=stage_key(n=i))


def test_two_processes_do_not_corrupt(store: Store) -> None:
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=write_often, args=(str(store.root),)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert len(store.contents()) == 8
    assert all(store.get(kind, key) for kind, key in store.contents())
    assert not list(store.root.glob(".tmp-*"))


def test_leftovers_of_dead_processes_are_cleared(store: Store) -> None:
    child = subprocess.Popen(["true"])
    child.wait()
    mine = store._temporary()
    dead = mine.with_name(mine.name.replace(f"-{os.getpid()}-", f"-{child.pid}-"))
    dead.mkdir()
    store.prepare()
    assert mine.exists() and not dead.exists()


def test_a_directory_that_cannot_be_made_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be"):
        Store(tmp_path / "file" / "store").prepare()


def test_keys_depend_on_everything() -> None:
    assert stage_key(a=1, b=2) == stage_key(b=2, a=1) != stage_key(a=1, b=3)
