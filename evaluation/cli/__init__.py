"""The command line ``clss``: every group of commands is a module with ``register(app)``.

Exit codes: 0 done, 1 a model or task failed, 2 the input is wrong (one sentence says where and
what was expected), 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from clss._version import __version__
from clss.errors import ClssError, InputError
from evaluation.cli import (
    check,
    compare,
    convert,
    corpus,
    explore,
    gold,
    listing,
    methods,
    plot,
    report,
    results,
    run_directory,
    score,
    spaces,
    swtc,
    why,
)

# typer has its own copy of click since 0.16 and used the package before; either way its errors
# live where this one does
_click_errors = import_module(typer.BadParameter.__module__)
_INTERRUPTED = 130

app = typer.Typer(
    name="clss",
    help="Train, query and compare bilingual word representations.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"clss {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Train, query and compare bilingual word representations."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


for _module in (
    compare,
    run_directory,
    score,
    results,
    why,
    methods,
    report,
    plot,
    explore,
    spaces,
    convert,
    corpus,
    gold,
    swtc,
    listing,
    check,
):
    _module.register(app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; a user's mistake is never a traceback."""
    try:
        given = None if arguments is None else list(arguments)
        code = app(args=given, prog_name="clss", standalone_mode=False)
        sys.stdout.flush()  # a reader that has gone away is noticed here and not at exit
    except _click_errors.ClickException as error:  # an option or argument that is wrong
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context is not None else ""
        return _fail(f"clss: {error.format_message()}{hint}", 2)
    except InputError as error:
        return _fail(f"clss: {error}", 2)
    except ClssError as error:
        return _fail(f"clss: {error}", 1)
    except (typer.Abort, KeyboardInterrupt):
        return _fail("clss: interrupted", _INTERRUPTED)
    except BrokenPipeError:
        # `clss models | head`: whoever read has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"clss: {where}{error.strerror or error}", 1)
    if code == _INTERRUPTED:  # what typer makes of Ctrl-C
        return _fail("clss: interrupted", _INTERRUPTED)
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code
