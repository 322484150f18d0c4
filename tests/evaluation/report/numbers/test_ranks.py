"""Rows in their order, and the bars beside those that tests do not tell apart."""

import math

import pytest
from made_outcomes import outcome_of, panel_of

from evaluation.report import view
from evaluation.report.numbers.ranks import ranks, ranks_across
from evaluation.report.numbers.significance import Significance, significance


def all_pairs(labels, different, scores=None):
    """Return all pairs of rows, of which those named differ (p = .01, else .5)."""
    pairs = {}
    for a in labels:
        for b in labels:
            if a != b:
                p = 0.01 if (a + b in different or b + a in different) else 0.5
                pairs[a, b] = {"p_adjusted": p, "difference": 0.1}
    values = scores or {label: 1 - i / 10 for i, label in enumerate(labels)}
    return Significance("Acc@1", "caption", 0.05, tuple(labels), values, pairs, 0)


@pytest.mark.parametrize(
    ("different", "groups"),
    [
        ([], [("A", "B", "C", "D")]),
        (["AB", "AC", "AD", "BC", "BD", "CD"], []),
        (["AC", "AD", "BD", "CD"], [("A", "B"), ("B", "C")]),
        # C is far from A only: two bars that overlap
        (["AC"], [("A", "B"), ("B", "C", "D")]),
        # D is not told from A, but stands behind C, which is: no bar jumps over a row
        (["AC", "BC"], [("A", "B"), ("C", "D")]),
    ],
)
def test_bars_are_the_longest_runs_of_neighbours_that_do_not_differ(different, groups):
    assert ranks(all_pairs("ABCD", different)).groups == tuple(groups)


def test_a_pair_without_a_test_is_not_joined_as_if_it_did_not_differ():
    tests = all_pairs("ABC", [])
    pairs = {pair: test for pair, test in tests.pairs.items() if "A" not in pair}
    pairs |= {("A", "B"): {"p_adjusted": None}, ("B", "A"): {"p_adjusted": None}}
    some = Significance("", "", 0.05, tests.labels, tests.scores, pairs, 0)
    assert ranks(tests).groups == (("A", "B", "C"),) and ranks(some).groups == (("B", "C"),)


def test_the_sheet_has_places_scores_and_the_numbers_of_the_bars():
    found = ranks(all_pairs("ABC", ["AC"]))
    assert found.descending and found.caption == "caption"
    assert found.sheet.rows == ((1, "A", 1.0, "1"), (2, "B", 0.9, "1 2"), (3, "C", 0.8, "2"))


def test_rows_stand_by_their_score_whatever_the_order_of_the_table():
    right = {"low": 5, "high": 35, "middle": 20}
    outcomes = [outcome_of(label, [i < n for i in range(40)]) for label, n in right.items()]
    found = ranks(significance(panel_of(*outcomes)))
    assert found.places == (("high", 35 / 40), ("middle", 20 / 40), ("low", 5 / 40))
    assert found.groups == ()


def test_rows_that_were_too_many_are_counted(monkeypatch):
    monkeypatch.setattr(view, "MOST_PAIRED_ROWS", 2)
    outcomes = [
        outcome_of(label, [i < n for i in range(40)])
        for label, n in zip("ABC", (9, 8, 7), strict=True)
    ]
    found = ranks(significance(panel_of(*outcomes)))
    assert [label for label, _ in found.places] == ["A", "B"] and found.left_out == 1


def panel(pair, right):
    outcomes = [outcome_of(label, [i < n for i in range(10)]) for label, n in right.items()]
    return panel_of(*outcomes, pair=pair)


def test_ranks_over_language_pairs_are_means():
    found = ranks_across(
        [panel("a-b", {"A": 9, "B": 5, "C": 1}), panel("a-c", {"A": 5, "B": 9, "C": 1})]
    )
    assert dict(found.places) == {"A": 1.5, "B": 1.5, "C": 3.0}
    assert found.groups == (("A", "B", "C"),) and not found.descending
    assert found.measure == "Mean rank in 2 language pairs"


def test_nemenyis_distance_parts_ranks_over_many_pairs():
    rows = {"A": 9, "B": 5, "C": 1}
    found = ranks_across([panel(f"a-{i}", rows) for i in range(12)])
    # q(.05; 3, inf) = 3.314 / sqrt 2; times sqrt(k (k + 1) / (6 N))
    critical = 3.314 / math.sqrt(2) * math.sqrt(3 * 4 / (6 * 12))
    assert f"{critical:.2f}" in found.caption
    assert found.groups == () and [score for _, score in found.places] == [1.0, 2.0, 3.0]
