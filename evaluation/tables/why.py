"""Why one system scores higher than another: the items that only one of them gets right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tabulate import tabulate

from clss.errors import InputError
from evaluation.stats.comparison import Comparison
from evaluation.stats.pairs import PairResult
from evaluation.stats.significance import DEFAULT_TEST, TESTS
from evaluation.tasks.bands import DEFAULT_BANDS, Band, make_bands
from evaluation.tasks.outcome import Item, Outcome


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An item that one of two systems gets right.

    Parameters
    ----------
    key, word : str
        The item and its source word.
    gold : tuple of str
        The right answers.
    frequency : int or None
        Of the source word in the training corpus.
    band : str
        Its band of frequency, ``"unknown"`` if nobody knows the frequency.
    ranks : (int or None, int or None)
        Of the right answer in either system, pessimistic.
    answers : pair of tuple of str
        The first answers of either system.
    """

    key: str
    word: str
    gold: tuple[str, ...]
    frequency: int | None
    band: str
    ranks: tuple[int | None, int | None]
    answers: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class BandSummary:
    """How two systems did on the items of one band of frequency."""

    band: str
    n: int
    first_right: int
    second_right: int
    only_first: int
    only_second: int


@dataclass(frozen=True)
class WhyReport:
    """Where two systems differ, by frequency and item by item.

    Parameters
    ----------
    first, second : str
        The labels.
    k : int
        An answer among the first `k` counts as right.
    n : int
        Items compared.
    bands : tuple of BandSummary
        From rare to frequent.
    only_first, only_second : tuple of Disagreement
        Items that only one of them gets right, frequent ones first.
    test : PairResult
        Of these two runs alone, as a table would make it: McNemar's exact test, by word where
        items share one.
    by_word : bool
        Whether the test exchanges whole words.
    remarks : tuple of str
        What else is to be known, such as that a system has more runs than the one shown.
    """

    first: str
    second: str
    k: int
    n: int
    bands: tuple[BandSummary, ...]
    only_first: tuple[Disagreement, ...]
    only_second: tuple[Disagreement, ...]
    test: PairResult
    by_word: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def test_name(self) -> str:
        """The test as captions call it."""
        return f"{TESTS[DEFAULT_TEST]} by word" if self.by_word else TESTS["exact"]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {
            "first": self.first,
            "second": self.second,
            "k": self.k,
            "n": self.n,
            "b": self.test.b,
            "c": self.test.c,
            "p": self.test.pvalue,
            "test": self.test_name,
            "remarks": list(self.remarks),
            "bands": [asdict(band) for band in self.bands],
            "only_first": [asdict(item) for item in self.only_first],
            "only_second": [asdict(item) for item in self.only_second],
        }

    def to_text(self, limit: int | None = None) -> str:
        """Lay the report out for people, with at most `limit` items of either kind."""
        p = "p" if self.by_word else "McNemar's exact p"
        how = f" ({self.test_name})" if self.by_word else ""
        head = (
            f"{self.first} and {self.second} on {self.n} items (right: among the first"
            f" {self.k}): {self.test.b} only by {self.first}, {self.test.c} only by"
            f" {self.second}, {p} = {self.test.pvalue:.4g}{how}"
        )
        columns = [
            "Frequency",
            "Items",
            self.first,
            self.second,
            f"only {self.first}",
            f"only {self.second}",
        ]
        rows = [
            [b.band, b.n, b.first_right, b.second_right, b.only_first, b.only_second]
            for b in self.bands
        ]
        # labels and words may look like numbers
        parts = [head, *self.remarks, tabulate(rows, columns, disable_numparse=[0])]
        for title, items in (
            (f"Only {self.first} gets right", self.only_first),
            (f"Only {self.second} gets right", self.only_second),
        ):
            parts.append(f"{title} ({len(items)})")
            parts += [self._item_text(item) for item in items[:limit]]
            if limit is not None and len(items) > limit:
                parts.append(f"… and {len(items) - limit} more")
        return "\n\n".join(parts)

    def _item_text(self, item: Disagreement) -> str:
        often = "" if item.frequency is None else f", {item.frequency} times"
        name = item.word if item.word == item.key else f"{item.word} ({item.key})"
        lines = [f"{name} = {', '.join(item.gold)}{often}"]
        width = max(len(self.first), len(self.second))
        for label, rank, answers in zip(
            (self.first, self.second), item.ranks, item.answers, strict=True
        ):
            place = "unranked" if rank is None else f"rank {rank}"
            shown = ", ".join(f"[{a}]" if a in item.gold else a for a in answers) or "no answer"
            lines.append(f"  {label:<{width}}  {place:>9}: {shown}")
        return "\n".join(lines)


def why(
    first: Outcome,
    second: Outcome,
    *,
    k: int = 1,
    bands: int | Sequence[int] = DEFAULT_BANDS,
    top: int = 5,
    oov: str = "error",
) -> WhyReport:
    """Find the items that one system gets right and the other does not.

    Parameters
    ----------
    first, second : Outcome
        On the same items.
    k : int
        How many answers count.
    bands : sequence of int or int
        Where bands of frequency begin, or into how many of equal size to cut.
    top : int
        How many answers of either system to show.
    oov : {"error", "intersect"}
        Whether to keep all items or only those that both cover.

    Examples
    --------
    >>> a = Outcome("A", [Item("casa", "ranked", 1, 1, ("house",), ("house", "home"), frequency=9)])
    >>> b = Outcome("B", [Item("casa", "ranked", 2, 2, ("house",), ("home", "house"), frequency=9)])
    >>> report = why(a, b)
    >>> [item.word for item in report.only_first], report.only_second
    (['casa'], ())
    """
    if k < 1 or top < 1:
        raise InputError("k and top must be at least 1")
    if oov == "skip":
        raise InputError("why compares item by item: oov is 'error' or 'intersect' here")
    if first.label == second.label:
        first, second = (
            first.relabelled(f"{first.label} (1)"),
            second.relabelled(f"{second.label} (2)"),
        )
    comparison = Comparison([first, second], measure=f"acc{k}", oov=oov)
    one, other = (system.first for system in comparison.systems)
    pairs = list(zip(one, other, strict=True))
    known = [f for pair in pairs if (f := _frequency(*pair)) is not None]
    limits = make_bands(known, bands) if known else []
    right = [[_right(item, k) for item in pair] for pair in pairs]
    alone: tuple[list[Disagreement], list[Disagreement]] = ([], [])
    for pair, (a, b) in zip(pairs, right, strict=True):
        if a != b:
            alone[0 if a else 1].append(_disagreement(*pair, limits, top))
    for items in alone:
        items.sort(key=lambda item: (-(item.frequency or 0), item.key))
    named = [_band(_frequency(*pair), limits) for pair in pairs]
    names = [name for name in (*(band.name for band in limits), "unknown") if name in named]
    summaries = [
        _summary(name, [answers for own, answers in zip(named, right, strict=True) if own == name])
        for name in names
    ]
    return WhyReport(
        first.label,
        second.label,
        k,
        comparison.n,
        tuple(summaries),
        tuple(alone[0]),
        tuple(alone[1]),
        comparison.pair(first.label, second.label),
        comparison.by_word,
    )


def _right(item: Item, k: int) -> bool:
    return item.pessimistic is not None and item.pessimistic <= k


def _frequency(first: Item, second: Item) -> int | None:
    # a foreign system's lists carry no counts, and a smaller corpus knows fewer of the words
    known = [item.frequency for item in (first, second) if item.frequency is not None]
    return max(known) if known else None


def _band(frequency: int | None, limits: Sequence[Band]) -> str:
    if frequency is None:
        return "unknown"
    return next(band.name for band in limits if band.holds(frequency))


def _disagreement(first: Item, second: Item, limits: Sequence[Band], top: int) -> Disagreement:
    frequency = _frequency(first, second)
    return Disagreement(
        first.key,
        first.word,
        first.gold,
        frequency,
        _band(frequency, limits),
        (first.pessimistic, second.pessimistic),
        (first.answers[:top], second.answers[:top]),
    )


def _summary(name: str, right: Sequence[Sequence[bool]]) -> BandSummary:
    return BandSummary(
        name,
        len(right),
        sum(a for a, _ in right),
        sum(b for _, b in right),
        sum(a and not b for a, b in right),
        sum(b and not a for a, b in right),
    )
