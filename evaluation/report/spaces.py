"""The space behind a row of a table."""

from __future__ import annotations

from clss.errors import InputError
from clss.space import BilingualSpace
from evaluation.report.view import Panel, RunView
from evaluation.tasks.labels import RowName, row_called


def row_space(view: RunView, panel: Panel, label: str | None = None) -> tuple[str, BilingualSpace]:
    """Return a row's label and the space of its first seed, memory-mapped.

    Parameters
    ----------
    view, panel
        The run directory, and the task that the row stands in.
    label : str, optional
        Any part of the row's label that no other row has; the row with the highest score among
        those with a space, if omitted.
    """
    keys = view.fit_keys(panel)
    if label is None:
        label = next((one for one in panel.comparison.ranking if one in keys), None)
        if label is None:
            raise InputError("no row of this run directory has a space of its own", view.run.path)
    label = row_called(label, map(RowName.of, panel.outcomes)).label
    if label not in keys:
        raise InputError(
            f"{label!r} was given as vectors or answers; the run directory has no space"
        )
    return label, view.run.space(keys[label])
