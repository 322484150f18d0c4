"""One statement over several corpora: a test stratified by corpus, and average ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import rankdata, studentized_range

from clss.errors import InputError
from evaluation.stats.comparison import Comparison
from evaluation.stats.families import common_method, unit_scores
from evaluation.stats.intervals import student_critical, studentised_interval
from evaluation.stats.pairs import Family, Method, PairResult
from evaluation.stats.permutation import UnitScores, permutation_test
from evaluation.stats.tests import odds_ratio


@dataclass(frozen=True)
class AverageRanks:
    """The mean rank of each row over corpora, 1 the best; what a critical-difference diagram shows.

    Parameters
    ----------
    ranks : dict
        By label; rows with the same score share the mean of their ranks.
    corpora : int
        How many were averaged.
    critical_difference : float
        Of Nemenyi's test: ranks nearer than this do not differ significantly.

    References
    ----------
    Demšar (2006), Journal of Machine Learning Research 7.
    """

    ranks: dict[str, float]
    corpora: int
    critical_difference: float


def common_rows(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the labels that every comparison has, in order."""
    if len(comparisons) < 2:
        raise InputError("a statement over several corpora needs at least two")
    labels = [
        label for label in comparisons[0].labels if all(label in c.labels for c in comparisons)
    ]
    if len(labels) < 2:
        raise InputError("fewer than two rows stand in every corpus: nothing to compare over all")
    return labels


def average_ranks(comparisons: Sequence[Comparison], alpha: float = 0.05) -> AverageRanks:
    """Rank the rows in every corpus and average.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One per corpus; rows that one of them lacks are left out.
    alpha : float
        Level of the critical difference.
    """
    labels = common_rows(comparisons)
    scores = np.array([[c.score(label) for label in labels] for c in comparisons])
    ranks = np.mean([rankdata(-line) for line in scores], axis=0)
    k, corpora = len(labels), len(comparisons)
    q = float(studentized_range.isf(alpha, k, np.inf)) / math.sqrt(2)
    return AverageRanks(
        dict(zip(labels, ranks.tolist(), strict=True)),
        corpora,
        q * math.sqrt(k * (k + 1) / (6 * corpora)),
    )


def combined_family(
    comparisons: Sequence[Comparison],
    baseline: str | None = "strongest",
    baselines: Sequence[str] = (),
) -> Family:
    """Test the mean score over corpora, every corpus with the same weight.

    Systems are exchanged unit by unit within each corpus (the permutation is stratified), runs are
    drawn anew within each, and the correction is max-t over the family.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One per corpus, with the same options; rows that one of them lacks are left out.
    baseline, baselines
        As for one comparison; the strongest is the one with the highest mean.
    """
    labels = common_rows(comparisons)
    mean = {label: float(np.mean([c.score(label) for c in comparisons])) for label in labels}
    declared = [label for label in labels if label in baselines] or [
        label for label in labels if comparisons[0].system(label).first.facts.baseline
    ]
    references, pairs, selected = _pairs(labels, mean, baseline, declared)
    stratum_pairs = [(c, first, second) for first, second in pairs for c in comparisons]
    differences = [c.difference(first, second) for c, first, second in stratum_pairs]
    method = common_method(stratum_pairs, differences, Method(baseline=baseline, selected=selected))
    method = replace(method, size=len(pairs), interval="score")
    each = unit_scores(stratum_pairs, differences, method)
    strata = len(comparisons)
    rows = np.repeat(np.arange(len(pairs)), strata)
    places = np.arange(len(stratum_pairs))
    averaging = csr_array(
        (np.full(len(places), 1 / strata), (rows, places)), shape=(len(pairs), len(places))
    )
    contrasts = csr_array(averaging @ each.contrasts)
    scores = UnitScores(each.values, contrasts, each.run_variances, each.run_degrees)
    options = comparisons[0]
    drawn = permutation_test(
        scores, alpha=options.alpha, resamples=options.resamples, seed=options.seed
    )
    adjusted = drawn.p_single_step if len(pairs) > 1 else drawn.pvalues
    results = []
    for place, (first, second) in enumerate(pairs):
        own = differences[place * strata : (place + 1) * strata]
        b, c = (sum(one.values.discordant[side] for one in own) for side in (0, 1))
        contributions = np.concatenate([one.contributions for one in own]) / strata
        weights = np.concatenate([one.weights for one in own]) / strata
        critical = max(drawn.critical, float(drawn.own_critical[place]))
        if adjusted[place] >= options.alpha:
            critical = max(critical, student_critical(len(weights), options.alpha)) * (1 + 1e-9)
        seeds = float(scores.seed_variances[place])
        results.append(
            PairResult(
                first=first,
                second=second,
                n=sum(one.n for one in own),
                b=b,
                c=c,
                difference=float(contributions.sum()),
                ci=studentised_interval(contributions, weights, seeds, critical),
                odds_ratio=odds_ratio(b, c),
                pvalue=float(drawn.pvalues[place]),
                p_adjusted=float(adjusted[place]),
                units=len(weights),
                error=math.sqrt(sum(one.error**2 for one in own)) / strata,
                degrees=min(one.degrees for one in own),
            )
        )
    shown = {frozenset(pair) for pair in references.items()}
    kept = [r for r in results if baseline is None or frozenset((r.first, r.second)) in shown]
    return Family(tuple(kept), references, replace(method, draws=drawn.draws))


def _pairs(
    labels: Sequence[str], mean: dict[str, float], baseline: str | None, declared: Sequence[str]
) -> tuple[dict[str, str], list[tuple[str, str]], bool]:
    """Return the references, the family of pairs, and whether a baseline was picked."""
    every = [(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :]]
    if baseline is None:
        return {}, every, False
    if baseline != "strongest":
        if baseline not in labels:
            raise InputError(f"the baseline {baseline!r} does not stand in every corpus")
        references = {label: baseline for label in labels if label != baseline}
        return references, list(references.items()), False
    ranking = sorted(labels, key=lambda label: -mean[label])
    if declared and len(declared) < len(labels):
        top = next(label for label in ranking if label in declared)
        rows = [label for label in labels if label not in declared]
        family = [(row, other) for row in rows for other in declared]
        return dict.fromkeys(rows, top), family, len(declared) > 1
    first, second, *_ = ranking
    return {label: second if label == first else first for label in labels}, every, True
