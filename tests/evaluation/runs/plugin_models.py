"""Models for these tests: fast, seeded, composed, slow, failing and deadly ones."""

from __future__ import annotations

import errno
import os
import signal
import time
from pathlib import Path
from typing import ClassVar

import numpy as np

from clss.errors import DivergenceError, UnusableCheckpoint
from clss.model import RepresentationModel
from clss.parameters import ModelOf, Nothing, Whole
from clss.progress import Progress
from clss.space import BilingualSpace


def embed(corpus, matrices, **options) -> BilingualSpace:
    return BilingualSpace(
        corpus.source.vocabulary, corpus.target.vocabulary, *matrices, langs=corpus.langs, **options
    )


class ToyCounts(RepresentationModel):
    """Documents as dimensions."""

    name = "toy-counts"
    citations = ("@misc{toy2026counts, title = {Counts}}",)

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def _fit(self, corpus, progress):
        counts = [
            side.document_term_matrix().T.toarray() * float(self.weight) for side in corpus.sides
        ]
        return embed(corpus, counts, kind="count")


class ToyRandom(RepresentationModel):
    """The counts under a random projection: more dimensions, fewer mistakes."""

    name = "toy-random"
    parameters: ClassVar = {"dim": Whole(at_least=1)}

    def __init__(self, dim: int = 8, seed: int = 1, pause: float = 0.0) -> None:
        self.dim, self.seed, self.pause = dim, seed, pause

    def _fit(self, corpus, progress):
        random = np.random.default_rng(self.seed)
        directions = random.standard_normal((len(corpus), self.dim))
        for step in range(10):
            time.sleep(self.pause / 10)
            if progress:
                progress(Progress("step", step + 1, 10, "steps"))
        return embed(corpus, [side.document_term_matrix().T @ directions for side in corpus.sides])


class ToyDerived(RepresentationModel):
    """Twice a component's space; its component is a stage of its own."""

    name = "toy-derived"
    parameters: ClassVar = {"base": ModelOf() | Nothing()}

    def __init__(
        self, base: RepresentationModel | None = None, dim: int = 12, seed: int = 1
    ) -> None:
        self.base, self.dim, self.seed = base, dim, seed

    def components(self):
        return {"base": self.base or ToyRandom(dim=self.dim, seed=self.seed)}

    def _fit(self, corpus, progress):
        space = self.components_["base"].space_
        return embed(corpus, [2.0 * space.matrix(side) for side in ("source", "target")])


class ToyFailing(RepresentationModel):
    """Diverges."""

    name = "toy-failing"

    def __init__(self, message: str = "the loss is not finite; lower the learning rate") -> None:
        self.message = message

    def _fit(self, corpus, progress):
        raise DivergenceError(self.message)


class ToyDeadly(RepresentationModel):
    """Kills its process, as the system does when memory runs out; after `lives` times it works."""

    name = "toy-deadly"

    def __init__(self, marker: str = "", lives: int = 99) -> None:
        self.marker, self.lives = marker, lives

    def _fit(self, corpus, progress):
        marker = Path(self.marker)
        used = len(marker.read_text()) if marker.exists() else 0
        if used < self.lives:
            marker.write_text("x" * (used + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return ToyCounts()._fit(corpus, progress)


class ToyLong(RepresentationModel):
    """Counts to ten and keeps its place; every step leaves a mark in the file ``$TOY_MARKS``."""

    name = "toy-long"

    def __init__(self, checkpoint: str | None = None) -> None:
        self.checkpoint = checkpoint

    def _fit(self, corpus, progress):
        marks, stop = Path(os.environ["TOY_MARKS"]), Path(os.environ["TOY_MARKS"] + ".stop")
        place = Path(self.checkpoint) / "step" if self.checkpoint else None
        step = 0
        if place and place.exists():
            try:
                step = int(place.read_text())
            except ValueError as error:
                raise UnusableCheckpoint("holds no step", place) from error
        fails = Path(os.environ["TOY_MARKS"] + ".fails")
        if fails.exists():
            fails.unlink()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        while step < 10:
            with open(marks, "a") as stream:
                stream.write(f"{step} ")
            step += 1
            if place:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(str(step))
            if step == 6 and stop.exists():
                stop.unlink()
                raise KeyboardInterrupt
        return ToyCounts()._fit(corpus, progress)
