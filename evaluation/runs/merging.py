"""Rows of outcomes that come from different files or run directories."""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.tasks.outcome import Outcome


def one_comparison(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Make rows of outcomes that come from different files.

    Two of one label are seeds of one row if their seeds differ, else rows of their own, told
    apart by a number. Outcomes on the same items are of one language pair, whatever each calls it.
    """
    found: list[Outcome] = []
    taken: set[tuple[str, str, int | None]] = set()
    for outcome in outcomes:
        label, number = outcome.label, 2
        while (outcome.item_fingerprint, label, outcome.seed) in taken:
            label, number = f"{outcome.label} ({number})", number + 1
        taken.add((outcome.item_fingerprint, label, outcome.seed))
        found.append(outcome if label == outcome.label else outcome.relabelled(label, row=label))
    pairs: dict[str, str] = {}
    for outcome in found:
        pair = outcome.facts.pair
        if pair not in (None, "source-target"):
            pairs.setdefault(outcome.item_fingerprint, str(pair))
    return [
        outcome.relabelled(pair=pairs.get(outcome.item_fingerprint, "source-target"))
        for outcome in found
    ]
