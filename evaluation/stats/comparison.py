"""Who beats whom: systems on the same items, tested pair by pair."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clss.errors import InputError
from clss.parameters import check_values
from clss.persistence import digest, to_json
from evaluation.stats.difference import PairedDifference
from evaluation.stats.families import judge_pairs, table_families
from evaluation.stats.options import COMPARING
from evaluation.stats.pairs import Family, Method, PairResult, group_letters
from evaluation.stats.significance import known_test
from evaluation.stats.systems import System, align, group_by_label, without_free_hits
from evaluation.tasks.labels import RowName, no_such_row, rows_called
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.scores import Measure, measure

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

    from evaluation.tables.table import ResultTable


class Comparison:
    """Outcomes on the same items, ready to be tested against each other.

    Parameters
    ----------
    outcomes : iterable of Outcome
        Outcomes of one label are the seeds of one system.
    measure : str
        The score that the tests are about: ``acc1``, ``acc5`` …, ``mrr``.
    oov : {"error", "skip", "intersect"}
        What to do with items that a system does not cover: count them as wrong, leave them out
        of that system's score (a test of two systems then takes what both cover), or leave out
        whatever any system does not cover or was not asked. Tables say so.
    free_hits : {"count", "skip"}
        Items that a system wins because no other candidate is in its vocabulary: count them as
        right, or leave out every item that any system wins so.
    ties : {"pessimistic", "optimistic"}
        Whether an answer that ties with wrong ones is ranked after or before them.
    claim : {"algorithm", "runs"}
        For systems with several seeds, what the tests are about: what the algorithm scores on
        average over seeds, of which these are a sample, or the mean of these very runs.
    unit : {"word", "item"}
        What is exchanged between two systems as a whole: all items of a word, where items come
        in clusters of a word, or every item by itself.
    alpha : float
        Level of significance.
    interval : {"score", "score-uncorrected", "bootstrap"}
        The interval of a difference: corrected for the family as its p-value is, not corrected,
        or the percentile bootstrap, not corrected.
    margin : float, optional
        Also test which rows differ from their baseline by less than this.
    resamples, seed : int
        Of what is drawn at random.

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
        free_hits: str = "count",
        ties: str = "pessimistic",
        claim: str = "algorithm",
        unit: str = "word",
        alpha: float = 0.05,
        interval: str = "score",
        margin: float | None = None,
        resamples: int = 9_999,
        seed: int = 0,
    ) -> None:
        outcomes = list(outcomes)
        if not outcomes:
            raise InputError("a comparison needs at least one outcome")
        self.oov, self.ties, self.claim, self.unit, self.alpha = oov, ties, claim, unit, alpha
        self.interval, self.margin, self.resamples, self.seed = interval, margin, resamples, seed
        self.free_hits, self.dropped_free = free_hits, 0
        check_values(COMPARING, vars(self))
        self.measure = tested_measure(measure)
        rows = group_by_label(outcomes)
        if free_hits == "skip":
            rows, self.dropped_free = without_free_hits(rows)
        aligned, self.dropped = align(rows, oov)
        self.systems: tuple[System, ...] = tuple(aligned)
        self._by_label = {system.label: system for system in self.systems}
        # after intersect nothing is left to skip; scores then see full outcomes
        self.score_oov = "skip" if oov == "skip" else "error"
        self._families: dict[tuple[Any, ...], Family] = {}

    def __repr__(self) -> str:
        shown = [repr(label) for label in self.labels[:4]]
        more = f" and {len(self.labels) - 4} more" if len(self.labels) > 4 else ""
        return f"Comparison({', '.join(shown)}{more}; {self.n} items)"

    def _repr_html_(self) -> str:
        """Show the marked table in a notebook."""
        return self.table().to_html()

    def to_frame(self, tidy: bool = False) -> pandas.DataFrame:
        """Return the marked table as a data frame, see :meth:`ResultTable.to_frame`."""
        return self.table().to_frame(tidy)

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
            raise no_such_row(label, [RowName.of(system.first) for system in self.systems])
        return self._by_label[label]

    def _called(self, name: str) -> list[str]:
        """Return the labels that a name stands for, see :func:`rows_called`."""
        return [row.label for row in rows_called(name, (RowName.of(s.first) for s in self.systems))]

    def has_row(self, name: str) -> bool:
        """Tell whether a row is called so; a name that fits several is an error."""
        return bool(self._called(name))

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
        return names if len(set(names)) < len(names) else None

    @property
    def by_word(self) -> bool:
        """Whether all items of a word are exchanged together."""
        return self.unit == "word" and self.clusters is not None

    @property
    def items_name(self) -> tuple[str, str]:
        """What tells these items from those of another corpus: task and language pair."""
        first = self.systems[0].first
        return first.task, first.facts.pair or ""

    @cached_property
    def _values(self) -> dict[str, np.ndarray]:
        return {s.label: s.values(self.measure, self.ties) for s in self.systems}

    @cached_property
    def _keys(self) -> str:
        return digest(to_json(self.systems[0].first.keys))

    def identity(self, label: str) -> Hashable:
        """Return what a row's part in a test is known by: its answers on which items."""
        return label, self.items_name, self._keys, self._values[label].tobytes()

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The labels by descending score; among equals by their answers, never by place."""

        def key(label: str) -> tuple[Any, ...]:
            score = self.score(label)
            return (np.isnan(score), -score, self._values[label].tobytes(), label)

        return tuple(sorted(self.labels, key=key))

    def difference(self, first: str, second: str, test: str = "permutation") -> PairedDifference:
        """Return the difference of two rows by unit, as a test of that name sees it."""
        pair = (self.system(first), self.system(second))
        kept = np.ones(self.n, dtype=bool)
        if self.oov == "skip":
            kept = pair[0].covered & pair[1].covered
        if not kept.any():
            raise InputError(
                f"{first!r} and {second!r} have no item in common that both cover; with"
                " oov='error' uncovered items count as wrong"
            )
        by_word = self.by_word and test == "permutation"
        items = self.systems[0].first.items
        units = [
            item.word if by_word else item.key for item, k in zip(items, kept, strict=True) if k
        ]
        one, other = (self._values[system.label][:, kept] for system in pair)
        return PairedDifference(one, other, units, self.claim)

    def pair(self, first: str, second: str, test: str = "permutation") -> PairResult:
        """Compare two rows; nothing is corrected for."""
        self.system(first), self.system(second)
        method = Method(test=known_test(test), correction="none")
        (result,), _ = judge_pairs([(self, first, second)], method, [True])
        assert result is not None
        return result

    def references(
        self, baseline: str | None = "strongest", baselines: Sequence[str] = ()
    ) -> dict[str, str]:
        """Return which row each row is to be tested against.

        Parameters
        ----------
        baseline : "strongest", label or None
            Every row against the strongest other row, every row against that one, or (None) no
            reference: all pairs. Any part of a label that no other row has will do. The name of
            a row that is asked in several ways stands for the one with the same retrieval, so
            that models are tested and not retrievals; for the plain one where there is none.
        baselines : sequence of str
            With "strongest": the rows that count as baselines. Each other row is then tested
            against the strongest of them, as in the article, and they are not tested. Rows whose
            metadata says ``baseline: true`` if omitted; if there are none, all rows.
        """
        if baseline is None:
            return {}
        for label in baselines:
            self.system(label)
        if baseline != "strongest" or baseline in self._by_label:
            return self._against(baseline)
        declared = self._declared(baselines)
        if declared:
            strongest = next(label for label in self.ranking if label in declared)
            return {label: strongest for label in self.labels if label not in declared}
        first, *rest = self.ranking
        return {label: first if label != first else rest[0] for label in self.labels if rest}

    def _against(self, baseline: str) -> dict[str, str]:
        """Return the reference of each row if `baseline` names one, or one of its ways."""
        called = self._called(baseline) or [self.system(baseline).label]
        ways = {self.system(label).first.facts.retrieval: label for label in called}
        return {
            system.label: ways.get(system.first.facts.retrieval, called[0])
            for system in self.systems
            if system.label not in called
        }

    def _declared(self, baselines: Sequence[str]) -> set[str]:
        return {label for label in baselines if label in self._by_label} or {
            system.label for system in self.systems if system.first.facts.baseline
        }

    def picks_baseline(self, baseline: str | None, baselines: Sequence[str] = ()) -> bool:
        """Return whether the baseline is chosen by its score on the items that it is tested on."""
        if baseline != "strongest" or baseline in self._by_label:
            return False
        return len(self._declared(baselines)) != 1 and len(self.labels) > 1

    def family_pairs(
        self, baseline: str | None = "strongest", baselines: Sequence[str] = ()
    ) -> list[tuple[str, str]]:
        """Return the pairs that the correction must cover, the row before its reference.

        All pairs among which a picked baseline could have been picked, shown or not.
        """
        references = self.references(baseline, baselines)
        if self.picks_baseline(baseline, baselines):
            declared = self._declared(baselines)
            rows = [label for label in self.labels if label not in declared]
            if declared:
                return [(row, other) for row in rows for other in self.labels if other in declared]
        elif baseline is not None:
            return list(references.items())
        labels = self.labels
        return [(first, second) for i, first in enumerate(labels) for second in labels[i + 1 :]]

    def tests(
        self,
        baseline: str | None = "strongest",
        test: str | None = None,
        correction: str | None = None,
        baselines: Sequence[str] = (),
    ) -> Family:
        """Make the tests of a table, corrected for their number.

        Parameters
        ----------
        baseline, baselines
            See :meth:`references`.
        test, correction : str, optional
            See :func:`~evaluation.stats.families.table_families`.
        """
        asked = (baseline, test, correction, tuple(baselines))
        if asked not in self._families:
            self._families[asked] = table_families([self], *asked)[0]
        return self._families[asked]

    def letters(self, family: Family) -> dict[str, str]:
        """Return letters such that rows sharing one do not differ, from the tests of all pairs."""
        return group_letters(self.ranking, family)

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

    def plot(self) -> Figure:
        """Draw every row's score with its interval; a notebook shows the figure.

        ``comparison.plot().savefig("scores.pdf")`` keeps it.
        """
        from evaluation.report.figures.scores import draw_scores
        from evaluation.report.numbers.intervals import scores

        with draw_scores(scores(self)) as figure:
            return figure


def tested_measure(name: str | Measure) -> Measure:
    """Return a measure that tests can be about."""
    chosen = measure(name)
    if chosen.name == "coverage":
        raise InputError("coverage is the same for every seed and is not tested; use acc1 or mrr")
    return chosen
