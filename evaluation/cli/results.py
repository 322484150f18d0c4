"""``clss table`` and ``clss score``: what came out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clss.errors import InputError, unknown_name
from evaluation.cli.options import (
    RetrievalOption,
    SimilarityOption,
    SpaceArgument,
)
from evaluation.cli.output import Form, emit
from evaluation.cli.run_directory import RunArgument
from evaluation.cli.table_options import (
    AlphaOption,
    BaselineOption,
    ClaimOption,
    CorrectionOption,
    DigitsOption,
    FreeHitsOption,
    IntervalOption,
    LabelOption,
    MarginOption,
    MeasureOption,
    NotesOption,
    OovOption,
    ScoresOption,
    SortOption,
    TableFormOption,
    TestOption,
    UnitOption,
    WideOption,
    given_options,
)

if TYPE_CHECKING:
    from evaluation.runs.collect import Results
    from evaluation.tables.options import TableOptions
    from evaluation.tables.table import ResultTable

TaskOption = Annotated[
    str | None, typer.Option("--task", help="ble, ble-backward or swtc; all if omitted.")
]
PairOption = Annotated[
    str | None, typer.Option("--pair", help="A language pair such as es-en; all if omitted.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (table, score):
        app.command(command.__name__)(command)


def table(
    run_dir: RunArgument,
    form: TableFormOption = "text",
    task: TaskOption = None,
    pair: PairOption = None,
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
    notes: NotesOption = None,
    sort: SortOption = None,
    digits: DigitsOption = None,
    label: LabelOption = None,
    wide: WideOption = False,
    columns: Annotated[
        str | None,
        typer.Option(
            "--columns",
            metavar="AXIS,…",
            help="Pivot into columns: pair, task or parameters, as in pair,dim.",
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", help="Columns by kinds of items: senses, frequency or word."),
    ] = None,
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
    signatures: Annotated[
        bool, typer.Option("--signatures", help="Say below how every row came about.")
    ] = False,
    costs: Annotated[
        bool, typer.Option("--costs", help="Time and memory of training instead of scores.")
    ] = False,
) -> None:
    """Print the tables of a run directory; nothing is computed but the tests.

    The options say how rows are tested and shown; by default as the config says.
    Example: clss table runs/quickstart --format latex --task ble --baseline BMu
    """
    from evaluation.runs import collect
    from evaluation.runs.directory import RunDirectory
    from evaluation.tables.breakdown import breakdown_table
    from evaluation.tables.options import TableOptions
    from evaluation.tables.render import render_tables

    run = RunDirectory.open(run_dir)
    records = run.records()
    if not records:
        raise InputError("holds no comparison yet", run_dir)
    if costs:
        from evaluation.runs import costs as training_costs

        _print_costs(training_costs.costs(run, records), form)
        return
    chosen = given_options(
        baseline=baseline,
        test=test,
        correction=correction,
        oov=oov,
        measure=measure,
        scores=scores,
        claim=claim,
        unit=unit,
        interval=interval,
        margin=margin,
        alpha=alpha,
        no_free_hits=no_free_hits,
        notes=notes,
        sort=sort,
        digits=digits,
        label=label,
        wide=wide or None,
        columns=columns,
    )
    options = TableOptions.from_config({**records[-1].table, **chosen})
    selected = select(collect.collect(run, records), task, pair)
    tables: list[ResultTable] = []
    if combine is not None:
        tables = _combined(selected, combine, options)
    for results in selected if combine is None else ():
        if by is not None:
            tables += [
                breakdown_table(results.of_pair(one).outcomes, by, options) for one in results.pairs
            ]
        else:
            tables += collect.tables_of(results, options)
    if label is not None and len(tables) > 1:  # two tables, two labels
        tables = [replace(one, label=f"{label}-{one.about.get('task', '')}") for one in tables]
    if signatures:
        tables = [collect.with_signatures(one) for one in tables]
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
    groups = [
        [(f"{results.task} {one}", results.of_pair(one).outcomes) for one in results.pairs]
        for results in selected
    ]
    if combine == "all":
        groups = [[group for some in groups for group in some]]
    return [across_table(some, options) for some in groups]


def _write_files(tables: Sequence[ResultTable], form: str, out: Path) -> None:
    """Write every table to a file named after its label: ``ble.csv``, ``swtc.csv``."""
    from clss.persistence import atomic_file
    from evaluation.tables.render import renderer

    chosen = renderer(form)
    out.mkdir(parents=True, exist_ok=True)
    for table in tables:
        name = "".join(c if c.isalnum() or c in "-_." else "-" for c in table.label)
        path = out / f"{name.removeprefix('tab-')}.{chosen.suffix}"
        with atomic_file(path) as stream:
            stream.write(chosen.render_all([table]))
        print(path)


def _print_costs(found: list[Any], form: str) -> None:
    from evaluation.runs import costs as training_costs

    if form not in ("text", "json"):
        raise InputError("--costs is printed as text or json")
    emit(Form(form), [cost.to_json() for cost in found], training_costs.table(found).rstrip())


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


def score(
    space_dir: SpaceArgument,
    ble: Annotated[
        Path | None, typer.Option("--ble", metavar="GOLD.tsv", help="Gold lexicon.")
    ] = None,
    swtc: Annotated[
        Path | None, typer.Option("--swtc", metavar="ITEMS.jsonl", help="Words in context.")
    ] = None,
    dev: Annotated[
        Path | None,
        typer.Option(
            "--dev",
            metavar="ITEMS.jsonl",
            help="With --swtc: tune lambda and context size on these.",
        ),
    ] = None,
    similarity: SimilarityOption = None,
    retrieval: RetrievalOption = "nn",
    context: Annotated[str, typer.Option("--context", help="See `clss contexts`.")] = "add",
    weight: Annotated[
        float | None, typer.Option("--weight", help="Lambda of the model of context.")
    ] = None,
    keep: Annotated[
        int | None, typer.Option("--keep", min=1, help="Context words to keep, nearest first.")
    ] = None,
    backward: Annotated[
        bool, typer.Option("--backward", help="With --ble: from target to source words.")
    ] = False,
    oov: OovOption = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE.jsonl", help="Keep the answers.")
    ] = None,
    form: TableFormOption = "text",
) -> None:
    """Score a saved space on a gold lexicon or on words in context.

    Examples: clss score SPACE --ble gold.tsv --retrieval csls; clss score SPACE --swtc items.jsonl
    """
    from clss.space import BilingualSpace
    from evaluation.stats.comparison import Comparison
    from evaluation.tables.render import render_tables
    from evaluation.tasks import TASKS
    from evaluation.tasks.task import EvaluationSettings

    path = ble or swtc
    if path is None or (ble is not None and swtc is not None):
        raise InputError("give one of --ble GOLD.tsv and --swtc ITEMS.jsonl")
    if dev is not None and swtc is None:
        raise InputError("--dev goes with --swtc")
    space = BilingualSpace.load(space_dir)
    settings = {
        name: value for name, value in (("weight", weight), ("keep", keep)) if value is not None
    }
    if ble is not None and settings:
        raise InputError("--weight and --keep go with --swtc")
    kind = TASKS.get("ble" if swtc is None else "swtc")
    options = {"direction": "backward" if backward else "forward"}
    task = kind.read(path, options)
    tuning_set = None if dev is None else kind.read(dev, options)
    outcome = task.ask(
        space,
        EvaluationSettings(similarity, retrieval, {"name": context, **settings}),
        tuning_set,
    )
    outcome = outcome.relabelled(_label_of(space_dir))
    if save is not None:
        outcome.save(save)
    found = Comparison([outcome], **given_options(oov=oov)).table()
    print(render_tables([found], form), end="")


def _label_of(space_dir: Path) -> str:
    """Call a saved model by its name, another space by its directory."""
    from clss.persistence import read_json

    header = read_json(space_dir / "format.json")
    return str(header["spec"]["model"]) if header["kind"] == "model" else space_dir.resolve().name
