"""Outcomes made up for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaluation.report.view import Panel
from evaluation.tables.options import TableOptions
from evaluation.tasks.outcome import Item, Outcome


def outcome_of(
    label: str,
    right: Sequence[bool | int | None],
    *,
    clusters: Sequence[str] | None = None,
    frequencies: Sequence[int] | None = None,
    candidates: Sequence[int] | None = None,
    task: str = "ble",
    words: tuple[str, str] = ("w", "g"),
    **metadata: Any,
) -> Outcome:
    """Make an outcome from one value per item: right or wrong, a rank, or None for oov.

    `words` is what the names of source words and of right answers begin with.
    """
    items = []
    for i, value in enumerate(right):
        rank = {True: 1, False: 2}[value] if isinstance(value, bool) else value
        items.append(
            Item(
                f"{words[0]}{i:03d}",
                "oov" if rank is None else "ranked",
                rank,
                rank,
                gold=(f"{words[1]}{i:03d}",),
                answers=("a", "b"),
                candidates=candidates[i] if candidates else None,
                cluster=clusters[i] if clusters else None,
                frequency=frequencies[i] if frequencies else None,
            )
        )
    return Outcome(label, items, task, model=metadata.pop("model", ""), metadata=metadata)


def panel_of(*outcomes: Outcome, pair: str = "a-b", **options: Any) -> Panel:
    """Make a panel of a report from outcomes, compared as the options say."""
    return Panel("ble", pair, outcomes, TableOptions(**options))
