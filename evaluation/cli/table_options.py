"""Options of the commands that print tables."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluation.cli.together import goes_with
from evaluation.tables.render import RENDERERS

if TYPE_CHECKING:
    TableForm = str
else:  # the registered formats, so that --help and completion list them
    TableForm = StrEnum("TableForm", {name: name for name in RENDERERS})

TableFormOption = Annotated[
    TableForm,
    typer.Option("--format", help="How to print tables; JSON is one document on stdout."),
]
BaselineOption = Annotated[
    str | None,
    typer.Option(
        "--baseline",
        metavar="LABEL",
        help="Test rows against this row, against the `strongest`, or (`all`) all pairs, "
        "marked by letters.",
    ),
]
TestOption = Annotated[
    str | None,
    typer.Option(
        "--test",
        help="permutation (any measure, seeds, clusters; the default) or McNemar's by items: "
        "exact, midp, chi2, chi2-corrected.",
    ),
]
CorrectionOption = Annotated[
    str | None,
    typer.Option(
        "--correction",
        help="For the number of tests: max-t (the default), step-down, holm, bh or none.",
    ),
]
OovOption = Annotated[
    str | None,
    typer.Option(
        "--oov", help="Items out of vocabulary: error (wrong, the default), skip or intersect."
    ),
]
MeasureOption = Annotated[
    str | None, typer.Option("--measure", help="The score that is tested: acc1, acc5 …, mrr.")
]
ClaimOption = Annotated[
    str | None,
    typer.Option(
        "--claim",
        help="With several seeds, test the algorithm (seeds are a sample; the default) or the "
        "average of these very runs.",
    ),
]
UnitOption = Annotated[
    str | None,
    typer.Option(
        "--unit",
        help="Exchange systems by word where items share one (the default), or by item, which "
        "takes them for independent.",
    ),
]
IntervalOption = Annotated[
    str | None,
    typer.Option(
        "--interval", help="score (corrected as p is; the default), score-uncorrected, bootstrap."
    ),
]
MarginOption = Annotated[
    float | None,
    typer.Option(
        "--margin", help="Also mark (≈) rows that differ from the baseline by less than this."
    ),
]
AlphaOption = Annotated[
    float | None, typer.Option("--alpha", help="Level of significance, 0.05 by default.")
]
FreeHitsOption = Annotated[
    bool,
    typer.Option(
        "--no-free-hits",
        help="Leave out items in context that any row wins because no other candidate is in its "
        "vocabulary.",
    ),
]
ScoresOption = Annotated[
    str | None,
    typer.Option(
        "--scores",
        metavar="NAME,…",
        help="Columns: acc1, acc5 …, mrr, coverage, n, seeds, and of the tests difference, ci, b "
        "and c (wins and losses), odds_ratio, p, p_adjusted, p_equivalent.",
    ),
]
SeedRowsOption = Annotated[
    bool,
    typer.Option(
        "--no-seed-rows",
        help="Of a row with several seeds only the average, without its MIN and MAX.",
    ),
]
NotesOption = Annotated[str | None, typer.Option("--notes", help="Below: full, short or none.")]
SortOption = Annotated[str | None, typer.Option("--sort", help="Rows by config or by score.")]
DigitsOption = Annotated[
    int | None, typer.Option("--digits", help="After the point, 3 by default.")
]
LabelOption = Annotated[
    str | None,
    typer.Option("--label", metavar="tab:NAME", help="For LaTeX's \\ref; tab:ble by default."),
]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="AXIS,…",
        help="Pivot into columns: pair, task or parameters, as in pair,dim.",
    ),
]
ByOption = Annotated[
    str | None,
    typer.Option("--by", help="Columns by kinds of items: senses, frequency, class or word."),
]
SignaturesOption = Annotated[
    bool, typer.Option("--signatures", help="Say below how every row came about.")
]
WideOption = Annotated[
    bool, typer.Option("--wide", help="LaTeX: across both columns of the page (table*).")
]


def given_options(**options: Any) -> dict[str, Any]:
    """Return the options that were given, in the form that tables take.

    Examples
    --------
    >>> given_options(baseline="all", test=None, scores="acc1, mrr", no_free_hits=True)
    {'baseline': None, 'scores': ['acc1', 'mrr'], 'free_hits': 'skip'}
    >>> given_options(no_seed_rows=True)
    {'seed_rows': False}
    """
    given = {name: value for name, value in options.items() if value is not None}
    if given.get("baseline") == "all":
        given["baseline"] = None
    for name in ("scores", "columns"):
        if name in given:
            given[name] = [part.strip() for part in given[name].split(",")]
    if given.pop("no_free_hits", False):
        given["free_hits"] = "skip"
    if given.pop("no_seed_rows", False):
        given["seed_rows"] = False
    return given


def typed_options(chosen: Mapping[str, Any]) -> dict[str, bool]:
    """Return the options among those chosen, under the names by which they were typed.

    Examples
    --------
    >>> typed_options({"baseline": None, "free_hits": "skip"})
    {'baseline': True, 'no_free_hits': True}
    """
    written = {"free_hits": "no_free_hits", "seed_rows": "no_seed_rows"}
    return {written.get(name, name): True for name in chosen}


def table_options(
    baseline: BaselineOption = None,
    test: TestOption = None,
    correction: CorrectionOption = None,
    oov: OovOption = None,
    measure: MeasureOption = None,
    scores: ScoresOption = None,
    claim: ClaimOption = None,
    unit: UnitOption = None,
    interval: IntervalOption = None,
    margin: MarginOption = None,
    alpha: AlphaOption = None,
    no_free_hits: FreeHitsOption = False,
    no_seed_rows: SeedRowsOption = False,
    notes: NotesOption = None,
    sort: SortOption = None,
    digits: DigitsOption = None,
    label: LabelOption = None,
    wide: WideOption = False,
    columns: ColumnsOption = None,
) -> dict[str, Any]:
    """Return which of the options of tables were given."""
    return given_options(**{**locals(), "wide": wide or None})


def with_table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command all options of tables; it gets those that were given as ``chosen``.

    Commands take their options from a function's parameters, so the shared ones are added to them.
    """
    shared = inspect.signature(table_options, eval_str=True).parameters
    own = inspect.signature(command, eval_str=True)

    @functools.wraps(command)
    def run(**given: Any) -> None:
        chosen = table_options(**{name: given.pop(name) for name in shared})
        latex, files = given["form"] == "latex", given.get("out") is not None
        goes_with("--format latex", latex, wide=chosen.get("wide"))
        goes_with("--format latex, or --out", latex or files, label=chosen.get("label"))
        command(**given, chosen=chosen)

    kept = [parameter for name, parameter in own.parameters.items() if name != "chosen"]
    run.__signature__ = own.replace(parameters=[*kept, *shared.values()])  # type: ignore[attr-defined]
    return run
