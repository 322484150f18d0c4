"""A stage: one thing to compute, described by values that travel to any process or machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CORPUS, FIT, SCORE = "corpus", "fit", "score"


@dataclass(frozen=True)
class Stage:
    """One node of the plan.

    Attributes
    ----------
    kind : {"corpus", "fit", "score"}
    key : str
        The hash of everything that the result depends on.
    title : str
        For people: "bwesg(window=16, seed=1) on es-en".
    task : mapping
        JSON values, all that is needed to do it (see `stages`).
    needs : tuple of (kind, key)
        Stages whose results it reads.
    memory : int
        Estimated bytes.
    cores : int
        Threads that it runs.
    """

    kind: str
    key: str
    title: str
    task: Mapping[str, Any]
    needs: tuple[tuple[str, str], ...] = ()
    memory: int = 0
    cores: int = 1

    @property
    def place(self) -> tuple[str, str]:
        """Where its result is in the store."""
        return self.kind, self.key


@dataclass(frozen=True)
class Report:
    """How a stage went.

    Attributes
    ----------
    status : {"done", "cached", "failed"}
    reason : str
        Why it failed, in one sentence.
    seconds : float
    memory : int
        The highest resident memory of its process while it ran.
    log : str
        The file with the traceback of a failure.
    """

    key: str
    status: str
    reason: str = ""
    seconds: float = 0.0
    memory: int = 0
    log: str = ""


@dataclass(frozen=True)
class Cell:
    """One score of a table: a row, a language pair, a task and a seed.

    Attributes
    ----------
    label, name : str
        The row, and the row without its grid's values.
    grid : mapping
        The values of the grid.
    outcome : str
        Key of the score stage.
    metadata : mapping
        What the outcome is to be told beside its answers (see `Outcome`).
    """

    label: str
    name: str
    pair: str
    task: str
    seed: int | None
    outcome: str
    grid: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
