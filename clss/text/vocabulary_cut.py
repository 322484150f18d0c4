"""The second pass over a corpus: what can be dropped only when every word was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clss.errors import InputError
from clss.sides import SIDES
from clss.text.recipe import WhyDropped
from clss.text.resumable_parts import Parts
from clss.text.tally import DropLog, SideTally
from clss.text.writing import CorpusWriter


@dataclass(frozen=True)
class Cuts:
    """What is dropped once all words were counted.

    Attributes
    ----------
    min_count : int
        Occurrences that a word needs in its language.
    max_share : float
        A word in more than this share of the documents is dropped.
    min_words : int
        Words that both texts of a pair must have left.
    """

    min_count: int = 1
    max_share: float = 1.0
    min_words: int = 1


def cut_and_write(
    folder: Path, parts: Parts, number: int, langs: tuple[str, str], cuts: Cuts, log: DropLog
) -> dict[str, Any]:
    """Write the corpus of finished parts without what is to be cut; return the summary.

    Parameters
    ----------
    folder : Path
        Where the corpus is written.
    parts : Parts
    number : int
        How many parts there are.
    langs : pair of str
    cuts : Cuts
    log : DropLog
        Documents dropped so far; those that are left too short are added.
    """
    tallies = (SideTally(), SideTally())
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    shares: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    documents = 0
    for record in _records(parts, number):
        if "tallies" in record:
            for tally, values in zip(tallies, record["tallies"], strict=True):
                tally.add(SideTally.from_json(values))
            continue
        documents += 1
        for side, name in enumerate(SIDES):
            words = record[name].split()
            counts[side].update(words)
            shares[side].update(set(words))
    most = cuts.max_share * documents
    kept_words = tuple(
        {w for w, n in counts[s].items() if n >= cuts.min_count and shares[s][w] <= most}
        for s in (0, 1)
    )
    with CorpusWriter(folder, langs) as writer:
        for record in _records(parts, number):
            if "tallies" in record:
                continue
            words = [[w for w in record[SIDES[s]].split() if w in kept_words[s]] for s in (0, 1)]
            if min(map(len, words)) < cuts.min_words:
                log.drop("too few words left", f"document {record['name']}")
                continue
            writer.write(record["name"], words[0], words[1])
        if not writer.pairs:
            raise InputError(_why_nothing(documents, log), folder)
    for side, tally in enumerate(tallies):
        rare = sum(n for w, n in counts[side].items() if n < cuts.min_count)
        frequent = counts[side].total() - rare
        frequent -= sum(counts[side][w] for w in kept_words[side])
        lost = sum(counts[side][w] for w in kept_words[side]) - writer.tokens[side]
        dropped = {
            WhyDropped.rare: rare,
            WhyDropped.frequent: frequent,
            "in dropped documents": lost,
        }
        tally.dropped.update({str(reason): n for reason, n in dropped.items() if n})
        tally.kept = writer.tokens[side]
    return {
        "langs": list(langs),
        "documents": {"read": documents + _unread(log), "kept": writer.pairs},
        "dropped documents": log.to_json(),
        "words": {lang: t.to_json() for lang, t in zip(langs, tallies, strict=True)},
        "vocabulary": dict(zip(langs, writer.vocabulary, strict=True)),
    }


def _unread(log: DropLog) -> int:
    return log.counts.total() - log.counts["too few words left"]


def _records(parts: Parts, number: int) -> Iterator[dict[str, Any]]:
    for part in range(number):
        yield from parts.read(part)


def _why_nothing(documents: int, log: DropLog) -> str:
    reasons = ", ".join(
        f"{n} {reason} (first: {log.first[reason]})" for reason, n in log.counts.items()
    )
    return f"no pair of documents is left of {documents}: {reasons or 'there were none'}"
