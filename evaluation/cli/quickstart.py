"""``clss quickstart``: config and data of the first comparison, wherever clss is installed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from clss.errors import InputError
from evaluation.cli.output import note

_PACKAGE = Path(__file__).resolve().parent.parent
#: within an installed package, and in the repository
_PLACES = (_PACKAGE / "quickstart", _PACKAGE.parent / "examples" / "quickstart")
CONFIG = "quickstart.toml"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("quickstart")(quickstart)


def quickstart(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="A new directory for config and data.")
    ],
) -> None:
    """Write the config and the data of the first comparison: Spanish and English, every model.

    Example: clss quickstart first; clss compare first/quickstart.toml
    """
    source = next((place for place in _PLACES if (place / CONFIG).is_file()), None)
    if source is None:
        raise InputError(f"the data of the quickstart are missing from {_PACKAGE}")
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise InputError("is there already and not empty; name a new directory", directory)
    directory.mkdir(parents=True, exist_ok=True)
    files = sorted(path for path in source.iterdir() if path.is_file())
    for path in files:
        shutil.copyfile(path, directory / path.name)
    note(f"{len(files)} files in {directory}; next: clss compare {directory / CONFIG}")
