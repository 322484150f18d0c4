"""``clss neighbors``: the words nearest to a word."""

from __future__ import annotations

from typing import Annotated

import typer

from evaluation.cli.options import RetrievalOption, SimilarityOption, SpaceArgument
from evaluation.cli.output import Form, FormOption, columns, emit


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("neighbors")(neighbors)


def neighbors(
    space: SpaceArgument,
    word: Annotated[str, typer.Argument(metavar="WORD", help="The word to ask about.")],
    lang: Annotated[
        str | None,
        typer.Option(help="The word's language; by default the one that has the word."),
    ] = None,
    into: Annotated[
        str | None,
        typer.Option(help="Language of the answers, or 'both'; by default the other language."),
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many answers.")] = 10,
    similarity: SimilarityOption = None,
    retrieval: RetrievalOption = "nn",
    form: FormOption = Form.text,
) -> None:
    """Print the nearest words of a word: its translations, or words like it.

    Example: clss neighbors spaces/bwesg reina --lang es --into both
    """
    from clss.errors import InputError
    from clss.space import SIDES, BilingualSpace

    loaded = BilingualSpace.load(space)
    side = loaded.side_of(word, lang)
    own = loaded.langs[SIDES.index(side)]
    other = loaded.langs[1 - SIDES.index(side)]
    wanted = other if into is None else into
    if wanted not in (*loaded.langs, *SIDES, "both"):
        raise InputError(f"--into expects {own}, {other} or both, not {wanted!r}")
    found = loaded.neighbors(word, side, wanted, top, similarity, retrieval)
    emit(
        form,
        {
            "word": word,
            "lang": own,
            "into": wanted,
            "retrieval": retrieval,
            "similarity": similarity or loaded.similarity,
            "neighbors": [answer._asdict() for answer in found],
        },
        columns([[f"{answer.score:.4f}", answer.lang, answer.word] for answer in found])
        or f"{word} has no neighbours: its vector is zero, or nothing else has a score",
    )
