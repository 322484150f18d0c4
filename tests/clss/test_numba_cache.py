"""Kernels compile where neither the installation nor HOME can be written."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

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


KERNEL = """
from numba import njit
from helper_of_kernel import five
from clss._numba_cache import watching
import helper_of_kernel

@watching(helper_of_kernel.__file__)
@njit(cache=True)
def kernel(x):
    return x + five()
"""


def test_a_kernel_is_compiled_anew_when_its_helper_has_changed(tmp_path: Path) -> None:
    (tmp_path / "kernel_of_test.py").write_text(KERNEL)
    run = "from kernel_of_test import kernel; print(kernel(1), *kernel.stats.cache_hits.values())"

    def result(five: int) -> str:
        # bytecode goes by the second and the size of a file, and so little time may pass here
        own = {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
        own["PYTHONDONTWRITEBYTECODE"] = "1"
        helper = f"from numba import njit\n\n@njit(cache=True)\ndef five():\n    return {five}\n"
        (tmp_path / "helper_of_kernel.py").write_text(helper)
        return subprocess.run(
            [sys.executable, "-c", run],
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    assert [result(5), result(5), result(7)] == ["6", "6 1", "8"]


def plain(value: Any) -> FunctionType | None:
    """The Python function behind a compiled function or an intrinsic."""
    found = getattr(value, "py_func", None) or getattr(value, "_defn", None)
    return found if isinstance(found, FunctionType) else None


def helper_files(function: FunctionType, known: set[FunctionType]) -> set[str]:
    """The files of all compiled functions that a function calls, and that these call."""
    if function in known:
        return set()
    known.add(function)
    called = [plain(function.__globals__.get(name)) for name in function.__code__.co_names]
    helpers = [helper for helper in called if helper is not None]
    deeper = [helper_files(helper, known) for helper in helpers]
    return set().union(*({helper.__code__.co_filename} for helper in helpers), *deeper)


def test_kernels_watch_the_files_of_their_helpers() -> None:
    root = Path(_numba_cache.__file__).parents[1]
    seen = set()
    for file in [*root.glob("clss/**/_*.py"), *root.glob("baselines/**/_*.py")]:
        if "njit" not in (text := file.read_text()) and "_compiled import" not in text:
            continue
        module = import_module(".".join(file.relative_to(root).with_suffix("").parts))
        for name, kernel in vars(module).items():
            function, cache = plain(kernel), getattr(kernel, "_cache", None)
            if function is None or function.__module__ != module.__name__ or cache is None:
                continue
            kept = getattr(cache, "_cache_file", None)
            elsewhere = helper_files(function, set()) - {str(file)}
            if kept is not None and elsewhere:
                seen.add(file.name)
                stamp = kept._source_stamp
                watched = stamp if isinstance(stamp, tuple) else ()
                missing = {f for f in elsewhere if _numba_cache._hash(f) not in watched}
                assert not missing, f"{module.__name__}.{name} does not watch {missing}"
    assert {"_kernel.py", "_fold_in.py", "_glove_kernel.py", "_bilbowa_kernel.py"} <= seen
