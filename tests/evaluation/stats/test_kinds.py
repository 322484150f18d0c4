"""Rows with several seeds beside rows without, their tests corrected apart in one table."""

import numpy as np
import pytest
from made_outcomes import outcome_of
from scipy.sparse import csr_array

from evaluation import Comparison
from evaluation.stats.across import combined_family
from evaluation.stats.kinds import for_all, judged_by_kind
from evaluation.stats.permutation import UnitScores, permutation_test
from evaluation.stats.significance import mcnemar


def row(label, random, skill, *, words=0, runs=1, shift=0.0, n=200):
    """Return the runs of a row: of some words and 20 sentences each, or of `n` items."""
    clusters = [f"word{i // 20}" for i in range(20 * words)] if words else None
    size = 20 * words or n
    found = []
    for seed in range(runs):
        chance = skill + (random.normal(0, shift) if runs > 1 else 0)
        right = (random.random(size) < chance).tolist()
        seeded = {"seed": seed} if runs > 1 else {}
        found.append(outcome_of(label, right, clusters=clusters, task="swtc", **seeded))
    return found


def mixed_table(seed=0, words=8, seeded=4, runs=2, good=0.95, **options):
    """Return a table of a baseline and a better row without seeds, and others with few seeds."""
    random = np.random.default_rng(seed)
    rows = [row("base", random, 0.2, words=words), row("good", random, good, words=words)]
    for i in range(seeded):
        rows.append(row(f"s{i}", random, 0.2, words=words, runs=runs, shift=0.06))
    return Comparison([run for one in rows for run in one], resamples=999, **options)


def test_a_row_that_wins_every_word_is_marked_beside_rows_of_two_seeds():
    for seed in range(4):
        comparison = mixed_table(seed)
        family = comparison.tests("base")
        (result,) = [result for result in family if result.first == "good"]
        # 2 of 2^8 patterns of signs are as extreme, and five tests share .05
        assert result.pvalue == 1 / 128
        assert result.p_adjusted == pytest.approx(5 / 128)
        assert family.better("good") and result.ci[0] > 0


def test_few_words_are_tried_in_all_ways_where_other_rows_have_seeds():
    random = np.random.default_rng(3)
    fixed = [*row("base", random, 0.3, words=10), *row("good", random, 0.5, words=10)]
    alone = Comparison(fixed).tests("base").find("good")
    seeded = row("s", random, 0.3, words=10, runs=3, shift=0.02)
    beside = Comparison([*fixed, *seeded], resamples=199).tests("base").find("good")
    assert alone.pvalue * 512 == pytest.approx(round(alone.pvalue * 512))
    assert beside.pvalue == alone.pvalue and beside.p_adjusted == min(2 * alone.pvalue, 1)


def test_a_single_pair_of_single_runs_has_mcnemars_p_times_the_number_of_tests():
    comparison = mixed_table(1, words=0, good=0.35)
    family = comparison.tests("base")
    result = family.find("good")
    assert result.is_mcnemar and not result.with_seeds
    exact = mcnemar(result.b, result.c).pvalue
    assert result.pvalue == exact and result.p_adjusted == pytest.approx(min(5 * exact, 1))
    assert result.level == pytest.approx(0.05 / 5)
    assert family.method.fixed_size == 1 and family.method.size == 5


@pytest.mark.parametrize("correction", ["max-t", "step-down"])
@pytest.mark.parametrize("baseline", ["base", None, "strongest"])
def test_every_kind_spends_its_share_of_the_level(baseline, correction):
    for seed in range(6):
        comparison = mixed_table(seed, words=0 if seed % 2 else 9, good=0.35, runs=3)
        family = comparison.tests(baseline, correction=correction)
        method = family.method
        for result in family:
            size = method.size - method.fixed_size if result.with_seeds else method.fixed_size
            assert result.level <= 0.05 * size / method.size + 1e-12
            assert result.p_adjusted >= min(result.pvalue * method.size / size, 1) - 1e-12


@pytest.mark.parametrize("alpha", [0.05, 0.2, 0.01])
@pytest.mark.parametrize("words", [0, 6, 8, 16])
def test_an_interval_leaves_out_zero_exactly_if_the_row_is_marked(words, alpha):
    marked = set()
    for seed in range(8):
        comparison = mixed_table(seed, words=words, good=0.3 + 0.08 * seed, runs=3, alpha=alpha)
        for baseline in ("base", None, "strongest"):
            family = comparison.tests(baseline)
            assert baseline == "strongest" or family.method.fixed_size > 0
            for result in family:
                assert (result.ci[0] <= 0 <= result.ci[1]) != family.significant(result)
                assert result.level > 0 or not family.significant(result)
                marked.add((family.significant(result), result.with_seeds))
    assert (True, False) in marked or words in (6, 8)  # of so few words hardly any p is so small


def test_over_corpora_the_kinds_are_corrected_apart_too():
    comparisons = []
    for seed in range(2):
        random = np.random.default_rng(seed)
        rows = [row("base", random, 0.3, n=150), row("good", random, 0.48, n=150)]
        rows += [row(f"s{i}", random, 0.3, n=150, runs=2, shift=0.06) for i in range(3)]
        comparisons.append(Comparison([run for one in rows for run in one], resamples=999))
    family = combined_family(comparisons, "base")
    assert family.method.fixed_size == 1 and family.method.size == 4
    assert family.better("good")
    for result in family:
        assert (result.ci[0] <= 0 <= result.ci[1]) != family.significant(result)


def test_seeds_that_score_the_same_by_luck_are_seeds():
    random = np.random.default_rng(5)
    right = [bool(x) for x in random.random(120) < 0.5]
    tied = [outcome_of("tied", right if seed else right[::-1], seed=seed) for seed in range(2)]
    fixed = [*row("base", random, 0.5, n=120), *row("other", random, 0.5, n=120)]
    comparison = Comparison([*fixed, *tied, *row("s", random, 0.5, runs=3, shift=0.02, n=120)])
    family = comparison.tests("base")
    assert comparison.difference("tied", "base").seed_variance == 0
    assert {r.first for r in family if r.with_seeds} == {"tied", "s"}
    assert family.method.fixed_size == 1
    assert Comparison([*fixed, *tied], claim="runs").tests("base").method.fixed_size == 0


def scores_of(random, units, variances):
    """Return as many rows as there are variances, each against the first."""
    columns = len(variances)
    contrasts = np.zeros((columns - 1, columns))
    contrasts[:, 0], contrasts[:, 1:] = -1, np.eye(columns - 1)
    values = (random.random((units, columns)) < 0.5) / units
    degrees = np.where(np.array(variances) > 0, 1, 0)
    return UnitScores(values, csr_array(contrasts), np.array(variances), degrees)


@pytest.mark.parametrize("variances", [[0.0] * 5, [1e-4] * 5, [1e-4, 0.0, 0.0]])
@pytest.mark.parametrize("units", [9, 40])
def test_where_all_tests_are_of_one_kind_nothing_is_shared(variances, units):
    scores = scores_of(np.random.default_rng(2), units, variances)
    found = judged_by_kind(scores, resamples=299, seed=3)
    plain = permutation_test(scores, resamples=299, seed=3)
    for name in ("pvalues", "p_single_step", "p_step_down", "own_critical", "draws"):
        assert np.array_equal(getattr(found, name), getattr(plain, name))
    assert np.all(found.critical == plain.critical)
    assert np.all(found.shares == 1) and found.fixed_size == 0


def test_the_critical_values_of_two_kinds_say_what_the_p_values_say():
    random = np.random.default_rng(4)
    for units in (8, 40):
        for _ in range(20):
            scores = scores_of(random, units, [0.0, 0.0, 0.0, 1e-4, 1e-4, 0.0, 1e-3])
            for alpha in (0.05, 0.2):
                found = judged_by_kind(scores, alpha=alpha, resamples=399)
                size = np.abs(scores.statistics)
                exceeds = size > found.critical + 1e-9
                exceeds &= scores.least_pvalues < alpha * found.shares  # enough units differ
                assert np.array_equal(exceeds, found.p_single_step < alpha)
                assert found.with_seeds.tolist() == [False, False, True, True, False, True]


def test_the_share_of_a_kind_itself_is_no_mark():
    for tests in range(2, 60):
        for size in range(1, tests):
            share = np.array([size / tests])
            assert not for_all(0.05 * share, share, 0.05)[0] < 0.05
            assert for_all(0.05 * share * (1 - 1e-9), share, 0.05)[0] < 0.05


def test_equal_rows_with_and_without_seeds_are_seldom_marked():
    """A small version of the mixed tables of benchmarks/type_one_error.py."""
    random = np.random.default_rng(11)
    variances, marked = [0.0] * 5 + [0.02**2 / 2] * 5, 0
    for _ in range(400):
        scores = scores_of(random, 120, variances)
        # the runs shift a score as a whole, and their spread is seen in two of them
        shift = random.normal(0, np.sqrt(variances))
        values = scores.values + shift / len(scores.values)
        observed = np.array(variances) * random.chisquare(1, size=10)
        one = UnitScores(values, scores.contrasts, observed, scores.run_degrees)
        marked += (judged_by_kind(one, resamples=199).p_single_step < 0.05).any()
    assert marked / 400 < 0.08
