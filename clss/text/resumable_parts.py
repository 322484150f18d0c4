"""Parts of a long work, kept on disk, so that a run that was killed does not repeat them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clss.errors import InputError
from clss.persistence import atomic_file, to_json

_JOB = "job.json"


class Parts:
    """A directory of numbered parts, each a list of records, inside that of the final result.

    Parameters
    ----------
    folder : Path
        Where the parts wait.
    job : mapping
        What the work depends on. A directory that was begun for another job is refused.
    """

    def __init__(self, folder: Path, job: dict[str, Any]) -> None:
        self._folder = folder
        file = folder / _JOB
        if file.exists():
            try:
                before = json.loads(file.read_text("utf-8"))
            except ValueError:
                before = None
            if before != json.loads(to_json(job)):
                raise InputError(
                    "was begun from other files or with other options; name them again, "
                    "choose another directory or add --overwrite",
                    folder.parent,
                )
        else:
            with atomic_file(file) as stream:
                stream.write(to_json(job))

    def has(self, number: int) -> bool:
        """Tell whether a part is finished."""
        return self._path(number).exists()

    def write(self, number: int, records: list[dict[str, Any]]) -> None:
        """Write a part; it is there as a whole or not at all."""
        with atomic_file(self._path(number)) as stream:
            for record in records:
                stream.write(json.dumps(record, ensure_ascii=False) + "\n")

    def read(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield the records of a part."""
        with open(self._path(number), encoding="utf-8") as stream:
            for line in stream:
                yield json.loads(line)

    def remove(self) -> None:
        """Remove the directory."""
        shutil.rmtree(self._folder)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:07d}.jsonl"
