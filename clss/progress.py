"""How a long computation tells how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace


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


def as_part(progress: ProgressCallback | None, begin: float, end: float) -> ProgressCallback | None:
    """Let a part of a computation tell how far the whole is.

    Parameters
    ----------
    progress : callable or None
        Is told of the whole.
    begin, end : float
        Where the part begins and ends; the whole is from 0 to 1.

    Examples
    --------
    >>> second_half = as_part(print, 0.5, 1.0)
    >>> second_half(Progress("training", 3, 10, "tokens"))
    Progress(stage='training', done=13.0, total=20.0, unit='tokens', values={})
    """
    if progress is None:
        return None

    def tell(report: Progress) -> None:
        total = report.total / (end - begin)
        progress(replace(report, done=total * begin + report.done, total=total))

    return tell


def per_second(done: float, begun: float) -> float:
    """Return the speed since `begun`, a reading of :func:`time.monotonic`.

    The clocks of some machines stand still for milliseconds: no time at all is taken for a little.

    Examples
    --------
    >>> per_second(10.0, begun=time.monotonic() - 5.0) <= 2.0
    True
    """
    return done / max(time.monotonic() - begun, 1e-9)
