"""``clss corpus align-check``: do the lines of two texts belong together?"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from evaluation.cli.output import Form, FormOption, columns, emit


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("align-check")(align_check)


def align_check(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A document a line.")],
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="A document a line.")],
    block: Annotated[int, typer.Option(min=10, help="Documents judged together.")] = 200,
    form: FormOption = Form.text,
) -> None:
    """Find out whether line n belongs to line n, and where the texts fall out of step.

    Words that both languages write alike (names, numbers, loans) and the lengths of documents
    decide. The exit code is 1 if the texts are out of step. Example:
    clss corpus align-check es.txt.gz en.txt.gz
    """
    from clss.errors import InputError
    from clss.text.alignment import check_alignment
    from clss.textfile import read_lines

    texts = [[line.split() for line in read_lines(path)] for path in (source, target)]
    if len(texts[0]) != len(texts[1]):
        raise InputError(f"has {len(texts[0])} lines, {target} has {len(texts[1])}", source)
    report = check_alignment(texts[0], texts[1], block)
    rows = [
        ["documents", f"{report.documents:,}"],
        ["words written alike", f"{report.shared_words:,}"],
        ["their agreement, line by line", f"{report.overlap:.3f}"],
        ["by chance", f"{report.chance:.3f}"],
        ["correlation of lengths", f"{report.length_correlation:.3f}"],
    ]
    for part in report.shifted:
        place = f"documents {part.first}-{part.last}"
        rows.append([place, f"{part.best:.3f} at shift {part.shift:+d}, {part.overlap:.3f} at 0"])
    document = {**dataclasses.asdict(report), "verdict": report.verdict}
    emit(form, document, f"{columns(rows)}\n{report.verdict}")
    if report.shifted:
        raise typer.Exit(1)
