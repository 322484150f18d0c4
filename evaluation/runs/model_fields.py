"""Parameters of a model as they stand in a config: known names, allowed values, nested models."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from clss.errors import ClssError, InputError
from clss.model import MODELS, RepresentationModel
from clss.parameters import (
    DirectoryPath,
    FilePath,
    Kind,
    LikeDefault,
    ModelOf,
    unknown_parameter,
)
from evaluation.runs.toml_fields import Fields


def model_class(fields: Fields, name: str) -> type[RepresentationModel]:
    """Return a registered model's class; an unknown name is an error of that line."""
    try:
        return MODELS.get(name)
    except ClssError as error:
        raise fields.error(str(error), "model") from error


def parameter_names(cls: type[RepresentationModel]) -> list[str]:
    """Return the constructor's parameters."""
    return sorted(cls.parameter_kinds())


def check_parameters(
    cls: type[RepresentationModel],
    parameters: Mapping[str, Any],
    fields: Fields,
    row_keys: Iterable[str] = (),
) -> None:
    """Refuse parameters that the model does not have, or values that it does not declare.

    A list is a grid: each of its elements is checked. A table with the key ``model`` is a nested
    model.
    """
    kinds = cls.parameter_kinds()
    for name, value in parameters.items():
        if name not in kinds:
            error = unknown_parameter(cls.name, name, kinds, row_keys)
            raise fields.error(error.message, name)
        if isinstance(value, list) and not value:
            raise fields.error(f"{name} is an empty list; a list is a grid of values", name)
        if name == "checkpoint" or _is_written(kinds[name]):
            raise fields.error(
                f"{name} is not for configs: a run writes into its own directory only", name
            )
        for one in value if isinstance(value, list) else [value]:
            _check_value(name, one, kinds[name], fields)


def _check_value(name: str, value: Any, kind: Kind, fields: Fields) -> None:
    if isinstance(value, dict) and (kind.has(ModelOf) or kind.has(LikeDefault)):
        _check_nested(name, value, fields)
    elif _names_directory(value, kind):
        fields.directory(name, value)
    elif _names_file(value, kind):
        words = [word for option in kind.options for word in option.known_words()]
        fields.file(name, value, instead=words)
    else:
        try:
            kind.check(name, value)
        except InputError as error:
            raise fields.error(error.message, name) from error


def resolve_files(
    cls: type[RepresentationModel], parameters: Mapping[str, Any], directory: Path
) -> dict[str, Any]:
    """Make the paths among a model's parameters absolute; they are relative to the config."""
    kinds = cls.parameter_kinds()

    def resolve(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [resolve(name, one) for one in value]
        if isinstance(value, dict):
            inner = MODELS.get(value["model"])
            own = {key: v for key, v in value.items() if key != "model"}
            return {"model": value["model"], **resolve_files(inner, own, directory)}
        if _names_directory(value, kinds[name]):
            return os.path.realpath(directory / os.path.expanduser(value))
        if _names_file(value, kinds[name]):
            path = os.path.realpath(directory / os.path.expanduser(value))
            if os.path.exists(path) and not os.path.isfile(path):
                raise InputError(f"{name} = {value!r} is no file that can be read", path)
            return path
        return value

    return {name: resolve(name, value) for name, value in parameters.items()}


def _names_file(value: Any, kind: Kind) -> bool:
    """Whether a parameter that may be a file to read is given one: "pairs", not "identical".

    A text is a file unless something else that the parameter may be is written so.
    """
    if not isinstance(value, str):
        return False
    reads = any(isinstance(option, FilePath) and not option.written for option in kind.options)
    others = [option for option in kind.options if not isinstance(option, FilePath)]
    return reads and not any(option.allows(value) for option in others)


def _names_directory(value: Any, kind: Kind) -> bool:
    """Whether a parameter that is a directory to read is given one."""
    return kind.has(DirectoryPath) and isinstance(value, str) and value != ""


def _is_written(kind: Kind) -> bool:
    """Whether a parameter names a file to write."""
    return any(isinstance(option, FilePath) and option.written for option in kind.options)


def _check_nested(name: str, value: dict[str, Any], fields: Fields) -> None:
    inner = Fields(value, fields.path, fields.lines, (*fields.place, name))
    if "model" not in value:
        raise fields.error(
            f'{name} is a table without a model; expected {name} = {{model = "…", …}}', name
        )
    cls = model_class(inner, inner.take("model", str))
    check_parameters(cls, inner.rest(), inner)
