"""One table by kinds of items: numbers of senses, bands of frequency, words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from clss.errors import InputError, unknown_name
from evaluation.stats.comparison import Comparison
from evaluation.tables.columns_table import Part, columns_table
from evaluation.tables.table import Column, ResultTable
from evaluation.tasks.bands import make_bands
from evaluation.tasks.outcome import Item, Outcome

KINDS = ("senses", "frequency", "word")


def breakdown_table(
    outcomes: Iterable[Outcome],
    by: str = "senses",
    baseline: str | None = "strongest",
    *,
    bands: int | Sequence[int] = (10, 100, 1000),
    test: str = "exact",
    correction: str = "holm",
    baselines: Sequence[str] = (),
    seed_rows: bool = True,
    notes: bool = True,
    **comparing: Any,
) -> ResultTable:
    """Score systems on each kind of item separately.

    Parameters
    ----------
    outcomes : iterable of Outcome
        On the same items.
    by : {"senses", "frequency", "word"}
        The number of candidates (the article's table of 2, 3 and 4 senses), the source word's
        frequency in the training corpus, or the word whose sentences the items are.
    bands : sequence of int or int
        Of frequency, see :func:`~evaluation.tasks.bands.make_bands`.
    baseline, test, correction, baselines, seed_rows, notes, **comparing
        As for :func:`~evaluation.tables.grid.grid_table`.
    """
    outcomes = list(outcomes)
    if by not in KINDS:
        raise unknown_name("kind of items", by, KINDS)
    whole = Comparison(outcomes, **comparing)  # refuses outcomes on different items
    kind_of, names = _kinds(whole, by, bands)
    parts = []
    for kind, title in names:
        kept = [
            outcome.restricted(lambda item, kind=kind: kind_of.get(item.key) == kind)  # type: ignore[misc]
            for outcome in outcomes
        ]
        comparison = Comparison(kept, **comparing)
        parts.append(Part(Column(f"n={comparison.n}", title), comparison, {by: title}))
    return columns_table(
        parts,
        baseline,
        test=test,
        correction=correction,
        baselines=baselines,
        seed_rows=seed_rows,
        notes=notes,
    )


def _kinds(
    whole: Comparison, by: str, bands: int | Sequence[int]
) -> tuple[dict[str, Any], list[tuple[Any, str]]]:
    first = whole.systems[0].first
    if by == "frequency":
        counts: dict[str, int] = {}
        for system in whole.systems:
            for item in system.first:
                if item.frequency is not None:
                    counts[item.key] = max(item.frequency, counts.get(item.key, 0))
        if len(counts) < len(first):
            raise InputError(
                f"{len(first) - len(counts)} items have no frequency; fill them in by"
                " Outcome.with_frequencies"
            )
        limits = make_bands(list(counts.values()), bands)
        kinds = {key: next(b for b in limits if b.holds(count)) for key, count in counts.items()}
        return kinds, [(band, band.name) for band in limits if band in kinds.values()]

    def kind(item: Item) -> Any:
        return item.candidates if by == "senses" else item.word

    kinds = {item.key: kind(item) for item in first}
    if None in kinds.values():
        raise InputError("not every item says how many candidates it has")
    unit = " senses" if by == "senses" else ""
    return kinds, [(value, f"{value}{unit}") for value in sorted(set(kinds.values()))]
