"""Parameters of a model as they stand in a config: known names, right types, nested models."""

from __future__ import annotations

import os
import types
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from clss.errors import ClssError, suggest
from clss.model import MODELS, RepresentationModel
from evaluation.runs.toml_fields import Fields, show

_SIMPLE: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "a string",
    bool: "true or false",
}


def model_class(fields: Fields, name: str) -> type[RepresentationModel]:
    """Return a registered model's class; an unknown name is an error of that line."""
    try:
        return MODELS.get(name)
    except ClssError as error:
        raise fields.error(str(error), "model") from error


def parameter_names(cls: type[RepresentationModel]) -> list[str]:
    """Return the constructor's parameters."""
    return sorted(cls._get_param_names())


def check_parameters(
    cls: type[RepresentationModel],
    parameters: Mapping[str, Any],
    fields: Fields,
    row_keys: Iterable[str] = (),
) -> None:
    """Refuse parameters that the model does not have, or of a type it cannot take.

    A list is a grid: each of its elements is checked. A table with the key ``model`` is a nested
    model.
    """
    names = parameter_names(cls)
    hints = _hints(cls)
    for name, value in parameters.items():
        if name not in names:
            known = [*names, *row_keys]
            near = suggest(name, known) or f" (its parameters: {', '.join(names)})"
            raise fields.error(f"unknown key {name!r} for the model {cls.name}{near}", name)
        if isinstance(value, list) and not value:
            raise fields.error(f"{name} is an empty list; a list is a grid of values", name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                _check_nested(name, one, fields)
            elif _names_file(name, one, hints.get(name)):
                fields.file(name, one)
            elif not _fits(one, hints.get(name)):
                wanted = _wanted(hints[name])
                raise fields.error(f"{name} of {cls.name} must be {wanted}, not {show(one)}", name)


def resolve_files(
    cls: type[RepresentationModel], parameters: Mapping[str, Any], directory: Path
) -> dict[str, Any]:
    """Make the paths among a model's parameters absolute; they are relative to the config."""
    hints = _hints(cls)

    def resolve(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [resolve(name, one) for one in value]
        if isinstance(value, dict):
            inner = MODELS.get(value["model"])
            return {
                "model": value["model"],
                **resolve_files(inner, {k: v for k, v in value.items() if k != "model"}, directory),
            }
        if _names_file(name, value, hints.get(name)):
            return str((directory / Path(value).expanduser()).resolve())
        return value

    return {name: resolve(name, value) for name, value in parameters.items()}


def _names_file(name: str, value: Any, hint: Any) -> bool:
    """Whether a parameter that may be a path is given one: "seed.tsv", but not "identical"."""
    may = any(
        typing.get_origin(option) is os.PathLike or option in (os.PathLike, Path)
        for option in _options(hint)
    )
    # a checkpoint is written, not read
    return (
        may
        and isinstance(value, str)
        and "checkpoint" not in name
        and ("/" in value or "." in value)
    )


def _check_nested(name: str, value: dict[str, Any], fields: Fields) -> None:
    inner = Fields(value, fields.path, fields.lines, (*fields.place, name))
    if "model" not in value:
        raise fields.error(
            f'{name} is a table without a model; expected {name} = {{model = "…", …}}', name
        )
    cls = model_class(inner, inner.take("model", str))
    check_parameters(cls, inner.rest(), inner)


def _hints(cls: type[RepresentationModel]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls.__init__)
    except (NameError, TypeError):  # a third party's annotation that cannot be resolved
        return {}


def _options(hint: Any) -> tuple[Any, ...]:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return tuple(part for arg in typing.get_args(hint) for part in _options(arg))
    return (hint,)


def _fits(value: Any, hint: Any) -> bool:
    if hint is None or hint is Any:
        return True
    return any(_fits_one(value, option) for option in _options(hint))


def _fits_one(value: Any, option: Any) -> bool:
    if typing.get_origin(option) is typing.Literal:
        return value in typing.get_args(option)
    if option is bool or isinstance(value, bool):
        return option is bool and isinstance(value, bool)
    if option is float:
        return isinstance(value, int | float)
    if option in (int, str):
        return isinstance(value, option)
    # anything richer (a sequence, a protocol) is the model's own to check; a model is a table
    return not isinstance(value, int | float | str)


def _wanted(hint: Any) -> str:
    names = []
    for option in _options(hint):
        if typing.get_origin(option) is typing.Literal:
            names.append("one of " + ", ".join(show(arg) for arg in typing.get_args(option)))
        elif option in _SIMPLE:
            names.append(_SIMPLE[option])
        elif isinstance(option, type) and issubclass(option, RepresentationModel):
            names.append('a model ({model = "…"})')
    return " or ".join(names) or "something else"
