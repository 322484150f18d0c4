"""``clss corpus``: inspect an aligned corpus."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from evaluation.cli.options import MinCountOption, read_corpus
from evaluation.cli.output import Form, FormOption, columns, emit

corpus_app = typer.Typer(help="Make and inspect an aligned corpus.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    app.add_typer(corpus_app, name="corpus")


@corpus_app.command("stats")
def stats(
    source: Annotated[
        Path,
        typer.Argument(help="Text of the source language, one document a line, plain or .gz "
                            "(or alone: a .tsv or .jsonl with both texts, or a saved corpus)."),
    ],
    target: Annotated[
        Path | None,
        typer.Argument(help="Text of the target language; line n is aligned with line n."),
    ] = None,
    langs: Annotated[
        str | None,
        typer.Option("--langs", metavar="SRC,TGT", help="Codes of the two languages."),
    ] = None,
    min_count: MinCountOption = 5,
    form: FormOption = Form.text,
) -> None:  # fmt: skip
    """Print the size of a corpus and the average lengths of its documents.

    Example: clss corpus stats es.txt.gz en.txt.gz --langs es,en
    """
    corpus = read_corpus(source, target, langs, min_count)
    figures = corpus.statistics()
    first, second = corpus.langs
    rows = [
        ["tokens", *(str(n) for n in figures.tokens)],
        ["vocabulary", *(str(n) for n in figures.vocabulary)],
        ["average length", *(f"{n:.2f}" for n in figures.average_length)],
        ["empty documents", *(str(n) for n in figures.empty_documents)],
    ]
    text = (
        f"{figures.pairs} document pairs\n{columns(rows, header=['', first, second])}\n"
        f"average length difference  {figures.average_length_difference:.2f}"
    )
    document = {
        **dataclasses.asdict(figures), "langs": corpus.langs, "fingerprint": corpus.fingerprint
    }  # fmt: skip
    emit(form, document, text)
