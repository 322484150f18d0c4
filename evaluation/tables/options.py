"""How a table is made: what is compared, how it is tested, what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

from evaluation.stats.comparison import Comparison
from evaluation.tasks.outcome import Outcome


@dataclass(frozen=True)
class TableOptions:
    """The options of a table, the same for Python, configs and the command line.

    Parameters
    ----------
    baseline : "strongest", label or None
        What rows are tested against; None tests all pairs and marks groups by letters. In a
        table of several parts "strongest" is the strongest of each.
    baselines : sequence of str
        With "strongest": the rows that count as baselines, see :meth:`Comparison.references`.
    test : str
        The significance test, see :data:`evaluation.stats.tests.TESTS`.
    correction : {"holm", "bh", "none"}
        For the number of tests in the table.
    columns : sequence of str, optional
        Scores (``acc1``, ``mrr``, ``coverage`` …) and what the tests found (``difference``,
        ``ci``, ``b``, ``c``, ``odds_ratio``, ``p``, ``p_adjusted``, ``cluster_ci``,
        ``cluster_p``), ``seeds``, ``n``. By default what is usual for the task, and in a table
        of several parts the tested measure.
    axes : sequence of str
        What to pivot into parts: ``pair``, ``task`` or parameters of models.
    seed_rows : bool
        Show MIN, AVG and MAX of a system with several seeds, or its average only.
    notes : bool
        Add the fairness audit and the smallest detectable difference. What changes the meaning
        of the scores is noted in any case.
    measure, oov, ties, test_seed, alpha, interval, resamples, seed
        Of the :class:`~evaluation.stats.comparison.Comparison`.

    Examples
    --------
    >>> TableOptions.from_config({"columns": ["pair", "dim"], "test": "midp"}).axes
    ('pair', 'dim')
    """

    baseline: str | None = "strongest"
    baselines: Sequence[str] = ()
    test: str = "exact"
    correction: str = "holm"
    columns: Sequence[str] | None = None
    axes: Sequence[str] = ()
    seed_rows: bool = True
    notes: bool = True
    measure: str = "acc1"
    oov: str = "error"
    ties: str = "pessimistic"
    test_seed: str | int = "first"
    alpha: float = 0.05
    interval: str = "bootstrap"
    resamples: int = 10_000
    seed: int = 0

    @classmethod
    def from_config(cls, table: Mapping[str, Any]) -> Self:
        """Read the ``[table]`` of a config, where ``columns`` are the axes to pivot."""
        given = dict(table)
        return cls(axes=tuple(given.pop("columns", ())), **given)

    @classmethod
    def of(cls, comparison: Comparison, **options: Any) -> Self:
        """Return the options of a table of an existing comparison."""
        return cls(
            measure=comparison.measure.name,
            **{name: getattr(comparison, name) for name in _COMPARING if name != "measure"},
            **options,
        )

    def compare(self, outcomes: Iterable[Outcome]) -> Comparison:
        """Return the comparison of these outcomes as the options say."""
        return Comparison(outcomes, **{name: getattr(self, name) for name in _COMPARING})


_NAMES = tuple(field.name for field in fields(TableOptions))
_COMPARING = _NAMES[_NAMES.index("measure") :]
