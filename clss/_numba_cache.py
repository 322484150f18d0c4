"""Where compiled kernels are kept, decided by the user and never by the working directory.

Numba refuses to compile a cached function when it finds no place for it, as in a container with a
read-only installation. A private directory for this process and its children takes its place.

Numba also reads a ``.numba_config.yaml`` in the working directory, which may name another place.
What numba keeps there is unpickled, so a directory that came from somebody else could run code.

And numba looks for changes in the file of a kernel only, though what the kernel calls is compiled
into it: helpers in other files are named by :func:`watching`.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from clss.errors import ClssWarning

_VARIABLE = "NUMBA_CACHE_DIR"


def ensure_cache(package: Path = Path(__file__).parent, home: Path | None = None) -> None:
    """Give numba a temporary cache if it would find no place of its own; say so once.

    Parameters
    ----------
    package : Path
        The installation, whose ``__pycache__`` is numba's first choice.
    home : Path, optional
        The directory of caches of the user, its second choice.
    """
    if os.environ.get(_VARIABLE):
        return
    os.environ[_VARIABLE] = ""  # numba's own choice, whatever a file in this directory says
    if home is None:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        home = Path(caches) / "numba"
    if _writable(package / "__pycache__") or _writable(home):
        return
    # of a random name and private: what numba keeps there is code
    place = tempfile.mkdtemp(prefix="clss-kernels-")
    os.environ[_VARIABLE] = place
    atexit.register(_remove, place, os.getpid())
    warnings.warn(
        "kernels are compiled anew every time, because neither the installation nor HOME can be"
        f" written; set {_VARIABLE} to a directory that you own to keep them",
        ClssWarning,
        stacklevel=2,
    )


def watching(*files: str | os.PathLike[str]) -> Callable[[Any], Any]:
    """Return a decorator by which a cached kernel is compiled anew when one of `files` has changed.

    It stands above ``numba.njit(cache=True)``, and `files` are those of the helpers that the kernel
    calls, or that these call. Otherwise an update that changes a helper only would leave kernels as
    they were compiled before it.
    """

    def decorate(kernel: Any) -> Any:
        kept = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
        if kept is not None:  # numba has its cache switched on
            kept._source_stamp = (kept._source_stamp, *(_hash(os.fspath(file)) for file in files))
        return kernel

    return decorate


@cache
def _hash(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def _remove(place: str, owner: int) -> None:
    if os.getpid() == owner:  # a fork must not take it away from its parent
        shutil.rmtree(place, ignore_errors=True)


def _writable(directory: Path) -> bool:
    above = next(path for path in (directory, *directory.parents) if path.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        return False
    return not _read_only(above)


def _read_only(directory: Path) -> bool:
    if not hasattr(os, "statvfs"):  # Windows
        return False
    return bool(os.statvfs(directory).f_flag & os.ST_RDONLY)
