"""How long stages will take: what their models expect, corrected by what earlier stages took."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from clss.progress import Progress
from evaluation.runs.directory import RunDirectory
from evaluation.runs.stage import FIT, SCORE, FitJob, Report, Stage
from evaluation.runs.store import DamagedEntry, Entry

#: what the store calls the expectation beside the seconds that a stage really took
EXPECTED = "expected"
#: what it says of a stage that went on from a checkpoint: its cost is of the last part only
RESUMED = "resumed"


def about(seconds: float) -> str:
    """Write a time that nobody knows exactly.

    Examples
    --------
    >>> about(3), about(74), about(800), about(9000)
    ('under 10 s', 'about 70 s', 'about 13 min', 'about 2 h 30 min')
    """
    if seconds < 10:
        return "under 10 s"
    if seconds < 100:
        return f"about {round(seconds, -1):.0f} s"
    minutes = round(seconds / 60)
    return f"about {minutes} min" if minutes < 60 else f"about {minutes // 60} h {minutes % 60} min"


Ratios = dict[str, list[float]]


@dataclass
class Pace:
    """By which factor stages took longer here than expected: by model or task, and in all.

    Models expect what they took on one machine and corpus (`RepresentationModel.estimate_seconds`);
    this machine may be faster, busier, or the text of another kind. Of earlier runs the time of
    the processor counts, where it was recorded: how busy the machine was then says nothing. Of this
    run the time on the wall counts; how much longer that is says how busy the machine is now.
    """

    earlier: Ratios = field(default_factory=dict)
    now: Ratios = field(default_factory=dict)

    @classmethod
    def of_earlier(cls, run: RunDirectory) -> Pace:
        """Learn from every stage that a run directory holds."""
        pace = cls()
        for kind, key in run.store.contents():
            if kind not in (FIT, SCORE):
                continue
            try:
                entry = run.store.peek(kind, key)
            except DamagedEntry:
                continue
            if entry is not None:
                spec = entry.about.get("spec", {})
                name = str(spec.get("model") or entry.about.get("task", ""))
                _note(pace.earlier, name, entry.cost.get(EXPECTED, 0.0), _undisturbed(entry))
        return pace

    @property
    def measured(self) -> bool:
        """Whether anything is known but what models expect."""
        return bool(self.earlier or self.now)

    def learn(self, name: str, expected: float, took: float) -> None:
        """Take note of one stage of this run."""
        _note(self.now, name, expected, took)

    def seconds(self, stage: Stage) -> float:
        """Return how long a stage will take."""
        known = self._known()
        # nothing of its kind: the machine is the same at least
        other = median(known.values()) if known else 1.0
        return stage.seconds * known.get(_name(stage), other)

    def _known(self) -> dict[str, float]:
        """Return by which factor each kind of stage takes longer now than expected."""
        now, earlier = (
            {name: median(found) for name, found in ratios.items()}
            for ratios in (self.now, self.earlier)
        )
        both = now.keys() & earlier.keys()
        busy = median(now[name] / earlier[name] for name in both) if both else 1.0
        return {name: busy * ratio for name, ratio in earlier.items()} | now


def _note(ratios: Ratios, name: str, expected: float, took: float) -> None:
    if expected > 0 and took > 0:
        ratios.setdefault(name, []).append(took / expected)


def _undisturbed(entry: Entry) -> float:
    """Return how long a stage would have taken on a machine of its own, as far as is known."""
    processor = entry.cost.get("processor")
    if processor is None:
        return entry.cost.get("seconds", 0.0)
    workers = entry.about.get("spec", {}).get("parameters", {}).get("workers", 1)
    return processor / max(workers, 1) if isinstance(workers, int) else processor


def _name(stage: Stage) -> str:
    job = stage.job
    return str(job.spec.get("model", "")) if isinstance(job, FitJob) else job.questions.name


def span(stages: Sequence[Stage], seconds: Mapping[str, float], cores: int) -> float:
    """Return when the last stage ends if each starts as soon as it can.

    Examples
    --------
    >>> job = FitJob("", {}, {})
    >>> two = [Stage("a", "a", job), Stage("b", "b", job, needs=(("fit", "a"),))]
    >>> span(two, {"a": 3.0, "b": 4.0}, cores=2)
    7.0
    """
    waiting, known = list(stages), {stage.key for stage in stages}
    ended: set[str] = set()
    running: list[tuple[float, int, str]] = []
    now, free = 0.0, cores
    while waiting or running:
        for stage in list(waiting):
            ready = all(key not in known or key in ended for _, key in stage.needs)
            width = min(stage.cores, cores)
            if ready and width <= free:
                waiting.remove(stage)
                free -= width
                heapq.heappush(running, (now + seconds[stage.key], width, stage.key))
        if not running:
            break  # something needs what never comes; execution says so
        now, width, key = heapq.heappop(running)
        free += width
        ended.add(key)
    return now


class Forecast:
    """When the stages of a run will have ended, better known the longer it goes on.

    Parameters
    ----------
    stages : sequence of Stage
        What is to be computed, each after those it needs.
    pace : Pace
        Learns from every stage that ends.
    cores : int
    later : float
        Seconds of what comes after these stages.
    clock : callable
        Seconds, from any point in time.
    """

    def __init__(
        self,
        stages: Sequence[Stage] = (),
        pace: Pace | None = None,
        cores: int = 1,
        later: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pace, self.cores, self.later = pace or Pace(), cores, later
        self._open = {stage.key: stage for stage in stages}
        self._clock = clock
        self._since: dict[str, float] = {}
        #: where a running stage was when its present part was first seen
        self._first: dict[str, tuple[str, float, float]] = {}

    def started(self, stage: Stage) -> None:
        """Take note that a stage runs."""
        self._since[stage.key] = self._clock()

    def finished(self, stage: Stage, report: Report) -> None:
        """Take note that a stage has ended, and of what it took."""
        self._open.pop(stage.key, None)
        if report.status == "done":
            self.pace.learn(_name(stage), stage.seconds, report.seconds)

    def ran(self, stage: Stage) -> float:
        """Return for how long a stage has been running."""
        return self._clock() - self._since.get(stage.key, self._clock())

    def stage_left(self, stage: Stage, progress: Progress | None = None) -> float:
        """Return how long a running stage will still take, by how far it is if it says so."""
        ran = self.ran(stage)
        if progress is not None and progress.total:
            part, done, when = self._first.setdefault(
                stage.key, (progress.stage, progress.done, self._clock())
            )
            if part != progress.stage:
                self._first[stage.key] = (progress.stage, progress.done, self._clock())
            elif progress.done > done:
                return (
                    (progress.total - progress.done)
                    * (self._clock() - when)
                    / (progress.done - done)
                )
        # a stage that takes longer than it should takes longer still
        return max(self.pace.seconds(stage) - ran, 0.5 * ran)

    def left(self, running: Iterable[tuple[Stage, Progress | None]] = ()) -> float:
        """Return how long the whole will still take."""
        seconds = {key: self.pace.seconds(stage) for key, stage in self._open.items()}
        seconds |= {stage.key: self.stage_left(stage, progress) for stage, progress in running}
        return span(list(self._open.values()), seconds, self.cores) + self.later
