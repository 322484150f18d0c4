"""The tests of one table, made and corrected together, whatever its columns."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

from clss.errors import InputError, unknown_name
from evaluation.stats.corrected import (
    corrected_interval,
    corrected_pvalues,
    single_level,
    with_levels,
)
from evaluation.stats.difference import PairedDifference
from evaluation.stats.kinds import judged_by_kind
from evaluation.stats.pairs import Family, Method, PairResult
from evaluation.stats.permutation import UnitScores, run_variance
from evaluation.stats.significance import (
    CORRECTIONS,
    DEFAULT_TEST,
    JOINT_CORRECTIONS,
    adjust,
    known_test,
    mcnemar,
    odds_ratio,
)

if TYPE_CHECKING:
    from evaluation.stats.comparison import Comparison


def table_families(
    comparisons: Sequence[Comparison],
    baseline: str | None = "strongest",
    test: str | None = None,
    correction: str | None = None,
    baselines: Sequence[str] = (),
) -> list[Family]:
    """Make the tests of the columns of a table, corrected as one family.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One per column, with the same options. A test of the same runs on the same items that
        stands in several columns counts once.
    baseline, baselines
        See :meth:`Comparison.references`. A column without the named baseline has no tests.
    test : str, optional
        See :data:`~evaluation.stats.significance.TESTS`; the permutation test if omitted.
        McNemar's test takes single runs and an accuracy: where there is something else to test,
        the permutation test, which includes it, is made instead.
    correction : str, optional
        See :data:`~evaluation.stats.significance.CORRECTIONS`; by default max-t for the
        permutation test, Holm's for the others.
    """
    chosen = known_test(test or DEFAULT_TEST)
    pairs: dict[Hashable, tuple[Comparison, str, str]] = {}
    columns: list[Mapping[tuple[str, str], Hashable]] = []
    declared: list[list[str]] = []
    for comparison in comparisons:
        declared.append([label for label in baselines if label in comparison.labels])
        named = baseline not in (None, "strongest")
        tested = not named or comparison.has_row(str(baseline)) or len(comparisons) == 1
        wanted = comparison.family_pairs(baseline, declared[-1]) if tested else []
        names = {pair: frozenset(comparison.identity(label) for label in pair) for pair in wanted}
        for (first, second), identity in names.items():
            pairs.setdefault(identity, (comparison, first, second))
        columns.append(names)
    if chosen != DEFAULT_TEST and not all(_one_run(*pair) for pair in pairs.values()):
        chosen, correction = DEFAULT_TEST, "max-t" if correction is None else correction
    if correction is None:
        correction = "max-t" if chosen == DEFAULT_TEST else "holm"
    if correction not in CORRECTIONS:
        raise unknown_name("correction", correction, CORRECTIONS)
    if correction in JOINT_CORRECTIONS and chosen != DEFAULT_TEST:
        raise InputError(
            f"the correction {correction} draws all tests together and goes with the permutation"
            f" test; with the test {chosen} use holm, bh or none"
        )
    method = Method(
        test=chosen,
        asked_test=test or DEFAULT_TEST,
        correction=correction,
        baseline=baseline,
        selected=any(
            one.picks_baseline(baseline, here)
            for one, here in zip(comparisons, declared, strict=True)
        ),
    )
    references = [
        comparison.references(baseline, here) if names else {}
        for comparison, names, here in zip(comparisons, columns, declared, strict=True)
    ]
    shown = [
        {
            pair: identity
            for pair, identity in names.items()
            if baseline is None
            or against.get(pair[0]) == pair[1]
            or against.get(pair[1]) == pair[0]
        }
        for names, against in zip(columns, references, strict=True)
    ]
    wanted_results = {identity for some in shown for identity in some.values()}
    results, method = judge_pairs(
        list(pairs.values()), method, [identity in wanted_results for identity in pairs]
    )
    found = {identity: result for identity, result in zip(pairs, results, strict=True) if result}
    return [
        Family(
            tuple(
                found[identity] if found[identity].first == first else found[identity].mirrored()
                for (first, _), identity in some.items()
            ),
            against,
            method,
        )
        for some, against in zip(shown, references, strict=True)
    ]


def _one_run(comparison: Comparison, first: str, second: str) -> bool:
    single = all(len(comparison.system(label).runs) == 1 for label in (first, second))
    return single and comparison.measure.k is not None


def judge_pairs(
    pairs: Sequence[tuple[Comparison, str, str]], method: Method, shown: Sequence[bool]
) -> tuple[list[PairResult | None], Method]:
    """Test pairs of rows, each within its column, and correct for all of them.

    Parameters
    ----------
    pairs : sequence of (Comparison, str, str)
        The column and the two labels.
    method : Method
        Test, correction and whether the baseline was picked; the rest is filled in here.
    shown : sequence of bool
        Of which pairs the result is wanted; the others only count for the correction.

    Notes
    -----
    Where the claim is about algorithms, a row of one run of an algorithm that has seeds cannot be
    tested: its spread is not known. Such pairs are in no family and have no p-value.
    """
    if not pairs:
        return [], method
    differences = [
        comparison.difference(first, second, method.test) for comparison, first, second in pairs
    ]
    method = common_method(pairs, differences, method)
    results: list[PairResult | None] = [
        _untested(first, second, one) if wanted else None
        for (_, first, second), one, wanted in zip(pairs, differences, shown, strict=True)
    ]
    places = [place for place, pair in enumerate(pairs) if can_be_tested(*pair, method.claim)]
    method = replace(method, size=len(places))
    if places:
        found, method = _judge_tested(
            [pairs[place] for place in places],
            [differences[place] for place in places],
            method,
            [results[place] for place in places],
        )
        for place, result in zip(places, found, strict=True):
            results[place] = result
    return results, method


def can_be_tested(comparison: Comparison, first: str, second: str, claim: str) -> bool:
    """Return whether the claim can be tested of these rows: one run says nothing of its spread."""
    if claim != "algorithm":
        return True
    return not any(comparison.system(label).one_draw for label in (first, second))


def _untested(first: str, second: str, one: PairedDifference) -> PairResult:
    """Return the difference of two rows without p-value and interval."""
    b, c = one.values.discordant
    return PairResult(
        first=first,
        second=second,
        n=one.n,
        b=b,
        c=c,
        difference=one.difference,
        ci=(math.nan, math.nan),
        odds_ratio=odds_ratio(b, c),
        pvalue=math.nan,
        p_adjusted=math.nan,
        units=len(one.weights),
        error=one.error,
        degrees=one.degrees,
        is_mcnemar=one.is_mcnemar,
    )


def _judge_tested(
    pairs: Sequence[tuple[Comparison, str, str]],
    differences: Sequence[PairedDifference],
    method: Method,
    plain: Sequence[PairResult | None],
) -> tuple[list[PairResult | None], Method]:
    """Fill in p-values and intervals of the pairs that have a plain result; of others give none."""
    options = pairs[0][0]
    scores = unit_scores(pairs, differences, method)
    drawn = judged_by_kind(
        scores, alpha=options.alpha, resamples=options.resamples, seed=options.seed
    )
    raw = np.array(
        [
            mcnemar(*one.values.discordant, _form(method.test)).pvalue if one.is_mcnemar else p
            for one, p in zip(differences, drawn.pvalues.tolist(), strict=True)
        ]
    )
    adjusted = corrected_pvalues(raw, drawn, method)
    if method.correction in JOINT_CORRECTIONS:
        method = replace(method, fixed_size=drawn.fixed_size)
    levels = [single_level(one, drawn, place, method) for place, one in enumerate(differences)]
    method = with_levels(method, np.array(levels), drawn.with_seeds)
    drew = len(pairs) > 1 and method.correction in JOINT_CORRECTIONS
    drew |= not all(one.is_mcnemar for one in differences)
    method = replace(method, draws=drawn.draws if drew else 0)
    equivalent: list[float | None] = [None] * len(pairs)
    if options.margin is not None and not method.withheld:
        alone = [one.equivalence(options.margin) for one in differences]
        equivalent = adjust(alone, "none" if method.correction == "none" else "holm").tolist()
    results: list[PairResult | None] = [None] * len(pairs)
    for place, (result, one) in enumerate(zip(plain, differences, strict=True)):
        if result is None:
            continue
        ci = corrected_interval(
            one,
            method,
            drawn,
            place,
            levels[place],
            float(raw[place]),
            float(adjusted[place]),
            options.resamples,
        )
        results[place] = replace(
            result,
            ci=ci,
            pvalue=math.nan if method.withheld else float(raw[place]),
            p_adjusted=math.nan if method.withheld else float(adjusted[place]),
            with_seeds=bool(drawn.with_seeds[place]),
            level=levels[place],
            p_equivalent=equivalent[place],
        )
    return results, method


def common_method(
    pairs: Sequence[tuple[Comparison, str, str]],
    differences: Sequence[PairedDifference],
    method: Method,
) -> Method:
    """Fill in what the options and the data say about how pairs are tested."""
    options = pairs[0][0]
    several = any(not one.values.one_run for one in differences)
    by_word = any(one.values.clusters is not None for one in differences)
    return replace(
        method,
        alpha=options.alpha,
        unit="word" if by_word else "item",
        clustered=any(comparison.clusters is not None for comparison, _, _ in pairs),
        claim=options.claim if several else "run",
        interval=options.interval,
        margin=options.margin,
        seed=options.seed,
    )


def _form(test: str) -> str:
    """Return the form of McNemar's test that the permutation test is, or the one asked for."""
    return "exact" if test == DEFAULT_TEST else test


def unit_scores(
    pairs: Sequence[tuple[Comparison, str, str]],
    differences: Sequence[PairedDifference],
    method: Method,
) -> UnitScores:
    """Gather the scores of all columns by unit, each score once."""
    units: dict[Hashable, int] = {}
    columns: dict[Hashable, int] = {}
    cells: list[tuple[np.ndarray, np.ndarray]] = []
    variances: list[float] = []
    degrees: list[int] = []
    places: list[int] = []
    for (comparison, first, second), one in zip(pairs, differences, strict=True):
        for label, runs in ((first, one.first), (second, one.second)):
            # with oov="skip" the items of a score differ from pair to pair
            key = (id(comparison), label, tuple(one.units) if comparison.oov == "skip" else None)
            if key not in columns:
                columns[key] = len(columns)
                names = [(comparison.items_name, unit) for unit in one.units]
                place = np.array([units.setdefault(name, len(units)) for name in names])
                cells.append((place, runs.mean(axis=0) / runs.shape[1]))
                varies = method.claim == "algorithm"
                variances.append(run_variance(runs.mean(axis=1)) if varies else 0.0)
                degrees.append(len(runs) - 1 if varies else 0)
            places.append(columns[key])
    values = np.zeros((len(units), len(columns)))
    for column, (place, contributions) in enumerate(cells):
        np.add.at(values[:, column], place, contributions)
    rows = np.repeat(np.arange(len(pairs)), 2)
    signs = np.tile([1.0, -1.0], len(pairs))
    contrasts = csr_array((signs, (rows, places)), shape=(len(pairs), len(columns)))
    return UnitScores(values, contrasts, np.array(variances), np.array(degrees))
