"""``clss check``: the public checks of a model, for people who write their own."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clss.errors import InputError, suggest
from evaluation.cli.options import ParameterOption
from evaluation.cli.output import Form, FormOption, emit, note

if TYPE_CHECKING:
    from clss.model import RepresentationModel


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check")(check)


def check(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODULE:CLASS",
            help="Your model: my_module:MyModel or path/to/file.py:MyModel. The "
            "current directory is searched.",
        ),
    ],
    param: ParameterOption = None,
    show_traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where an exception comes from.")
    ] = False,
    form: FormOption = Form.text,
) -> None:
    """Run the checks that every model must pass, on toy data.

    Without -p the class's toy_parameters() are used, if it has that method, else its defaults.
    Exit code 1 if a check fails. Example: clss check my_model:MyModel -p dim=20
    """
    from sklearn.base import clone

    from clss.checks import CHECKS, CheckFailure, check_signature, toy_instance
    from evaluation.cli.parameters import make_model

    cls = find_class(model)
    try:
        instance = make_model(cls, param) if param else toy_instance(cls)
    except (TypeError, AttributeError) as error:
        raise InputError(f"{model} cannot be made with its toy parameters: {error}") from error
    outcomes: list[dict[str, Any]] = []
    for rule, run in CHECKS:
        message = None
        try:
            # a model that cannot be cloned is what the first check is there to explain
            run(instance if run is check_signature else clone(instance))
        except CheckFailure as failure:
            message = str(failure)
        except Exception as error:  # whatever a model of somebody else raises
            message = f"{type(error).__name__}: {error}"
            if show_traceback:
                note(traceback.format_exc())
        outcomes.append({"check": rule, "passed": message is None, "message": message})
    lines = [
        f"passed  {o['check']}" if o["passed"] else f"FAILED  {o['check']}: {o['message']}"
        for o in outcomes
    ]
    passed = all(o["passed"] for o in outcomes)
    emit(form, {"model": model, "passed": passed, "checks": outcomes}, "\n".join(lines))
    if not passed:
        raise typer.Exit(1)


def find_class(place: str) -> type[RepresentationModel]:
    """Import the class at ``module:Class`` or ``file.py:Class``."""
    from clss.model import RepresentationModel
    from evaluation.runs.plugins import load_plugins

    module_name, colon, class_name = place.rpartition(":")
    if not colon or not module_name or not class_name:
        raise InputError(f"expected MODULE:CLASS as in my_module:MyModel, found {place!r}")
    if module_name.endswith(".py"):
        (module,) = load_plugins([Path(module_name)])
    else:
        sys.path.insert(0, os.getcwd())
        try:
            module = importlib.import_module(module_name)
        except Exception as error:
            raise InputError(
                f"the module {module_name!r} cannot be imported: {type(error).__name__}: {error}"
            ) from error
    cls = getattr(module, class_name, None)
    if cls is None:
        names = [name for name, value in vars(module).items() if isinstance(value, type)]
        raise InputError(
            f"the module {module_name!r} has no class {class_name!r}{suggest(class_name, names)}"
        )
    if not (isinstance(cls, type) and issubclass(cls, RepresentationModel)):
        raise InputError(f"{place} is not a RepresentationModel")
    return cls
