"""``clss import`` and ``clss export``: spaces from and for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from evaluation.cli.options import SpaceArgument, parse_langs
from evaluation.cli.output import Form, FormOption, emit


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_)
    app.command("export")(export)


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="One or two files, the source language's first."),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Where the space goes.")
    ],
    format: Annotated[
        str,
        typer.Option("--from", metavar="FORMAT",
                     help="word2vec, word2vec-binary, muse (fastText's .vec), prefixed or "
                          "prefixed-binary (one file, words as es:reina), or a format that an "
                          "installed package adds."),
    ],
    langs: Annotated[
        str | None,
        typer.Option("--langs", metavar="SRC,TGT", help="Codes of the two languages."),
    ] = None,
    kind: Annotated[
        str,
        typer.Option(help="What the vectors are: embedding, distribution or count."),
    ] = "embedding",
    max_words: Annotated[
        int | None,
        typer.Option(min=1, help="Read only so many words of every file, from its start."),
    ] = None,
    form: FormOption = Form.text,
) -> None:  # fmt: skip
    """Make a space of vectors that another program has trained.

    Example: clss import wiki.es.vec wiki.en.vec --from muse --langs es,en -o spaces/muse
    """
    from clss.errors import unknown_name
    from clss.formats import import_space
    from clss.persistence import check_destination
    from clss.space import SpaceKind

    if kind not in get_args(SpaceKind):
        raise unknown_name("kind", kind, get_args(SpaceKind))
    codes = None if langs is None else parse_langs(langs)
    check_destination(out)
    space = import_space(files, format, codes, cast(SpaceKind, kind), max_words)
    space.save(out)
    emit(
        form,
        {
            "out": str(out), "langs": space.langs, "words": [len(space.source), len(space.target)],
            "dimensions": space.dimensions, "kind": space.kind, "space": space.fingerprint,
        },
        f"{out}: {len(space.source)} {space.langs[0]} and {len(space.target)} "
        f"{space.langs[1]} words, {space.dimensions} dimensions",
    )  # fmt: skip


def export(
    space: SpaceArgument,
    out: Annotated[
        list[Path],
        typer.Option("--out", "-o", metavar="FILE",
                     help="Where the vectors go, packed if it ends in .gz. A format of two files "
                          "puts the language codes into the name (wiki.vec: wiki.es.vec, "
                          "wiki.en.vec), or takes -o twice."),
    ],
    format: Annotated[
        str,
        typer.Option("--to", metavar="FORMAT",
                     help="word2vec, word2vec-binary, muse, prefixed, prefixed-binary, or a format "
                          "that an installed package adds."),
    ],
    form: FormOption = Form.text,
) -> None:  # fmt: skip
    """Write the vectors of a space for other programs.

    Example: clss export spaces/bwesg -o bwesg.vec --to muse
    """
    from clss.formats import export_space
    from clss.space import BilingualSpace

    loaded = BilingualSpace.load(space)
    written = export_space(loaded, out, format)
    emit(form, {"format": format, "files": [str(path) for path in written]},
         "\n".join(str(path) for path in written))  # fmt: skip
