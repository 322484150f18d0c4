"""How the kernels of skip-gram are compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numba import njit

from baselines import _random
from clss._numba_cache import watching

_OPTIONS: dict[str, Any] = {"nogil": True, "cache": True, "_nrt": False}

# each calls some of the others: when one file changes, the kernels of all are compiled anew
_when_changed = watching(*sorted(Path(__file__).parent.glob("_*.py")), _random.__file__)


def compiled(function: Any) -> Any:
    """Compile a function that allocates nothing.

    Without its runtime (``_nrt``, as numba compiles its own sorting) numba does not count
    references to arrays. Counting them at every call of a helper, by a locked instruction for each
    array, took up to a quarter of the time of a batch.
    """
    return _when_changed(njit(**_OPTIONS)(function))


def inlined(function: Any) -> Any:
    """Compile a step of an inner loop: a call would copy every array it is given to the stack."""
    return _when_changed(njit(inline="always", **_OPTIONS)(function))
