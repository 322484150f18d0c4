"""How a long computation tells how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Progress:
    """One report of a running computation.

    Attributes
    ----------
    stage : str
        What is being done, for people ("training", "sweep").
    done, total : float
        How much of how much, in `unit`.
    unit : str
        "tokens", "sweeps", "epochs".
    values : mapping of str to float
        Further figures worth showing: loss, log-likelihood per token, tokens per second.
    """

    stage: str
    done: float
    total: float
    unit: str = ""
    values: Mapping[str, float] = field(default_factory=dict)


ProgressCallback = Callable[[Progress], None]


def per_second(done: float, begun: float) -> float:
    """Return the speed since `begun`, a reading of :func:`time.monotonic`.

    The clocks of some machines stand still for milliseconds: no time at all is taken for a little.

    Examples
    --------
    >>> per_second(10.0, begun=time.monotonic() - 5.0) <= 2.0
    True
    """
    return done / max(time.monotonic() - begun, 1e-9)
