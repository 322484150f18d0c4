"""``clss table``, ``clss why`` and ``clss score``: what came out, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clss.errors import InputError, unknown_name
from evaluation.cli.options import (
    RetrievalOption,
    SimilarityOption,
    SpaceArgument,
)
from evaluation.cli.output import Form, FormOption, emit
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
    from evaluation.tasks.outcome import Outcome

TaskOption = Annotated[
    str | None, typer.Option("--task", help="ble, ble-backward or swtc; all if omitted.")
]
PairOption = Annotated[
    str | None, typer.Option("--pair", help="A language pair such as es-en; all if omitted.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (table, why, score):
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
    tables = []
    for results in _select(collect.collect(run, records), task, pair):
        if by is not None:
            tables += [
                breakdown_table(results.of_pair(one).outcomes, by, options) for one in results.pairs
            ]
        else:
            tables += collect.tables_of(results, options)
    if signatures:
        tables = [collect.with_signatures(one) for one in tables]
    print(render_tables(tables, form), end="")


def _print_costs(found: list[Any], form: str) -> None:
    from evaluation.runs import costs as training_costs

    if form not in ("text", "json"):
        raise InputError("--costs is printed as text or json")
    emit(Form(form), [cost.to_json() for cost in found], training_costs.table(found).rstrip())


def _select(found: list[Results], task: str | None, pair: str | None) -> list[Results]:
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


def why(
    run_dir: RunArgument,
    first: Annotated[str, typer.Argument(metavar="A", help="Label of a row.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Label of another row.")],
    task: TaskOption = None,
    pair: PairOption = None,
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
    for results in _select(collect.collect(run, run.records()), task, pair):
        for one in results.pairs:
            outcomes = results.of_pair(one).outcomes
            pair_of_rows = [_run_of(outcomes, label, seed) for label in (first, second)]
            report = explain(*pair_of_rows, k=k)
            reports.append((results.task, one, report))
    document = [{"task": t, "pair": p, **report.to_json()} for t, p, report in reports]
    texts = [f"{t} {p}\n\n{report.to_text(limit or None)}" for t, p, report in reports]
    emit(form, document[0] if len(document) == 1 else document, "\n\n\n".join(texts))


def _run_of(outcomes: tuple[Outcome, ...], label: str, seed: int | None) -> Outcome:
    rows = {outcome.label for outcome in outcomes}
    if label not in rows:
        raise unknown_name("row", label, rows)
    runs = sorted((o for o in outcomes if o.label == label), key=lambda o: o.seed or 0)
    if seed is None or len(runs) == 1:
        return runs[0]
    found = [outcome for outcome in runs if outcome.seed == seed]
    if not found:
        raise InputError(
            f"{label!r} has no run with seed {seed} (it has {', '.join(str(o.seed) for o in runs)})"
        )
    return found[0]


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
