"""``clss corpus wikipedia``: two dumps to an aligned corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from clss.sides import SIDES
from evaluation.cli.options import OptionalLangsOption, parse_langs
from evaluation.cli.output import Form, FormOption, columns, emit, note

_FAULTS_SHOWN = 5


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("wikipedia")(wikipedia)


def wikipedia(
    source: Annotated[
        list[Path],
        typer.Option(
            "--source",
            metavar="DUMP",
            help="Dump of the source language: pages-articles-multistream.xml.bz2, JSON of "
            "wikiextractor (a file or its directory) or of CirrusSearch; once for every file.",
        ),
    ],
    target: Annotated[
        list[Path],
        typer.Option("--target", metavar="DUMP", help="Dump of the target language."),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Directory for the corpus.")
    ],
    langlinks: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="langlinks.sql.gz of either wiki; two CirrusSearch dumps do without.",
        ),
    ] = None,
    langs: OptionalLangsOption = None,
    min_length: Annotated[
        int, typer.Option(min=0, help="Articles with fewer characters of text are stubs.")
    ] = 300,
    parser: Annotated[
        str,
        typer.Option(
            help="fast, or full: by mwparserfromhell, many times slower (needs clss[wiki])."
        ),
    ] = "fast",
    disambiguation: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEMPLATE", help="A further template that marks disambiguations; repeatable."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-j", min=1, help="Processes; by default all cores.")
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """Write the articles that two Wikipedias have in common; run it again after a kill to go on.

    Example: clss corpus wikipedia --source eswiki-20261101-pages-articles-multistream.xml.bz2
    --target enwiki-20261101-pages-articles-multistream.xml.bz2
    --langlinks eswiki-20261101-langlinks.sql.gz -o corpora/es-en
    """
    from clss.text.wikipedia import align_wikipedia
    from evaluation.cli.progress import training_display
    from evaluation.runs.cores import usable_cores

    with training_display() as progress:
        summary = align_wikipedia(
            source,
            target,
            out,
            langlinks=langlinks,
            langs=None if langs is None else parse_langs(langs),
            min_length=min_length,
            parser=parser,
            disambiguation=disambiguation or (),
            workers=workers or usable_cores(),
            progress=progress,
        )
    for remark in _remarks(summary):
        note(remark)
    emit(form, {"out": str(out), **summary}, _text(out, summary))


def _remarks(summary: dict[str, Any]) -> list[str]:
    remarks = list(summary["notes"])
    for side in SIDES:
        faults = summary[side]["faults"]
        remarks += faults[:_FAULTS_SHOWN]
        if len(faults) > _FAULTS_SHOWN:
            remarks.append(f"… and {len(faults) - _FAULTS_SHOWN} places more in summary.json")
    return remarks


def _text(out: Path, summary: dict[str, Any]) -> str:
    from clss.text.wikipedia.raw_pages import Reason

    sides = [summary["source"], summary["target"]]
    rows = [["pages read", *(str(side["pages"]) for side in sides)]]
    for reason in Reason:
        found = [side["drops"].get(reason.name, 0) for side in sides]
        if any(found):
            rows.append([f"  {reason.value}", *(str(-number) for number in found)])
    rows.append(["articles kept", *(str(side["kept"]) for side in sides)])
    rows.append(["  without a partner", *(str(summary["pairs"] - side["kept"]) for side in sides)])
    rows.append(["characters of text", *(str(number) for number in summary["characters"])])
    table = columns(rows, header=["", *summary["langs"]])
    return f"{out}: {summary['pairs']} pairs of articles\n{table}"
