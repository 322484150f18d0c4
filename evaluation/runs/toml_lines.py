"""Where every key of a TOML text stands, so that an error can name its line.

The standard library's parser gives values without positions. Rather than a second parser, the
text is cut into its statements by the first one: a statement ends where it first parses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

KeyPath = tuple[str | int, ...]


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
