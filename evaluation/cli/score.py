"""``clss score``: the marked table of what one has, without a corpus and without training."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clss.errors import InputError
from evaluation.cli.options import OptionalLangsOption, SimilarityOption, parse_langs
from evaluation.cli.output import file_name, note
from evaluation.cli.table import marked_tables, print_tables
from evaluation.cli.table_options import (
    ByOption,
    SignaturesOption,
    TableFormOption,
    with_table_options,
)
from evaluation.cli.together import excludes, goes_with

if TYPE_CHECKING:
    from evaluation.tasks.outcome import Outcome
    from evaluation.tasks.task import EvaluationSettings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("score")(with_table_options(score))


def score(
    systems: Annotated[
        list[str],
        typer.Argument(
            metavar="[LABEL=]SYSTEM...",
            help="In any mix: saved spaces, pairs of vector files (two in a row), ranked lists "
            "(.tsv, or - for those on standard input), saved outcomes (.jsonl), run directories.",
        ),
    ],
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
    langs: OptionalLangsOption = None,
    row: Annotated[
        list[str] | None,
        typer.Option("--row", help="Of a run directory: only this row; may be repeated."),
    ] = None,
    similarity: SimilarityOption = None,
    retrieval: Annotated[
        str | None,
        typer.Option(
            "--retrieval",
            metavar="NAME,…",
            help="With --ble: see `clss retrievals`; by default nn, several make a row of each. "
            "NAME(PARAMETER=VALUE), too.",
        ),
    ] = None,
    context: Annotated[
        str | None,
        typer.Option(
            "--context",
            metavar="NAME",
            help="With --swtc: see `clss contexts`; by default add. NAME(PARAMETER=VALUE), too.",
        ),
    ] = None,
    weight: Annotated[
        float | None, typer.Option("--weight", help="Lambda of the model of context.")
    ] = None,
    keep: Annotated[
        int | None, typer.Option("--keep", min=1, help="Context words to keep, nearest first.")
    ] = None,
    backward: Annotated[
        bool, typer.Option("--backward", help="With --ble: from target to source words.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="PATH",
            help="Keep the answers: a .jsonl file, or of several rows a directory of them.",
        ),
    ] = None,
    form: TableFormOption = "text",
    by: ByOption = None,
    signatures: SignaturesOption = False,
    *,
    chosen: dict[str, Any],
) -> None:
    """Score systems on a gold lexicon or on words in context, and test them against each other.

    No corpus is needed. Examples: clss score wiki.es.vec wiki.en.vec --ble gold.tsv;
    clss score MUSE=muse.es.vec muse.en.vec spaces/ours theirs.tsv --ble gold.tsv --format latex
    """
    from evaluation.runs.collect import Results
    from evaluation.runs.given import STDIN, outcomes_of, read_arguments
    from evaluation.runs.merging import one_comparison
    from evaluation.tables.options import TableOptions
    from evaluation.tasks import TASKS

    path = ble or swtc
    if path is None or (ble is not None and swtc is not None):
        raise InputError("give one of --ble GOLD.tsv and --swtc ITEMS.jsonl")
    in_context = {"dev": dev, "context": context, "weight": weight, "keep": keep}
    free_hits = chosen.get("free_hits")
    goes_with("--swtc", swtc is not None, **in_context, no_free_hits=free_hits)
    goes_with("--ble", ble is not None, retrieval=retrieval, backward=backward)
    excludes("--context none", context == "none", dev=dev)
    excludes(
        "--weight and --keep, which leave nothing to choose", None not in (weight, keep), dev=dev
    )
    kind = TASKS.get("ble" if swtc is None else "swtc")
    ways = _ways(similarity, retrieval or "nn", context or "add", weight, keep)
    options = {"direction": "backward" if backward else "forward"}
    given = read_arguments(systems, row or ())
    asked = {"similarity": similarity, "retrieval": retrieval, **in_context}
    goes_with("spaces, of which there is none", any(one.is_space for one in given), **asked)
    goes_with("vector files", any(one.is_vectors for one in given), langs=langs)
    if [path, *(one.paths[0] for one in given)].count(STDIN) > 1:
        raise InputError("standard input (-) can be read once only")
    task = kind.read(path, options)
    tuning_set = None if dev is None else kind.read(dev, options)
    codes = None if langs is None else parse_langs(langs)
    outcomes = one_comparison(outcomes_of(given, task, ways, tuning_set, codes, _warn))
    if save is not None:
        _save(outcomes, save)
    results = Results(kind.name, tuple(outcomes), ())
    print_tables(marked_tables([results], TableOptions.from_config(chosen), by), form, signatures)


def _ways(
    similarity: str | None, retrievals: str, context: str, weight: float | None, keep: int | None
) -> list[EvaluationSettings]:
    """Return how spaces are asked; retrievals are checked before anything is read."""
    from clss.context import read_context
    from clss.retrieval import described_retrievals
    from evaluation.tasks.task import EvaluationSettings

    settings = {name: v for name, v in (("weight", weight), ("keep", keep)) if v is not None}
    name, parameters = read_context(context, settings)
    asked = {"name": name, **parameters, **settings}
    return [EvaluationSettings(similarity, one, asked) for one in described_retrievals(retrievals)]


def _warn(remark: str) -> None:
    note(f"clss: {remark}")


def _save(outcomes: list[Outcome], place: Path) -> None:
    """Keep one outcome as a file, several as files of a directory."""
    if len(outcomes) == 1 and not place.is_dir():
        outcomes[0].save(place)
        return
    if place.suffix == ".jsonl" or place.is_file():
        raise InputError(f"there are {len(outcomes)} rows to keep; name a directory", place)
    place.mkdir(parents=True, exist_ok=True)
    for number, outcome in enumerate(outcomes, 1):
        outcome.save(place / f"{number:02d}-{file_name(outcome.label)}.jsonl")
    note(f"{len(outcomes)} outcomes in {place}")
