"""Sentences for people: what was noticed, and why nothing came of two dumps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from clss.errors import InputError
from clss.sides import SIDES, SideName
from clss.text.wikipedia.dump import Dump
from clss.text.wikipedia.page_filter import knows_language
from clss.text.wikipedia.raw_pages import Reason
from clss.text.wikipedia.store import SideCounts


def notes(dumps: tuple[Dump, Dump], counts: Mapping[SideName, SideCounts]) -> list[str]:
    """Say what a user should know although the corpus was made."""
    said = [
        f"titles of lists are not known in {dump.code!r}: lists were told by their form alone"
        for dump in dumps
        if not knows_language(dump.code)
    ]
    for dump, side in zip(dumps, SIDES, strict=True):
        if lost := counts[side].drops.get(Reason.damaged.name):
            said.append(
                f"{dump.files[0].name}: {lost} part{'s' * (lost > 1)} cannot be unpacked, the "
                "pages there are missing; download it again to have them"
            )
    return said


def no_articles(dump: Dump, counts: SideCounts, links: Path | None) -> InputError:
    """Say why no page of a dump was used."""
    if not counts.pages:
        return InputError("has no pages", dump.files[0])
    reasons = ", ".join(f"{number} {Reason[name].value}" for name, number in counts.drops.items())
    hint = ""
    commonest = max(counts.drops, key=lambda name: counts.drops[name])
    if commonest == Reason.stub.name:
        hint = "; --min-length says how long an article must be"
    elif links is not None and counts.drops.get(Reason.unlinked.name):
        hint = "; is the link table of the same wiki and about the same date?"
    return InputError(f"none of its {counts.pages} pages is used: {reasons}{hint}", dump.files[0])


def no_pairs(
    dumps: tuple[Dump, Dump], counts: Mapping[SideName, SideCounts], table: Path | None
) -> InputError:
    """Say that articles of both dumps were kept, and none of them together."""
    kept = " and ".join(
        f"{counts[side].kept} of {dump.database}" for side, dump in zip(SIDES, dumps, strict=True)
    )
    what = "Wikidata item" if table is None else "link"
    return InputError(f"no {what} joins the articles that were kept ({kept})", table)
