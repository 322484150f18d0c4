"""What a config says, as values: corpora, tasks, rows. Nothing here has been computed yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class CorpusSource:
    """One language pair: two files, or one table with both texts; none if nothing is trained.

    `name` is what tables call the pair ("es-en").
    """

    name: str
    files: tuple[Path, ...]
    langs: tuple[str, str]
    min_count: int


@dataclass(frozen=True)
class TaskSource:
    """One task: its files per language pair, and its options.

    Attributes
    ----------
    kind : str
        The name of a registered task.
    name : str
        What the outcome is filed under: the kind, and the direction where it is the reverse.
    files, dev : mapping of str to Path
        Gold or items, and the tuning set, by language pair.
    options : mapping
        The task's own options (`direction` of lexicon extraction).
    """

    kind: str
    name: str
    files: Mapping[str, Path]
    dev: Mapping[str, Path] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class EveryRow:
    """What a config gives to all rows, so that none has better chances than another.

    Attributes
    ----------
    retrievals : tuple of str
        How spaces are asked, in rows that name no way of their own.
    trials : int
        Settings that every model is tried with on the dev lexicon (``[tune]``); 0 for none.
    """

    retrievals: tuple[str, ...] = ()
    trials: int = 0


@dataclass(frozen=True)
class RowSource:
    """One ``[[models]]`` entry, before its grid is spread out.

    Attributes
    ----------
    model : str, optional
        A registered model's name; without it `space` or `ranked` says where the row comes from.
    label : str
    parameters : mapping
        The model's own parameters; a list is a grid, a table with a ``model`` a nested model.
    seeds : tuple of int
        Seeds to train with; empty: the model's own.
    similarities, retrievals, contexts : tuple
        How its space is asked, each way a row of its own; empty: the default.
    tasks : tuple of str
        The tasks that the row takes part in; empty: all.
    baseline : bool
        A declared baseline: the others are tested against the strongest of these.
    tune : mapping of str to list
        Parameters to search on the dev lexicon, with their ranges.
    trials : int
        How many settings the search tries; 0 for a row that is not searched.
    space, ranked : mapping of str to Path
        A saved space or a ranked-list file, by language pair.
    line : int, optional
        Where the entry stands in the config.
    """

    model: str | None
    label: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    similarities: tuple[str, ...] = ()
    retrievals: tuple[str, ...] = ()
    contexts: tuple[Mapping[str, Any], ...] = ()
    tasks: tuple[str, ...] = ()
    baseline: bool = False
    tune: Mapping[str, list[Any]] = field(default_factory=dict)
    trials: int = 0
    space: Mapping[str, Path] = field(default_factory=dict)
    ranked: Mapping[str, Path] = field(default_factory=dict)
    line: int | None = None

    @property
    def searched(self) -> bool:
        """Whether parameters are chosen on a dev lexicon: of `tune`, or what the model declares."""
        return self.trials > 0


@dataclass(frozen=True)
class Config:
    """A whole config file."""

    path: Path
    text: str
    corpora: tuple[CorpusSource, ...]
    tasks: tuple[TaskSource, ...]
    rows: tuple[RowSource, ...]
    table: Mapping[str, Any]
    plugins: tuple[Path, ...]
