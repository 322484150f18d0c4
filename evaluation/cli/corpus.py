"""``clss corpus``: inspect an aligned corpus."""

from __future__ import annotations

import dataclasses

import typer

from evaluation.cli import corpus_align_check, corpus_prepare, corpus_split, corpus_wikipedia
from evaluation.cli.options import (
    OptionalLangsOption,
    OptionalMinCountOption,
    SourceArgument,
    TargetArgument,
    read_corpus,
    warn_about_words,
)
from evaluation.cli.output import Form, FormOption, columns, emit

corpus_app = typer.Typer(help="Make and inspect an aligned corpus.")


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    for module in (corpus_prepare, corpus_wikipedia, corpus_split, corpus_align_check):
        module.register(corpus_app)
    app.add_typer(corpus_app, name="corpus")


@corpus_app.command("stats")
def stats(
    source: SourceArgument,
    target: TargetArgument = None,
    langs: OptionalLangsOption = None,
    min_count: OptionalMinCountOption = None,
    form: FormOption = Form.text,
) -> None:
    """Print the size of a corpus and the average lengths of its documents, and what looks wrong.

    Warns about punctuation, capitals, markup and numbers among the words, and about words that
    look like another language. Example: clss corpus stats es.txt.gz en.txt.gz --langs es,en
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
        **dataclasses.asdict(figures),
        "langs": corpus.langs,
        "fingerprint": corpus.fingerprint,
        "warnings": warn_about_words(corpus),
    }
    emit(form, document, text)
