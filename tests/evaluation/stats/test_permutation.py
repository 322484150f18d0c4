from itertools import combinations, product

import numpy as np
import pytest
from scipy.sparse import csr_array

from clss.errors import InputError
from evaluation.stats.paired_values import PairedValues
from evaluation.stats.permutation import UnitScores, permutation_test, run_variance
from evaluation.stats.significance import mcnemar


def scores_of(values, pairs, variances=None, degrees=None):
    columns = values.shape[1]
    contrasts = np.zeros((len(pairs), columns))
    for place, (first, second) in enumerate(pairs):
        contrasts[place, first], contrasts[place, second] = 1, -1
    none = np.zeros(columns)
    return UnitScores(
        values,
        csr_array(contrasts),
        none if variances is None else np.array(variances),
        none.astype(int) if degrees is None else np.array(degrees),
    )


def by_hand(values, pairs):
    """Try every sign of every unit: raw and single-step p-values."""
    differences = np.stack([values[:, a] - values[:, b] for a, b in pairs], axis=1)
    errors = np.sqrt((differences**2).sum(axis=0))
    observed = np.abs(differences.sum(axis=0)) / errors
    drawn = np.array(
        [np.abs(np.array(s) @ differences) / errors for s in product([1, -1], repeat=len(values))]
    )
    raw = (drawn >= observed - 1e-9).mean(axis=0)
    single = (drawn.max(axis=1)[:, None] >= observed - 1e-9).mean(axis=0)
    return raw, single


def test_every_sign_is_tried_where_units_are_few():
    values = np.random.default_rng(3).normal([0, 0, 0.8, 1.5], size=(9, 4))
    pairs = list(combinations(range(4), 2))
    result = permutation_test(scores_of(values, pairs))
    raw, single = by_hand(values, pairs)
    assert result.exhaustive and result.draws == 2**8
    assert result.pvalues == pytest.approx(raw)
    assert result.p_single_step == pytest.approx(single)
    assert np.all(result.p_step_down <= result.p_single_step + 1e-12)
    assert np.all(result.p_step_down >= result.pvalues - 1e-12)


def test_sampled_signs_come_near_mcnemars_exact_test():
    right = np.array([[1, 0]] * 18 + [[0, 1]] * 7 + [[1, 1]] * 30) / 55
    result = permutation_test(scores_of(right, [(0, 1)]), resamples=40_000)
    assert not result.exhaustive
    assert result.pvalues[0] == pytest.approx(mcnemar(18, 7).pvalue, abs=0.005)
    assert result.statistics[0] == pytest.approx(11 / 5)


@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.2])
def test_the_critical_values_say_what_the_p_values_say(alpha):
    random = np.random.default_rng(1)
    for units in (8, 40):
        values = random.integers(0, 3, size=(units, 6)) / units
        pairs = list(combinations(range(6), 2))
        result = permutation_test(scores_of(values, pairs), alpha=alpha, resamples=499)
        size = np.abs(result.statistics)
        assert np.array_equal(size > result.critical + 1e-9, result.p_single_step < alpha)
        assert np.array_equal(size > result.own_critical + 1e-9, result.pvalues < alpha)


def test_the_same_seed_gives_the_same_numbers_and_blocks_do_not_matter(monkeypatch):
    values = np.random.default_rng(5).random((60, 12))
    pairs = list(combinations(range(12), 2))
    first = permutation_test(scores_of(values, pairs), resamples=300, seed=7)
    monkeypatch.setattr("evaluation.stats.permutation.TESTS_AT_ONCE", 5)
    monkeypatch.setattr("evaluation.stats.permutation.ROWS_AT_ONCE", 7)
    second = permutation_test(scores_of(values, pairs), resamples=300, seed=7)
    for name in ("pvalues", "p_single_step", "p_step_down", "own_critical"):
        assert getattr(first, name) == pytest.approx(getattr(second, name))
    assert first.critical == pytest.approx(second.critical)


def test_seeds_make_the_test_more_careful():
    values = np.full((200, 2), 0.0)
    values[:60, 0] = 1 / 200
    values[60:90, 1] = 1 / 200
    sure = permutation_test(scores_of(values, [(0, 1)]), resamples=2000)
    few = permutation_test(scores_of(values, [(0, 1)], [0.05**2, 0.05**2], [2, 2]), resamples=2000)
    many = permutation_test(
        scores_of(values, [(0, 1)], [0.05**2, 0.05**2], [200, 200]), resamples=2000
    )
    assert sure.pvalues[0] < many.pvalues[0] < few.pvalues[0]


def test_rows_that_agree_everywhere_are_no_evidence():
    values = np.ones((20, 3)) / 20
    result = permutation_test(scores_of(values, [(0, 1), (1, 2)]), resamples=200)
    assert result.p_single_step.tolist() == [1, 1] and result.pvalues.tolist() == [1, 1]
    empty = permutation_test(scores_of(values, []))
    assert len(empty.pvalues) == 0


def test_wrong_shapes():
    with pytest.raises(InputError):
        UnitScores(np.ones((3, 2)), csr_array([[1.0, -1.0, 0.0]]), np.zeros(2), np.zeros(2))
    with pytest.raises(InputError):
        UnitScores(np.ones((0, 2)), csr_array([[1.0, -1.0]]), np.zeros(2), np.zeros(2))


def test_paired_values_come_by_item_by_word_and_by_run():
    right, other = [1] * 15 + [0] * 5, [0] * 15 + [1] * 5
    words = [f"w{i // 5}" for i in range(20)]

    def p(values):
        return permutation_test(values.unit_scores(), resamples=2000).pvalues[0]

    # by hand: four words with +5, +5, +5, -5; 10 of the 16 patterns of signs differ as much
    assert p(PairedValues(right, other, words)) == pytest.approx(10 / 16)
    assert 0.02 < p(PairedValues([right, right], [other, other])) < 0.07
    assert p(PairedValues(np.linspace(0.1, 1, 20), np.linspace(0, 0.5, 20))) < 0.01


@pytest.mark.parametrize("family", ["fixed", "all pairs"])
def test_equal_rows_are_seldom_marked(family):
    """A small version of benchmarks/type_one_error.py."""
    random = np.random.default_rng(9)
    pairs = [(i, 0) for i in range(1, 8)] if family == "fixed" else list(combinations(range(8), 2))
    marked = 0
    for _ in range(300):
        right = (random.random((150, 8)) < random.beta(1.5, 1.5, size=(150, 1))) / 150
        result = permutation_test(scores_of(right, pairs), resamples=199)
        marked += (result.p_single_step < 0.05).any()
    assert marked / 300 < 0.09


def test_run_variance():
    assert run_variance(np.array([0.1, 0.3])) == pytest.approx(0.01)
