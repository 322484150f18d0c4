"""Tables in parts: by language pair and parameter, as grids are printed, or by kind of item."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from clss.errors import InputError, unknown_name
from evaluation.stats.comparison import Comparison
from evaluation.tables.build import Part, build_table
from evaluation.tables.options import TableOptions
from evaluation.tables.table import Column, ResultTable
from evaluation.tasks.bands import DEFAULT_BANDS, make_bands
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.word_class import word_class

KINDS = ("senses", "frequency", "class", "word")


def axis_value(outcome: Outcome, axis: str) -> Any:
    """Return where an outcome stands on an axis, None if the axis is not its own.

    Looked for in the metadata: in the grid, among the parameters, then at the top (``pair``).
    """
    if axis == "task":
        return outcome.task
    facts = outcome.facts
    for place in (facts.grid or {}, facts.parameters or {}, outcome.metadata):
        if place.get(axis) is not None:
            return place[axis]
    return None


def row_label(outcome: Outcome, axes: Sequence[str]) -> str:
    """Return the label of an outcome without what the columns say.

    Examples
    --------
    >>> from evaluation.tasks.outcome import Item
    >>> outcome = Outcome("BWESG, window=16, dim=100", [Item("casa", "oov")], metadata={
    ...     "name": "BWESG", "grid": {"window": 16, "dim": 100}})
    >>> row_label(outcome, ["pair", "dim"])
    'BWESG, window=16'
    """
    facts = outcome.facts
    if facts.name is None:
        return outcome.label
    rest = {k: v for k, v in (facts.grid or {}).items() if k not in axes}
    return ", ".join([facts.name, *(f"{key}={value}" for key, value in rest.items())])


def grid_table(
    outcomes: Iterable[Outcome],
    axes: Sequence[str] = ("pair", "dim"),
    options: TableOptions | None = None,
    **changes: Any,
) -> ResultTable:
    """Pivot outcomes into columns, each a comparison of its own.

    Parameters
    ----------
    outcomes : iterable of Outcome
        Of all cells. One without a value on an axis, such as a topic model where the columns are
        dimensions of embeddings, stands in every column, as in the article.
    axes : sequence of str
        ``pair``, ``task`` or parameters of models; the first is the heading above.
    options : TableOptions, optional
        All tests of the table are one family, and the same test in several columns counts once.
    **changes
        Of single options.
    """
    outcomes = list(outcomes)
    options = replace(options or TableOptions(), **changes)
    if not axes:
        raise InputError("a grid needs at least one axis for its columns")
    places = [[axis_value(outcome, axis) for axis in axes] for outcome in outcomes]
    values = []
    for axis, found in zip(axes, zip(*places, strict=True), strict=True):
        known = list(dict.fromkeys(value for value in found if value is not None))
        if not known:
            raise InputError(f"no outcome has a value for the column axis {axis!r}")
        numeric = all(isinstance(value, int | float) for value in known)
        values.append(sorted(known) if numeric else known)
    groups: dict[str, str] = {}
    parts = []
    for key in product(*values):
        chosen = [
            (place, outcome)
            for place, outcome in zip(places, outcomes, strict=True)
            if all(mine in (None, wanted) for mine, wanted in zip(place, key, strict=True))
        ]
        if not any(None not in place for place, _ in chosen):
            continue  # nothing was run for this combination
        renamed = []
        for _, outcome in chosen:
            label = row_label(outcome, axes)
            groups[label] = outcome.facts.name or label
            renamed.append(outcome.relabelled(label))
        titles = [_title(axis, value) for axis, value in zip(axes, key, strict=True)]
        column = Column(", ".join(titles[1:]), titles[0]) if len(titles) > 1 else Column(titles[0])
        parts.append(Part(options.compare(renamed), column, dict(zip(axes, key, strict=True))))
    return build_table(parts, options, section=lambda label: groups[label])


def _title(axis: str, value: Any) -> str:
    return str(value).upper() if axis in ("pair", "task") else f"{axis}={value}"


def breakdown_table(
    outcomes: Iterable[Outcome],
    by: str = "senses",
    options: TableOptions | None = None,
    *,
    bands: int | Sequence[int] = DEFAULT_BANDS,
    **changes: Any,
) -> ResultTable:
    """Score systems on each kind of item separately.

    Parameters
    ----------
    outcomes : iterable of Outcome
        On the same items.
    by : {"senses", "frequency", "class", "word"}
        The number of candidates (the article's table of 2, 3 and 4 senses), the source word's
        frequency in the training corpus, its word class where words carry one (``casa_NOUN``),
        or the word whose sentences the items are.
    options : TableOptions, optional
    bands : sequence of int or int
        Of frequency, see :func:`~evaluation.tasks.bands.make_bands`.
    **changes
        Of single options.
    """
    outcomes = list(outcomes)
    options = replace(options or TableOptions(), **changes)
    if by not in KINDS:
        raise unknown_name("kind of items", by, KINDS)
    if by == "word":  # within one word its sentences are all there is to exchange
        options = replace(options, unit="item")
    whole = options.compare(outcomes)  # refuses outcomes on different items
    kind_of, names = _kinds(whole, by, bands)
    parts = []
    for kind, title in names:
        own = {key for key, found in kind_of.items() if found == kind}
        comparison = options.compare([_part(outcome, own) for outcome in outcomes])
        parts.append(Part(comparison, Column(f"n={comparison.n}", title), {by: title}))
    table = build_table(parts, options)
    if by == "frequency" and _counts(whole) is None:
        table = replace(table, notes=(*table.notes, _BY_ORDER))
    return table


def _part(outcome: Outcome, keys: Collection[str]) -> Outcome:
    return outcome.restricted(lambda item: item.key in keys)


def _kinds(
    whole: Comparison, by: str, bands: int | Sequence[int]
) -> tuple[dict[str, Any], list[tuple[Any, str]]]:
    first = whole.systems[0].first
    if by == "frequency":
        return _frequency_kinds(whole, bands)

    def kind(item: Item) -> Any:
        if by == "class":
            return word_class(item.word)
        return item.candidates if by == "senses" else item.word

    kinds = {item.key: kind(item) for item in first}
    if None in kinds.values():
        unsaid = "how many candidates it has" if by == "senses" else "the class of its word"
        raise InputError(f"not every item says {unsaid}")
    unit = " senses" if by == "senses" else ""
    return kinds, [(value, f"{value}{unit}") for value in sorted(set(kinds.values()))]


_BY_ORDER = (
    "Bands of frequency by the order of words in the vocabulary, frequent ones first as published"
    " vectors have them: there are no counts."
)
#: Where bands end if there are no counts but the order of the vocabulary.
_PLACES = (1000, 5000, 20_000)


def _frequency_kinds(
    whole: Comparison, bands: int | Sequence[int]
) -> tuple[dict[str, Any], list[tuple[Any, str]]]:
    counts = _counts(whole)
    if counts is not None:
        limits = make_bands(list(counts.values()), bands)
        kinds = {key: next(b for b in limits if b.holds(count)) for key, count in counts.items()}
        return kinds, [(band, band.name) for band in limits if band in kinds.values()]
    orders: dict[str, int] = {}
    for item in _every_item(whole):
        if item.order is not None:
            orders[item.key] = min(item.order, orders.get(item.key, item.order))
    first = whole.systems[0].first
    if not orders:
        known = sum(item.frequency is not None for item in first)
        raise InputError(
            f"{len(first) - known} items have no frequency; fill them in by"
            " Outcome.with_frequencies"
        )
    starts = [1, *(place + 1 for place in _PLACES)]
    titles = [f"words {low}-{high}" for low, high in zip(starts, _PLACES, strict=False)]
    titles += [f"words {starts[-1]}+", "no vocabulary has it"]
    places = {
        key: sum(orders[key] > place for place in _PLACES) if key in orders else len(titles) - 1
        for key in first.keys
    }
    return places, [(i, title) for i, title in enumerate(titles) if i in places.values()]


def _counts(whole: Comparison) -> dict[str, int] | None:
    """Return the count of the source word of every item, None if some have none."""
    counts: dict[str, int] = {}
    for item in _every_item(whole):
        if item.frequency is not None:
            counts[item.key] = max(item.frequency, counts.get(item.key, 0))
    return counts if len(counts) == len(whole.systems[0].first) else None


def _every_item(whole: Comparison) -> Iterator[Item]:
    return (item for system in whole.systems for item in system.first)
