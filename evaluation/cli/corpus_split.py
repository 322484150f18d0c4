"""``clss corpus split`` and ``clss corpus sample``: other corpora from a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluation.cli.options import LangsOption, parse_langs
from evaluation.cli.output import Form, FormOption, emit

_OutOption = Annotated[
    Path, typer.Option("--out", "-o", metavar="DIR", help="Directory for the corpus.")
]
_Source = Annotated[Path, typer.Argument(metavar="SOURCE", help="Text, plain or .gz.")]
_Target = Annotated[
    Path, typer.Argument(metavar="TARGET", help="Text whose line n belongs to line n of SOURCE.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("split")(split)
    app.command("sample")(sample)


def split(
    source: _Source,
    target: _Target,
    *,
    langs: LangsOption,
    out: _OutOption,
    paragraphs: Annotated[
        int | None,
        typer.Option(
            min=2,
            help="Lines of a document; by default documents end at a line that is empty in both.",
        ),
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """Make a comparable corpus of a parallel one, in which no sentence translates another.

    Odd paragraphs of a document are taken from the source, even ones from the target; those that
    are the same in both are passed over. Example:
    clss corpus split parallel.es.txt parallel.en.txt --langs es,en --paragraphs 20 -o comparable
    """
    from clss.text.alternate_paragraphs import read_parallel, split_parallel

    codes = parse_langs(langs)
    _refuse_foreign(out)
    summary = split_parallel(read_parallel(source, target, paragraphs), out, codes)
    text = (
        f"{summary['pairs']:,} of {summary['documents']:,} documents, "
        f"{summary['paragraphs written']:,} of {summary['paragraphs']:,} paragraphs in {out}"
    )
    emit(form, summary, text)


def sample(
    source: _Source,
    target: _Target,
    *,
    langs: LangsOption,
    out: _OutOption,
    pairs: Annotated[int, typer.Option(min=1, help="How many pairs of documents.")],
    seed: Annotated[int, typer.Option(min=0, help="Of the draw.")] = 1,
    form: FormOption = Form.text,
) -> None:
    """Draw pairs of documents at random; a smaller sample is part of a larger one.

    Example: clss corpus sample es.txt.gz en.txt.gz --langs es,en --pairs 1000 -o small
    """
    from clss.text.sampling import sample_corpus

    _refuse_foreign(out)
    summary = sample_corpus(source, target, out, parse_langs(langs), pairs, seed)
    emit(form, summary, f"{summary['pairs']:,} of {summary['documents']:,} pairs in {out}")


def _refuse_foreign(out: Path) -> None:
    from clss.errors import InputError
    from clss.text.writing import SUMMARY

    if out.is_file():
        raise InputError("is a file; a directory was expected", out)
    if out.is_dir() and any(out.iterdir()) and not (out / SUMMARY).exists():
        raise InputError("is not empty and holds no corpus made by clss", out)
