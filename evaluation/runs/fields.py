"""Reading one table of a config: every key is asked for, and what nobody asked for is an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from clss.errors import InputError, suggest
from evaluation.runs.toml_lines import KeyPath

NAMES = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}


class Fields:
    """The keys of one TOML table, with the place of each for errors.

    Parameters
    ----------
    values : mapping
        The table.
    path : Path
        The config file.
    lines : mapping
        Lines of all keys of the file (`toml_lines.locate`).
    place : tuple
        The path of this table in the file.
    """

    def __init__(
        self, values: Mapping[str, Any], path: Path, lines: Mapping[KeyPath, int], place: KeyPath
    ) -> None:
        self.values, self.path, self.lines, self.place = values, path, lines, place
        self._left = dict.fromkeys(values)
        self._asked: list[str] = []

    @property
    def line(self) -> int | None:
        """The line where the table begins."""
        return self.lines.get(self.place) or self.lines.get(self.place[:-1])

    def error(self, message: str, key: str | None = None) -> InputError:
        """Make an error that names the file and the line of `key` (or of the table)."""
        line = self.line if key is None else self.lines.get((*self.place, key), self.line)
        return InputError(message, self.path, line)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def take(
        self, key: str, kind: type | tuple[type, ...] | None = None, default: Any = None
    ) -> Any:
        """Return a value, checked for its type; `default` if the key is not there."""
        self._asked.append(key)
        if key not in self.values:
            return default
        self._left.pop(key, None)
        value = self.values[key]
        if kind is not None:
            self.check_type(key, value, kind)
        return value

    def check_type(self, key: str, value: Any, kind: type | tuple[type, ...]) -> None:
        """Refuse a value of the wrong type; true and false are no numbers here."""
        kinds = kind if isinstance(kind, tuple) else (kind,)
        right = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
        if not right:
            wanted = " or ".join(NAMES.get(k, k.__name__) for k in kinds)
            raise self.error(f"{key} must be {wanted}, not {show(value)}", key)

    def require(self, key: str, kind: type | tuple[type, ...], why: str = "") -> Any:
        """Return a value that must be there."""
        if key not in self.values:
            near = suggest(key, self._left)
            raise self.error(f"{self.name} needs the key {key}{why}{near}")
        return self.take(key, kind)

    def file(self, key: str, value: str) -> Path:
        """Resolve a path relative to the config and make sure that the file is there."""
        path = self.path.parent / Path(value).expanduser()
        if path.is_dir():
            raise self.error(f"{key} = {value!r} is a directory; a file was expected", key)
        if not path.exists():
            siblings = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
            near = suggest(path.name, siblings)
            raise self.error(f"{key} = {value!r}: no such file ({path}){near}", key)
        return path.resolve()  # stages may run in another directory, or on another machine

    def choice(self, key: str, value: str, known: Iterable[str]) -> str:
        """Make sure that a value is one of those known."""
        names = list(known)
        if value not in names:
            raise self.error(
                f"{key} = {value!r} is not known (known: {', '.join(names)})"
                f"{suggest(str(value), names)}",
                key,
            )
        return value

    @property
    def name(self) -> str:
        """The table as one would write its header."""
        names = [str(part) for part in self.place if isinstance(part, str)]
        if not names:
            return "the config"
        header = ".".join(names)
        return f"[[{header}]]" if isinstance(self.place[-1], int) else f"[{header}]"

    def rest(self) -> dict[str, Any]:
        """Return the keys that nobody has asked for yet, in order, and count them as asked."""
        left = {key: self.values[key] for key in self._left}
        self._left = {}
        return left

    def finish(self, also_known: Iterable[str] = ()) -> None:
        """Refuse keys that nobody asked for, and suggest the nearest right one."""
        for key in self._left:
            known = [*self._asked, *also_known]
            near = suggest(key, known) or f" (known: {', '.join(sorted(set(known)))})"
            raise self.error(f"unknown key {key!r} in {self.name}{near}", key)


def show(value: Any) -> str:
    """Write a value as it would stand in a config."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
