"""What a page says about a model's parameters, taken from the model: it cannot be out of date."""

from __future__ import annotations

import inspect
import re
from typing import Any

from griffe import Docstring, DocstringSectionKind, Parser

from clss.model import MODELS, RepresentationModel

# :class:`~clss.space.BilingualSpace` and ``code`` of docstrings
_ROLE = re.compile(r":\w+:`~?(?:[\w.]+\.)?(\w+)`")
# "See :class:`BiLDA`.": the parameter means what it means there
_REFERENCE = re.compile(r"(?:See|As for|As in) :class:`~?(?:[\w.]+\.)?(\w+)`")
_CODE = re.compile(r"``([^`]+)``")


def parameter_list(name: str) -> str:
    """Write the parameters of a model as a list: name, default, what is allowed, meaning."""
    cls = MODELS.get(name)
    meanings = _meanings(cls)
    defaults = {key: value.default for key, value in inspect.signature(cls).parameters.items()}
    lines = []
    for parameter, kind in cls.parameter_kinds().items():
        lines.append(f"`{parameter}` = `{_as_typed(defaults[parameter])}`: {kind.description}")
        lines.append(f":   {meanings[parameter]}\n")
    return "\n".join(lines)


def facts(name: str) -> str:
    """Write what the model is called in configs, how its space is asked and what it learns from."""
    cls = MODELS.get(name)
    given = ", ".join(sorted(cls().supervision)) or "text alone"
    return (
        f"In configs and on the command line `{name}`; in Python `baselines.{cls.__name__}`."
        f" Default similarity: `{cls.similarity}`. Learns from: {given}."
    )


def references(name: str) -> str:
    """Write the references of the model's docstring."""
    text = inspect.getdoc(MODELS.get(name)) or ""
    found = re.search(r"^References\n-+\n(.+?)(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return _plain(found[1]) if found else "That of the model that it serves."


def example(name: str) -> str:
    """Write the example of the model's docstring, which the tests run."""
    sections = _sections(MODELS.get(name), DocstringSectionKind.examples)
    codes = [value for section in sections for _, value in section.value]
    return "```python\n" + "\n".join(codes) + "\n```"


def _as_typed(value: Any) -> str:
    """Write a default as a command line takes it."""
    words = {None: "none", True: "true", False: "false"}
    if isinstance(value, str):
        return value or '""'
    return words.get(value, str(value)) if isinstance(value, bool | None) else str(value)


def _meanings(cls: type[RepresentationModel]) -> dict[str, str]:
    """Return what each parameter means: in the model's own words, or in those it refers to."""
    found: dict[str, str] = {}
    for section in _sections(cls, DocstringSectionKind.parameters):
        for parameter in section.value:
            referred = _REFERENCE.match(parameter.description)
            other = _meanings(_called(referred[1])) if referred else {}
            found[parameter.name] = other.get(parameter.name) or _plain(parameter.description)
    return found


def _called(class_name: str) -> type[RepresentationModel]:
    """Return the model whose class has this name."""
    return next(cls for cls in map(MODELS.get, MODELS.names()) if cls.__name__ == class_name)


def _sections(cls: type, kind: DocstringSectionKind) -> list[Any]:
    text = Docstring(inspect.getdoc(cls) or "")
    sections = text.parse(Parser.numpy, warn_unknown_params=False, warn_missing_types=False)
    return [section for section in sections if section.kind is kind]


def _plain(text: str) -> str:
    """Write a description of a docstring in Markdown, on one line."""
    return " ".join(_CODE.sub(r"`\1`", _ROLE.sub(r"`\1`", text)).split())
