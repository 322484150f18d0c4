"""A smaller corpus from a large one."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from clss.errors import InputError
from clss.persistence import write_json
from clss.text.reading.decoding import Decoder
from clss.text.reading.lines import LineFiles
from clss.text.tally import DropLog
from clss.text.writing import SUMMARY, CorpusWriter


def sample_corpus(
    source: str | PathLike[str],
    target: str | PathLike[str],
    out: str | PathLike[str],
    langs: tuple[str, str],
    pairs: int,
    seed: int = 1,
) -> dict[str, Any]:
    """Write a random sample of the document pairs, in their order.

    The same seed gives the same sample, and of two sizes the smaller is part of the larger.
    """
    text = LineFiles(Path(source), Path(target))
    total = sum(1 for _ in text.pairs(Decoder("latin-1"), DropLog()))
    if pairs > total:
        raise InputError(f"has {total} documents; a sample of {pairs} was asked for", source)
    order = np.random.default_rng(seed).permutation(total)
    chosen = set(order[:pairs].tolist())
    log = DropLog()
    with CorpusWriter(Path(out), langs) as writer:
        for pair in text.pairs(Decoder(), log):
            if int(pair.name) - 1 in chosen:
                writer.write(pair.name, pair.source.split(), pair.target.split())
    summary = {
        "documents": total,
        "pairs": writer.pairs,
        "seed": seed,
        "words": dict(zip(langs, writer.tokens, strict=True)),
        "dropped documents": log.to_json(),
    }
    write_json(Path(out) / SUMMARY, summary)
    return summary
