"""``clss models``, ``similarities``, ``retrievals``, ``contexts``: what is registered."""

from __future__ import annotations

import inspect
import re
from typing import Annotated, Any

import typer

from clss.errors import ClssError
from clss.registry import Named, Registry
from evaluation.cli.options import PluginOption
from evaluation.cli.output import Form, FormOption, columns, emit, note

# ``code`` and :class:`links` of docstrings
_MARKUP = re.compile(r"(?::\w+:)?`+~?([^`]+)`+")

NameArgument = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="Show this one in full; by default all are listed."),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (models, similarities, retrievals, contexts):
        app.command(command.__name__)(command)


def models(
    name: NameArgument = None, plugin: PluginOption = None, form: FormOption = Form.text
) -> None:
    """List the models with their parameters and defaults."""
    from clss.model import MODELS
    from evaluation.runs.plugins import load_plugins

    load_plugins(plugin or ())
    _show(MODELS, name, form)


def similarities(name: NameArgument = None, form: FormOption = Form.text) -> None:
    """List the similarities and the kinds of space that each accepts."""
    from clss.similarity import SIMILARITIES

    _show(SIMILARITIES, name, form)


def retrievals(name: NameArgument = None, form: FormOption = Form.text) -> None:
    """List the ways in which the best answers are chosen from similarities."""
    from clss.retrieval import RETRIEVALS

    _show(RETRIEVALS, name, form)


def contexts(name: NameArgument = None, form: FormOption = Form.text) -> None:
    """List the models of context, which adapt a word's vector to its sentence."""
    from clss.context import CONTEXTS

    _show(CONTEXTS, name, form)


def _show(registry: Registry[Any], name: str | None, form: Form) -> None:
    if name is not None:
        cls = registry.get(name)
        return emit(form, describe(cls), _in_full(cls))
    entries = []
    for known in registry.names():
        try:
            entries.append(describe(registry.get(known)))
        except ClssError as error:  # one broken package must not hide the others
            note(f"clss: {error}")
    return emit(form, entries, "\n\n".join(_in_short(entry) for entry in entries))


def describe(cls: type[Named]) -> dict[str, Any]:
    """Describe a registered class by JSON values: name, summary, parameters with defaults."""
    from clss.model import RepresentationModel

    summary = (inspect.getdoc(cls) or "").partition("\n\n")[0].replace("\n", " ")
    summary = _MARKUP.sub(r"\1", summary)
    entry: dict[str, Any] = {
        "name": cls.name,
        "summary": summary,
        "parameters": {key: _plain(value) for key, value in _defaults(cls).items()},
        "values": _values(cls),
        "class": f"{cls.__module__}:{cls.__qualname__}",
    }
    for extra in ("similarity", "accepts"):
        value = inspect.getattr_static(cls, extra, None)
        if isinstance(value, str | frozenset):
            entry[extra] = sorted(value) if isinstance(value, frozenset) else value
    if issubclass(cls, RepresentationModel):
        entry["supervision"] = sorted(cls().supervision)
    return entry


def _defaults(cls: type) -> dict[str, Any]:
    return {
        key: parameter.default
        for key, parameter in inspect.signature(cls).parameters.items()
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    }


def _values(cls: type) -> dict[str, str]:
    """Describe what the parameters of a model, a retrieval or a model of context may be."""
    from clss.model import RepresentationModel
    from clss.parameters import kinds_of
    from clss.parameters.named import NamedValue

    kinds = {}
    if issubclass(cls, RepresentationModel):
        kinds = cls.parameter_kinds()
    elif issubclass(cls, NamedValue):
        kinds = kinds_of(cls, cls.allowed)
    return {name: kind.description for name, kind in kinds.items()}


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | float | str | bool | None) else repr(value)


def _in_short(entry: dict[str, Any]) -> str:
    lines = [entry["name"], f"    {entry['summary']}"]
    if entry["parameters"]:
        shown = ", ".join(f"{key}={value}" for key, value in entry["parameters"].items())
        lines.append(f"    parameters: {shown}")
    if "similarity" in entry:
        lines.append(f"    similarity: {entry['similarity']}")
    if "supervision" in entry:
        lines.append(f"    learns from: {', '.join(entry['supervision']) or 'text alone'}")
    if "accepts" in entry:
        lines.append(f"    accepts: {', '.join(entry['accepts'])}")
    return "\n".join(lines)


def _in_full(cls: type[Named]) -> str:
    entry = describe(cls)
    header = ["parameter", "default", "values"] if entry["values"] else ["parameter", "default"]
    rows = [
        [key, str(value), *([entry["values"][key]] if entry["values"] else [])]
        for key, value in entry["parameters"].items()
    ]
    table = columns(rows, header=header) if rows else "no parameters"
    return f"{entry['name']} ({entry['class']})\n\n{inspect.getdoc(cls) or ''}\n\n{table}"
