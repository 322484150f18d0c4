"""The records of a run directory: a file for every config that was compared."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

from clss.errors import ClssWarning, InputError, suggest, unknown_name
from clss.persistence import atomic_file, digest, read_json, to_json
from evaluation.runs import disk
from evaluation.runs.record import Record


def record_name(config: Path) -> str:
    """Return what the record of a config is called: every config file has its own."""
    return f"{config.stem}-{digest(str(config.resolve()))[:8]}"


class RecordFiles:
    """The records of a run directory, read anew whenever they are asked for.

    Parameters
    ----------
    run_dir : Path
        The run directory.
    """

    def __init__(self, run_dir: Path) -> None:
        self._run_dir, self._folder = run_dir, run_dir / "runs"

    def save(self, record: Record) -> None:
        """Write a record in place of the one of the same name."""
        with disk.explained(self._run_dir), atomic_file(self._path(record.name)) as stream:
            stream.write(to_json(record.to_json()) + "\n")

    def __iter__(self) -> Iterator[Record]:
        """Yield all records, oldest first."""
        found = []
        for path in sorted(self._folder.glob("*.json")):
            try:
                record = Record.from_json(read_json(path), path.stem)
            except InputError as error:
                raise InputError(error.message, path) from error
            except (KeyError, TypeError, ValueError, AttributeError, StopIteration) as error:
                raise InputError(f"is not a record of a comparison ({error})", path) from error
            if not record.hashed:
                warnings.warn(
                    f"{path} has no hash, so damage cannot be noticed (clss 0.1 wrote none); the"
                    " next clss compare of its config adds one",
                    ClssWarning,
                    stacklevel=2,
                )
            found.append(record)
        yield from sorted(found, key=lambda record: (record.when, record.name))

    def of_config(self, config: str | None = None) -> list[Record]:
        """Return the records of one config, oldest first; of all if none is named.

        Parameters
        ----------
        config : str, optional
            The record's name, or the config's path, file name or stem.

        Raises
        ------
        InputError
            If there is no such comparison, or several, or none at all.
        """
        records = list(self)
        if not records:
            raise InputError("holds no comparison yet", self._run_dir)
        if config is None:
            return records
        path = Path(config)
        exact = [record for record in records if record.name in (config, record_name(path))]
        if exact:
            return exact
        alike = [r for r in records if config in (Path(r.config).name, Path(r.config).stem)]
        if not alike:
            raise unknown_name("config", config, {Path(r.config).name for r in records})
        if len(alike) > 1:
            names = ", ".join(record.name for record in alike)
            raise InputError(f"several configs are called {config!r}: choose one of {names}")
        return alike

    def forget(self, name: str) -> None:
        """Remove the record of a comparison; what only it refers to becomes garbage."""
        names = [record.name for record in self]
        if name not in names:
            raise InputError(
                f"no comparison is called {name!r} (there are: {', '.join(names)})"
                f"{suggest(name, names)}",
                self._run_dir,
            )
        self._path(name).unlink()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"
