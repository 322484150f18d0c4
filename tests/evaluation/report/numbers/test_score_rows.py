"""Scores with intervals: which items and runs they are over, and what the caption says of it."""

import numpy as np
import pytest
from made_outcomes import outcome_of
from scipy.stats import norm
from scipy.stats import t as student

from evaluation.report.numbers.intervals import scores
from evaluation.stats.comparison import Comparison


def wilson(right, n, level=0.95):
    z = norm.isf((1 - level) / 2)
    center = (right + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * np.sqrt(right * (n - right) / n + z * z / 4)
    return center - half, center + half


def test_one_run_on_independent_items_has_wilsons_interval():
    rows = [outcome_of("a", [1, 1, 1, 2] * 5), outcome_of("b", [1] * 20)]
    found = scores(Comparison(rows))
    assert found.measure == "Acc@1" and found.method == "95% intervals over items (Wilson)"
    assert [row.label for row in found.rows] == ["a", "b"]
    assert found.rows[0].score == 0.75
    assert (found.rows[0].low, found.rows[0].high) == pytest.approx(wilson(15, 20))
    assert found.rows[1].high == pytest.approx(1.0)
    assert found.sheet.rows[0] == ("a", 0.75, found.rows[0].low, found.rows[0].high)


def test_the_level_is_that_of_the_tests():
    found = scores(Comparison([outcome_of("a", [1, 2] * 10)], alpha=0.1))
    assert found.method.startswith("90% intervals")
    assert (found.rows[0].low, found.rows[0].high) == pytest.approx(wilson(10, 20, 0.9))


def test_of_several_seeds_the_mean_of_each_item_counts():
    both = [1, 1, 2, 2] * 10, [1, 2, 2, 2] * 10
    runs = [outcome_of("a", right, seed=seed) for seed, right in enumerate(both)]
    found = scores(Comparison([*runs, outcome_of("b", [1] * 40)]))
    assert "t for means over seeds" in found.method
    row = found.rows[0]
    per_item = np.array([1, 0.5, 0, 0] * 10)
    half = student.isf(0.025, 39) * per_item.std(ddof=1) / np.sqrt(40)
    assert row.score == pytest.approx(0.375)
    assert (row.low, row.high) == pytest.approx((0.375 - half, 0.375 + half))


def test_items_of_a_word_count_as_one():
    right, words = [1, 1, 1, 1, 2, 2, 2, 2], list("aaaabbbb")
    apart, together = (
        scores(Comparison([outcome_of("x", right, clusters=given)])) for given in (None, words)
    )
    assert "over words" in together.method and "over words" not in apart.method
    assert (together.rows[0].low, together.rows[0].high) == (0.0, 1.0)  # two words say little
    assert apart.rows[0].low > 0.1


@pytest.mark.parametrize("clusters", [None, list("aabbccdd")])
def test_what_a_row_does_not_cover_is_left_out_only_where_the_score_does_so(clusters):
    rows = [outcome_of("a", [1, 1, 2, 1] + [None] * 4, clusters=clusters)]
    (wrong,) = scores(Comparison(rows)).rows
    (skipped,) = scores(Comparison(rows, oov="skip")).rows
    assert (wrong.score, skipped.score) == (3 / 8, 3 / 4)
    assert wrong.low <= wrong.score <= wrong.high and skipped.low <= skipped.score <= skipped.high
    if clusters is None:
        assert (skipped.low, skipped.high) == pytest.approx(wilson(3, 4))
