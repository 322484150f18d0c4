"""How many processes can work at once."""

from __future__ import annotations


def usable_cores() -> int:
    """Return the cores that this process may use: those of its affinity and its container's quota.

    Never less than one; the environment variable ``LOKY_MAX_CPU_COUNT`` lowers it.
    """
    from joblib import (
        cpu_count,  # imported here: a command that is given the number needs no joblib
    )

    return int(cpu_count())
