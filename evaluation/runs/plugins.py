"""A model of one's own from a Python file: loaded by name in every process that needs it."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from clss.errors import InputError
from clss.model import MODELS, RepresentationModel
from evaluation.runs.disk import hash_file

#: Attribute of a plugin's module with the hash of the file that it was made from.
_CONTENT = "__content__"


def load_plugins(paths: Iterable[Path]) -> list[ModuleType]:
    """Register every model class that the files define; return the files as modules."""
    return [_load(path.resolve()) for path in paths]


def _load(path: Path) -> ModuleType:
    if not path.is_file():
        raise InputError("no such file; a Python file with a model was expected", path)
    content = hash_file(path)
    module = sys.modules.get(_module_name(path))
    # a long-lived worker of a cluster may have an older version of the file
    if module is None or module.__file__ != str(path) or getattr(module, _CONTENT) != content:
        module = _import(path)
        setattr(module, _CONTENT, content)
    for cls in _model_classes(module, path):
        MODELS.add(cls)
    return module


def _model_classes(module: ModuleType, path: Path) -> list[type[RepresentationModel]]:
    found = [
        cls
        for _, cls in inspect.getmembers(module, inspect.isclass)
        if issubclass(cls, RepresentationModel)
        and cls.__module__ == module.__name__
        and isinstance(getattr(cls, "name", None), str)
        and not inspect.isabstract(cls)
    ]
    if not found:
        raise InputError(
            "defines no model (a subclass of clss.RepresentationModel with a name)", path
        )
    return found


def source_hash(cls: type[RepresentationModel]) -> str | None:
    """Return the hash of the plugin file that a model comes from, None for installed models.

    A model that is being written changes without its version being raised; its file is
    therefore part of the key of what it computes.
    """
    return getattr(sys.modules.get(cls.__module__), _CONTENT, None)


def _module_name(path: Path) -> str:
    return f"clss_plugin_{path.stem}"


def _import(path: Path) -> ModuleType:
    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError("is not a Python file (its name must end in .py)", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        line = getattr(error, "lineno", None)
        raise InputError(
            f"cannot be imported ({type(error).__name__}: {error})", path, line
        ) from error
    return module
