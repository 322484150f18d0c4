"""Where two stored results differ first: the file, the place in it, both values."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from clss.persistence import load_array
from evaluation.runs.store import MANIFEST


def first_difference(before: Path, now: Path) -> str:
    """Compare two entries file by file, byte by byte; "" if they are the same."""
    names = [
        sorted(str(p.relative_to(d)) for p in d.rglob("*") if p.is_file()) for d in (before, now)
    ]
    files = [[name for name in found if name != MANIFEST] for found in names]
    if files[0] != files[1]:
        name = sorted(set(files[0]) ^ set(files[1]))[0]
        return f"{name} is {'missing' if name in files[0] else 'new'}"
    for name in files[0]:
        old, new = before / name, now / name
        if old.read_bytes() != new.read_bytes():
            return f"{name} differs{_detail(old, new)}"
    return ""


def _detail(old: Path, new: Path) -> str:
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
    lines = [path.read_text(encoding="utf-8", errors="replace").split("\n") for path in (old, new)]
    for number, (then, now) in enumerate(zip(*lines, strict=False), 1):
        if then != now:
            return f" in line {number}: {_short(then)} then, {_short(now)} now"
    return f": {len(lines[0])} lines then, {len(lines[1])} now"


def _short(text: str) -> str:
    return text if len(text) <= 160 else text[:157] + "..."
