"""The tables of a TOML file, read key by key, with the line of every key for errors.

The standard library's parser gives values without positions. Rather than a second parser, the
text is cut into its statements by the first one: a statement ends where it first parses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from clss.errors import InputError, suggest, unknown_name

KeyPath = tuple[str | int, ...]

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
        Lines of all keys of the file (:func:`locate`).
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

    def file(self, key: str, value: str, instead: Sequence[str] = ()) -> Path:
        """Resolve a path relative to the config and make sure that the file is there.

        Words that may stand `instead` of a path are suggested beside the files of its directory.
        """
        path = self._place(key, value)
        if path.is_dir():
            raise self.error(f"{key} = {value!r} is a directory; a file was expected", key)
        if not path.exists():
            siblings = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
            near = suggest(path.name, [*instead, *siblings])
            raise self.error(f"{key} = {value!r}: no such file ({path}){near}", key)
        if not path.is_file():
            raise self.error(f"{key} = {value!r} is a pipe or a device; a file was expected", key)
        return path.resolve()  # stages may run in another directory, or on another machine

    def _place(self, key: str, value: str) -> Path:
        """Return a path relative to the config; what no path can be is refused."""
        try:
            path = self.path.parent / Path(value).expanduser()
            path.is_file()
        except (OSError, RuntimeError) as error:  # too long; the home of nobody
            raise self.error(f"{key} = {value!r:.80} is no path that can be used", key) from error
        return path

    def directory(self, key: str, value: str) -> Path:
        """Resolve a path relative to the config and make sure that the directory is there."""
        path = self._place(key, value)
        if not path.is_dir():
            raise self.error(f"{key} = {value!r}: no such directory ({path})", key)
        return path.resolve()

    def table(self, key: str, values: Any, *index: int) -> Fields:
        """Return the fields of a table within this one."""
        self.check_type(key, values, dict)
        return Fields(values, self.path, self.lines, (*self.place, key, *index))

    def strings(self, key: str) -> list[str]:
        """Return a string or a list of strings as a list, empty if the key is not there."""
        value = self.take(key, (str, list), [])
        names = [value] if isinstance(value, str) else value
        for name in names:
            self.check_type(key, name, str)
        return names

    def files_by_pair(self, key: str, pairs: Sequence[str]) -> dict[str, Path]:
        """Return a file per language pair: one path, one with ``{pair}`` in it, or a table."""
        return self._by_pair(key, pairs, "file", Fields.file)

    def directories_by_pair(self, key: str, pairs: Sequence[str]) -> dict[str, Path]:
        """Return a directory per language pair, given as files are."""
        return self._by_pair(key, pairs, "directory", Fields.directory)

    def _by_pair(
        self,
        key: str,
        pairs: Sequence[str],
        what: str,
        resolve: Callable[[Fields, str, str], Path],
    ) -> dict[str, Path]:
        value = self.take(key, (str, dict))
        if value is None:
            return {}
        if isinstance(value, str):
            if len(pairs) > 1 and "{pair}" not in value:
                example = ", ".join(f'{pair} = "…"' for pair in pairs)
                raise self.error(
                    f"{key} must name a {what} per language pair: {{{example}}}, or a"
                    " path with {pair} in it",
                    key,
                )
            return {pair: resolve(self, key, value.replace("{pair}", pair)) for pair in pairs}
        inner = self.table(key, value)
        found = {pair: resolve(inner, pair, inner.require(pair, str)) for pair in pairs}
        inner.finish()
        return found

    def choice(self, key: str, value: str, known: Iterable[str]) -> str:
        """Make sure that a value is one of those known."""
        names = list(known)
        if value not in names:
            raise self.error(unknown_name(key, value, names).message, key)
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


def locate(text: str) -> dict[KeyPath, int]:
    r"""Map the path of every key of a valid TOML text to its line, counted from 1.

    Elements of arrays of tables are counted from 0; a table's own path is there as well.

    Examples
    --------
    >>> locate('[corpus]\nsource = "a"\n\n[[models]]\nmodel = "x"\nseed_model = {dim = 3}\n')
    ... # doctest: +NORMALIZE_WHITESPACE
    {('corpus',): 1, ('corpus', 'source'): 2, ('models', 0): 4, ('models', 0, 'model'): 5,
     ('models', 0, 'seed_model'): 6, ('models', 0, 'seed_model', 'dim'): 6}
    """
    found: dict[KeyPath, int] = {}
    counters: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, statement in _statements(text):
        parsed = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _resolve(_header(parsed), counters, statement.lstrip().startswith("[["))
            found[table] = number
        else:
            for path in _paths(parsed):
                found.setdefault(table + path, number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    start, held = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if not held:
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            start = number
        held += line.rstrip("\r") + "\n"
        try:
            tomllib.loads(held)
        except tomllib.TOMLDecodeError:
            continue  # an array or a string that goes on
        yield start, held
        held = ""


def _header(parsed: dict[str, Any]) -> list[str]:
    names, value = [], parsed
    while value:
        name, inner = next(iter(value.items()))
        names.append(name)
        value = inner[0] if isinstance(inner, list) else inner
    return names


def _resolve(names: list[str], counters: dict[KeyPath, int], is_array: bool) -> KeyPath:
    path: KeyPath = ()
    for position, name in enumerate(names):
        path += (name,)
        if is_array and position == len(names) - 1:
            counters[path] = counters.get(path, -1) + 1
        if path in counters:
            path += (counters[path],)
    return path


def _paths(value: dict[str, Any]) -> Iterator[KeyPath]:
    for name, inner in value.items():
        yield (name,)
        if isinstance(inner, dict):
            yield from ((name, *rest) for rest in _paths(inner))
