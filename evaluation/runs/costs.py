"""What training cost: time and memory of every model, from what the stages recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tabulate import tabulate

from evaluation.runs.directory import RunDirectory
from evaluation.runs.forecast import RESUMED
from evaluation.runs.record import Record
from evaluation.runs.stage import FIT, Stage
from evaluation.runs.store import DamagedEntry


def duration(seconds: float) -> str:
    """Write a time for people.

    Examples
    --------
    >>> duration(3.14), duration(75), duration(7384)
    ('3.1 s', '1 min 15 s', '2 h 3 min')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    if seconds < 3600:
        return f"{int(seconds) // 60} min {int(seconds) % 60} s"
    return f"{int(seconds) // 3600} h {int(seconds) % 3600 // 60} min"


def megabytes(size: float) -> str:
    """Write an amount of memory for people.

    Examples
    --------
    >>> megabytes(300 << 20), megabytes(5 << 30)
    ('300 MB', '5.0 GB')
    """
    return f"{size / 2**30:.1f} GB" if size >= 2**30 else f"{size / 2**20:.0f} MB"


@dataclass(frozen=True)
class Cost:
    """The cost of one trained model.

    Attributes
    ----------
    title : str
    seconds : float
        Of this training alone.
    total_seconds : float
        With everything that it builds on.
    memory : float
        The highest resident memory of the process, in bytes.
    processor_seconds : float or None
        Of this training alone, on all cores together. Other programs on the machine lengthen the
        time on the wall, and this hardly; None where it was not recorded.
    resumed : bool
        Whether it went on from a checkpoint: only the time after that is known.
    """

    title: str
    seconds: float
    total_seconds: float
    memory: float
    processor_seconds: float | None = None
    resumed: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "stage": self.title,
            "seconds": round(self.seconds, 3),
            "total_seconds": round(self.total_seconds, 3),
            "memory": int(self.memory),
            "processor_seconds": (
                None if self.processor_seconds is None else round(self.processor_seconds, 3)
            ),
            "resumed": self.resumed,
        }


def costs(run: RunDirectory, records: Iterable[Record]) -> list[Cost]:
    """Return the cost of every model that the records refer to, as it was when it was trained."""
    return list(costs_by_key(run, records).values())


def costs_by_key(run: RunDirectory, records: Iterable[Record]) -> dict[str, Cost]:
    """Return the costs by the key of the training."""
    stages: dict[str, Stage] = {}
    for record in records:
        stages |= {stage.key: stage for stage in record.stages if stage.kind == FIT}
    measured: dict[str, Mapping[str, float]] = {}
    for key in stages:
        try:
            entry = run.store.peek(FIT, key)
        except DamagedEntry:
            continue
        if entry is not None and "seconds" in entry.cost:
            measured[key] = entry.cost

    def below(key: str, seen: set[str]) -> set[str]:
        seen.add(key)
        for kind, needed in stages[key].needs:
            if kind == FIT and needed not in seen and needed in stages:
                below(needed, seen)
        return seen

    return {
        key: Cost(
            stages[key].title,
            cost["seconds"],
            sum(measured[k]["seconds"] for k in below(key, set()) if k in measured),
            cost["memory"],
            cost.get("processor"),
            RESUMED in cost,
        )
        for key, cost in measured.items()
    }


def table(found: Iterable[Cost]) -> str:
    """Write costs as a table for people, the longest training first."""
    rows = [
        [
            cost.title,
            duration(cost.seconds) + (" since it was interrupted" if cost.resumed else ""),
            "" if cost.processor_seconds is None else duration(cost.processor_seconds),
            duration(cost.total_seconds),
            megabytes(cost.memory),
        ]
        for cost in sorted(found, key=lambda c: (-c.seconds, c.title))
    ]
    header = ["Training", "Time", "Processor", "With what it builds on", "Peak memory"]
    return tabulate(rows, headers=header, disable_numparse=True) + "\n"


def summary(run: RunDirectory, records: Iterable[Record]) -> str:
    """Write the table of costs under a headline, or nothing if no model was trained."""
    found = costs(run, records)
    return f"\nTraining costs (when it was computed):\n{table(found)}" if found else ""
