import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_array
from scipy.stats import binom, norm
from scipy.stats import t as student

from clss.errors import InputError
from evaluation.stats.difference import PairedDifference
from evaluation.stats.intervals import (
    bootstrap_interval,
    student_critical,
    studentised_interval,
    tango_interval,
    tango_score,
)
from evaluation.stats.permutation import UnitScores, permutation_test
from evaluation.stats.power import (
    detectable_by_t,
    equivalence_pvalue,
    mcnemar_power,
    smallest_detectable,
)
from evaluation.stats.significance import METHODS, mcnemar


def spread_out(b, c, n):
    """Return the unit differences of b wins and c losses among n items, and their weights."""
    return np.repeat([1.0, -1.0, 0.0], [b, c, n - b - c]) / n, np.full(n, 1 / n)


def test_the_bootstrap_draws_items():
    b, c, n = 30, 12, 200
    differences = np.repeat([1, -1, 0], [b, c, n - b - c])
    random = np.random.default_rng(5)
    means = random.choice(differences, size=(20_000, n)).mean(axis=1)
    low, high = bootstrap_interval(*spread_out(b, c, n), resamples=20_000)
    # means lie on a lattice of 1 / n: the tails of one must hold the quantiles of the other
    for end, share in ((low, 0.025), (high, 0.975)):
        assert np.mean(means < end - 1e-9) <= share + 0.005
        assert np.mean(means <= end + 1e-9) >= share - 0.005


def test_the_score_interval_mirrors_and_widens():
    low, high = tango_interval(30, 12, 200)
    assert tango_interval(12, 30, 200) == (-high, -low)
    assert low < 18 / 200 < high
    wide = tango_interval(30, 12, 200, 2.58)
    assert wide[0] < low and high < wide[1]


def test_score_interval_inverts_the_score_test():
    """At either end, the score with the constrained most likely q is the normal quantile."""
    for b, c, n in [(30, 12, 200), (5, 0, 50), (0, 0, 40), (40, 0, 40)]:
        for end, sign in zip(tango_interval(b, c, n), (1, -1), strict=True):
            if abs(end) == 1:
                continue

            def unlikely(q, d=end, b=b, c=c, n=n):
                cells = np.array([q + d, q, 1 - 2 * q - d])
                counts = np.array([b, c, n - b - c])
                if np.any(cells < 0):
                    return 1e9
                return -np.sum(counts * np.log(np.maximum(cells, 1e-300)))

            bounds = (max(0.0, -end), (1 - end) / 2)
            q = minimize_scalar(
                unlikely, bounds=bounds, method="bounded", options={"xatol": 1e-12}
            ).x
            score = (b - c - n * end) / np.sqrt(n * (2 * q + end * (1 - end)))
            assert score == pytest.approx(sign * norm.isf(0.025), abs=2e-3)
            assert tango_score(b, c, n, end) == pytest.approx(sign * norm.isf(0.025), abs=1e-6)


def test_no_disagreement_at_all_is_never_certainty():
    low, high = tango_interval(0, 0, 40)
    assert low == pytest.approx(-high)
    assert high == pytest.approx(3.8415 / 43.8415, abs=1e-4)  # z^2 / (n + z^2)
    nothing, weights = spread_out(0, 0, 40)
    for found in (
        studentised_interval(nothing, weights, 0.0, norm.isf(0.025)),
        bootstrap_interval(nothing, weights, resamples=200),
    ):
        assert found == pytest.approx((low, high))
    with pytest.raises(InputError):
        tango_interval(3, 2, 4)


def test_over_units_of_one_size_it_is_students_interval():
    units = np.random.default_rng(1).normal(0.2, 1, size=12) / 12
    found = studentised_interval(units, np.full(12, 1 / 12), 0.0, student_critical(12, 0.05))
    values = units * 12
    expected = student.interval(0.95, 11, values.mean(), values.std(ddof=1) / np.sqrt(12))
    assert found == pytest.approx((max(expected[0], -1), min(expected[1], 1)))


@pytest.mark.parametrize("each", [1.0, 0.25, 1 / 24, -1.0, -0.3])
@pytest.mark.parametrize("units", [6, 10, 100])
def test_units_that_all_differ_alike_leave_zero_out_and_are_not_certain(each, units):
    sizes = np.arange(1, units + 1)
    weights = sizes / sizes.sum()
    critical = student_critical(units, 0.05)
    low, high = studentised_interval(each * weights, weights, 0.0, critical)
    assert low <= each <= high and high - low > 1e-4
    statistic = 1 / np.sqrt(np.square(weights).sum())
    assert (statistic > critical) == (not low <= 0 <= high)
    drawn = bootstrap_interval(each * weights, weights, resamples=200)
    assert drawn[0] <= each <= drawn[1] and drawn[1] - drawn[0] > 1e-4
    clusters = np.repeat([f"n{i}" for i in range(units)], 24).tolist()
    right = np.tile(np.arange(24) < round(abs(each) * 24), units).astype(float)[None]
    pair = PairedDifference(right, np.zeros_like(right), clusters)
    assert pair.equivalence(0.01) > 0.9 and 0 < pair.error < 0.2


@pytest.mark.parametrize("sign", [1, -1])
def test_one_large_word_among_small_ones_leaves_zero_out_where_the_test_does(sign):
    """All of ten words agree, p = 2 / 2^10; the large one alone holds half of the items."""
    weights = np.array([60.0] + [6.0] * 9) / 114
    differences = sign * np.full(10, 4) / 114
    statistic = abs(differences.sum()) / np.sqrt((differences**2).sum())
    low, high = sorted(np.abs(studentised_interval(differences, weights, 0.0, 2.0)))
    assert statistic > 2.0 and 0 < low < abs(differences.sum()) < high == 1
    # at its end the statistic is the critical value, as it is for words of one size
    at_end = sign * low
    left = differences.sum() - at_end
    error = np.sqrt(np.square(differences - at_end * weights).sum())
    assert abs(left) / error == pytest.approx(2.0)
    assert studentised_interval(differences, weights, 0.0, statistic + 1e-6) == (-1, 1)


def test_seeds_widen_the_interval():
    units, weights = spread_out(30, 12, 200)
    narrow = studentised_interval(units, weights, 0.0, 2.0)
    wide = studentised_interval(units, weights, 0.02**2, 2.0)
    assert wide[0] < narrow[0] and narrow[1] < wide[1]


def test_coverage_of_the_score_interval():
    random = np.random.default_rng(11)
    truth, hits, rounds = 0.06, 0, 400
    for _ in range(rounds):
        b, c, _ = random.multinomial(300, [0.16, 0.10, 0.74])
        low, high = tango_interval(b, c, 300)
        hits += low <= truth <= high
    assert 0.92 < hits / rounds < 0.98


def test_coverage_over_ten_words_of_different_size():
    random = np.random.default_rng(12)
    hits, rounds = 0, 400
    for _ in range(rounds):
        sizes = random.integers(8, 40, size=10)
        skill = 1 / (1 + np.exp(-random.normal(0.8, 1, size=(10, 2))))
        right = random.binomial(sizes[:, None], skill) / sizes.sum()
        scores = UnitScores(right, csr_array([[1.0, -1.0]]), np.zeros(2), np.zeros(2, dtype=int))
        critical = permutation_test(scores).own_critical[0]
        units = right[:, 0] - right[:, 1]
        low, high = studentised_interval(units, sizes / sizes.sum(), 0.0, critical)
        hits += low <= 0 <= high
    assert hits / rounds > 0.92


def test_detectable_differences_by_t():
    found = detectable_by_t(0.02, 9, 0.05)
    random = np.random.default_rng(0)
    values = random.normal(found, 0.02 * np.sqrt(10), size=(20_000, 10))
    t = values.mean(axis=1) / (values.std(axis=1, ddof=1) / np.sqrt(10))
    assert np.mean(t > student.isf(0.025, 9)) == pytest.approx(0.8, abs=0.01)
    assert detectable_by_t(0.0, 9, 0.05) is None and detectable_by_t(0.5, 9, 0.05) is None


def test_equivalence_keeps_its_level_at_the_margin():
    random = np.random.default_rng(3)
    called = 0
    for _ in range(400):
        b, c, _ = random.multinomial(1000, [0.05, 0.07, 0.88])
        called += equivalence_pvalue(0, 0, 0, 0.02, (int(b), int(c), 1000)) < 0.05
    assert called / 400 < 0.08
    with pytest.raises(InputError):
        equivalence_pvalue(0.0, 0.01, 10, 0.0)


@pytest.mark.parametrize("method", METHODS)
def test_power_by_enumeration_of_all_tables(method):
    n, discordance, difference = 30, 0.4, 0.2
    total = 0.0
    for m in range(n + 1):
        for b in range(m + 1):
            chance = binom.pmf(m, n, discordance) * binom.pmf(b, m, 0.75)
            total += chance * (mcnemar(b, m - b, method).pvalue <= 0.05)
    assert mcnemar_power(difference, discordance, n, method=method) == pytest.approx(total)


def test_smallest_detectable_difference():
    found = smallest_detectable(0.25, 360)
    assert mcnemar_power(found, 0.25, 360) == pytest.approx(0.8, abs=1e-3)
    assert smallest_detectable(0.25, 1000) < found
    assert smallest_detectable(0.25, 360, method="midp") < found
    assert smallest_detectable(0.1, 20) is None  # two discordant items can show nothing


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
@pytest.mark.parametrize("n", [20, 100, 360, 1000])
def test_true_level_of_the_forms(n, share):
    """Enumerated, not simulated: exact never exceeds its level, mid-p is nearer and hardly does."""
    exact, midp = (mcnemar_power(0.0, share, n, method=method) for method in ("exact", "midp"))
    assert exact <= midp
    assert exact <= 0.05
    assert midp <= 0.0525
    if n * share >= 50:
        assert midp >= 0.045
