"""What commands print: results on stdout in the form asked for, everything else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any

import typer

from evaluation.cli.visible import visible


class Form(StrEnum):
    """The forms in which a command prints its results."""

    text = "text"
    json = "json"


FormOption = Annotated[
    Form, typer.Option("--format", help="Text for people, or one JSON document on stdout.")
]


def emit(form: Form, document: Any, text: str) -> None:
    """Print results: one JSON document, or the text for people."""
    if form is Form.json:
        from clss.persistence import to_json  # brings numpy, which `clss --help` can do without

        plain = json.loads(to_json(document))
        print(json.dumps(plain, indent=1, ensure_ascii=False))
    else:
        print(text)


def note(message: str) -> None:
    """Print a remark to stderr, where it does not disturb whoever reads stdout."""
    print(visible(message), file=sys.stderr)


@contextmanager
def resumable() -> Iterator[None]:
    """Say of a block that is interrupted or terminated that it can go on where it was."""
    try:
        yield
    except Exception:
        raise
    except BaseException:  # Ctrl-C, SIGTERM
        note("what was finished is kept: run the same command again to resume")
        raise


def file_name(label: str) -> str:
    """Write a label as a part of the name of a file, on any system.

    Examples
    --------
    >>> file_name("BWESG, dim=100/csls")
    'BWESG--dim-100-csls'
    """
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in label)


def columns(rows: Sequence[Sequence[str]], header: Sequence[str] = ()) -> str:
    """Set rows in aligned columns; the last column is as wide as it likes.

    Examples
    --------
    >>> print(columns([["a", "1"], ["long", "2"]], header=["word", "n"]))
    word  n
    a     1
    long  2
    """
    lines = [list(row) for row in ([header] if header else []) + list(rows)]
    if not lines:
        return ""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(w) for cell, w in zip(line, widths, strict=False)), line[-1]])
        for line in lines
    )
