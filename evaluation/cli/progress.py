"""How far the work is, on stderr: drawn on a terminal, plain lines elsewhere.

`training_display` shows one training, `display_for` a whole comparison.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress
from rich.text import Text
from rich.tree import Tree

from clss.progress import Progress, ProgressCallback
from evaluation.cli.visible import visible
from evaluation.runs.costs import duration, megabytes
from evaluation.runs.directory import RunDirectory
from evaluation.runs.execute import Display
from evaluation.runs.stage import Report, Stage

_SECONDS_BETWEEN_LINES = 5.0
_SIGNS = {"waiting": "·", "running": "▸", "done": "✓", "cached": "✓", "failed": "✗"}


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


class Lines(Display):
    """One line for every stage that ends."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.total = self.ended = 0

    def begin(self, stages: Sequence[Stage], cached: int) -> None:
        """Count them."""
        self.total, self.ended = len(stages), 0
        self.say(f"{len(stages)} stages to compute, {cached} there already")

    def say(self, text: str) -> None:
        """Print one line."""
        print(visible(text), file=self.stream, flush=True)

    def finished(self, stage: Stage, report: Report) -> None:
        """Print how it ended."""
        self.ended += 1
        start = f"[{self.ended}/{self.total}] {stage.kind} {stage.title}"
        self.say(f"{start}: {ending(report)}")


def ending(report: Report) -> str:
    """Say how a stage ended."""
    if report.status == "failed":
        return f"failed: {report.reason}"
    if report.status == "cached":
        return "there already"
    return f"{duration(report.seconds)}, {megabytes(report.memory)}"


class LiveTree(Display):
    """The stages as a tree that is redrawn: what needs what, how far it is, how it ended."""

    def __init__(self, run: RunDirectory, console: Console | None = None) -> None:
        self.run = run
        self.console = console or Console(stderr=True)
        self.live = Live(console=self.console, refresh_per_second=4, transient=True)
        self.stages: list[Stage] = []
        self.state: dict[str, str] = {}
        self.note: dict[str, str] = {}
        self.since: dict[str, float] = {}
        self.hidden: set[str] = set()

    def begin(self, stages: Sequence[Stage], cached: int) -> None:
        """Draw the tree."""
        self.stages = list(stages)
        self.state = dict.fromkeys((stage.key for stage in stages), "waiting")
        self.say(f"{len(stages)} stages to compute, {cached} there already")
        if stages:
            self.live.start()
        self._draw()

    def say(self, text: str) -> None:
        """Print one line above the tree."""
        self.console.print(visible(text), markup=False, highlight=False)

    def started(self, stage: Stage) -> None:
        """Mark a stage as running."""
        self.state[stage.key], self.since[stage.key] = "running", time.monotonic()

    def finished(self, stage: Stage, report: Report) -> None:
        """Mark how a stage ended."""
        self.state[stage.key], self.note[stage.key] = report.status, ending(report)
        if report.status == "failed":
            self.say(f"{stage.title}: {ending(report)}")
        self._draw()

    def tick(self, running: Sequence[Stage]) -> None:
        """Redraw, with how far the running stages are."""
        for stage in running:
            text = duration(time.monotonic() - self.since[stage.key])
            progress = self.run.stages.progress_of(stage.key)
            if progress and progress.total:
                text = f"{progress.stage} {progress.done / progress.total:.0%}, {text}"
            self.note[stage.key] = text
        self._draw()

    def close(self) -> None:
        """Remove the tree from the screen."""
        self.live.stop()

    def _draw(self) -> None:
        ended = sum(self.state[s.key] in ("done", "cached", "failed") for s in self.stages)
        tree = Tree(f"{ended} of {len(self.stages)} stages")
        known = {stage.key for stage in self.stages}
        children: dict[str, list[Stage]] = {}
        for stage in self.stages:
            parents = [key for _, key in stage.needs if key in known]
            children.setdefault(parents[0] if parents else "", []).append(stage)
        budget = max(5, self.console.size.height - 4)
        unfinished = sum(state not in ("done", "cached") for state in self.state.values())
        # on a small screen what runs or has failed is worth more than what waits
        self.hidden = {"done", "cached"} | ({"waiting"} if unfinished > budget else set())
        self._grow(tree, children, "", [budget])
        self.live.update(tree)

    def _grow(
        self, tree: Any, children: dict[str, list[Stage]], key: str, budget: list[int]
    ) -> None:
        for stage in children.get(key, []):
            if not self._open(stage, children) or budget[0] <= 0:
                continue
            budget[0] -= 1
            state = self.state[stage.key]
            style = {"running": "bold", "failed": "red", "waiting": "dim"}.get(state, "green")
            line = Text(visible(f"{_SIGNS[state]} {stage.title}"), style=style)
            line.append(f"  {self.note.get(stage.key, '')}", style="dim")
            self._grow(tree.add(line), children, stage.key, budget)

    def _open(self, stage: Stage, children: dict[str, list[Stage]]) -> bool:
        """Whether a stage or anything below it is to be seen."""
        if self.state[stage.key] not in self.hidden:
            return True
        return any(self._open(child, children) for child in children.get(stage.key, []))


def display_for(run: RunDirectory) -> Display:
    """Return the display that suits where standard error goes."""
    return LiveTree(run) if sys.stderr.isatty() else Lines()
