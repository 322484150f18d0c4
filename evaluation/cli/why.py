"""``clss why``: the items on which two rows differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from clss.errors import InputError
from evaluation.cli.output import Form, FormOption, emit
from evaluation.cli.run_directory import ConfigOption, RunArgument
from evaluation.cli.table import PairOption, TaskOption, select
from evaluation.cli.together import goes_with

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
        int | None,
        typer.Option(
            "--limit",
            min=0,
            help="Items to show of either kind, by default 20; 0 shows all, as JSON does.",
        ),
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """Show the items that A gets right and B does not, and the reverse, with both top-5 lists.

    By frequency of the source word, frequent words first.
    Example: clss why runs/quickstart BWESG BMu
    """
    from evaluation.runs import collect
    from evaluation.runs.directory import RunDirectory
    from evaluation.tables.why import why as explain

    goes_with("--format text", form is Form.text, limit=limit)
    shown = 20 if limit is None else limit
    run = RunDirectory.open(run_dir)
    reports = []
    for results in select(collect.collect(run, run.records.of_config(config)), task, pair):
        for one in results.pairs:
            outcomes = results.of_pair(one).outcomes
            runs = [_runs_of(outcomes, label) for label in (first, second)]
            _refuse_idle(seed, runs)
            chosen = [_run_of(some, seed) for some in runs]
            remarks = [
                remark
                for some, run in zip(runs, chosen, strict=True)
                if (remark := _one_of_several(some, run))
            ]
            report = replace(explain(*chosen, k=k), remarks=tuple(dict.fromkeys(remarks)))
            reports.append((results.task, one, report))
    document = [{"task": t, "pair": p, **report.to_json()} for t, p, report in reports]
    texts = [f"{t} {p}\n\n{report.to_text(shown or None)}" for t, p, report in reports]
    emit(form, document[0] if len(document) == 1 else document, "\n\n\n".join(texts))


def _runs_of(outcomes: tuple[Outcome, ...], name: str) -> list[Outcome]:
    """Return the runs of a row, by ascending seed."""
    from evaluation.tasks.labels import RowName, row_called

    label = row_called(name, map(RowName.of, outcomes)).label
    return sorted((o for o in outcomes if o.label == label), key=lambda o: o.seed or 0)


def _refuse_idle(seed: int | None, runs: list[list[Outcome]]) -> None:
    """Refuse a seed where neither row has several runs, unless it is the seed of one of them."""
    its_own = any(outcome.seed == seed for some in runs for outcome in some)
    several = any(len(some) > 1 for some in runs)
    goes_with("rows that have several runs", its_own or several, seed=seed)


def _run_of(runs: list[Outcome], seed: int | None) -> Outcome:
    """Return the run of a seed, without one that of the smallest."""
    if seed is None or len(runs) == 1:
        return runs[0]
    found = [outcome for outcome in runs if outcome.seed == seed]
    if not found:
        seeds = ", ".join(str(outcome.seed) for outcome in runs)
        raise InputError(f"{runs[0].label!r} has no run with seed {seed} (it has {seeds})")
    return found[0]


def _one_of_several(runs: list[Outcome], shown: Outcome) -> str | None:
    """Say that a row has more runs than the one that is shown."""
    if len(runs) == 1:
        return None
    return (
        f"{shown.label}: the run of seed {shown.seed}, one of {len(runs)} (--seed chooses); the"
        " table has their average, and its test other seeds as well."
    )
