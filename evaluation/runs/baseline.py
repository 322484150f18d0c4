"""The baseline of a config's tables: which row it names, known before anything is read."""

from __future__ import annotations

from collections.abc import Iterator

from clss.errors import InputError
from evaluation.runs.grid import evaluation_settings, full_label, variants
from evaluation.runs.schema import Config, TaskSource
from evaluation.tasks import TASKS
from evaluation.tasks.labels import RowName, no_such_row, rows_called


def check_baseline(config: Config) -> None:
    """Refuse a ``[table] baseline`` that names no row, or several rows, in any task.

    A task that the row takes no part in is tested against its strongest row.
    """
    wanted = config.table.get("baseline")
    if wanted in (None, "strongest"):
        return
    every = {task.name: list(dict.fromkeys(row_names(config, task))) for task in config.tasks}
    try:
        found = [rows_called(str(wanted), names) for names in every.values()]
        if not any(found):
            known = dict.fromkeys(name for names in every.values() for name in names)
            raise no_such_row(str(wanted), list(known))
    except InputError as error:
        raise InputError(f"[table] baseline: {error.message}", config.path) from error


def row_names(config: Config, task: TaskSource) -> Iterator[RowName]:
    """Yield the names of the rows that the table of a task will have."""
    kind = TASKS.get(task.kind)
    # pivoted rows drop the part of their label that became a column
    axes = config.table.get("columns") or (["pair"] if len(config.corpora) > 1 else [])
    for row in config.rows:
        if row.tasks and kind.name not in row.tasks:
            continue
        grids = [variant.grid for variant in variants(row.parameters)] if row.model else [{}]
        for grid in grids:
            for settings, differing in evaluation_settings(row, kind):
                if axes:
                    rest = [f"{key}={value}" for key, value in grid.items() if key not in axes]
                    label = ", ".join([full_label(row.label, {}, differing), *rest])
                else:
                    label = full_label(row.label, grid, differing)
                yield RowName(label, row.label, settings.retrieval)
