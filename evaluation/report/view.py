"""What a run directory has to show: its tasks and language pairs, with their rows and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from clss.errors import InputError, unknown_name
from evaluation.runs import collect
from evaluation.runs.collect import Results
from evaluation.runs.directory import RunDirectory
from evaluation.runs.record import Record
from evaluation.stats.comparison import Comparison
from evaluation.tables.build import Part, build_table
from evaluation.tables.options import TableOptions
from evaluation.tables.table import ResultTable
from evaluation.tasks.outcome import Outcome

#: All pairs of more rows than this are neither readable nor quickly tested.
MOST_PAIRED_ROWS = 24


@dataclass(frozen=True, eq=False)
class Panel:
    """One task in one language pair: rows on the same items.

    Attributes
    ----------
    task, pair : str
    outcomes : tuple of Outcome
        Every row and seed.
    options : TableOptions
        How the config wants rows tested.
    """

    task: str
    pair: str
    outcomes: tuple[Outcome, ...]
    options: TableOptions

    @property
    def title(self) -> str:
        """The task and the pair in words."""
        return f"{self.task.upper()}, {self.pair}"

    @property
    def anchor(self) -> str:
        """The title in the form of an identifier."""
        kept = (c if c.isascii() and c.isalnum() else "-" for c in f"{self.task}-{self.pair}")
        return "".join(kept).lower()

    @cached_property
    def comparison(self) -> Comparison:
        """The rows, ready to be scored."""
        return self.options.compare(self.outcomes)

    @cached_property
    def table(self) -> ResultTable:
        """The table with its marks, one row a system."""
        return build_table([Part(self.comparison)], replace(self.options, seed_rows=False))

    @cached_property
    def paired_labels(self) -> tuple[str, ...]:
        """The rows that all-pairs views show: all, or the highest scores where there are many."""
        return self.comparison.ranking[:MOST_PAIRED_ROWS]

    @cached_property
    def all_pairs(self) -> ResultTable:
        """The table of all pairs of :attr:`paired_labels`."""
        kept = [outcome for outcome in self.outcomes if outcome.label in self.paired_labels]
        options = replace(self.options, baseline=None, baselines=(), seed_rows=False)
        return build_table([Part(options.compare(kept))], options)

    def firsts(self) -> dict[str, Outcome]:
        """Return the run of the smallest seed of every row."""
        return {system.label: system.first for system in self.comparison.systems}


@dataclass(frozen=True, eq=False)
class RunView:
    """A run directory, read.

    Attributes
    ----------
    run : RunDirectory
    records : tuple of Record
    results : tuple of Results
        By task; failures are in them.
    options : TableOptions
    """

    run: RunDirectory
    records: tuple[Record, ...]
    results: tuple[Results, ...]
    options: TableOptions

    @classmethod
    def open(
        cls, path: Path, changes: Mapping[str, Any] | None = None, config: str | None = None
    ) -> RunView:
        """Read a run directory.

        Parameters
        ----------
        path : Path
        changes : mapping, optional
            Options of tables that differ from those of the config.
        config : str, optional
            One of several comparisons, see :meth:`RecordFiles.of_config`.
        """
        run = RunDirectory.open(path)
        records = tuple(run.records.of_config(config))
        options = TableOptions.from_config({**records[-1].table, **(changes or {})})
        results = tuple(collect.collect(run, records))
        if not any(one.outcomes for one in results):
            raise InputError("holds no score yet", path)
        return cls(run, records, results, options)

    @property
    def name(self) -> str:
        """The name of the directory."""
        return self.run.path.resolve().name

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """Every task and language pair that has scores."""
        found = []
        for results in self.results:
            for pair in results.pairs:
                part = results.of_pair(pair)
                if part.outcomes:
                    found.append(Panel(results.task, pair, part.outcomes, self.options))
        return tuple(found)

    def panel(self, task: str | None = None, pair: str | None = None) -> Panel:
        """Return the panel asked for, the first if several fit."""
        for kind, name, known in (
            ("task", task, [panel.task for panel in self.panels]),
            ("language pair", pair, [panel.pair for panel in self.panels]),
        ):
            if name is not None and name not in known:
                raise unknown_name(kind, name, sorted(set(known)))
        for panel in self.panels:
            if task in (None, panel.task) and pair in (None, panel.pair):
                return panel
        raise InputError(f"there are no scores for {task} in {pair}", self.run.path)

    def tables(self) -> list[ResultTable]:
        """Return the marked tables as ``clss table`` prints them."""
        options = replace(self.options, seed_rows=False)
        return [t for results in self.results for t in collect.tables_of(results, options)]

    def fit_keys(self, panel: Panel) -> dict[str, str]:
        """Return for every row of a panel the key of its trained model, of the first seed."""
        found: dict[str, str] = {}
        for record in self.records:
            for cell, job in record.trained():
                if (cell.task, cell.pair) == (panel.task, panel.pair):
                    found.setdefault(cell.label, job.space.identity)
        return found

    def failures(self) -> list[collect.Failure]:
        """Return the scores that are missing, with reasons."""
        return [failure for results in self.results for failure in results.failures]


def row_outcomes(outcomes: Sequence[Outcome], label: str) -> list[Outcome]:
    """Return the runs of a row, by ascending seed."""
    found = [outcome for outcome in outcomes if outcome.label == label]
    if not found:
        raise unknown_name("row", label, sorted({outcome.label for outcome in outcomes}))
    return sorted(found, key=lambda outcome: outcome.seed or 0)
