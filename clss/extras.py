"""Packages that only some users need: imported when asked for, named when missing."""

from __future__ import annotations

from importlib import import_module, util
from types import ModuleType

from clss.errors import InputError


def optional_module(name: str, purpose: str, install: str = "clss[text]") -> ModuleType:
    """Import a package that is not among the dependencies.

    Parameters
    ----------
    name : str
        What to import.
    purpose : str
        What it is needed for, as the beginning of a sentence.
    install : str
        What a user installs to have it.

    Examples
    --------
    >>> optional_module("no_such_package", "lemmas")
    Traceback (most recent call last):
        ...
    clss.errors.InputError: lemmas need the package no_such_package: pip install 'clss[text]'
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise InputError(
            f"{purpose} need the package {name.partition('.')[0]}: pip install '{install}'"
        ) from error


def is_installed(name: str) -> bool:
    """Tell whether a package could be imported, without importing it.

    Examples
    --------
    >>> is_installed("numpy"), is_installed("no_such_package")
    (True, False)
    """
    return util.find_spec(name) is not None
