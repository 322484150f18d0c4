"""A model of one's own from a Python file: loaded by name in every process that needs it."""

from __future__ import annotations

import importlib.util
import inspect
import sys
import threading
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from clss.errors import InputError
from clss.model import MODELS, RepresentationModel
from clss.persistence import digest
from evaluation.runs.disk import hash_file

#: Attribute of a plugin's module with the hash of the file that it was made from.
_CONTENT = "__content__"

#: the models of a process are one registry, and a dask worker runs stages as its threads
_LOADING = threading.RLock()


def load_plugins(paths: Iterable[Path]) -> list[ModuleType]:
    """Register every model class that the files define; return the files as modules.

    A name that an installed model has, or a model of another of the files, is refused. What files
    loaded earlier, for another comparison, gives way.
    """
    places = [path.resolve() for path in paths]
    wanted = {_module_name(path) for path in places}
    with _LOADING:
        return [_load(path, wanted) for path in places]


@contextmanager
def loaded_plugins(paths: Iterable[Path]) -> Iterator[None]:
    """Keep the models of these files in their places within a block.

    A worker of a cluster may train models of two comparisons at once, as threads, and both may
    have a model of one name.
    """
    with _LOADING:
        load_plugins(paths)
        yield


def _load(path: Path, wanted: Collection[str]) -> ModuleType:
    if not path.is_file():
        raise InputError("no such file; a Python file with a model was expected", path)
    content = hash_file(path)
    module = sys.modules.get(_module_name(path))
    # a long-lived worker of a cluster may have an older version of the file
    if module is None or getattr(module, _CONTENT) != content:
        if module is not None:
            _forget(module)
        module = _import(path)
        setattr(module, _CONTENT, content)
    for cls in _model_classes(module, path):
        holder = MODELS.held(cls.name)
        if holder is not None and source_hash(holder) and holder.__module__ not in wanted:
            MODELS.remove(cls.name)  # of a comparison before this one
        try:
            MODELS.add(cls)
        except InputError as error:
            raise InputError(error.message, path) from error
    return module


def _forget(module: ModuleType) -> None:
    """Take the models of a file's older version from the registry: it may have renamed them."""
    for _, cls in inspect.getmembers(module, inspect.isclass):
        name = getattr(cls, "name", None)
        if isinstance(name, str) and MODELS.held(name) is cls:
            MODELS.remove(name)


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
    # two files may be called mine.py
    return f"clss_plugin_{path.stem}_{digest(str(path))[:16]}"


class _SourceLoader(SourceFileLoader):
    """Compiles the file as it is, and writes nothing beside it.

    Python tells the bytecode of an older file by its size and the second in which it was written:
    one that was edited twice in a second would be executed as it was before.
    """

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def _import(path: Path) -> ModuleType:
    if path.suffix != ".py":
        raise InputError("is not a Python file (its name must end in .py)", path)
    name = _module_name(path)
    loader = _SourceLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None and spec.loader is not None
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
