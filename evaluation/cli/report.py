"""``clss report``: a run directory as one page to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluation.cli.output import note
from evaluation.cli.run_directory import ConfigOption, RunArgument
from evaluation.cli.table_options import (
    BaselineOption,
    CorrectionOption,
    MeasureOption,
    OovOption,
    TestOption,
    given_options,
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("report")(report)


def report(
    run_dir: RunArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE.html", help="The page to write.")
    ] = Path("report.html"),
    config: ConfigOption = None,
    baseline: BaselineOption = None,
    test: TestOption = None,
    correction: CorrectionOption = None,
    oov: OovOption = None,
    measure: MeasureOption = None,
) -> None:
    """Write one self-contained page: tables, tests, charts, differences, audit.

    It opens from disk and fetches nothing. The options say how rows are tested; by default as
    the config says. Example: clss report runs/quickstart -o report.html
    """
    from clss.errors import InputError
    from clss.persistence import atomic_file
    from evaluation.report.page import report as make_page
    from evaluation.report.view import RunView

    if out.is_dir():
        raise InputError("is a directory; name the page to write", out)
    view = RunView.open(
        run_dir,
        given_options(
            baseline=baseline, test=test, correction=correction, oov=oov, measure=measure
        ),
        config,
    )
    page = make_page(view, note)
    with atomic_file(out) as stream:
        stream.write(page)
    note(f"wrote {out}, {len(page.encode()) / 2**20:.1f} MB")
