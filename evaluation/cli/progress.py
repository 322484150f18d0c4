"""How far one long computation is, on stderr: drawn on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from clss.progress import Progress, ProgressCallback

_SECONDS_BETWEEN_LINES = 5.0


@contextmanager
def training_display(stream: TextIO | None = None) -> Iterator[ProgressCallback]:
    """Give a callback that shows progress on stderr for as long as the block runs."""
    out = sys.stderr if stream is None else stream
    if out.isatty():
        bar = RichProgress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TextColumn("{task.fields[figures]}"),
            TimeRemainingColumn(compact=True),
            console=Console(file=out),
            transient=True,
        )
        with bar:
            yield _Bar(bar)
    else:
        yield PlainLines(out)


class _Speed:
    """Units of work per second since a stage began."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._stage: str | None = None
        self._begin, self._done = 0.0, 0.0

    def rate(self, report: Progress) -> float | None:
        if report.stage != self._stage or report.done < self._done:
            self._stage, self._begin, self._done = report.stage, self._clock(), report.done
            return None
        seconds = self._clock() - self._begin
        return (report.done - self._done) / seconds if seconds > 0 else None


def figures(report: Progress, rate: float | None) -> str:
    """Write speed and further figures of a report.

    Examples
    --------
    >>> figures(Progress("training", 5, 10, "tokens", {"loss": 0.25}), rate=1234567.0)
    '1.23M tokens/s, loss 0.25'
    """
    speed = f"{report.unit}/s"
    parts = [] if rate is None or not report.unit else [f"{short_number(rate)} {speed}"]
    # a model may report its own speed, which is this one
    parts += [f"{name} {value:.4g}" for name, value in report.values.items() if name != speed]
    return ", ".join(parts)


def short_number(value: float) -> str:
    """Write a number with three digits and a letter for its size.

    Examples
    --------
    >>> short_number(999), short_number(1234567), short_number(0.5)
    ('999', '1.23M', '0.5')
    """
    for letter, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


class _Bar:
    """One line of the terminal for every stage."""

    def __init__(self, bar: RichProgress) -> None:
        self._bar, self._tasks = bar, dict[str, TaskID]()
        self._speed = _Speed(time.monotonic)

    def __call__(self, report: Progress) -> None:
        if report.stage not in self._tasks:
            self._tasks[report.stage] = self._bar.add_task(report.stage, figures="")
        text = figures(report, self._speed.rate(report))
        self._bar.update(
            self._tasks[report.stage], completed=report.done, total=report.total, figures=text
        )


class PlainLines:
    """A line when a stage begins its work and every few seconds after.

    Parameters
    ----------
    stream : text stream
    clock : callable
        Seconds, from any point in time.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._speed = _Speed(clock)
        self._last = -_SECONDS_BETWEEN_LINES

    def __call__(self, report: Progress) -> None:
        """Print a line if the last one is old enough."""
        rate = self._speed.rate(report)
        now = self._clock()
        if now - self._last < _SECONDS_BETWEEN_LINES:
            return
        self._last = now
        share = f"{report.done / report.total:.0%}" if report.total else f"{report.done:g}"
        line = f"{report.stage}: {share}"
        if text := figures(report, rate):
            line += f", {text}"
        if rate and report.total > report.done:
            line += f", {(report.total - report.done) / rate:.0f} s left"
        print(line, file=self._stream, flush=True)
