"""What differs between then and now: between two values, two texts, two stored results."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from clss.arrays import load_array
from clss.checksums import HEADER
from clss.persistence import read_json, to_json
from evaluation.runs.portable import placeless
from evaluation.runs.store import Entry


def changes(then: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> list[str]:
    """Return what differs between two tables of JSON values, one line each.

    Examples
    --------
    >>> changes({"python": "3.11.1", "packages": {"a": "1"}}, {"python": "3.12.0", "packages": {}})
    ['packages.a: 1 then, gone now', 'python: 3.11.1 then, 3.12.0 now']
    >>> changes({"name": "bygone"}, {"name": "new"})
    ['name: bygone then, new now']
    """
    lines = []
    for key in sorted({*then, *now}):
        old, new = then.get(key), now.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            lines += changes(old, new, f"{path}{key}.")
        elif old != new:
            before = "absent" if old is None else _short(str(old), 60)
            after = "gone" if new is None else _short(str(new), 60)
            lines.append(f"{path}{key}: {before} then, {after} now")
    return lines


def first_change(then: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return the first difference between two values, as they would stand in a file; "" if none."""
    plain = [json.loads(to_json(value)) for value in (then, now)]
    return next(iter(changes(*plain)), "")


def first_difference(before: Entry, now: Entry) -> str:
    """Compare two results of one key file by file: which differs, where; "" if none does.

    Where files and directories lay is no difference: the key says that they hold the same.
    """
    for name in sorted(set(before.files) ^ set(now.files)):
        return f"{name} is {'missing' if name in before.files else 'new'}"
    for name in sorted(before.files):
        if before.files[name] != now.files[name]:
            detail = _detail(before.path / name, now.path / name)
            if detail is not None:
                return f"{name} differs{detail}"
    detail = first_change(_described(before.about), _described(now.about))
    return f"its description differs: {detail}" if detail else ""


def _described(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a result is, without what its config calls it: no key has such a name."""
    return _told(about, without=("title", "name"))


def _header(path: Path) -> dict[str, Any]:
    """Return what a saved value says of itself, without checksums: each file is compared itself."""
    header = read_json(path)
    return _told(header if isinstance(header, dict) else {}, without=("files", "digest"))


def _told(said: Mapping[str, Any], without: Collection[str]) -> dict[str, Any]:
    left = {name: value for name, value in said.items() if name not in without}
    return {**left, "spec": placeless(left.get("spec"))}


def _detail(old: Path, new: Path) -> str | None:
    """Say how two files differ, as the end of a sentence; None if only in what does not count."""
    if old.name == HEADER:
        found = first_change(_header(old), _header(new))
        return f": {found}" if found else None
    if old.suffix == ".npy":
        first, second = load_array(old), load_array(new)
        if first.shape != second.shape or first.dtype != second.dtype:
            return f": {first.dtype}{first.shape} then, {second.dtype}{second.shape} now"
        places = np.argwhere(np.asarray(first) != np.asarray(second))
        if len(places):
            at = tuple(places[0].tolist())
            return (
                f" in {len(places)} of {first.size} numbers, first at {list(at)}:"
                f" {first[at]!r} then, {second[at]!r} now"
            )
        return ""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in (old, new)]
    return line_difference(*texts)


def line_difference(old: str, new: str) -> str:
    """Say in which line two texts differ first, and how, as the end of a sentence."""
    lines = old.split("\n"), new.split("\n")
    for number, (then, now) in enumerate(zip(*lines, strict=False), 1):
        if then != now:
            return f" in line {number}: {_short(then, 160)} then, {_short(now, 160)} now"
    return f": {len(lines[0])} lines then, {len(lines[1])} now"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."
