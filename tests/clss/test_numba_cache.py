"""Kernels compile where neither the installation nor HOME can be written."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

from clss import _numba_cache
from clss.errors import ClssWarning


def test_a_private_directory_takes_their_place(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(_numba_cache, "_writable", lambda directory: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.warns(ClssWarning, match="compiled anew every time"):
        _numba_cache.ensure_cache(tmp_path / "package", tmp_path / "home")
    place = Path(os.environ["NUMBA_CACHE_DIR"])
    assert place.parent == tmp_path and place.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(place))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _numba_cache.ensure_cache(tmp_path / "package", tmp_path / "home")  # said once
    _numba_cache._remove(str(place), os.getpid())
    assert not place.exists()


def test_nothing_happens_where_there_is_a_place(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    for package, home in ((tmp_path, tmp_path / "file"), (tmp_path / "file", tmp_path)):
        (tmp_path / "file").write_text("")
        _numba_cache.ensure_cache(package, home / "numba")
        assert not os.environ["NUMBA_CACHE_DIR"]  # numba's own choice
