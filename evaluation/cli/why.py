"""``clss why``: the items on which two rows differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clss.errors import InputError
from evaluation.cli.output import Form, FormOption, emit
from evaluation.cli.results import PairOption, TaskOption, select
from evaluation.cli.run_directory import ConfigOption, RunArgument

if TYPE_CHECKING:
    from evaluation.tasks.outcome import Outcome


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("why")(why)


def why(
    run_dir: RunArgument,
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A row, without its grid's values if that is clear enough."
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Label of another row.")],
    task: TaskOption = None,
    pair: PairOption = None,
    config: ConfigOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Which run of rows with several seeds.")
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Right: among the first K answers.")] = 1,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Items to show of either kind; 0 shows all.")
    ] = 20,
    form: FormOption = Form.text,
) -> None:
    """Show the items that A gets right and B does not, and the reverse, with both top-5 lists.

    By frequency of the source word, frequent words first.
    Example: clss why runs/quickstart BWESG BMu
    """
    from evaluation.runs import collect
    from evaluation.runs.directory import RunDirectory
    from evaluation.tables.why import why as explain

    run = RunDirectory.open(run_dir)
    reports = []
    for results in select(collect.collect(run, run.comparisons(config)), task, pair):
        for one in results.pairs:
            outcomes = results.of_pair(one).outcomes
            pair_of_rows = [_run_of(outcomes, label, seed) for label in (first, second)]
            report = explain(*pair_of_rows, k=k)
            reports.append((results.task, one, report))
    document = [{"task": t, "pair": p, **report.to_json()} for t, p, report in reports]
    texts = [f"{t} {p}\n\n{report.to_text(limit or None)}" for t, p, report in reports]
    emit(form, document[0] if len(document) == 1 else document, "\n\n\n".join(texts))


def _run_of(outcomes: tuple[Outcome, ...], name: str, seed: int | None) -> Outcome:
    from evaluation.tasks.labels import RowName, row_called

    label = row_called(name, map(RowName.of, outcomes)).label
    runs = sorted((o for o in outcomes if o.label == label), key=lambda o: o.seed or 0)
    if seed is None or len(runs) == 1:
        return runs[0]
    found = [outcome for outcome in runs if outcome.seed == seed]
    if not found:
        raise InputError(
            f"{label!r} has no run with seed {seed} (it has {', '.join(str(o.seed) for o in runs)})"
        )
    return found[0]
