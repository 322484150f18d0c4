"""Raw texts for tests, and what was made of them."""

from __future__ import annotations

import gzip
from pathlib import Path

from clss.text.recipe import Recipe

PLAIN = (Recipe("es"), Recipe("en"))


def write(path: Path, *lines: str | bytes) -> Path:
    raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
    path.write_bytes(b"".join(line + b"\n" for line in raw))
    return path


def documents(folder: Path, lang: str) -> list[str]:
    with gzip.open(folder / f"{lang}.txt.gz", "rt", encoding="utf-8") as stream:
        return stream.read().splitlines()


def everything_is_accounted_for(summary: dict) -> bool:
    """Words read are words kept and words dropped, and so it is with documents."""
    words = all(
        side["words"] == side["kept"] + sum(side["dropped"].values())
        for side in summary["words"].values()
    )
    dropped = sum(v["documents"] for v in summary["dropped documents"].values())
    read = summary["documents"]["read"]
    return words and read == summary["documents"]["kept"] + dropped
