"""The command line ``clss``: every group of commands is a module with ``register(app)``.

Exit codes: 0 done, 1 a model or task failed, 2 the input is wrong (one sentence says where and
what was expected), 130 interrupted, 143 terminated.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any

import typer

from clss._version import __version__
from clss.errors import ClssError, ClssWarning, InputError
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
    quickstart,
    report,
    run_directory,
    score,
    spaces,
    swtc,
    table,
    why,
)
from evaluation.cli.verbosity import logging_to_stderr, set_verbosity
from evaluation.cli.visible import VisibleStream, visible

# typer has its own copy of click since 0.16 and used the package before; either way its errors
# live where this one does
_click_errors = import_module(typer.BadParameter.__module__)
_INTERRUPTED = 130
_TERMINATED = 143

app = typer.Typer(
    name="clss",
    help="Train, query and compare bilingual word representations.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # drawing the help would take longer than all else that it does
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
    verbose: Annotated[
        int,
        typer.Option(
            "--verbose",
            "-v",
            count=True,
            help="Log what is done to stderr; twice (-vv) with every detail. Before the command.",
        ),
    ] = 0,
) -> None:
    """Train, query and compare bilingual word representations."""
    set_verbosity(verbose)
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


for _module in (
    quickstart,
    compare,
    run_directory,
    score,
    table,
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


class _Terminated(BaseException):
    """SIGTERM has come."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; no mistake of a user is a traceback."""
    with _manners(is_program=arguments is None), logging_to_stderr():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        given = None if arguments is None else list(arguments)
        code = app(args=given, prog_name="clss", standalone_mode=False)
        if sys.stdout is not None:
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
    except _Terminated:
        return _fail("clss: terminated", _TERMINATED)
    except BrokenPipeError:
        # `clss models | head`: whoever read has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"clss: {where}{error.strerror or error}", 1)
    except MemoryError:
        return _fail("clss: out of memory", 1)
    except UnicodeEncodeError as error:
        return _fail(f"clss: {error.object!a} is not UTF-8; give it another name", 2)
    except Exception as error:
        return _fail(_unexpected(error), 1)
    if code == _INTERRUPTED:  # what typer makes of Ctrl-C
        return _fail("clss: interrupted", _INTERRUPTED)
    return code if isinstance(code, int) else 0


@contextmanager
def _manners(is_program: bool) -> Iterator[None]:
    """Print so that nothing printed can do harm or fail, and end in one line on SIGTERM.

    A program that is ending hears no further signal; a caller in Python gets its own handlers back.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever the locale can write
            stream.reconfigure(errors="backslashreplace")
    shown = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, ClssWarning):
            print(visible(f"note: {message}"), file=sys.stderr)
        else:
            shown(message, category, *place, **more)

    def stop(number: int, _: object) -> None:
        # once is enough: whoever is impatient must disturb neither the tidying up nor the exit
        for one in before:
            signal.signal(one, signal.SIG_IGN)
        if is_program:
            before.clear()
        raise KeyboardInterrupt if number == signal.SIGINT else _Terminated

    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before[signal.SIGTERM] = signal.getsignal(signal.SIGTERM)
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            before[signal.SIGINT] = signal.default_int_handler
        for one in before:
            signal.signal(one, stop)
    warnings.showwarning = show
    out = sys.stdout
    if out is not None:
        sys.stdout = VisibleStream(out)
    try:
        yield
    finally:
        sys.stdout = out
        warnings.showwarning = shown
        for one, handler in before.items():
            signal.signal(one, handler)


def _unexpected(error: Exception) -> str:
    """Keep the traceback of an error that is ours, and ask for a report."""
    try:
        handle, path = tempfile.mkstemp(prefix="clss-", suffix=".log")
        with open(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(f"clss {__version__}\n{sys.argv}\n\n{traceback.format_exc()}")
    except OSError:
        path = "(no log could be written)"
    first = (str(error).splitlines() or [""])[0]
    return (
        f"clss: a mistake in clss itself ({type(error).__name__}: {first[:200]}); please report it"
        f" with the log {path}"
    )


def _fail(message: str, code: int) -> int:
    if sys.stderr is not None:
        print(visible(message), file=sys.stderr)
    return code
