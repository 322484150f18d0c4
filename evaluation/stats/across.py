"""One statement over several corpora: a test stratified by corpus, and average ranks."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import rankdata, studentized_range

from clss.errors import InputError
from evaluation.stats.comparison import Comparison
from evaluation.stats.difference import PairedDifference
from evaluation.stats.families import can_be_tested, common_method
from evaluation.stats.intervals import student_critical, studentised_interval
from evaluation.stats.kinds import judged_by_kind
from evaluation.stats.pairs import Family, Method, PairResult
from evaluation.stats.permutation import UnitScores, run_variance
from evaluation.stats.shared_words import groups_by_word
from evaluation.stats.significance import odds_ratio


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

    Systems are exchanged unit by unit within each corpus (the permutation is stratified); units of
    several corpora that share a word are exchanged together, see :func:`groups_by_word`. Runs are
    drawn anew, and the correction is max-t over the family.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One per corpus, with the same options; rows that one of them lacks are left out.
    baseline, baselines
        As for one comparison; the strongest is the one with the highest mean.
    """
    labels = common_rows(comparisons)
    options = comparisons[0]
    mean = {label: float(np.mean([c.score(label) for c in comparisons])) for label in labels}
    declared = [label for label in labels if label in baselines] or [
        label for label in labels if comparisons[0].system(label).first.facts.baseline
    ]
    if baseline in (None, "strongest"):
        references, pairs, selected = _pairs(labels, mean, baseline, declared)
    else:
        references = _against(comparisons[0], str(baseline), labels)
        pairs, selected = list(references.items()), False
    stratum_pairs = [(c, first, second) for first, second in pairs for c in comparisons]
    differences = [c.difference(first, second) for c, first, second in stratum_pairs]
    method = common_method(stratum_pairs, differences, Method(baseline=baseline, selected=selected))
    able = [all(can_be_tested(c, *pair, method.claim) for c in comparisons) for pair in pairs]
    method = replace(method, size=sum(able), interval="score", margin=None)
    strata = len(comparisons)
    owns = [differences[start : start + strata] for start in range(0, len(differences), strata)]
    combined = _Combined(comparisons, method.claim)
    results = {
        pair: _result(pair, own, combined.difference(own))
        for pair, own in zip(pairs, owns, strict=True)
    }
    tested = [(pair, own) for pair, own, ok in zip(pairs, owns, able, strict=True) if ok]
    if tested:
        scores = combined.unit_scores(tested)
        drawn = judged_by_kind(
            scores,
            alpha=options.alpha,
            resamples=options.resamples,
            seed=options.seed,
        )
        adjusted = drawn.p_single_step if len(tested) > 1 else drawn.pvalues
        for place, (pair, own) in enumerate(tested):
            contributions, weights = combined.difference(own)
            critical = max(float(drawn.critical[place]), float(drawn.own_critical[place]))
            if adjusted[place] >= options.alpha:
                critical = max(critical, student_critical(len(weights), options.alpha)) * (1 + 1e-9)
            seeds = float(scores.seed_variances[place])
            results[pair] = replace(
                results[pair],
                ci=studentised_interval(contributions, weights, seeds, critical),
                pvalue=float(drawn.pvalues[place]),
                p_adjusted=float(adjusted[place]),
            )
        method = replace(method, draws=drawn.draws, fixed_size=drawn.fixed_size)
    shown = {frozenset(pair) for pair in references.items()}
    kept = [r for p, r in results.items() if baseline is None or frozenset(p) in shown]
    return Family(tuple(kept), references, method)


def _result(
    pair: tuple[str, str],
    own: Sequence[PairedDifference],
    combined: tuple[np.ndarray, np.ndarray],
) -> PairResult:
    """Return the mean difference of two rows, not tested."""
    b, c = (sum(one.values.discordant[side] for one in own) for side in (0, 1))
    contributions, weights = combined
    return PairResult(
        first=pair[0],
        second=pair[1],
        n=sum(one.n for one in own),
        b=b,
        c=c,
        difference=float(contributions.sum()),
        ci=(math.nan, math.nan),
        odds_ratio=odds_ratio(b, c),
        pvalue=math.nan,
        p_adjusted=math.nan,
        units=len(weights),
        error=math.sqrt(sum(one.error**2 for one in own)) / len(own),
        degrees=min(one.degrees for one in own),
    )


class _Combined:
    """Scores averaged over corpora, by units that may belong to several of them."""

    def __init__(self, comparisons: Sequence[Comparison], claim: str) -> None:
        self._comparisons, self._claim = comparisons, claim
        self._groups = groups_by_word(comparisons)

    def _places(self, own: Sequence[PairedDifference]) -> list[np.ndarray]:
        """Return the group of every item that counts, per corpus."""
        return [
            np.array([self._groups[c.items_name, unit] for unit in one.units])
            for c, one in zip(self._comparisons, own, strict=True)
        ]

    def _gathered(
        self, own: Sequence[PairedDifference], values: Sequence[np.ndarray]
    ) -> np.ndarray:
        """Average values per item over corpora, summed by group."""
        total = np.zeros(max(self._groups.values()) + 1)
        for place, some in zip(self._places(own), values, strict=True):
            np.add.at(total, place, some / len(some) / len(own))
        return total

    def difference(self, own: Sequence[PairedDifference]) -> tuple[np.ndarray, np.ndarray]:
        """Return what each unit adds to the mean difference of two rows, and its weight."""
        means = [one.first.mean(axis=0) - one.second.mean(axis=0) for one in own]
        weights = self._gathered(own, [np.ones(one.n) for one in own])
        held = weights > 0
        return self._gathered(own, means)[held], weights[held]

    def unit_scores(
        self, tested: Sequence[tuple[tuple[str, str], Sequence[PairedDifference]]]
    ) -> UnitScores:
        """Gather the mean scores of all rows by unit, each score once."""
        columns: dict[Hashable, int] = {}
        values: list[np.ndarray] = []
        spreads: list[tuple[float, int]] = []
        places: list[int] = []
        for pair, own in tested:
            for label, side in zip(pair, ("first", "second"), strict=True):
                # with oov="skip" the items of a score differ from pair to pair
                skip = self._comparisons[0].oov == "skip"
                key = (label, tuple(tuple(one.units) for one in own) if skip else None)
                if key not in columns:
                    columns[key] = len(columns)
                    runs = [getattr(one, side) for one in own]
                    values.append(self._gathered(own, [some.mean(axis=0) for some in runs]))
                    spreads.append(self._spread(label, [some.mean(axis=1) for some in runs]))
                places.append(columns[key])
        rows, signs = np.repeat(np.arange(len(tested)), 2), np.tile([1.0, -1.0], len(tested))
        contrasts = csr_array((signs, (rows, places)), shape=(len(tested), len(columns)))
        variances, degrees = (np.array(part) for part in zip(*spreads, strict=True))
        return UnitScores(np.stack(values, axis=1), contrasts, variances, degrees)

    def _spread(self, label: str, scores: Sequence[np.ndarray]) -> tuple[float, int]:
        """Return the squared error of a mean score over seeds, and its degrees of freedom.

        The runs of one seed are averaged over corpora first: it is one model that is asked from
        either side, or in another task, and what it has by luck it has in all of them.
        """
        if self._claim != "algorithm":
            return 0.0, 0
        if len({c.system(label).seeds for c in self._comparisons}) == 1:
            return run_variance(np.mean(scores, axis=0)), len(scores[0]) - 1
        parts = [run_variance(some) for some in scores]
        degrees = [len(some) - 1 for some in scores if len(some) > 1]
        # with other seeds in every corpus runs cannot be matched: as if luck were always shared
        return float(np.sqrt(parts).mean() ** 2), min(degrees, default=0)


def _against(first: Comparison, baseline: str, labels: Sequence[str]) -> dict[str, str]:
    """Return the reference of each row as in one comparison: of several ways the row's own."""
    if not first.has_row(baseline):
        raise InputError(f"the baseline {baseline!r} does not stand in every corpus")
    references = first.references(baseline)
    missing = sorted({other for other in references.values() if other not in labels})
    if missing:
        raise InputError(f"the baseline {missing[0]!r} does not stand in every corpus")
    return {label: other for label, other in references.items() if label in labels}


def _pairs(
    labels: Sequence[str], mean: dict[str, float], baseline: str | None, declared: Sequence[str]
) -> tuple[dict[str, str], list[tuple[str, str]], bool]:
    """Return the references, the family of pairs, and whether a baseline was picked."""
    every = [(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :]]
    if baseline is None:
        return {}, every, False
    ranking = sorted(labels, key=lambda label: -mean[label])
    if declared and len(declared) < len(labels):
        top = next(label for label in ranking if label in declared)
        rows = [label for label in labels if label not in declared]
        family = [(row, other) for row in rows for other in declared]
        return dict.fromkeys(rows, top), family, len(declared) > 1
    first, second, *_ = ranking
    return {label: second if label == first else first for label in labels}, every, True
