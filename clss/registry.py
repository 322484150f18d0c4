"""Names for classes, ours and those of other packages.

Another package adds a model by an entry point, and it then appears in ``clss models`` and in
configs::

    [options.entry_points]
    clss.models =
        my-model = my_package:MyModel
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import ClassVar, Generic, Protocol, TypeVar

from clss.errors import ClssError, InputError, unknown_name


class Named(Protocol):
    """What a registry knows: a class that gives itself the name that users type."""

    name: ClassVar[str]


T = TypeVar("T", bound=Named)


@cache  # packages are not installed while we run, and asking costs tens of milliseconds
def _points(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group)}


class Registry(Generic[T]):
    """The known classes of one sort, by name.

    Parameters
    ----------
    kind : str
        What they are, for messages ("model", "similarity").
    group : str
        The entry-point group that other packages use.
    builtin : iterable of classes
        Those that come with this package, each with a ``name``.
    """

    def __init__(self, kind: str, group: str, builtin: Iterable[type[T]] = ()) -> None:
        self.kind, self.group = kind, group
        self._known: dict[str, type[T]] = {cls.name: cls for cls in builtin}

    def add(self, cls: type[T]) -> type[T]:
        """Register a class for this process; usable as a decorator.

        A class that is defined anew, as a cell of a notebook does, takes its own place.

        Raises
        ------
        InputError
            If the name belongs to another class, here or in an installed package: rows of a table
            are read by their names.
        """
        name = cls.name
        holder = self._known.get(name)
        point = _points(self.group).get(name)
        if holder is None and point is not None and point.value != _origin(cls):
            holder = self.get(name)
        # an entry point may name a package that imports the class from one of its modules
        if holder is not None and holder is not cls and _origin(holder) != _origin(cls):
            raise InputError(
                f"the {self.kind} name {name!r} belongs to {_place(holder)}; give yours another"
            )
        self._known[name] = cls
        return cls

    def held(self, name: str) -> type[T] | None:
        """Return the class that this process knows by a name, without importing an installed one.

        Examples
        --------
        >>> from clss.similarity import SIMILARITIES
        >>> SIMILARITIES.held("cosine"), SIMILARITIES.held("cosin")
        (<class 'clss.similarity.cosine.Cosine'>, None)
        """
        return self._known.get(name)

    def remove(self, name: str) -> None:
        """Forget a class that was added; installed packages keep theirs."""
        self._known.pop(name, None)

    @contextmanager
    def restored(self) -> Iterator[None]:
        """Forget afterwards what is added within a block.

        Examples
        --------
        >>> from clss.similarity import SIMILARITIES
        >>> class Mine:
        ...     name = "mine"
        >>> with SIMILARITIES.restored():
        ...     _ = SIMILARITIES.add(Mine)
        ...     "mine" in SIMILARITIES.names()
        True
        >>> "mine" in SIMILARITIES.names()
        False
        """
        before = dict(self._known)
        try:
            yield
        finally:
            self._known = before

    def names(self) -> list[str]:
        """Return all known names, sorted."""
        return sorted({*self._known, *_points(self.group)})

    def get(self, name: str) -> type[T]:
        """Return the class of that name; an unknown name is an error that suggests near ones."""
        if name not in self._known:
            point = _points(self.group).get(name)
            if point is None:
                raise unknown_name(self.kind, name, self.names())
            try:
                cls = point.load()
            except Exception as error:
                raise ClssError(
                    f"the {self.kind} {name!r} ({point.value}) cannot be imported: {error}"
                ) from error
            self._known[name] = cls
        return self._known[name]


def _origin(cls: type) -> str:
    """Return where a class is from, in the form of an entry point."""
    return f"{cls.__module__}:{cls.__qualname__}"


def _place(cls: type) -> str:
    """Name a class and its file, for the person who wonders whose it is."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return f"{cls.__qualname__} ({file or cls.__module__})"
