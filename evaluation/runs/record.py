"""What one config compared, as it is remembered in the run directory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from clss.errors import InputError
from clss.persistence import digest, to_json
from evaluation.runs.stage import CORPUS, TUNE, ScoreJob, Stage, checked_key, text
from evaluation.tables.options import checked_options
from evaluation.tasks.facts import Facts


@dataclass(frozen=True)
class ScoreCell:
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
        Facts of the row that the outcome gets beside its answers (see `Outcome`).
    """

    label: str
    name: str
    pair: str
    task: str
    seed: int | None
    outcome: str
    grid: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ScoreCell:
        """Read what :func:`dataclasses.asdict` gave."""
        for name in ("label", "name", "pair", "task"):
            text(value[name])
        checked_key(value["outcome"])
        facts = Facts.from_json({k: v for k, v in value["metadata"].items() if k != "model"})
        text(facts.pair)
        text(value["metadata"].get("model", ""))
        seed = value["seed"]
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise InputError(f"{seed!r:.80} stands where a seed was expected")
        return cls(**{**value, "grid": dict(value["grid"]), "metadata": dict(value["metadata"])})


@dataclass(frozen=True)
class CorpusRecord:
    """A corpus that was compared on.

    Attributes
    ----------
    name : str
    key, fingerprint : str
        In the store, and of its content.
    files : tuple of (path, hash)
    langs : (str, str)
    min_count : int
    """

    name: str
    key: str
    fingerprint: str
    files: tuple[tuple[str, str], ...]
    langs: tuple[str, str]
    min_count: int

    @property
    def in_words(self) -> str:
        """The corpus as a methods paragraph names it."""
        return (
            f"the document-aligned corpus {self.name} ({'-'.join(self.langs)}, words with at least"
            f" {self.min_count} occurrences, fingerprint {self.fingerprint[:12]})"
        )

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> CorpusRecord:
        """Read what :func:`dataclasses.asdict` gave."""
        files = tuple((text(path), checked_key(content)) for path, content in value["files"])
        source, target = map(text, value["langs"])
        for name in ("key", "fingerprint"):
            checked_key(value[name])
        return cls(**{**value, "files": files, "langs": (source, target)})


@dataclass(frozen=True)
class Record:
    """What one config compared: enough to make its tables and to compute them anew.

    Attributes
    ----------
    name : str
        The name of the record, from the config's.
    config : str
        Path of the config.
    text : str
        Its content.
    when : str
        When it was last run.
    corpora : tuple of CorpusRecord
    stages : tuple of Stage
        The plan.
    cells : tuple of ScoreCell
    failures : mapping of str to mapping
        By key of the stage, why it failed and where its log is.
    table : mapping
        The table's options of the config.
    searches : tuple of str
        Keys of the tuning results.
    processor : str
        The kind of processor that is part of the keys: of a cluster whose workers have several.
    hashed : bool
        Whether the file carried its hash; records of earlier versions do not.
    """

    name: str
    config: str
    text: str
    when: str
    corpora: tuple[CorpusRecord, ...]
    stages: tuple[Stage, ...]
    cells: tuple[ScoreCell, ...]
    failures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)
    searches: tuple[str, ...] = ()
    processor: str = ""
    hashed: bool = field(default=True, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return plain values, with their hash."""
        plain = self._plain()
        return {**plain, "digest": digest(to_json(plain))}

    def _plain(self) -> dict[str, Any]:
        processor = {"processor": self.processor} if self.processor else {}
        return {
            **processor,
            "name": self.name,
            "config": self.config,
            "text": self.text,
            "when": self.when,
            "corpora": [asdict(corpus) for corpus in self.corpora],
            "stages": [stage.to_json() for stage in self.stages],
            "cells": [asdict(cell) for cell in self.cells],
            "failures": self.failures,
            "table": self.table,
            "searches": self.searches,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any], name: str) -> Record:
        """Read what :meth:`to_json` gave from the file called `name`.

        The file may have been changed by accident or with intent: a wrong hash, a key that is
        none and a value of another type are an :class:`InputError`. Records of earlier versions
        have no hash, which :attr:`hashed` remembers.
        """
        plain = {key: inner for key, inner in value.items() if key != "digest"}
        if "digest" in value and value["digest"] != digest(to_json(plain)):
            raise InputError("is not what was written (its hash is another)")
        if plain["name"] != name:
            raise InputError(f"is the record of {plain['name']!r:.80}, under another name")
        failures = {
            checked_key(key): {"reason": text(one["reason"]), "log": text(one["log"])}
            for key, one in plain["failures"].items()
        }
        typed = {
            "corpora": tuple(CorpusRecord.from_json(one) for one in plain["corpora"]),
            "stages": tuple(Stage.from_json(one) for one in plain["stages"]),
            "cells": tuple(ScoreCell.from_json(one) for one in plain["cells"]),
            "searches": tuple(map(checked_key, plain["searches"])),
            "failures": failures,
            "table": checked_options(plain["table"]),
        }
        for field_name in ("config", "text", "when"):
            text(plain[field_name])
        text(plain.get("processor", ""))
        return cls(**{**plain, **typed, "hashed": "digest" in value})

    @cached_property
    def _score_jobs(self) -> dict[str, ScoreJob]:
        return {s.key: s.job for s in self.stages if isinstance(s.job, ScoreJob)}

    def asked(self) -> Iterator[tuple[ScoreCell, ScoreJob]]:
        """Yield every score with what was asked of which space."""
        jobs = self._score_jobs
        return ((cell, jobs[cell.outcome]) for cell in self.cells if cell.outcome in jobs)

    def trained(self) -> Iterator[tuple[ScoreCell, ScoreJob]]:
        """Yield the scores of trained models: neither spaces that were given nor ranked lists."""
        return ((cell, job) for cell, job in self.asked() if job.space.kind == "fit")

    def places(self) -> set[tuple[str, str]]:
        """Return the places in the store that this record refers to."""
        corpora = {(CORPUS, corpus.key) for corpus in self.corpora if corpus.files}
        searches = {(TUNE, key) for key in self.searches}
        return corpora | searches | {stage.place for stage in self.stages}
