"""What was read, what was kept, and what was dropped and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class SideTally:
    """The counts of one language.

    Attributes
    ----------
    words : int
        Words found in the texts.
    kept : int
        Words that were written.
    dropped : Counter
        Words dropped, by reason.
    removed : Counter
        Characters, tags and addresses removed before words were looked for, by kind.
    """

    words: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    removed: Counter[str] = field(default_factory=Counter)

    def add(self, other: SideTally) -> None:
        """Add the counts of another part of the text."""
        self.words += other.words
        self.kept += other.kept
        self.dropped.update(other.dropped)
        self.removed.update(other.removed)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "words": self.words,
            "kept": self.kept,
            "dropped": dict(sorted(self.dropped.items())),
            "removed": dict(sorted(self.removed.items())),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> SideTally:
        """Read what :meth:`to_json` gave."""
        return cls(
            values["words"],
            values["kept"],
            Counter(values["dropped"]),
            Counter(values["removed"]),
        )


@dataclass
class DropLog:
    """Documents that were dropped: how many for which reason, and where the first one was."""

    counts: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)

    def drop(self, reason: str, place: str) -> None:
        """Count one document."""
        self.counts[reason] += 1
        self.first.setdefault(reason, place)

    def to_json(self) -> dict[str, dict[str, Any]]:
        """Return plain values for JSON."""
        return {
            reason: {"documents": number, "first": self.first[reason]}
            for reason, number in sorted(self.counts.items())
        }
