"""``clss methods``: the methods paragraph of a paper, and what it cites."""

from __future__ import annotations

import typer

from clss.errors import InputError
from evaluation.cli.options import PluginOption
from evaluation.cli.output import note
from evaluation.cli.run_directory import ConfigOption, RunArgument
from evaluation.cli.table import PairOption, TaskOption, select


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("methods")(methods)


def methods(
    run_dir: RunArgument,
    task: TaskOption = None,
    pair: PairOption = None,
    config: ConfigOption = None,
    plugin: PluginOption = None,
) -> None:
    """Print the methods paragraph of a run, ready to paste into LaTeX, and its BibTeX.

    Data, items, models with parameters, tuning, seeds, test, correction and software versions.
    A model of your own brings its entry as the attribute citations.
    Example: clss methods runs/quickstart
    """
    from clss.model import MODELS
    from evaluation.runs import collect
    from evaluation.runs.directory import RunDirectory
    from evaluation.runs.plugins import load_plugins
    from evaluation.tables.methods import methods_paragraph
    from evaluation.tables.options import TableOptions

    load_plugins(plugin or ())
    run = RunDirectory.open(run_dir)
    records = run.records.of_config(config)
    selected = select(collect.collect(run, records), task, pair)
    groups = [
        (results.task, results.of_pair(one).outcomes)
        for results in selected
        for one in results.pairs
        if results.of_pair(one).outcomes
    ]
    if not groups:
        raise InputError("holds no finished comparison yet", run_dir)
    used = {outcome.model for _, some in groups for outcome in some if outcome.model}
    if unknown := sorted(used.difference(MODELS.names())):
        note(f"not known here, so nothing is cited for {', '.join(unknown)}; --plugin names a file")
    corpora = dict.fromkeys(one.in_words for record in records for one in record.corpora)
    options = TableOptions.from_config(records[-1].table)
    print(methods_paragraph(groups, options, list(corpora)), end="")
