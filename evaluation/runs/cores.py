"""How many processes can work at once."""

from __future__ import annotations


def usable_cores() -> int:
    """Return the cores that this process may use: those of its affinity and its container's quota.

    Never less than one; the environment variable ``LOKY_MAX_CPU_COUNT`` lowers it.
    """
    # imported here: a command that is given the number needs no joblib
    from joblib import cpu_count

    return int(cpu_count())
