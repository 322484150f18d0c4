"""``clss train``, ``neighbors`` and ``lexicon``: make a space, and ask it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clss.errors import InputError
from evaluation.cli.options import (
    OptionalLangsOption,
    OptionalMinCountOption,
    ParameterOption,
    PluginOption,
    RetrievalOption,
    RowOption,
    SimilarityOption,
    SourceArgument,
    SpaceArgument,
    TargetArgument,
    load_space,
    model_names,
    read_corpus,
    warn_about_words,
)
from evaluation.cli.output import Form, FormOption, columns, emit, note
from evaluation.cli.table_options import TableFormOption

if TYPE_CHECKING:
    from clss.space import BilingualSpace


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (train, neighbors, lexicon):
        app.command(command.__name__)(command)


def train(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", help="Name of a model; see `clss models`.", autocompletion=model_names
        ),
    ],
    source: SourceArgument,
    target: TargetArgument = None,
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Where the trained model goes.")
    ],
    langs: OptionalLangsOption = None,
    param: ParameterOption = None,
    min_count: OptionalMinCountOption = None,
    plugin: PluginOption = None,
    form: FormOption = Form.text,
) -> None:
    """Train a model on an aligned corpus and save it with its space.

    Example: clss train bwesg es.txt.gz en.txt.gz --langs es,en -o spaces/bwesg -p dim=200
    """
    from clss.model import MODELS, model_spec
    from evaluation.cli.destination import check_savable
    from evaluation.cli.parameters import make_model
    from evaluation.cli.progress import training_display
    from evaluation.runs.plugins import load_plugins

    load_plugins(plugin or ())
    estimator = make_model(MODELS.get(model), param or [])
    check_savable(out)
    corpus = read_corpus(source, target, langs, min_count)
    warn_about_words(corpus)
    note(f"training {model} on {corpus!r}")
    begin = time.perf_counter()
    with training_display() as progress:
        estimator.fit(corpus, progress=progress)
    seconds = time.perf_counter() - begin
    estimator.save(out)
    space = estimator.space_
    emit(
        form,
        {
            "out": str(out),
            **model_spec(estimator),
            "langs": space.langs,
            "kind": space.kind,
            "words": [len(space.source), len(space.target)],
            "dimensions": space.dimensions,
            "corpus": corpus.fingerprint,
            "space": space.fingerprint,
            "seconds": round(seconds, 3),
        },
        f"{out}: {model}, {len(space.source)} {space.langs[0]} and {len(space.target)} "
        f"{space.langs[1]} words, {space.dimensions} dimensions, {seconds:.1f} s",
    )


def neighbors(
    space: Annotated[
        Path,
        typer.Argument(
            metavar="SPACE|RUN_DIR",
            help="A trained model or saved space; or a run directory, for tables of its models.",
        ),
    ],
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="The words to ask about.")],
    lang: Annotated[
        str | None,
        typer.Option(help="The word's language; by default the one that has the word."),
    ] = None,
    into: Annotated[
        str | None,
        typer.Option(help="Language of the answers, or 'both'; by default the other language."),
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many answers.")] = 10,
    rows: Annotated[
        str | None,
        typer.Option(
            "--rows",
            "--row",
            metavar="A,B,C",
            help="Models of a run directory by any part of their label, side by side; of one"
            " model, all three kinds of neighbours.",
        ),
    ] = None,
    similarity: SimilarityOption = None,
    retrieval: RetrievalOption = "nn",
    form: TableFormOption = "text",
) -> None:
    """Print the nearest words of a word: its translations, or words like it.

    Of a run directory, a table per word, the right translation in bold: several models side by
    side, or the neighbours of one model in its own language, the other and both.
    Examples: clss neighbors spaces/bwesg reina --lang es --into both;
    clss neighbors runs/quickstart archivo hoja --rows BMu,AMu,LSA --format latex
    """
    from evaluation.runs.recognition import is_run_directory

    if rows is not None or is_run_directory(space):
        if similarity is not None:
            raise InputError("a run directory's models are asked as their config says")
        _print_neighbor_tables(space, words, rows, lang, into, top, retrieval, form)
        return
    from clss.space import BilingualSpace

    if form not in (Form.text, Form.json):
        raise InputError("the neighbours of one space are printed as text or json")
    loaded = BilingualSpace.load(space)
    found = [_neighbors(loaded, word, lang, into, top, similarity, retrieval) for word in words]
    documents = [document for document, _ in found]
    texts = [text if len(found) == 1 else f"{d['word']} ({d['lang']})\n{text}" for d, text in found]
    emit(Form(form), documents[0] if len(found) == 1 else documents, "\n\n".join(texts))


def _neighbors(
    space: BilingualSpace,
    word: str,
    lang: str | None,
    into: str | None,
    top: int,
    similarity: str | None,
    retrieval: str,
) -> tuple[dict[str, Any], str]:
    """Return the neighbours of one word as plain values and as text."""
    from clss.sides import SIDES, other_side

    side = space.side_of(word, lang)
    if into not in (None, *space.langs, *SIDES, "both"):
        own, other = space.lang(side), space.lang(other_side(side))
        raise InputError(f"--into expects {own}, {other} or both, not {into!r}")
    found = space.neighbors(word, side, into, top, similarity, retrieval)
    where = space.answers_from(into, side)
    document = {
        "word": word,
        "lang": space.lang(side),
        "into": where if where == "both" else space.lang(where),
        "retrieval": retrieval,
        "similarity": similarity or space.similarity,
        "neighbors": [answer._asdict() for answer in found],
    }
    text = columns([[f"{answer.score:.4f}", answer.lang, answer.word] for answer in found])
    return document, text or (
        f"{word} has no neighbours: its vector is zero, or nothing else has a score"
    )


def _print_neighbor_tables(
    run_dir: Path,
    words: Sequence[str],
    rows: str | None,
    lang: str | None,
    into: str | None,
    top: int,
    retrieval: str,
    form: str,
) -> None:
    from evaluation.explore.models import Models
    from evaluation.explore.tables import chosen_labels, neighbor_table
    from evaluation.report.view import RunView
    from evaluation.tables.render import render_tables

    models = Models(RunView.open(run_dir))
    labels = chosen_labels(rows, [model.label for model in models])
    tables = [
        neighbor_table(
            models, word.strip(), labels, lang=lang, into=into, retrieval=retrieval, top=top
        )
        for given in words
        for word in given.split(",")
    ]
    print(render_tables(tables, form), end="")


def lexicon(
    space: SpaceArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Where the lexicon (TSV) goes.")
    ],
    top: Annotated[int, typer.Option(min=1, help="Translations for each word.")] = 1,
    mutual: Annotated[
        bool,
        typer.Option("--mutual", help="Keep only pairs that are among each other's nearest."),
    ] = False,
    row: RowOption = None,
    similarity: SimilarityOption = None,
    retrieval: Annotated[
        str | None,
        typer.Option(
            "--retrieval",
            metavar="NAME",
            help="See `clss retrievals`; NAME(PARAMETER=VALUE), too; by default the row's, or nn.",
        ),
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """Write a lexicon: every source word, a tab, its translation, a tab, the score.

    Example: clss lexicon spaces/bwesg -o lexicon.tsv --mutual --retrieval csls
    """
    from clss.formats.lexicon import write_lexicon
    from clss.lexicon import extract_lexicon

    loaded, own_similarity, own_retrieval = load_space(space, row)
    similarity, retrieval = similarity or own_similarity, retrieval or own_retrieval
    entries = extract_lexicon(loaded, top, mutual, similarity, retrieval)
    write_lexicon(out, entries)
    words = len({entry.source for entry in entries})
    emit(
        form,
        {
            "out": str(out),
            "entries": len(entries),
            "source_words": words,
            "top": top,
            "vocabulary": [len(loaded.source), len(loaded.target)],
            "mutual": mutual,
            "similarity": similarity or loaded.similarity,
            "retrieval": retrieval,
        },
        f"{out}: {len(entries)} translations of {words} of {len(loaded.source)} "
        f"{loaded.langs[0]} words",
    )
