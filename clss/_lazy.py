"""Public names of a package that are imported when they are first used.

``clss --version`` and ``--help`` would otherwise pay for scikit-learn, statsmodels and numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def imported_on_use(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package whose public names live in its modules.

    A package says the same in two more places, for type checkers (the imports of its
    ``TYPE_CHECKING`` block) and for readers (``__all__``); a test compares the three.

    Parameters
    ----------
    package : str
        The package, for the message about a name that it does not have.
    homes : mapping of str to str
        The module of every public name.
    """

    def __getattr__(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    def __dir__() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return __getattr__, __dir__
