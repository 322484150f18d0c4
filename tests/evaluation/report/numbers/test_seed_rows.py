import numpy as np
import pytest
from made_outcomes import outcome_of, panel_of

from evaluation.report.numbers.seeds import seeds

RUNS = {3: [1, 1, 2, 2], 1: [1, 2, 2, 2], 2: [1, 1, 1, 2]}


def test_rows_with_several_seeds_are_told_seed_by_seed():
    outcomes = [outcome_of("many", right, seed=seed) for seed, right in RUNS.items()]
    found = seeds(panel_of(outcome_of("one", [1] * 4, seed=1), *outcomes))
    (row,) = found.rows
    assert row.label == "many"
    assert dict(zip(row.seeds, row.scores, strict=True)) == {1: 0.25, 2: 0.75, 3: 0.5}
    assert row.mean == 0.5 and row.deviation == pytest.approx(np.std([0.25, 0.75, 0.5], ddof=1))
    assert sorted(found.sheet.rows) == [("many", 1, 0.25), ("many", 2, 0.75), ("many", 3, 0.5)]


def test_the_score_is_the_tested_one_and_counts_as_the_table_does():
    outcomes = [outcome_of("many", [1, 2, None, None], seed=seed) for seed in (1, 2)]
    assert seeds(panel_of(*outcomes, measure="mrr")).rows[0].scores == (0.375, 0.375)
    skipping = seeds(panel_of(*outcomes, oov="skip"))
    assert skipping.measure == "Acc@1" and skipping.rows[0].scores == (0.5, 0.5)


def test_without_seeds_there_is_nothing_to_tell():
    assert seeds(panel_of(outcome_of("a", [1, 2]), outcome_of("b", [2, 1]))).rows == ()
