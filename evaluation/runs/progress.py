"""Showing how a comparison goes: a live tree on a terminal, plain lines otherwise."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from evaluation.runs.stage import Report, Stage
from evaluation.runs.stages import read_live

if TYPE_CHECKING:
    from rich.console import Console

_SIGNS = {"waiting": "·", "running": "▸", "done": "✓", "cached": "✓", "failed": "✗"}


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


class Display:
    """What a run reports to; this one shows nothing."""

    def begin(self, stages: Sequence[Stage], cached: int) -> None:
        """Show what is to be done."""

    def say(self, text: str) -> None:
        """Show one line."""

    def started(self, stage: Stage) -> None:
        """Show that a stage begins."""

    def finished(self, stage: Stage, report: Report) -> None:
        """Show how a stage ended."""

    def tick(self, running: Sequence[Stage]) -> None:
        """Show that time goes by."""

    def close(self) -> None:
        """Leave the screen in order."""


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
        print(text, file=self.stream, flush=True)

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

    def __init__(self, run_dir: Path, console: Console | None = None) -> None:
        from rich.console import Console
        from rich.live import Live

        self.run_dir = run_dir
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
        self.console.print(text, markup=False, highlight=False)

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
            live = read_live(self.run_dir, stage.key)
            if live and live[2]:
                text = f"{live[0]} {live[1] / live[2]:.0%}, {text}"
            self.note[stage.key] = text
        self._draw()

    def close(self) -> None:
        """Remove the tree from the screen."""
        self.live.stop()

    def _draw(self) -> None:
        from rich.tree import Tree

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
        from rich.text import Text

        for stage in children.get(key, []):
            if not self._open(stage, children) or budget[0] <= 0:
                continue
            budget[0] -= 1
            state = self.state[stage.key]
            style = {"running": "bold", "failed": "red", "waiting": "dim"}.get(state, "green")
            line = Text(f"{_SIGNS[state]} {stage.title}", style=style)
            line.append(f"  {self.note.get(stage.key, '')}", style="dim")
            self._grow(tree.add(line), children, stage.key, budget)

    def _open(self, stage: Stage, children: dict[str, list[Stage]]) -> bool:
        """Whether a stage or anything below it is to be seen."""
        if self.state[stage.key] not in self.hidden:
            return True
        return any(self._open(child, children) for child in children.get(stage.key, []))


def display_for(run_dir: Path, quiet: bool = False) -> Display:
    """Return the display that suits where standard error goes."""
    if quiet:
        return Display()
    return LiveTree(run_dir) if sys.stderr.isatty() else Lines()
