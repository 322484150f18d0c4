"""The run directory: the one place that says where anything of a comparison is kept.

::

    format.json        that this is a run directory, and of which version
    store/KIND/KEY/    results: corpora, trained models, outcomes, tuning (see `store`)
    runs/NAME.json     what each config compared (see `record_files`)
    logs/              warnings and tracebacks of stages
    checkpoints/       where long trainings go on after an interruption
    live/              how far the running stages are
    lock.json          versions of everything, by ``clss lock``
"""

from __future__ import annotations

import json
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from clss.arrays import load_array
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.model import RepresentationModel, load_model
from clss.persistence import (
    atomic_file,
    check_format,
    read_json,
    temporary_prefix,
    to_json,
    write_json,
)
from clss.space import BilingualSpace
from evaluation.runs import disk
from evaluation.runs.exclusive import held_alone
from evaluation.runs.record_files import RecordFiles
from evaluation.runs.stage import CORPUS, FIT, SCORE, TUNE, SpaceSource
from evaluation.runs.stage_files import StageFiles
from evaluation.runs.store import DamagedEntry, Entry, Store
from evaluation.tasks.outcome import Outcome

VERSION = 1
FORMAT = "format.json"
#: where a stored training has its model
_MODEL = "model"

Say = Callable[[str], None]


class RunDirectory:
    """Where everything of a comparison is kept.

    Parameters
    ----------
    path : Path
    checked : bool
        Whether stored files have been compared with their hashes already (see `Store`).
    """

    def __init__(self, path: Path, checked: bool = False) -> None:
        self.path = path
        self.store = Store(path / "store", checked)
        self.stages = StageFiles(path)
        self.records = RecordFiles(path)

    @classmethod
    def create(cls, path: Path) -> RunDirectory:
        """Make or open a run directory; one that holds something else is refused."""
        if path.exists() and not path.is_dir():
            raise InputError("is a file; a run directory was expected", path)
        run = cls(path)
        with disk.explained(path):
            if _is_new(path):
                path.mkdir(parents=True, exist_ok=True)
                with atomic_file(path / FORMAT) as stream:
                    stream.write(to_json({"kind": "run", "version": VERSION}) + "\n")
            run._check()
            for name in ("runs", "logs"):
                (path / name).mkdir(exist_ok=True)
            # what processes of this machine left when they were killed
            for folder in (path, path / "runs", path / "checkpoints"):
                disk.sweep(folder)
        run.store.prepare()
        return run

    @classmethod
    def open(cls, path: Path) -> RunDirectory:
        """Open a run directory for reading."""
        run = cls(path)
        run._check()
        return run

    @contextmanager
    def scratch(self) -> Iterator[RunDirectory]:
        """Give an empty run directory that is gone after the block.

        On the same disk, which has room for the results; elsewhere if that cannot be written.
        """
        prefix = temporary_prefix()
        try:
            place = tempfile.TemporaryDirectory(prefix=prefix, dir=self.path)
        except OSError:
            place = tempfile.TemporaryDirectory(prefix=prefix)
        with place as name:
            yield RunDirectory.create(Path(name) / "run")

    @contextmanager
    def alone(self, say: Say) -> Iterator[None]:
        """Wait until no other process changes the directory, and keep others out of the block.

        The lock goes with the process, however it ends. File systems without locks are used
        without.
        """

        def wait() -> None:
            say(f"another clss works in {self.path}; waiting until it is done")

        with open(self.path / FORMAT, "rb") as held, held_alone(held, wait):
            self.stages.forget_progress()
            yield

    @contextmanager
    def token(self) -> Iterator[Path]:
        """Give a file that every machine which shares the directory sees."""
        path = self.path / f"{temporary_prefix()}{uuid.uuid4().hex}"
        path.touch()
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)

    def _check(self) -> None:
        if check_format(self.path, "run").get("version") != VERSION:
            raise InputError("was made by another version of clss", self.path)
        disk.refuse_links(self.path)

    def write_lock(self, value: Mapping[str, Any]) -> Path:
        """Write the versions of everything."""
        path = self.path / "lock.json"
        with disk.explained(self.path), atomic_file(path) as stream:
            stream.write(json.dumps(json.loads(to_json(value)), indent=1, sort_keys=True) + "\n")
        return path

    def read_lock(self) -> dict[str, Any]:
        """Return the versions that were recorded."""
        path = self.path / "lock.json"
        if not path.exists():
            raise InputError("no versions were recorded; run clss lock without --check", self.path)
        return read_json(path)

    # results

    def usable(self, kind: str, key: str, say: Say, repair: bool = True) -> Entry | None:
        """Return a result that is there and whole; a damaged one counts as missing.

        Parameters
        ----------
        kind, key : str
        say : callable
            Gets one line about damage.
        repair : bool
            Remove what is damaged, so that it can be computed again.
        """
        try:
            return self.store.get(kind, key)
        except DamagedEntry as damage:
            say(f"damaged: {damage}; it is computed again")
            if repair:
                self.store.discard(kind, key)
            return None

    def corpus(self, key: str) -> AlignedCorpus:
        """Load a corpus."""
        return AlignedCorpus.load(self.store.require(CORPUS, key).path / "corpus", hashed=True)

    def model(self, key: str) -> RepresentationModel:
        """Load a trained model."""
        return load_model(self._model_path(key), hashed=True)

    def space(self, key: str) -> BilingualSpace:
        """Load the space of a trained model."""
        return BilingualSpace.load(self._model_path(key), hashed=True)

    def space_path(self, source: SpaceSource) -> Path | None:
        """Return where a space that was scored is, None for ranked lists and what is not there."""
        if source.kind == "given":
            return Path(source.path)
        if source.kind == "ranked" or not self.store.has(FIT, source.identity):
            return None
        return self._model_path(source.identity)

    def training(
        self, key: str, names: Iterable[str]
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]] | None:
        """Return what a trained model keeps of its training: arrays, and what its space says.

        Parameters
        ----------
        key : str
        names : iterable of str
            The arrays wanted; those that it does not keep are left out.
        """
        entry = self.store.get(FIT, key)
        if entry is None:
            return None
        kept = [name for name in names if f"{_MODEL}/{name}.npy" in entry.files]
        arrays = {name: load_array(entry.path / _MODEL / f"{name}.npy") for name in kept}
        return arrays, read_json(entry.path / _MODEL / "space" / "format.json")["metadata"]

    def _model_path(self, key: str) -> Path:
        return self.store.require(FIT, key).path / _MODEL

    def outcome(
        self,
        key: str,
        label: str | None = None,
        model: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        processor: bool = True,
    ) -> Outcome | None:
        """Load an outcome as a row of a table, None if it was not computed yet.

        With `processor`, its facts say on what kind of processor it was computed.
        """
        try:
            entry = self.store.get(SCORE, key)
        except DamagedEntry as damage:
            raise InputError(f"{damage}; run clss compare again to compute it anew") from damage
        if entry is None:
            return None
        facts = dict(metadata or {})
        if processor and entry.processor:
            facts["processor"] = entry.processor
        return Outcome.load(entry.path / "outcome.jsonl", label, model, facts)

    def tuning(self, key: str, say: Say) -> dict[str, Any] | None:
        """Load the trials of a search, None if there are none that can be used."""
        entry = self.usable(TUNE, key, say)
        if entry is None:
            return None
        found = read_json(entry.path / "trials.json")
        known = found if isinstance(found, dict) else {}
        if not isinstance(known.get("best"), dict) or not isinstance(known.get("trials"), list):
            raise InputError("is no result of a search", entry.path / "trials.json")
        return known

    def keep_corpus(self, key: str, corpus: AlignedCorpus, about: Mapping[str, Any]) -> None:
        """Store a corpus."""
        writing = self.store.writing(CORPUS, key, about)
        with disk.explained(self.store.root), writing as directory:
            corpus.save(directory / "corpus")

    def keep_model(
        self,
        key: str,
        model: RepresentationModel,
        about: Mapping[str, Any],
        cost: Mapping[str, float],
        processor: str = "",
    ) -> None:
        """Store a trained model with what it took."""
        with self.store.writing(FIT, key, about, cost, processor) as directory:
            model.save(directory / _MODEL)

    def keep_outcome(
        self,
        key: str,
        outcome: Outcome,
        about: Mapping[str, Any],
        cost: Mapping[str, float],
        processor: str = "",
    ) -> None:
        """Store an outcome with what it took."""
        with self.store.writing(SCORE, key, about, cost, processor) as directory:
            outcome.save(directory / "outcome.jsonl")

    def keep_tuning(self, key: str, trials: Mapping[str, Any], about: Mapping[str, Any]) -> None:
        """Store the trials of a search."""
        with self.store.writing(TUNE, key, about) as directory:
            write_json(directory / "trials.json", trials)

    # what nobody needs any more

    def garbage(self) -> list[tuple[str, str, int]]:
        """Return kind, key and size of every stored result that no comparison refers to."""
        needed = self._needed()
        unneeded = [place for place in self.store.contents() if place not in needed]
        return [(kind, key, self.store.size(kind, key)) for kind, key in unneeded]

    def collect_garbage(self) -> list[tuple[str, str, int]]:
        """Remove :meth:`garbage`, and logs and checkpoints of it; return what was removed."""
        removed = self.garbage()
        with disk.explained(self.path):
            for kind, key, _ in removed:
                self.store.discard(kind, key)
            self.store.prepare()
            self.stages.keep_only(self._needed())
        return removed

    def collect_stale(self, seconds: float) -> list[Path]:
        """Remove temporary files and checkpoints, of whatever machine, untouched for so long."""
        folders = (self.path, self.path / "runs", self.path / "checkpoints", self.store.root)
        with disk.explained(self.path):
            removed = [path for folder in folders for path in disk.sweep(folder, seconds)]
            removed += self.stages.sweep_checkpoints(seconds)
        return removed

    def _needed(self) -> set[tuple[str, str]]:
        return {place for record in self.records for place in record.places()}


def _is_new(path: Path) -> bool:
    """Whether a directory is still to be made.

    It may hold temporary files of a process that was killed while it made the directory, or that
    makes it at this moment.
    """
    if not path.is_dir():
        return True
    names = [entry.name for entry in path.iterdir()]
    return FORMAT not in names and all(name.startswith(".tmp-") for name in names)
