"""The directory of a corpus while it is made: which job it belongs to, where it goes on."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from clss.errors import InputError
from clss.persistence import read_json, write_json
from clss.text.writing import SUMMARY

_WORK = "unfinished"
_JOB = "job.json"


def begin(folder: Path, job: dict[str, Any]) -> Path:
    """Make the directory, or find what a run that was killed has left of this very job."""
    work = folder / _WORK
    if (work / _JOB).exists():
        _same_job(folder, read_json(work / _JOB), job)
        return work
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("exists already; choose another name for the corpus", folder)
    try:
        work.mkdir(parents=True)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", folder) from error
    write_json(work / _JOB, job)
    return work


def finished(folder: Path, job: dict[str, Any]) -> dict[str, Any]:
    """Return the summary of a corpus that is complete, if it is of this very job."""
    summary = read_json(folder / SUMMARY)
    if not isinstance(summary, dict) or not isinstance(summary.get("job"), dict):
        raise InputError("was not written by this command; choose another name", folder)
    _same_job(folder, summary["job"], job)
    shutil.rmtree(folder / _WORK, ignore_errors=True)
    return summary


def _same_job(folder: Path, before: dict[str, Any], now: dict[str, Any]) -> None:
    different = [name for name in now if before.get(name) != now[name]]
    if different:
        raise InputError(
            f"holds a corpus with other {' and '.join(different)}; choose another name", folder
        )


def give_up(work: Path, error: InputError) -> None:
    """Remove what would be in the way of a corrected command."""
    shutil.rmtree(work)
    if not any(work.parent.iterdir()):
        work.parent.rmdir()
    raise error
