"""Runs the code blocks of a page, in order, in a directory of its own."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer.main
from blocks import Block, blocks_of

from evaluation.cli import app, main
from evaluation.runs.config import parse_config

ROOT = Path(__file__).resolve().parents[2]
#: languages that are shown and never run
SHOWN = {"text", "ini", "latex", "json"}
#: what goes before the rows of a config, where a page shows only these
OWN_FILES = """
[corpus]
source = "es.txt.gz"
target = "en.txt.gz"
langs = ["es", "en"]

[tasks.ble]
gold = "es-en.tsv"

[tasks.swtc]
items = "swtc.jsonl"
"""


class PageRunner:
    """Runs pages in `place`; what commands print is compared with the output that a page shows.

    Pages that are run one after the other share the directory, and so what was trained in it.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.printed = ""
        if not (place / "examples").exists():
            (place / "examples").symlink_to(ROOT / "examples")

    def run(self, page: Path) -> None:
        """Run the blocks of a page; the working directory must be `place`."""
        names: dict[str, Any] = {"__name__": "__main__"}
        for block in blocks_of(page):
            if block.not_run:
                check_commands(block)
            elif block.language == "bash":
                self.printed = "".join(self._command(block, words) for words in block.commands())
            elif block.language == "python":
                run_python(block, names)
            elif block.language == "toml":
                self._config(block)
            elif block.language == "text" and block.title == "prints":
                missing = lines_not_printed(block.text, self.printed)
                assert not missing, f"{block.place} shows what was not printed: {missing}"
            else:
                assert block.language in SHOWN, f"{block.place}: a block without a language"

    def _command(self, block: Block, words: Sequence[str]) -> str:
        program, *arguments = words
        if program == "python":
            command = [sys.executable, *arguments]
            return subprocess.run(
                command, check=True, timeout=600, stdout=subprocess.PIPE, text=True
            ).stdout
        assert program == "clss", f"{block.place}: {program} is run by no test; say why not"
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(arguments)
        assert code == 0, f"{block.place}: clss {' '.join(arguments)}\n{err.getvalue()}"
        return out.getvalue()

    def _config(self, block: Block) -> None:
        """Check a config, or its rows over the reader's own files; write it if it has a name."""
        text = block.text if "tasks" in tomllib.loads(block.text) else OWN_FILES + block.text
        parse_config(text, self.place / (block.title or "page.toml"))
        if block.title:
            (self.place / block.title).write_text(block.text, "utf-8")


def run_python(block: Block, names: dict[str, Any]) -> None:
    """Run a block of Python: a session as a doctest, a program as it is; names go on."""
    if ">>>" not in block.text:
        exec(compile(block.text, block.place, "exec"), names)
        return
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    test = parser.get_doctest(block.text, names, block.place, str(block.page), block.line)
    report = io.StringIO()
    runner.run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, report.getvalue()


def lines_not_printed(shown: str, printed: str) -> list[str]:
    """Return the lines of a page's output that the command did not print.

    Figures are compared in place and not in value, since another processor rounds otherwise; a
    line of ``…`` stands for lines left out.
    """
    there = {_without_figures(line) for line in printed.splitlines()}
    wanted = [line for line in shown.splitlines() if line.strip() not in ("", "…")]
    return [line for line in wanted if _without_figures(line) not in there]


def _without_figures(line: str) -> str:
    return re.sub(r"[\d.<▲▼≈\[\]\s−+-]+", " ", line).strip()


def check_commands(block: Block) -> None:
    """Make sure that the commands of a block that is not run have the options that they name."""
    if block.language == "bash":
        for program, *arguments in block.commands():
            if program == "clss":
                parse(arguments, block.place)


def parse(arguments: Sequence[str], place: str) -> None:
    """Parse arguments of ``clss`` without running anything or looking at files."""
    command: Any = typer.main.get_command(app)
    rest = list(arguments)
    context = command.context_class(command, info_name="clss")
    while getattr(command, "commands", None):
        assert rest and rest[0] in command.commands, f"{place}: clss {' '.join(arguments)}"
        command = command.commands[rest.pop(0)]
        context = command.context_class(command, info_name=command.name, parent=context)
    _, left, _ = command.make_parser(context).parse_args(rest)
    assert not left, f"{place}: clss {' '.join(arguments)}: too many arguments {left}"
