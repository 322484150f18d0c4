"""``clss lexicon``: translate a whole vocabulary."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluation.cli.options import RetrievalOption, SimilarityOption, SpaceArgument
from evaluation.cli.output import Form, FormOption, emit


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("lexicon")(lexicon)


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
    similarity: SimilarityOption = None,
    retrieval: RetrievalOption = "nn",
    form: FormOption = Form.text,
) -> None:
    """Write a lexicon: every source word, a tab, its translation, a tab, the score.

    Example: clss lexicon spaces/bwesg -o lexicon.tsv --mutual --retrieval csls
    """
    from clss.formats.lexicon import write_lexicon
    from clss.lexicon import extract_lexicon
    from clss.space import BilingualSpace

    loaded = BilingualSpace.load(space)
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
