"""How the kernels of skip-gram are compiled."""

from __future__ import annotations

from typing import Any

from numba import njit

_OPTIONS: dict[str, Any] = {"nogil": True, "cache": True, "_nrt": False}

#: For functions that allocate nothing: without its runtime (``_nrt``, as numba compiles its own
#: sorting) numba does not count references to arrays. Counting them at every call of a helper, by
#: a locked instruction for each array, took up to a quarter of the time of a batch.
compiled: Any = njit(**_OPTIONS)

#: For steps of an inner loop: a call would copy every array of its arguments to the stack.
inlined: Any = njit(inline="always", **_OPTIONS)
