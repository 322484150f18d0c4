"""Options of the commands that print tables."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class TableForm(StrEnum):
    """The forms in which tables are printed."""

    text = "text"
    markdown = "markdown"
    latex = "latex"
    html = "html"
    csv = "csv"
    json = "json"


TableFormOption = Annotated[
    TableForm,
    typer.Option("--format", help="How to print tables; JSON is one document on stdout."),
]
