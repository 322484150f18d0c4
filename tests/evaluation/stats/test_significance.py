from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from scipy.stats import chi2
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from clss.errors import InputError
from evaluation import mcnemar
from evaluation.stats.significance import (
    METHODS,
    adjust,
    known_test,
    odds_ratio,
    rejection_limit,
)

result = cache(mcnemar)  # several tests go through all counts up to 30
COUNTS = [(b, c) for b in range(31) for c in range(31)]


def enumerated(b: int, c: int) -> tuple[Fraction, Fraction]:
    """Exact and mid-p values as fractions, by counting all 2^(b+c) ways a coin can fall."""
    n, low = b + c, min(b, c)
    tail = Fraction(sum(comb(n, i) for i in range(low + 1)), 2**n)
    exact = min(Fraction(1), 2 * tail)
    if b == c:
        return exact, Fraction(1)
    return exact, 2 * tail - Fraction(comb(n, low), 2**n)


def test_exact_and_midp_are_the_enumerated_binomials():
    for b, c in COUNTS:
        exact, midp = enumerated(b, c)
        assert result(b, c, "exact").pvalue == pytest.approx(float(exact), rel=1e-12)
        assert result(b, c, "midp").pvalue == pytest.approx(float(midp), rel=1e-12)


def test_all_forms_agree_with_statsmodels_where_it_is_defined():
    for b, c in COUNTS:
        table = [[7, b], [c, 9]]  # the diagonal plays no part
        theirs = statsmodels_mcnemar(table, exact=True)
        assert result(b, c, "exact").pvalue == pytest.approx(theirs.pvalue, abs=1e-12)
        assert result(b, c, "exact").statistic == theirs.statistic
        if b + c == 0:
            continue
        plain = statsmodels_mcnemar(table, exact=False, correction=False)
        assert result(b, c, "chi2").pvalue == pytest.approx(plain.pvalue, abs=1e-12)
        if b != c:  # there the corrected formula counts the correction itself as a distance
            corrected = statsmodels_mcnemar(table, exact=False, correction=True)
            ours = result(b, c, "chi2-corrected")
            assert ours.pvalue == pytest.approx(corrected.pvalue, abs=1e-12)
            assert ours.statistic == pytest.approx(corrected.statistic)


@pytest.mark.parametrize(
    ("b", "c", "expected"),
    [(15, 5, (0.04139, 0.02660, 0.02535, 0.04417)), (60, 35, (0.01338, 0.01035, 0.01032, 0.01380))],
)
def test_values_of_the_specification(b, c, expected):
    found = [mcnemar(b, c, method).pvalue for method in METHODS]
    assert found == pytest.approx(expected, abs=5e-6)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", [0, 1, 5, 200])
def test_a_perfect_tie_is_no_evidence(method, count):
    assert mcnemar(count, count, method).pvalue == 1.0


def test_the_raw_corrected_formula_is_not_safe_at_a_tie_and_we_differ_from_it():
    raw = chi2.sf((abs(5 - 5) - 1) ** 2 / 10, 1)
    assert raw == pytest.approx(0.7518, abs=5e-5)
    assert mcnemar(5, 5, "chi2-corrected").pvalue == 1.0


@pytest.mark.parametrize("method", METHODS)
def test_symmetric_monotone_and_within_bounds(method):
    for n in range(1, 31):
        values = [result(b, n - b, method).pvalue for b in range(n + 1)]
        assert values == values[::-1]
        assert all(0 <= p <= 1 for p in values)
        half = values[: n // 2 + 1]
        assert all(x <= y + 1e-12 for x, y in pairwise(half))


def test_conservative_forms_lie_above_the_others():
    for b, c in COUNTS:
        exact, midp, plain, corrected = (result(b, c, m).pvalue for m in METHODS)
        assert midp <= exact + 1e-12
        assert plain <= corrected + 1e-12


def test_extreme_counts_do_not_overflow():
    for method in METHODS:
        assert 0 <= mcnemar(100_000, 90_000, method).pvalue < 1e-100
        assert mcnemar(np.int64(3), np.int32(4), method).b == 3


@pytest.mark.parametrize("bad", [-1, 2.5, "3", None])
def test_counts_must_be_counts(bad):
    with pytest.raises(InputError):
        mcnemar(bad, 3)


def test_unknown_method_names_the_known_ones():
    with pytest.raises(InputError, match="midp"):
        mcnemar(1, 2, "mid-p")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2, 0.9])
def test_rejection_limit_is_the_test(method, alpha):
    m = np.arange(1, 31)
    for n, limit in zip(m.tolist(), rejection_limit(m, alpha, method), strict=True):
        rejected = [b for b in range(n // 2 + 1) if result(b, n - b, method).pvalue <= alpha]
        assert limit == (max(rejected) if rejected else -1)


def test_holm_and_benjamini_hochberg_by_hand():
    raw = [0.01, 0.04, 0.03, 0.005]
    # Holm: .005 x 4, .01 x 3, .03 x 2, .04 x 1, made monotone
    assert adjust(raw, "holm").tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    # BH: .005 x 4/1, .01 x 4/2, .03 x 4/3, .04 x 4/4, made monotone from the largest
    assert adjust(raw, "bh").tolist() == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert adjust(raw, "none").tolist() == raw
    assert adjust([], "holm").tolist() == []
    with pytest.raises(InputError, match="holm"):
        adjust(raw, "hulm")


def test_odds_ratio_of_empty_cells():
    assert odds_ratio(6, 3) == 2
    assert odds_ratio(6, 0) == float("inf")
    assert np.isnan(odds_ratio(0, 0))


def test_an_unknown_test_names_the_nearest():
    with pytest.raises(InputError, match="did you mean exact"):
        known_test("exakt")
