import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binom, norm

from clss.errors import InputError
from evaluation.stats.intervals import (
    cluster_bootstrap,
    mcnemar_power,
    paired_interval,
    smallest_detectable,
)
from evaluation.stats.tests import METHODS, mcnemar


def test_the_multinomial_bootstrap_is_the_item_bootstrap():
    b, c, n = 30, 12, 200
    differences = np.repeat([1, -1, 0], [b, c, n - b - c])
    random = np.random.default_rng(5)
    means = random.choice(differences, size=(20_000, n)).mean(axis=1)
    low, high = paired_interval(b, c, n, resamples=20_000)
    # means lie on a lattice of 1 / n: the tails of one must hold the quantiles of the other
    for end, share in ((low, 0.025), (high, 0.975)):
        assert np.mean(means < end - 1e-9) <= share + 0.005
        assert np.mean(means <= end + 1e-9) >= share - 0.005


@pytest.mark.parametrize("kind", ["bootstrap", "score"])
def test_intervals_mirror_shrink_and_repeat(kind):
    low, high = paired_interval(30, 12, 200, kind=kind)
    assert paired_interval(12, 30, 200, kind=kind) == (-high, -low)
    assert paired_interval(30, 12, 200, kind=kind) == (low, high)
    assert low < 18 / 200 < high
    wide = paired_interval(30, 12, 200, kind=kind, level=0.99)
    assert wide[0] < low and high < wide[1]


def test_score_interval_inverts_the_score_test():
    """At either end, the score with the constrained most likely q is the normal quantile."""
    for b, c, n in [(30, 12, 200), (5, 0, 50), (0, 0, 40), (40, 0, 40)]:
        for end, sign in zip(paired_interval(b, c, n, kind="score"), (1, -1), strict=True):
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


def test_no_disagreement_at_all():
    assert paired_interval(0, 0, 40) == (0, 0)
    low, high = paired_interval(0, 0, 40, kind="score")
    assert low == pytest.approx(-high)
    assert high == pytest.approx(3.8415 / 43.8415, abs=1e-4)  # z^2 / (n + z^2)
    with pytest.raises(InputError):
        paired_interval(3, 2, 4)


@pytest.mark.parametrize("kind", ["bootstrap", "score"])
def test_coverage_of_the_intervals(kind):
    random = np.random.default_rng(11)
    truth, hits, rounds = 0.06, 0, 400
    for _ in range(rounds):
        b, c, _ = random.multinomial(300, [0.16, 0.10, 0.74])
        low, high = paired_interval(b, c, 300, kind=kind, resamples=1000)
        hits += low <= truth <= high
    assert 0.92 < hits / rounds < 0.98


def test_clusters_widen_the_interval_when_items_repeat_each_other():
    difference = np.repeat([1.0, 0, 0, -1, 1, 0, 1, 0, 0, 0], 20)
    names = np.repeat(list("abcdefghij"), 20)
    by_item = paired_interval(60, 20, 200)
    by_word = cluster_bootstrap(difference, names)
    assert by_word.clusters == 10
    assert by_word.ci[1] - by_word.ci[0] > 2 * (by_item[1] - by_item[0])
    assert mcnemar(60, 20).pvalue < 1e-4 < 0.05 < by_word.pvalue


def test_sign_flips_by_hand_and_by_sampling():
    # sums 3, 1, -1: of the 8 signs, |sum| >= 3 for +++ ++- +-+ and --- --+ -+- : 6 of 8
    found = cluster_bootstrap(np.array([3.0, 1, -1, 0]), ["a", "b", "c", "d"])
    assert found.pvalue == pytest.approx(6 / 8)
    sums = np.random.default_rng(3).normal(0.6, 1, size=24)
    many = cluster_bootstrap(sums, [f"c{i}" for i in range(24)], resamples=4000)
    mean, deviation = abs(sums.sum()), np.sqrt((sums**2).sum())
    assert many.pvalue == pytest.approx(2 * norm.sf(mean / deviation), abs=0.03)


def test_one_item_per_cluster_is_the_item_case():
    difference = np.array([1.0] * 9 + [-1] * 2 + [0] * 19)
    found = cluster_bootstrap(difference, [str(i) for i in range(30)])
    assert found.ci == pytest.approx(paired_interval(9, 2, 30), abs=0.04)
    assert found.pvalue == pytest.approx(mcnemar(9, 2).pvalue, abs=1e-12)
    with pytest.raises(InputError):
        cluster_bootstrap(difference, ["same"] * 30)


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
