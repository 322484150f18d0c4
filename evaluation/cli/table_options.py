"""Options of the commands that print tables."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
    str | None, typer.Option("--test", help="McNemar: exact, midp, chi2 or chi2-corrected.")
]
CorrectionOption = Annotated[
    str | None, typer.Option("--correction", help="For the number of tests: holm, bh or none.")
]
OovOption = Annotated[
    str | None,
    typer.Option(
        "--oov", help="Items out of vocabulary: error (wrong, the default), skip or intersect."
    ),
]
MeasureOption = Annotated[
    str | None, typer.Option("--measure", help="The accuracy that is tested: acc1, acc5 …")
]
TestSeedOption = Annotated[
    str | None,
    typer.Option(
        "--test-seed",
        metavar="SEED",
        help="With several seeds, test on: first, majority, or this seed.",
    ),
]


def given_options(**options: Any) -> dict[str, Any]:
    """Return the options that were given, in the form that tables take.

    Examples
    --------
    >>> given_options(baseline="all", test=None, test_seed="3")
    {'baseline': None, 'test_seed': 3}
    """
    given = {name: value for name, value in options.items() if value is not None}
    if given.get("baseline") == "all":
        given["baseline"] = None
    if str(given.get("test_seed", "")).isdigit():
        given["test_seed"] = int(given["test_seed"])
    return given
