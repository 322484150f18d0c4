"""How a table is made: what is compared, how it is tested, what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from clss.errors import InputError
from clss.parameters import Choice, Flag, Kind, Nothing, Text, Whole, check_values
from evaluation.stats.comparison import Comparison
from evaluation.stats.options import COMPARING
from evaluation.stats.significance import CORRECTIONS, TESTS
from evaluation.tasks.outcome import Outcome


class _CorrectionName(Choice):
    """A correction by name. Left out it is None; its name "none" stands for no correction."""

    def allows(self, value: Any) -> bool:
        """Whether it is a name, or left out."""
        return value is None or super().allows(value)


#: What the options of a table may be, those that are lists of names aside.
KINDS: Mapping[str, Kind] = {
    "baseline": Text() | Nothing(),
    "test": Choice(*TESTS) | Nothing(),
    "correction": _CorrectionName(*CORRECTIONS),
    "seed_rows": Flag(),
    "notes": Choice("full", "short", "none"),
    "sort": Choice("config", "score"),
    "digits": Whole(at_least=1, at_most=6),
    "label": Text() | Nothing(),
    "wide": Flag(),
    **COMPARING,
}


@dataclass(frozen=True)
class TableOptions:
    r"""The options of a table, the same for Python, configs and the command line.

    Parameters
    ----------
    baseline : "strongest", label or None
        What rows are tested against; None tests all pairs and marks groups by letters. In a
        table of several parts "strongest" is the strongest of each.
    baselines : sequence of str
        With "strongest": the rows that count as baselines, see :meth:`Comparison.references`.
    test : str, optional
        The significance test, see :data:`evaluation.stats.significance.TESTS`.
    correction : str, optional
        For the number of tests in the table, see :data:`evaluation.stats.significance.CORRECTIONS`.
    scores : sequence of str, optional
        Scores (``acc1``, ``mrr``, ``coverage`` …), ``seeds``, ``n``, and what the tests found:
        ``difference``, ``ci``, ``b`` and ``c`` (wins and losses), ``odds_ratio``, ``p``,
        ``p_adjusted``, ``p_equivalent``. If only scores are named, the usual results of tests
        follow. By default what is usual for the task, and in a table of several parts the tested
        measure.
    axes : sequence of str
        What to pivot into parts: ``pair``, ``task`` or parameters of models.
    seed_rows : bool
        Show MIN, AVG and MAX of a system with several seeds, or its average only.
    notes : {"full", "short", "none"}
        All notes; without the fairness audit and the smallest detectable difference; none.
    sort : {"config", "score"}
        Rows in the order given, or by descending score.
    digits : int
        After the point.
    label : str, optional
        For ``\ref`` in LaTeX; ``tab:`` and the task if omitted.
    wide : bool
        In LaTeX across both columns of a page.
    measure, oov, free_hits, ties, claim, unit, alpha, interval, margin, resamples, seed
        Of the :class:`~evaluation.stats.comparison.Comparison`.

    Examples
    --------
    >>> TableOptions.from_config({"columns": ["pair", "dim"], "test": "midp"}).axes
    ('pair', 'dim')
    """

    baseline: str | None = "strongest"
    baselines: Sequence[str] = ()
    test: str | None = None
    correction: str | None = None
    scores: Sequence[str] | None = None
    axes: Sequence[str] = ()
    seed_rows: bool = True
    notes: str = "full"
    sort: str = "config"
    digits: int = 3
    label: str | None = None
    wide: bool = False
    measure: str = "acc1"
    oov: str = "error"
    free_hits: str = "count"
    ties: str = "pessimistic"
    claim: str = "algorithm"
    unit: str = "word"
    alpha: float = 0.05
    interval: str = "score"
    margin: float | None = None
    resamples: int = 9_999
    seed: int = 0

    def __post_init__(self) -> None:
        check_values(KINDS, vars(self))

    @classmethod
    def from_config(cls, table: Mapping[str, Any]) -> Self:
        """Read the ``[table]`` of a config, where ``columns`` are the axes to pivot."""
        given = dict(table)
        given.pop("test_seed", None)  # in run directories of before: tests now see every seed
        return cls(axes=tuple(given.pop("columns", ())), **given)

    @classmethod
    def of(cls, comparison: Comparison, **options: Any) -> Self:
        """Return the options of a table of an existing comparison."""
        return cls(
            measure=comparison.measure.name,
            **{name: getattr(comparison, name) for name in COMPARING if name != "measure"},
            **options,
        )

    def compare(self, outcomes: Iterable[Outcome]) -> Comparison:
        """Return the comparison of these outcomes as the options say."""
        return Comparison(outcomes, **{name: getattr(self, name) for name in COMPARING})


def checked_options(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``[table]`` of a record; refuse what is no option: anybody may have written it."""
    for name, value in table.items():
        if name in ("scores", "columns"):
            fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
        else:  # test_seed is in run directories of before
            fits = name == "test_seed" or (name in KINDS and KINDS[name].allows(value))
        if not fits:
            raise InputError(f"{name} = {value!r:.80} is no option of a table")
    return dict(table)
