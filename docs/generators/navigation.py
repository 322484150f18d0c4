"""Pages that nobody has placed yet join the navigation by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

MORE = "More"


def with_pages(nav: list[Any], pages: Iterable[str]) -> list[Any]:
    """Return a navigation that has all `pages`, those that it does not name yet at its end.

    Examples
    --------
    >>> with_pages([{"Home": "index.md"}], ["index.md", "results.md"])
    [{'Home': 'index.md'}, {'More': ['results.md']}]
    """
    named = set(_named(nav))
    others = sorted(page for page in pages if page not in named)
    return [*nav, {MORE: others}] if others else nav


def _named(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for inner in entry.values():
            yield from _named(inner)
    else:
        for inner in entry:
            yield from _named(inner)
