"""Rows by any part of their label that is unambiguous."""

from __future__ import annotations

import pytest

from clss.errors import InputError
from evaluation.tasks.labels import RowName, row_called, rows_called

ROWS = [
    RowName("Co-occurrence, csls", "Co-occurrence", "csls"),
    RowName("Co-occurrence, nn", "Co-occurrence", "nn"),
    RowName("BWESG, window=16", "BWESG", "nn"),
    RowName("BWESG, window=48", "BWESG", "nn"),
    RowName("BMu"),
]


@pytest.mark.parametrize(
    ("wanted", "label"),
    [
        ("Co-occurrence", "Co-occurrence, nn"),
        ("co-occ", "Co-occurrence, nn"),
        ("Co-occurrence, csls", "Co-occurrence, csls"),
        ("window=16", "BWESG, window=16"),
        ("bmu", "BMu"),
    ],
)
def test_the_plain_retrieval_of_the_row_that_is_meant(wanted, label):
    assert row_called(wanted, ROWS).label == label


def test_ambiguous_and_unknown_names_list_the_rows_one_a_line():
    with pytest.raises(
        InputError, match='any of 2 rows; give one in full:\n  "BWESG, window=16"\n  "BW'
    ):
        rows_called("BWESG", ROWS)
    assert rows_called("LSA", ROWS) == []
    with pytest.raises(InputError, match="no row is labelled 'LSA'; the rows are:\n  \"Co-occ"):
        row_called("LSA", ROWS)
