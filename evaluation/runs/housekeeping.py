"""What is in a run directory, and what nobody needs any more."""

from __future__ import annotations

from dataclasses import dataclass

from clss.errors import InputError, suggest
from evaluation.runs import disk
from evaluation.runs.rundir import Record, RunDirectory
from evaluation.runs.stage import SCORE


@dataclass(frozen=True)
class Listed:
    """One comparison of a run directory, in numbers."""

    record: Record
    rows: int
    done: int
    failed: int
    bytes: int


def listing(run: RunDirectory) -> list[Listed]:
    """Return every comparison with how much of it is there and how large it is."""
    found = []
    for record in run.records():
        cells = {cell.outcome for cell in record.cells}
        done = sum(run.store.path(SCORE, key).is_dir() for key in cells)
        failed = len(cells & set(record.failures))
        size = sum(
            disk.size_of(run.store.path(*place))
            for place in record.places()
            if run.store.path(*place).is_dir()
        )
        rows = len({cell.label for cell in record.cells})
        found.append(Listed(record, rows, done, failed, size))
    return found


def forget(run: RunDirectory, name: str) -> None:
    """Remove the record of a comparison; what only it refers to becomes garbage."""
    names = [record.name for record in run.records()]
    if name not in names:
        raise InputError(
            f"no comparison is called {name!r} (there are: {', '.join(names)})"
            f"{suggest(name, names)}",
            run.path,
        )
    (run.path / "runs" / f"{name}.json").unlink()


def garbage(run: RunDirectory) -> list[tuple[str, str, int]]:
    """Return kind, key and size of every stored result that no comparison refers to."""
    needed = {place for record in run.records() for place in record.places()}
    return [
        (kind, key, disk.size_of(run.store.path(kind, key)))
        for kind, key in run.store.contents()
        if (kind, key) not in needed
    ]


def collect_garbage(run: RunDirectory) -> list[tuple[str, str, int]]:
    """Remove what no comparison refers to, and logs of what is gone; return what was removed."""
    removed = garbage(run)
    try:
        for kind, key, _ in removed:
            run.store.discard(kind, key)
        run.store.prepare()
        needed = {
            f"{kind}-{key[:16]}.log" for record in run.records() for kind, key in record.places()
        }
        for log in (run.path / "logs").glob("*.log"):
            if log.name not in needed:
                log.unlink()
        known = {key[:32] for record in run.records() for _, key in record.places()}
        for checkpoint in (run.path / "checkpoints").glob("*"):
            if checkpoint.stem not in known:
                disk.remove_tree(checkpoint) if checkpoint.is_dir() else checkpoint.unlink()
    except OSError as error:
        raise disk.disk_error(error, run.path) from error
    return removed
