"""Who beats whom: systems on the same items, tested pair by pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clss.errors import InputError, suggest, unknown_name
from evaluation.stats.intervals import INTERVALS, cluster_bootstrap, paired_interval
from evaluation.stats.pairs import Family, PairResult, adjust_families, compact_letters
from evaluation.stats.systems import System, align, group_by_label
from evaluation.stats.tests import (
    CORRECTIONS,
    PairedValues,
    SignificanceTest,
    odds_ratio,
    significance_test,
)
from evaluation.tasks.outcome import TIES, Outcome
from evaluation.tasks.scores import OOV_POLICIES, Measure, measure

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable


class Comparison:
    """Outcomes on the same items, ready to be tested against each other.

    Parameters
    ----------
    outcomes : iterable of Outcome
        Outcomes of one label are the seeds of one system.
    measure : str
        The accuracy that the tests are about: ``acc1``, ``acc5`` …
    oov : {"error", "skip", "intersect"}
        What to do with items that a system does not cover: count them as wrong, leave them out
        of that system's score (a test of two systems then takes what both cover), or leave out
        whatever any system does not cover or was not asked. Tables say so.
    ties : {"pessimistic", "optimistic"}
        Whether an answer that ties with wrong ones is ranked after or before them.
    test_seed : {"first", "majority"} or int
        For systems with several seeds, what the tests look at: the run of the smallest seed, the
        per-item majority, or the run of a declared seed. Never the best one.
    alpha : float
        Level of significance.
    interval : {"bootstrap", "score"}
        The paired interval of a difference, see :func:`paired_interval`.
    resamples, seed : int
        Of the bootstraps.

    Examples
    --------
    >>> from evaluation.tasks.outcome import Item
    >>> def system(label, right):
    ...     return Outcome(label, [Item(f"w{i}", "ranked", 1 if i in right else 2, 1)
    ...                            for i in range(20)])
    >>> comparison = Comparison([system("A", range(15)), system("B", range(3))])
    >>> result = comparison.pair("A", "B")
    >>> result.b, result.c, round(result.difference, 2), round(result.pvalue, 5)
    (12, 0, 0.6, 0.00049)
    """

    def __init__(
        self,
        outcomes: Iterable[Outcome],
        *,
        measure: str | Measure = "acc1",
        oov: str = "error",
        ties: str = "pessimistic",
        test_seed: str | int = "first",
        alpha: float = 0.05,
        interval: str = "bootstrap",
        resamples: int = 10_000,
        seed: int = 0,
    ) -> None:
        outcomes = list(outcomes)
        if not outcomes:
            raise InputError("a comparison needs at least one outcome")
        for kind, name, known in (
            ("oov policy", oov, OOV_POLICIES),
            ("tie rule", ties, TIES),
            ("interval", interval, INTERVALS),
        ):
            if name not in known:
                raise unknown_name(kind, name, known)
        if isinstance(test_seed, str) and test_seed not in ("first", "majority"):
            raise unknown_name("seed to test", test_seed, ("first", "majority", "a number"))
        if not 0 < alpha < 1:
            raise InputError(f"alpha must lie between 0 and 1, not {alpha}")
        if resamples < 100:
            raise InputError(f"a percentile interval needs 100 resamples or more, not {resamples}")
        self.oov, self.ties, self.test_seed, self.alpha = oov, ties, test_seed, alpha
        self.interval, self.resamples, self.seed = interval, resamples, seed
        self.measure = _tested_measure(measure)
        aligned, self.dropped = align(group_by_label(outcomes), oov)
        self.systems: tuple[System, ...] = tuple(aligned)
        self._by_label = {system.label: system for system in self.systems}
        # after intersect nothing is left to skip; scores then see full outcomes
        self.score_oov = "skip" if oov == "skip" else "error"
        self._pairs: dict[tuple[str, str, str], PairResult] = {}
        self._families: dict[tuple[Any, ...], Family] = {}

    def __repr__(self) -> str:
        return f"Comparison({', '.join(map(repr, self.labels))}; {self.n} items)"

    @property
    def labels(self) -> tuple[str, ...]:
        """The rows, in the order given."""
        return tuple(self._by_label)

    @property
    def n(self) -> int:
        """The number of items that are compared."""
        return len(self.systems[0].first)

    def system(self, label: str) -> System:
        """Return the row of that label."""
        if label not in self._by_label:
            close = suggest(label, self.labels)
            raise InputError(
                f"no row is labelled {label!r} (rows: {', '.join(self.labels)}){close}"
            )
        return self._by_label[label]

    def has_row(self, name: str) -> bool:
        """Tell whether a row has this label, or this name in one of its ways of being asked."""
        return name in self._by_label or any(s.first.facts.row == name for s in self.systems)

    def score(self, label: str, name: str | Measure | None = None) -> float:
        """Return a score of a row, averaged over its seeds."""
        chosen = self.measure if name is None else measure(name)
        return float(self.system(label).scores(chosen, self.score_oov, self.ties).mean())

    def best(self, name: str | Measure | None = None) -> float:
        """Return the highest score of any row; not a number if no row has one."""
        found = [score for label in self.labels if not np.isnan(score := self.score(label, name))]
        return max(found, default=float("nan"))

    @cached_property
    def clusters(self) -> tuple[str, ...] | None:
        """The cluster of each item, if items come in clusters."""
        names = tuple(item.word for item in self.systems[0].first)
        return names if 1 < len(set(names)) < len(names) else None

    @cached_property
    def _tested(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        return {s.label: s.tested(self.measure, self.ties, self.test_seed) for s in self.systems}

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The labels by descending score; among equals by their answers, never by place."""

        def key(label: str) -> tuple[Any, ...]:
            score = self.score(label)
            return (np.isnan(score), -score, self._tested[label][0].tobytes(), label)

        return tuple(sorted(self.labels, key=key))

    def pair(self, first: str, second: str, test: str = "exact") -> PairResult:
        """Compare two rows; the p-value is not corrected for anything."""
        chosen = significance_test(test)
        self.system(first), self.system(second)
        if (first, second, test) not in self._pairs:
            self._pairs[first, second, test] = self._compare(first, second, chosen)
        return self._pairs[first, second, test]

    def _compare(self, first: str, second: str, test: SignificanceTest) -> PairResult:
        (right, covered), (other, other_covered) = self._tested[first], self._tested[second]
        kept = covered & other_covered if self.oov == "skip" else np.ones(self.n, dtype=bool)
        if not kept.any():
            raise InputError(
                f"{first!r} and {second!r} have no item in common that both cover; with"
                " oov='error' uncovered items count as wrong"
            )
        names = None if self.clusters is None else np.array(self.clusters)[kept].tolist()
        values = PairedValues(right[kept], other[kept], names)
        n = int(kept.sum())
        b, c = values.discordant
        cluster = None
        if names is not None and len(set(names)) > 1:
            cluster = cluster_bootstrap(
                values.first[0] - values.second[0],
                names,
                level=1 - self.alpha,
                resamples=self.resamples,
                seed=self.seed,
            )
        pvalue = test.pvalue(values, resamples=self.resamples, seed=self.seed)
        ci = paired_interval(
            b,
            c,
            n,
            kind=self.interval,
            level=1 - self.alpha,
            resamples=self.resamples,
            seed=self.seed,
        )
        return PairResult(
            first, second, n, b, c, (b - c) / n, ci, odds_ratio(b, c), pvalue, pvalue, cluster
        )

    def references(
        self, baseline: str | None = "strongest", baselines: Sequence[str] = ()
    ) -> dict[str, str]:
        """Return which row each row is to be tested against.

        Parameters
        ----------
        baseline : "strongest", label or None
            Every row against the strongest other row, every row against that one, or (None) no
            reference: all pairs. The name of a row that is asked in several ways stands for the
            one with the same retrieval, so that models are tested and not retrievals.
        baselines : sequence of str
            With "strongest": the rows that count as baselines. Each other row is then tested
            against the strongest of them, as in the article, and they are not tested. Rows whose
            metadata says ``baseline: true`` if omitted; if there are none, all rows.
        """
        if baseline is None:
            return {}
        if baseline != "strongest" or baseline in self._by_label:
            return self._against(baseline)
        declared = {self.system(label).label for label in baselines} or {
            system.label for system in self.systems if system.first.facts.baseline
        }
        if declared:
            strongest = next(label for label in self.ranking if label in declared)
            return {label: strongest for label in self.labels if label not in declared}
        first, *rest = self.ranking
        return {label: first if label != first else rest[0] for label in self.labels if rest}

    def _against(self, baseline: str) -> dict[str, str]:
        """Return the reference of each row if `baseline` names one, or one of its ways."""
        ways = {
            system.first.facts.retrieval: system.label
            for system in self.systems
            if system.first.facts.row == baseline
        }
        if baseline in self._by_label or not ways:
            return {
                label: baseline for label in self.labels if label != self.system(baseline).label
            }
        first = next(iter(ways.values()))
        return {
            system.label: ways.get(system.first.facts.retrieval, first)
            for system in self.systems
            if system.label not in ways.values()
        }

    def tests(
        self,
        baseline: str | None = "strongest",
        test: str = "exact",
        correction: str = "holm",
        baselines: Sequence[str] = (),
    ) -> Family:
        """Make the tests of a table, corrected for their number.

        Parameters
        ----------
        baseline, baselines
            See :meth:`references`.
        test : str
            The significance test: ``exact``, ``midp``, ``chi2`` or ``chi2-corrected``.
        correction : {"holm", "bh", "none"}
            Over all the tests made here; a pair counts once.
        """
        if correction not in CORRECTIONS:
            raise unknown_name("correction", correction, CORRECTIONS)
        asked = (baseline, test, correction, tuple(baselines))
        if asked not in self._families:
            self._families[asked] = self._make_tests(*asked)
        return self._families[asked]

    def _make_tests(
        self, baseline: str | None, test: str, correction: str, baselines: Sequence[str]
    ) -> Family:
        references = self.references(baseline, baselines)
        wanted: list[tuple[str, str]] = list(references.items())
        if baseline is None:
            wanted = [(a, b) for i, a in enumerate(self.labels) for b in self.labels[i + 1 :]]
        unique = {frozenset(pair): pair for pair in reversed(wanted)}
        results = tuple(self.pair(*pair, test=test) for pair in reversed(unique.values()))
        family = Family(results, references, test, correction, self.alpha, len(results))
        return adjust_families([family])[0]

    def letters(self, family: Family) -> dict[str, str]:
        """Return letters such that rows sharing one do not differ, from the tests of all pairs."""
        order = self.ranking
        different = np.zeros((len(order), len(order)), dtype=bool)
        for i, a in enumerate(order):
            for j, b in enumerate(order):
                result = family.find(a, b)
                different[i, j] = result is not None and family.significant(result)
        return dict(zip(order, compact_letters(different), strict=True))

    def table(self, baseline: str | None = "strongest", **options: Any) -> ResultTable:
        """Return the table of scores with the marks of the tests.

        Parameters
        ----------
        baseline : "strongest", label or None
            What rows are tested against; None tests all pairs and marks groups by letters.
        **options
            Those of :class:`~evaluation.tables.options.TableOptions` that are not the
            comparison's own: ``test``, ``correction``, ``columns`` …
        """
        from evaluation.tables.build import Part, build_table
        from evaluation.tables.options import TableOptions

        return build_table([Part(self)], TableOptions.of(self, baseline=baseline, **options))


def _tested_measure(name: str | Measure) -> Measure:
    chosen = measure(name)
    if chosen.k is None:
        raise InputError(f"McNemar's test is about right and wrong: an accuracy, not {chosen}")
    return chosen
