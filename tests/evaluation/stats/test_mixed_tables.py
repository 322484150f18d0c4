"""Tables in which rows of several seeds stand beside rows that no seed changes."""

import numpy as np
import pytest
from made_outcomes import outcome_of
from scipy.sparse import csr_array

from evaluation import Comparison
from evaluation.stats.difference import PairedDifference
from evaluation.stats.permutation import UnitScores, permutation_test

WORDS = [f"word{i // 24}" for i in range(240)]


def by_words(shift, seed=0):
    """Three runs, equal but for `shift` items, against one run: ten words of 24 sentences."""
    random = np.random.default_rng(seed)
    skill = random.normal(0.3, 1, size=(2, 10)).repeat(24, axis=1)
    first, second = random.normal(size=(2, 240)) < skill
    runs = np.stack([first] * 3).astype(float)
    for run in (1, 2):
        runs[run, :shift] = 1 - runs[run, :shift]
    return runs, second[None].astype(float)


def test_seeds_that_hardly_differ_leave_the_level_of_a_test_by_word_what_it_is():
    (runs, other), (same, _) = by_words(1), by_words(0)
    seeded, single = (PairedDifference(r, other, WORDS) for r in (runs, same[:1]))
    assert seeded.seed_variance > 0 and single.seed_variance == 0
    for critical in (1.5, 2.0, 2.8):
        assert seeded.level(critical) == pytest.approx(single.level(critical), rel=0.1)
    for level in (0.2, 0.05, 0.003):
        assert seeded.critical(level, "") == pytest.approx(single.critical(level, ""), rel=0.01)


@pytest.mark.parametrize("shift", [1, 12, 60])
@pytest.mark.parametrize("words", [WORDS, [str(i) for i in range(240)]])
def test_the_critical_value_of_a_level_has_that_level(shift, words):
    runs, other = by_words(shift)
    one = PairedDifference(runs, other, words)
    for level in (0.2, 0.05, 0.003):
        assert one.level(one.critical(level, "")) == pytest.approx(level)


def row_by_word(label, random, runs):
    skill = random.normal(0.3, 1, size=10).repeat(24)
    return [
        outcome_of(
            label,
            (random.normal(size=240) < skill).tolist(),
            clusters=WORDS,
            task="swtc",
            **({"seed": seed} if runs > 1 else {}),
        )
        for seed in range(runs)
    ]


def test_the_level_of_one_test_is_the_share_of_draws_beyond_the_critical_value():
    random = np.random.default_rng(8)
    rows = [row_by_word(f"m{i}", random, 3 if i < 5 else 1) for i in range(8)]
    comparison = Comparison([run for row in rows for run in row])
    printed = comparison.tests("m0").method.single_level
    values = [comparison.difference(f"m{i}", "m0").values for i in range(1, 8)]
    alone = [
        permutation_test(one.unit_scores(), alpha=printed, resamples=20_000).own_critical[0]
        for one in values
    ]
    jointly = [comparison.difference(f"m{i}", "m0").critical(printed, "") for i in range(1, 8)]
    # seven tests: Bonferroni would ask for .007 of each, and hardly less is right
    assert 0.004 < printed < 0.02
    assert np.median(jointly) == pytest.approx(np.median(alone), rel=0.04)


def test_rows_with_and_without_seeds_have_levels_of_their_own():
    """What the level says of one test is what its draws say of the critical value."""
    random = np.random.default_rng(12)
    words = [f"word{i // 20}" for i in range(400)]
    outcomes = []
    for i in range(8):
        skill = random.normal(0.3, 1, size=20).repeat(20)
        for seed in range(2) if i >= 4 else [None]:
            right = random.normal(random.normal(0, 0.1), size=400) < skill
            outcomes.append(
                outcome_of(f"m{i}", right.tolist(), clusters=words, task="swtc", seed=seed)
            )
    comparison = Comparison(outcomes, resamples=20_000)
    method = comparison.tests("m0").method
    assert method.fixed_size == 3 and method.size == 7
    for rows, printed in ((range(1, 4), method.fixed_level), (range(4, 8), method.single_level)):
        differences = [comparison.difference(f"m{i}", "m0") for i in rows]
        alone = [
            permutation_test(
                one.values.unit_scores(), alpha=printed, resamples=20_000
            ).own_critical[0]
            for one in differences
        ]
        said = [one.critical(printed, "") for one in differences]
        assert np.median(said) == pytest.approx(np.median(alone), rel=0.06)
    # three of seven tests spend 3/7 of .05, by Bonferroni .0071 each
    assert method.fixed_level == pytest.approx(0.05 / 7, rel=0.15)


def test_new_seeds_do_not_make_few_words_say_more_than_their_signs():
    """All of five words on one side: of 32 patterns of signs 2 are like that, p = 1/16."""
    words = [f"word{i // 20}" for i in range(100)]
    right = [i % 20 < 14 for i in range(100)]
    runs = [right, [i % 20 < 14 or i == 99 for i in range(100)], right]
    good = [
        outcome_of("good", run, seed=seed, clusters=words, task="swtc")
        for seed, run in enumerate(runs)
    ]
    poor = outcome_of("poor", [i % 20 < 4 for i in range(100)], clusters=words, task="swtc")
    comparison = Comparison([*good, poor])
    family = comparison.tests("poor")
    (result,) = family
    assert comparison.difference("good", "poor").seed_variance > 0
    assert result.pvalue == result.p_adjusted == 1 / 16 and not family.better("good")
    assert result.ci[0] <= 0 < result.difference < result.ci[1]
    assert any("5 words cannot give p < 0.05" in note for note in comparison.table("poor").notes)


@pytest.mark.parametrize("units", [3, 5, 6, 9])
def test_no_p_is_below_the_share_of_the_rarest_pattern_of_signs(units):
    values = np.zeros((30, 3))
    values[:units, 0], values[:units, 1] = 0.02, 0.001
    contrasts = csr_array([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0]])
    scores = UnitScores(values, contrasts, np.full(3, 1e-9), np.full(3, 2))
    found = permutation_test(scores, resamples=2000)
    for p in (found.pvalues, found.p_single_step, found.p_step_down):
        assert np.all(p >= 2.0 ** (1 - units)) and np.all(p < 2.0 ** (1 - units) + 0.02)
    exceeds = np.abs(found.statistics) > found.own_critical + 1e-9
    assert np.array_equal(exceeds, found.pvalues < 0.05)
