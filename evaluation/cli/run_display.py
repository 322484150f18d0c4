"""How far a whole comparison is, on stderr: a tree on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text
from rich.tree import Tree

from clss.progress import Progress
from evaluation.cli.visible import visible
from evaluation.runs.costs import duration, megabytes
from evaluation.runs.directory import RunDirectory
from evaluation.runs.execute import Display
from evaluation.runs.forecast import Forecast, about
from evaluation.runs.stage import Report, Stage

_SIGNS = {"waiting": "·", "running": "▸", "done": "✓", "cached": "✓", "failed": "✗"}
#: where nobody draws, a line comes at least as often as this, or one would think that it hangs
_SECONDS_BETWEEN_HEARTBEATS = 30.0


def _headline(stages: Sequence[Stage], cached: int, forecast: Forecast) -> str:
    line = f"{len(stages)} stages to compute, {cached} there already"
    return f"{line}; {about(forecast.left())}" if stages else line


def _how_far(stage: Stage, progress: Progress | None, forecast: Forecast) -> str:
    """Say how far a running stage is and when it will have ended."""
    text = duration(forecast.ran(stage))
    if progress and progress.total:
        text = f"{progress.stage} {progress.done / progress.total:.0%}, {text}"
    return f"{text}, {about(forecast.stage_left(stage, progress))} left"


class Lines(Display):
    """One line for every stage that ends, and a heartbeat in between."""

    def __init__(
        self,
        run: RunDirectory,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.run, self.stream, self._clock = run, stream or sys.stderr, clock
        self.total = self.ended = 0
        self.forecast = Forecast()
        self._last = clock()

    def begin(self, stages: Sequence[Stage], cached: int, forecast: Forecast) -> None:
        """Count them."""
        self.total, self.ended, self.forecast = len(stages), 0, forecast
        self.say(_headline(stages, cached, forecast))

    def say(self, text: str) -> None:
        """Print one line."""
        self._last = self._clock()
        print(visible(text), file=self.stream, flush=True)

    def started(self, stage: Stage) -> None:
        """Let the forecast know."""
        self.forecast.started(stage)

    def finished(self, stage: Stage, report: Report) -> None:
        """Print how it ended."""
        self.ended += 1
        self.forecast.finished(stage, report)
        start = f"[{self.ended}/{self.total}] {stage.kind} {stage.title}"
        self.say(f"{start}: {ending(report)}")

    def tick(self, running: Sequence[Stage]) -> None:
        """Print what runs if nothing has been printed for a while."""
        if self._clock() - self._last < _SECONDS_BETWEEN_HEARTBEATS:
            return
        seen = [(stage, self.run.stages.progress_of(stage.key)) for stage in running]
        parts = [f"{s.kind} {s.title} ({_how_far(s, p, self.forecast)})" for s, p in seen]
        left = about(self.forecast.left(seen))
        self.say(f"[{self.ended}/{self.total}] running: {'; '.join(parts)}; in all {left} left")


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
        self.forecast = Forecast()
        self.left = 0.0
        self.hidden: set[str] = set()

    def begin(self, stages: Sequence[Stage], cached: int, forecast: Forecast) -> None:
        """Draw the tree."""
        self.stages, self.forecast = list(stages), forecast
        self.state = dict.fromkeys((stage.key for stage in stages), "waiting")
        self.left = forecast.left()
        self.say(_headline(stages, cached, forecast))
        if stages:
            self.live.start()
        self._draw()

    def say(self, text: str) -> None:
        """Print one line above the tree."""
        self.console.print(visible(text), markup=False, highlight=False)

    def started(self, stage: Stage) -> None:
        """Mark a stage as running."""
        self.state[stage.key] = "running"
        self.forecast.started(stage)

    def finished(self, stage: Stage, report: Report) -> None:
        """Mark how a stage ended."""
        self.state[stage.key], self.note[stage.key] = report.status, ending(report)
        self.forecast.finished(stage, report)
        if report.status == "failed":
            self.say(f"{stage.title}: {ending(report)}")
        self._draw()

    def tick(self, running: Sequence[Stage]) -> None:
        """Redraw, with how far the running stages are."""
        seen = [(stage, self.run.stages.progress_of(stage.key)) for stage in running]
        for stage, progress in seen:
            self.note[stage.key] = _how_far(stage, progress, self.forecast)
        self.left = self.forecast.left(seen)
        self._draw()

    def close(self) -> None:
        """Remove the tree from the screen."""
        self.live.stop()

    def _draw(self) -> None:
        ended = sum(self.state[s.key] in ("done", "cached", "failed") for s in self.stages)
        tree = Tree(f"{ended} of {len(self.stages)} stages, {about(self.left)} left")
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
        self, tree: Tree, children: dict[str, list[Stage]], key: str, budget: list[int]
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
    return LiveTree(run) if sys.stderr.isatty() else Lines(run)
