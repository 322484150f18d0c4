"""Options and readings that several commands share."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clss.errors import InputError
from clss.sides import SIDES

if TYPE_CHECKING:
    from clss.corpus import AlignedCorpus
    from clss.space import BilingualSpace


def model_names(incomplete: str) -> list[str]:
    """Return the installed models whose names begin so, for the completion of shells."""
    names = entry_points(group="clss.models").names
    return sorted(name for name in names if name.startswith(incomplete))


SourceArgument = Annotated[
    Path,
    typer.Argument(
        metavar="SOURCE",
        help="Text of the source language, one document a line, plain or .gz (or alone: "
        "a .tsv or .jsonl with both texts, or a saved corpus).",
    ),
]
TargetArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="[TARGET]", help="Text of the target language; line n is aligned with line n."
    ),
]
_LANGS = typer.Option("--langs", metavar="SRC,TGT", help="Codes of the two languages.")
LangsOption = Annotated[str, _LANGS]
OptionalLangsOption = Annotated[str | None, _LANGS]
MinCountOption = Annotated[
    int, typer.Option(min=1, help="Drop words seen less often than this in their language.")
]
OptionalMinCountOption = Annotated[
    int | None,
    typer.Option(
        "--min-count",
        min=1,
        help="Drop words seen less often than this in their language; by default 5.",
    ),
]
SpaceArgument = Annotated[
    Path,
    typer.Argument(
        metavar="SPACE|RUN_DIR",
        help="Directory of a trained model or a saved space, or a run directory (see --row).",
    ),
]
RowOption = Annotated[
    str | None,
    typer.Option(
        "--row", metavar="LABEL", help="Of a run directory: the row, by any part of its label."
    ),
]
SimilarityOption = Annotated[
    str | None,
    typer.Option("--similarity", help="See `clss similarities`; by default the space's own."),
]
RetrievalOption = Annotated[
    str,
    typer.Option(
        "--retrieval", metavar="NAME", help="See `clss retrievals`; NAME(PARAMETER=VALUE), too."
    ),
]
ParameterOption = Annotated[
    list[str] | None,
    typer.Option(
        "-p",
        "--param",
        metavar="NAME=VALUE",
        help="A parameter of the model (see `clss models`); may be repeated.",
    ),
]
PluginOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--plugin", metavar="FILE.py", help="A Python file with models of your own; it is executed."
    ),
]


def parse_langs(text: str) -> tuple[str, str]:
    """Read ``es,en``.

    Examples
    --------
    >>> parse_langs("es,en")
    ('es', 'en')
    """
    codes = [code.strip() for code in text.split(",")]
    if len(codes) != 2 or not all(codes) or codes[0] == codes[1]:
        raise InputError(f"--langs expects two different codes as in es,en, found {text!r}")
    return codes[0], codes[1]


def read_corpus(
    source: Path, target: Path | None, langs: str | None, min_count: int | None
) -> AlignedCorpus:
    """Read a corpus from what a user names: two texts, one table, or a saved corpus."""
    from clss.corpus import AlignedCorpus
    from clss.textfile import plain_name

    if target is None and source.is_dir():
        if langs is not None or min_count is not None:
            raise InputError(
                "a saved corpus has its languages and its vocabulary already; "
                "leave out --langs and --min-count",
                source,
            )
        return AlignedCorpus.load(source)
    cut = 5 if min_count is None else min_count
    codes = SIDES if langs is None else parse_langs(langs)
    if target is None:
        if not plain_name(source).endswith((".tsv", ".jsonl")):
            raise InputError(
                "give a second text for the target language "
                "(a single file must be .tsv or .jsonl, a directory a saved corpus)",
                source,
            )
        return AlignedCorpus.from_table(source, codes, cut)
    return AlignedCorpus.from_files(source, target, codes, cut)


def load_space(path: Path, row: str | None) -> tuple[BilingualSpace, str | None, str]:
    """Load a space, or the space of a row of a run directory.

    Also how the row is asked: its similarity (None is the space's own) and its retrieval.
    """
    from clss.space import BilingualSpace
    from evaluation.runs.recognition import is_run_directory
    from evaluation.runs.rows import spaces_of
    from evaluation.tasks.labels import RowName, one_a_line

    if not is_run_directory(path):
        if row is not None:
            raise InputError("is no run directory; --row is for the rows of one", path)
        return BilingualSpace.load(path), None, "nn"
    found = spaces_of(path, () if row is None else (row,))
    if len({space.path for space in found}) > 1:
        labels = one_a_line(RowName(space.label) for space in found)
        raise InputError(f"say which row by --row:{labels}", path)
    chosen = found[0]
    return chosen.load(), chosen.similarity, chosen.retrieval


def warn_about_words(corpus: AlignedCorpus) -> list[str]:
    """Say on stderr what makes a corpus look like raw text, another language, or out of step."""
    from clss.text.remarks import corpus_remarks
    from evaluation.cli.output import note

    warnings = corpus_remarks(corpus)
    for warning in warnings:
        note(f"clss: warning: {warning}")
    return warnings
