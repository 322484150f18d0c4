"""The run directory: the store, the records of what was compared, and the logs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from clss.errors import InputError
from clss.persistence import atomic_file, check_format, digest, read_json, to_json, write_json
from evaluation.runs import disk
from evaluation.runs.stage import Cell, Stage
from evaluation.runs.store import Store

VERSION = 1


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
    corpora : tuple of mapping
        Name, files, languages, vocabulary cut, key and fingerprint of each.
    stages : tuple of Stage
        The plan.
    cells : tuple of Cell
    failures : mapping of str to mapping
        By key of the stage, why it failed and where its log is.
    table : mapping
        The table's options of the config.
    searches : tuple of str
        Keys of the tuning results.
    """

    name: str
    config: str
    text: str
    when: str
    corpora: tuple[Mapping[str, Any], ...]
    stages: tuple[Stage, ...]
    cells: tuple[Cell, ...]
    failures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)
    searches: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Record:
        """Make a record of what :func:`dataclasses.asdict` gave."""
        stages = (
            Stage(**{**stage, "needs": tuple((kind, key) for kind, key in stage["needs"])})
            for stage in value["stages"]
        )
        cells = (Cell(**cell) for cell in value["cells"])
        return cls(
            **{
                **value,
                "stages": tuple(stages),
                "cells": tuple(cells),
                "corpora": tuple(value["corpora"]),
                "searches": tuple(value["searches"]),
            }
        )

    def places(self) -> set[tuple[str, str]]:
        """Return the places in the store that this record refers to."""
        corpora = {("corpus", str(corpus["key"])) for corpus in self.corpora}
        searches = {("tune", key) for key in self.searches}
        return corpora | searches | {stage.place for stage in self.stages}


class RunDirectory:
    """Where everything of a comparison is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store(path / "store")

    @classmethod
    def create(cls, path: Path) -> RunDirectory:
        """Make or open a run directory; one that holds something else is refused."""
        if path.exists() and not path.is_dir():
            raise InputError("is a file; a run directory was expected", path)
        run = cls(path)
        try:
            if path.is_dir() and any(path.iterdir()):
                run._check()
            else:
                path.mkdir(parents=True, exist_ok=True)
                with atomic_file(path / "format.json") as stream:
                    stream.write(to_json({"kind": "run", "version": VERSION}) + "\n")
            for name in ("runs", "logs"):
                (path / name).mkdir(exist_ok=True)
        except OSError as error:
            raise disk.disk_error(error, path) from error
        run.store.prepare()
        disk.remove_tree(path / "live")  # notes of stages that were killed
        return run

    @classmethod
    def open(cls, path: Path) -> RunDirectory:
        """Open a run directory for reading."""
        run = cls(path)
        run._check()
        return run

    def _check(self) -> None:
        if check_format(self.path, "run").get("version") != VERSION:
            raise InputError("was made by another version of clss", self.path)

    def record_path(self, config: Path) -> Path:
        """Return where a config's record is: one for every config file."""
        where = digest(str(config.resolve()))[:8]
        return self.path / "runs" / f"{config.stem}-{where}.json"

    def save(self, record: Record) -> None:
        """Write a record in place of the one of the same name."""
        path = self.path / "runs" / f"{record.name}.json"
        try:
            with atomic_file(path) as stream:
                stream.write(to_json(asdict(record)) + "\n")
        except OSError as error:
            raise disk.disk_error(error, self.path) from error

    def records(self) -> list[Record]:
        """Return all records, oldest first."""
        found = []
        for path in sorted((self.path / "runs").glob("*.json")):
            try:
                found.append(Record.from_json(read_json(path)))
            except (KeyError, TypeError) as error:
                raise InputError(f"is not a record of a comparison ({error})", path) from error
        return sorted(found, key=lambda record: (record.when, record.name))

    def write_lock(self, value: Mapping[str, Any]) -> Path:
        """Write the versions of everything."""
        path = self.path / "lock.json"
        write_json(path, value)
        return path
