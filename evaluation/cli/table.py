"""``clss table``: what came out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clss.errors import InputError, unknown_name
from evaluation.cli.output import Form, emit, file_name
from evaluation.cli.run_directory import ConfigOption
from evaluation.cli.table_options import (
    ByOption,
    SignaturesOption,
    TableFormOption,
    typed_options,
    with_table_options,
)
from evaluation.cli.together import excludes, goes_with

if TYPE_CHECKING:
    from evaluation.runs.collect import Results
    from evaluation.tables.options import TableOptions
    from evaluation.tables.table import ResultTable
    from evaluation.tasks.outcome import Outcome

TaskOption = Annotated[
    str | None, typer.Option("--task", help="ble, ble-backward or swtc; all if omitted.")
]
PairOption = Annotated[
    str | None, typer.Option("--pair", help="A language pair such as es-en; all if omitted.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("table")(with_table_options(table))


def table(
    results: Annotated[
        list[Path],
        typer.Argument(metavar="RESULT...", help="Run directories, saved outcomes (.jsonl)."),
    ],
    form: TableFormOption = "text",
    task: TaskOption = None,
    pair: PairOption = None,
    config: ConfigOption = None,
    by: ByOption = None,
    combine: Annotated[
        str | None,
        typer.Option(
            "--combine",
            help="One statement over several corpora, with mean and average rank: over language "
            "pairs (`pairs`, a table per task) or also over tasks (`all`).",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Write one file per table here instead."),
    ] = None,
    safe_csv: Annotated[
        bool,
        typer.Option(
            "--safe-csv",
            help="CSV in which no text (a row's label, a word) is a formula to a spreadsheet.",
        ),
    ] = False,
    signatures: SignaturesOption = False,
    costs: Annotated[
        bool, typer.Option("--costs", help="Time and memory of training instead of scores.")
    ] = False,
    *,
    chosen: dict[str, Any],
) -> None:
    """Print the tables of run directories and of saved outcomes; only tests are computed.

    The options say how rows are tested and shown; by default as the config says.
    Examples: clss table runs/quickstart --format latex --task ble --baseline BMu;
    clss table ours.jsonl theirs.jsonl
    """
    from evaluation.runs.collect import collect_paths
    from evaluation.tables.options import TableOptions

    typed = typed_options(chosen)
    select_by = {"task": task, "pair": pair, "by": by, "combine": combine}
    excludes("--costs", costs, **select_by, out=out, signatures=signatures, **typed)
    excludes("--safe-csv", safe_csv, costs=costs)
    goes_with("--format csv", form in ("text", "csv"), safe_csv=safe_csv)
    excludes("--by", by is not None, columns=typed.get("columns"), combine=combine)
    whole = {name: typed.get(name) for name in ("columns", "scores", "no_seed_rows")}
    excludes("--combine", combine is not None, **whole)
    goes_with("a run directory", any(path.is_dir() for path in results), config=config)
    if costs:
        _print_costs(results, config, form)
        return
    found, defaults = collect_paths(results, config)
    options = TableOptions.from_config({**defaults, **chosen})
    selected = select(found, task, pair)
    if combine is not None:
        tables = _combined(selected, combine, options)
    else:
        tables = marked_tables(selected, options, by)
    if "label" in chosen and len(tables) > 1:  # two tables, two labels
        label = chosen["label"]
        tables = [replace(one, label=f"{label}-{one.about.get('task', '')}") for one in tables]
    print_tables(tables, "safe-csv" if safe_csv else form, signatures, out)


def marked_tables(
    found: Sequence[Results], options: TableOptions, by: str | None = None
) -> list[ResultTable]:
    """Make the tables of results, in columns by kinds of items if `by` says so."""
    from evaluation.runs.collect import every_table
    from evaluation.tables.breakdown import breakdown_table

    if by is None:
        return every_table(found, options)
    parts = [results.of_pair(pair).outcomes for results in found for pair in results.pairs]
    return [breakdown_table(outcomes, by, options) for outcomes in parts]


def print_tables(
    tables: list[ResultTable], form: str, signatures: bool = False, out: Path | None = None
) -> None:
    """Print tables, or write one file of each."""
    from evaluation.runs.collect import with_signatures
    from evaluation.tables.render import render_tables

    if signatures:
        tables = [with_signatures(one) for one in tables]
    if out is not None:
        _write_files(tables, form, out)
    else:
        print(render_tables(tables, form), end="")


def _combined(
    selected: Sequence[Results], combine: str, options: TableOptions
) -> list[ResultTable]:
    """Make one table per task over its language pairs, or one over everything."""
    from evaluation.tables.across import across_table

    if combine not in ("pairs", "all"):
        raise unknown_name("way to combine", combine, ("pairs", "all"))
    groups = [by_pair(results) for results in selected]
    if combine == "all":
        groups = [[group for some in groups for group in some]]
    return [across_table(some, options) for some in groups]


def by_pair(results: Results) -> list[tuple[str, tuple[Outcome, ...]]]:
    """Return the outcomes of a task by its language pairs; one without any is told."""
    groups = [(f"{results.task} {pair}", results.of_pair(pair).outcomes) for pair in results.pairs]
    for title, outcomes in groups:
        if not outcomes:
            raise InputError(f"no row of {title} has a result yet, so nothing is said over all")
    return groups


def _write_files(tables: Sequence[ResultTable], form: str, out: Path) -> None:
    """Write every table to a file named after its label: ``ble.csv``, ``swtc.csv``."""
    from clss.persistence import atomic_file
    from evaluation.tables.render import renderer

    chosen = renderer(form)
    out.mkdir(parents=True, exist_ok=True)
    for one in tables:
        path = out / f"{file_name(one.label).removeprefix('tab-')}.{chosen.suffix}"
        with atomic_file(path) as stream:
            stream.write(chosen.render_all([one]))
        print(path)


def _print_costs(run_dirs: list[Path], config: str | None, form: str) -> None:
    from evaluation.runs.costs import costs
    from evaluation.runs.costs import table as table_of_costs
    from evaluation.runs.directory import RunDirectory

    if form not in ("text", "json"):
        raise InputError("--costs is printed as text or json")
    runs = [RunDirectory.open(path) for path in run_dirs]
    found = [cost for run in runs for cost in costs(run, run.records.of_config(config))]
    emit(Form(form), [cost.to_json() for cost in found], table_of_costs(found).rstrip())


def select(found: list[Results], task: str | None, pair: str | None) -> list[Results]:
    """Return the results of a task and a language pair; all if none is named."""
    if task is not None:
        known = [results.task for results in found]
        if task not in known:
            raise unknown_name("task", task, known)
        found = [results for results in found if results.task == task]
    if pair is not None:
        known = sorted({one for results in found for one in results.pairs})
        if pair not in known:
            raise unknown_name("language pair", pair, known)
        found = [results.of_pair(pair) for results in found if pair in results.pairs]
    return found
