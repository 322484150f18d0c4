"""Scores by word class, where words carry one."""

from __future__ import annotations

import pytest

from clss.errors import InputError
from evaluation.tables.breakdown import breakdown_table
from evaluation.tasks.outcome import Item, Outcome


def outcome(label: str, ranks: dict[str, int]) -> Outcome:
    return Outcome(label, [Item(w, "ranked", r, r, gold=("x",)) for w, r in ranks.items()])


def test_classes_are_columns():
    first = outcome("A", {"casa_NOUN": 1, "rey/N": 1, "correr_V": 2})
    second = outcome("B", {"casa_NOUN": 2, "rey/N": 1, "correr_V": 1})
    table = breakdown_table([first, second], "class")
    assert [column.group for column in table.columns] == ["NOUN", "VERB"]
    assert [[cell.value for cell in row.cells] for row in table.rows] == [[1.0, 0.0], [0.5, 1.0]]


def test_words_without_a_class_are_told():
    with pytest.raises(InputError, match="class of its word"):
        breakdown_table([outcome("A", {"casa": 1}), outcome("B", {"casa": 2})], "class")
