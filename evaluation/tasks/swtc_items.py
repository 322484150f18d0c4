"""The sentences of the translation-in-context task: reading them, and refusing wrong ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

from clss.errors import InputError
from clss.persistence import digest, parse_json, to_json
from clss.textfile import read_lines

REQUIRED = ("word", "sentence", "position", "candidates", "gold")


@dataclass(frozen=True, slots=True)
class SWTCItem:
    """One occurrence of an ambiguous word and its possible translations.

    Parameters
    ----------
    key : str
        What names the item: the file's ``id``, else the word and a digest of the occurrence.
    word : str
        The ambiguous word (the pivot).
    sentence : tuple of str
        The content words of the sentence in order, the pivot among them.
    position : int
        Where the pivot stands in `sentence`, from 0.
    candidates : tuple of str
        Its possible translations, at least two, all different.
    gold : str
        The right one of them.
    named : bool
        Whether the key is an ``id`` of the file's author.
    text : str, optional
        The sentence as it was written, where the file has it.
    """

    key: str
    word: str
    sentence: tuple[str, ...]
    position: int
    candidates: tuple[str, ...]
    gold: str
    named: bool = False
    text: str | None = None

    @property
    def context(self) -> tuple[str, ...]:
        """The bag Con(w): the words of the sentence but for this occurrence of the pivot."""
        return self.sentence[: self.position] + self.sentence[self.position + 1 :]

    @property
    def occurrence(self) -> tuple[str, tuple[str, ...], int]:
        """What is asked, whatever the item is called: word, sentence and position."""
        return self.word, self.sentence, self.position


def parse_item(fields: Any) -> SWTCItem:
    """Make an item of a decoded JSON object; the first fault found is an :class:`InputError`.

    Examples
    --------
    >>> item = parse_item({"word": "banco", "sentence": ["dinero", "banco"], "position": 1,
    ...                    "candidates": ["bank", "bench"], "gold": "bank"})
    >>> item.context
    ('dinero',)
    """
    if not isinstance(fields, Mapping):
        raise InputError(f"expected an object with {_listed(REQUIRED)}")
    missing = [name for name in REQUIRED if name not in fields]
    if missing:
        raise InputError(f"the item has no {_listed(missing)}")
    word, gold = _text(fields, "word"), _text(fields, "gold")
    sentence, candidates = _texts(fields, "sentence"), _texts(fields, "candidates")
    position = fields["position"]
    if isinstance(position, bool) or not isinstance(position, int):
        raise InputError(f"position must be a whole number, not {_shown(position)}")
    if not 0 <= position < len(sentence):
        raise InputError(
            f"position {position} is out of range: the sentence has {len(sentence)}"
            f" words, counted from 0{_places(sentence, word)}"
        )
    if sentence[position] != word:
        raise InputError(
            f"position {position} holds {sentence[position]!r}, not the word"
            f" {word!r}{_places(sentence, word)}"
        )
    if len(candidates) < 2:
        raise InputError(f"expected at least two candidates, found {len(candidates)}")
    if len(set(candidates)) < len(candidates):
        double = next(c for i, c in enumerate(candidates) if c in candidates[:i])
        raise InputError(f"the candidate {double!r} stands twice")
    if gold not in candidates:
        raise InputError(f"the gold {gold!r} is not among the candidates {_listed(candidates)}")
    text = fields.get("text")
    if text is not None and not isinstance(text, str):
        raise InputError(f"text must be the sentence as it was written, not {_shown(text)}")
    key = fields.get("id")
    named = key is not None
    if named and (isinstance(key, bool) or not isinstance(key, str | int) or key == ""):
        raise InputError(f"id must be a text or a whole number, not {_shown(key)}")
    name = str(key) if named else f"{word}:{digest(to_json([sentence, position]))[:12]}"
    return SWTCItem(name, word, sentence, position, candidates, gold, named, text)


def read_items(path: str | PathLike[str]) -> tuple[SWTCItem, ...]:
    """Read items from JSON lines (``.gz`` welcome); blank lines are passed over.

    Raises
    ------
    InputError
        With file, line and reason: not JSON, a missing key, a position out of range or on
        another word, fewer than two candidates or one of them twice, a gold answer that is no
        candidate, an occurrence or an ``id`` that stands twice with different answers.
    """
    found: list[tuple[int, SWTCItem]] = []
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        try:
            found.append((number, parse_item(_decode(line))))
        except InputError as error:
            raise InputError(error.message, path, number) from error
    if not found:
        raise InputError("has no items; expected one JSON object per line", path)
    return tuple(_distinct_keys(found, path))


def gather_items(items: Iterable[SWTCItem | Mapping[str, Any]]) -> tuple[SWTCItem, ...]:
    """Check items that do not come from a file, as :func:`read_items` does."""
    found = []
    for number, given in enumerate(items, 1):
        try:
            item = given if isinstance(given, SWTCItem) else parse_item(given)
        except InputError as error:
            raise InputError(f"item {number}: {error.message}") from error
        found.append((number, item))
    if not found:
        raise InputError("there are no items")
    return tuple(_distinct_keys(found, None))


def shared_items(first: Iterable[SWTCItem], second: Iterable[SWTCItem]) -> list[SWTCItem]:
    """Return the items of `second` that also stand in `first`: the same id or occurrence."""
    first = list(first)
    names = {item.key for item in first if item.named}
    occurrences = {item.occurrence for item in first}
    return [
        item
        for item in second
        if item.occurrence in occurrences or (item.named and item.key in names)
    ]


def _distinct_keys(
    found: Iterable[tuple[int, SWTCItem]], path: str | PathLike[str] | None
) -> Iterator[SWTCItem]:
    """Yield the items with keys made distinct; two that contradict each other are an error.

    A sentence may stand twice (short ones do in real text): both count, as in the file.

    Parameters
    ----------
    found : iterable of (int, SWTCItem)
        Every item with its line in the file, or its number where there is no file.
    path : path, optional
    """
    occurrences: dict[tuple[str, tuple[str, ...], int], tuple[int, SWTCItem]] = {}
    names: dict[str, tuple[int, SWTCItem]] = {}
    taken = set[str]()
    unit = "item" if path is None else "line"

    def error(number: int, message: str) -> InputError:
        if path is None:
            return InputError(f"item {number}: {message}")
        return InputError(message, path, number)

    for number, item in found:
        before, twin = occurrences.setdefault(item.occurrence, (number, item))
        if twin.gold != item.gold:
            raise error(
                number,
                f"the item stands twice with different answers: here {item.gold!r},"
                f" in {unit} {before} {twin.gold!r}",
            )
        before, twin = names.setdefault(item.key, (number, item))
        if twin.occurrence != item.occurrence or twin.candidates != item.candidates:
            raise error(
                number, f"the id {item.key!r} stands also in {unit} {before}, for another item"
            )
        key, copies = item.key, 1
        while key in taken:
            copies += 1
            key = f"{item.key} ({copies})"
        taken.add(key)
        yield item if key == item.key else replace(item, key=key)


def _decode(line: str) -> Any:
    try:
        return parse_json(line, "")
    except InputError as error:
        raise InputError(f"{error.message}; expected one object per line") from error


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields[name]
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name} must be a word, not {_shown(value)}")
    return value


def _texts(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = fields[name]
    words = isinstance(value, list | tuple) and all(isinstance(w, str) and w.strip() for w in value)
    if not words:
        raise InputError(f"{name} must be a list of words, not {_shown(value)}")
    return tuple(value)


def _places(sentence: tuple[str, ...], word: str) -> str:
    places = [str(i) for i, other in enumerate(sentence) if other == word]
    if not places:
        return f" ({word!r} is nowhere in the sentence)"
    return f" (it stands at {' and '.join(places)})"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
