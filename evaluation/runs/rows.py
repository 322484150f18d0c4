"""The rows of a run directory as spaces that can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from clss.errors import InputError
from clss.space import BilingualSpace
from evaluation.runs.directory import RunDirectory
from evaluation.runs.grid import full_label
from evaluation.runs.record import ScoreCell
from evaluation.runs.stage import ScoreJob
from evaluation.tasks.labels import RowName, no_such_row, rows_called


@dataclass(frozen=True)
class RowSpace:
    """A row that has a space, and how the comparison asks it.

    Attributes
    ----------
    label : str
        Of the row; with its language pair and its seed where the row has several.
    path : Path
        Where the space is.
    name : str
        Of the row, with its language pair where it has several, but without its seed and the way
        in which the comparison asks it.
    seed : int, optional
    similarity : str, optional
        None is what the space is meant for.
    retrieval : str
    """

    label: str
    path: Path
    name: str = ""
    seed: int | None = None
    similarity: str | None = None
    retrieval: str = "nn"

    def load(self) -> BilingualSpace:
        """Load the space."""
        return BilingualSpace.load(self.path)


def spaces_of(path: Path, wanted: Sequence[str] = ()) -> list[RowSpace]:
    """Return the rows of a run directory that have a space, in the order of the tables.

    Parameters
    ----------
    path : Path
        The run directory.
    wanted : sequence of str
        Labels, or parts of labels that fit one row; all rows if there are none.
    """
    run = RunDirectory.open(path)
    asked = [one for record in run.records for one in record.asked()]
    found = [(cell, run.space_path(job.space), job) for cell, job in asked]
    with_space = _distinct([(cell, (path, job)) for cell, path, job in found if path is not None])
    if not with_space:
        raise InputError("no row of it has a trained model or a saved space", path)
    if wanted:
        with_space = _chosen(with_space, wanted)
    return _labelled(with_space)


_Place = tuple[Path, ScoreJob]


def _distinct(found: Iterable[tuple[ScoreCell, _Place]]) -> list[tuple[ScoreCell, _Place]]:
    """Take every row once, whatever the number of its tasks."""
    once: dict[tuple[object, ...], tuple[ScoreCell, _Place]] = {}
    for cell, (path, job) in found:
        settings = (path, job.settings.similarity, job.settings.retrieval)
        once.setdefault((cell.name, cell.pair, cell.seed, *settings), (cell, (path, job)))
    return list(once.values())


def _chosen(
    rows: Sequence[tuple[ScoreCell, _Place]], wanted: Sequence[str]
) -> list[tuple[ScoreCell, _Place]]:
    names = {cell.label: _name(cell, place) for cell, place in rows}
    labels: list[str] = []
    for one in wanted:
        called = rows_called(one, names.values())
        if not called:
            raise no_such_row(one, list(names.values()))
        labels.append(called[0].label)
    return [
        (cell, place)
        for label in dict.fromkeys(labels)
        for cell, place in rows
        if cell.label == label
    ]


def _name(cell: ScoreCell, place: _Place) -> RowName:
    return RowName(cell.label, cell.name, place[1].settings.retrieval)


def _labelled(rows: Sequence[tuple[ScoreCell, _Place]]) -> list[RowSpace]:
    """Add language pair and seed to labels where one label has several of them."""
    found = []
    for cell, (path, job) in rows:
        alike = [other for other, _ in rows if other.label == cell.label]
        pair = [cell.pair] if len({other.pair for other in alike}) > 1 else []
        seed = [f"seed {cell.seed}"] if len({other.seed for other in alike}) > 1 else []
        label = ", ".join([cell.label, *pair, *seed])
        name = ", ".join([full_label(cell.name, cell.grid, {}), *pair])
        settings = job.settings
        found.append(
            RowSpace(label, path, name, cell.seed, settings.similarity, settings.retrieval)
        )
    return found
