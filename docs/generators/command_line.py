"""The reference of the command line, from the parser itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer.main

from evaluation.cli import app


def command_reference() -> str:
    """Write every command with its arguments and options, in Markdown."""
    return "\n".join(_lines(typer.main.get_command(app), "clss", None))


def _lines(command: Any, name: str, parent: Any) -> Iterator[str]:
    context = command.context_class(command, info_name=name.split()[-1], parent=parent)
    inner = getattr(command, "commands", None)
    if inner:
        for key in command.list_commands(context):
            yield from _lines(inner[key], f"{name} {key}", context)
        return
    usage = " ".join(command.collect_usage_pieces(context)).replace("{", "").replace("}", "")
    yield from (f"## `{name}`", "", _paragraphs(command.help), "")
    yield from ("```text", f"{name} {usage}", "```", "")
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and "--help" not in parameter.opts:
            yield from (f"`{record[0]}`", f":   {record[1] or '…'}", "")


def _paragraphs(text: str | None) -> str:
    """Give the help as Markdown; an example becomes code."""
    joined = [" ".join(block.split()) for block in (text or "").split("\n\n")]
    return "\n\n".join(re.sub(r"(Examples?): (.+)$", _example, block) for block in joined)


def _example(found: re.Match[str]) -> str:
    commands = ", ".join(f"`{part.strip()}`" for part in found[2].split(";"))
    return f"\n\n{found[1]}: {commands}"
