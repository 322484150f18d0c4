"""All pairs as the pictures show them: from the very tests of the table."""

import pytest
from made_outcomes import outcome_of, panel_of

from evaluation.report import view
from evaluation.report.numbers.significance import Significance, significance, stricter
from evaluation.report.view import RunView


def three(**options):
    right = {"A": 35, "B": 33, "C": 5}
    rows = [outcome_of(label, [i < n for i in range(40)]) for label, n in right.items()]
    return panel_of(*rows, **options)


def test_every_pair_is_seen_from_both_sides():
    found = significance(three())
    assert found.labels == ("A", "B", "C") and found.left_out == 0
    assert len(found.pairs) == 6
    assert found.p("A", "C") == found.p("C", "A") < 0.05
    assert found.pairs["A", "C"]["difference"] == -found.pairs["C", "A"]["difference"] == 0.75
    assert found.significant("A", "C") and not found.significant("A", "B")
    assert found.p("A", "A") is None and not found.significant("A", "A")


def test_the_level_decides_what_is_significant_and_how_it_is_shaded():
    p = significance(three()).p("A", "B")
    assert 0.05 < p < 0.9
    assert significance(three(alpha=0.9)).significant("A", "B")

    def levels(alpha):
        return Significance("", "", alpha, (), {}, {}, 0).levels

    assert levels(0.05) == (0.001, 0.01, 0.05) and levels(0.2) == (0.001, 0.01, 0.2)
    assert levels(0.01) == (0.001, 0.01) and levels(0.0005) == (0.0005,)


def test_of_too_many_rows_the_best_are_paired(monkeypatch):
    monkeypatch.setattr(view, "MOST_PAIRED_ROWS", 2)
    found = significance(three())
    assert found.labels == ("A", "B") and found.left_out == 1
    assert set(found.pairs) == {("A", "B"), ("B", "A")}


def test_the_sheet_has_every_test_once():
    header, rows = (sheet := significance(three()).sheet).header, sheet.rows
    assert [row[:2] for row in rows] == [("A", "B"), ("A", "C"), ("B", "C")]
    named = dict(zip(header, rows[1], strict=True))
    assert (named["difference"], named["b"], named["c"]) == (0.75, 30, 0)
    assert named["low"] < 0.75 < named["high"] and named["p"] <= named["p_adjusted"]


def test_what_cannot_be_tested_has_no_p():
    rows = [outcome_of("A", [1] * 20, seed=1)]
    rows += [outcome_of("B", [2] * 20, seed=seed) for seed in (1, 2)]
    found = significance(panel_of(*rows))  # one seed says nothing of the algorithm
    assert found.pairs["A", "B"]["difference"] == pytest.approx(1)
    assert found.p("A", "B") is None and not found.significant("A", "B")


@pytest.mark.parametrize("correction", ["max-t", "step-down", "holm"])
def test_all_pairs_are_corrected_more_strictly_than_rows_against_a_baseline(correction):
    assert stricter(three(baseline="C", correction=correction))
    # a table of all pairs has the very same tests, and so has one whose baseline was picked
    assert not stricter(three(baseline=None, correction=correction))
    assert not stricter(three(correction=correction))


@pytest.mark.parametrize("correction", ["none", "bh"])
def test_more_tests_are_not_always_a_stricter_correction(correction):
    assert not stricter(three(baseline="C", correction=correction))


def test_all_pairs_are_those_of_the_run(run_dir):
    panel = RunView.open(run_dir).panel("ble")
    found = significance(panel)
    n = len(panel.comparison.labels)
    assert len(found.pairs) == n * (n - 1) and len(found.sheet.rows) == n * (n - 1) // 2
    first, second = found.labels[0], found.labels[-1]
    expected = panel.comparison.pair(first, second).difference
    assert found.pairs[first, second]["difference"] == pytest.approx(expected)
