"""``clss compare``: train what is missing, score, print the marked table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clss.errors import InputError
from evaluation.cli.options import PluginOption
from evaluation.cli.output import Form, emit, note, resumable
from evaluation.cli.table import by_pair
from evaluation.cli.table_options import TableFormOption
from evaluation.cli.together import excludes

if TYPE_CHECKING:
    from evaluation.runs.collect import Results
    from evaluation.runs.pools import Pool
    from evaluation.tables.options import TableOptions
    from evaluation.tables.table import ResultTable


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compare")(compare)


def compare(
    config: Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="What to compare.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR",
            help="The run directory, by default runs/ and the config's name.",
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes, by default one per core.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Address of a dask scheduler, tcp://host:port; DIR must be shared.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the plan without computing anything.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compute everything anew, whatever is stored.")
    ] = False,
    form: TableFormOption = "text",
    plugin: PluginOption = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust-config-plugins",
            help="Execute the Python files that the config names as plugins.",
        ),
    ] = False,
) -> None:
    """Train what is missing, score, and print the table with its significance marks.

    Run it again after an interruption or a change of the config: only what is missing is
    computed. Exit code 1 if a row failed (the others are finished and kept), 2 if the input is
    wrong. Example: clss compare examples/quickstart/quickstart.toml
    """
    from evaluation.cli.run_display import display_for
    from evaluation.runs import collect, costs
    from evaluation.runs.compare import compare as run_comparison
    from evaluation.runs.config import read_config
    from evaluation.runs.directory import RunDirectory
    from evaluation.runs.dry_run import describe_plan
    from evaluation.tables.options import TableOptions
    from evaluation.tables.render import render_tables

    directory = out or Path("runs") / config.stem
    if cluster is not None and jobs is not None:
        raise InputError("--jobs and --cluster exclude each other; the cluster has its own workers")
    excludes("--dry-run", dry_run, fresh=fresh, cluster=cluster)
    if dry_run and (trust or plugin):
        named = ", ".join(map(str, plugin or ())) or "the files that the config names as plugins"
        raise InputError(f"--dry-run executes nothing, and {named} would be executed")
    if dry_run:
        if form not in ("text", "json"):
            raise InputError("--dry-run prints text or json")
        document, text = describe_plan(config, directory, jobs)
        emit(Form(form), document, text)
        return
    # before a directory is made for a config that is wrong
    read = read_config(config, plugin or (), trust)
    run = RunDirectory.create(directory)
    display = display_for(run)
    with resumable(), _pools(run.path, jobs, cluster) as (make_pool, processor):
        finished = run_comparison(run, read, make_pool, display, fresh, processor)
    results = collect.collect(run, [finished.record])
    options = TableOptions.from_config(finished.record.table)
    wrong = ""
    try:
        tables = collect.every_table(results, options)
    except InputError as error:  # what was computed is shown, whatever is wrong with the table
        wrong = f"the [table] of the config cannot be made ({error}); this is the usual one"
        tables = collect.every_table(results, TableOptions())
    if form == "text":  # for machines: clss table --combine pairs
        tables += over_pairs(results, options)
    print(render_tables(tables, form), end="", flush=True)
    note(costs.summary(run, [finished.record]))
    for log in dict.fromkeys(one["log"] for one in finished.record.failures.values()):
        if log:
            note(f"traceback: {log}")
    if finished.unsaved:
        note(f"clss: {finished.unsaved}")
    if wrong:
        note(f"clss: {wrong}")
    if wrong or finished.unsaved or any(result.failures for result in results):
        raise typer.Exit(1)


def over_pairs(results: Sequence[Results], options: TableOptions) -> list[ResultTable]:
    """Make the table of one statement over all language pairs, for tasks that have several."""
    from evaluation.tables.across import across_table

    tables = []
    for task in results:
        if len(task.pairs) < 2:
            continue
        try:
            tables.append(across_table(by_pair(task), options))
        except InputError as error:  # as when a pair lacks the baseline; the tables above stand
            note(f"clss: no test over all pairs of {task.task} ({error})")
    return tables


@contextmanager
def _pools(
    run_dir: Path, jobs: int | None, cluster: str | None
) -> Iterator[tuple[Callable[[], Pool], str]]:
    """Give what makes the pool, and the kind of processor that keys depend on.

    The workers of a cluster are looked at before anything is planned.
    """
    from evaluation.runs.pools import ClusterPool, LocalPool

    if cluster is None:
        yield lambda: LocalPool(run_dir, jobs), ""
        return
    pool = ClusterPool(run_dir, cluster)
    try:
        yield lambda: pool, pool.processor
    finally:
        pool.close()
