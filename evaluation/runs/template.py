"""``clss init``: a commented config for somebody's own files."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from clss.model import MODELS

_SEED = '{model = "association-muptm", topics = 200}'

#: Rows of a first comparison and settings worth showing, if their model is installed.
_ROWS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("cooccurrence", "Document co-occurrence", ("baseline = true",)),
    (
        "lsa",
        "LSA",
        (
            "baseline = true",
            'similarity = ["cosine", "csls"]   # two rows: the gain of the retrieval',
        ),
    ),
    (
        "bwesg",
        "BWESG",
        (
            "dim = 200",
            "window = 48                # a list is a grid: [16, 48]",
            "# seeds = 10               # MIN / AVG / MAX over ten seeds",
        ),
    ),
    ("basic-muptm", "BMu", ("topics = 200", "baseline = true")),
    (
        "association-muptm",
        "AMu",
        ("topics = 200               # the same topics: trained once", "baseline = true"),
    ),
    ("traditional-ppmi", "TPPMI", (f"seed_model = {_SEED}", "baseline = true")),
    (
        "mikolov",
        "Mikolov",
        (
            f'lexicon = {{model = "traditional-ppmi", seed_model = {_SEED}}}',
            "dim = 200",
            "baseline = true",
        ),
    ),
    ("bicvm", "BiCVM", ("dim = 200", "baseline = true")),
)


def config_text(
    corpus: Sequence[Path],
    langs: tuple[str, str],
    min_count: int,
    gold: Path | None,
    items: Path | None,
    dev: Path | None,
    place: Path,
) -> str:
    """Write the config.

    Parameters
    ----------
    corpus : sequence of Path
        Two texts, or one table with both.
    langs, min_count
        As in the config.
    gold, items, dev : Path, optional
        Gold lexicon, items of translation in context, and their tuning set.
    place : Path
        Where the config will be: paths are written relative to it.
    """

    def path(value: Path) -> str:
        relative = os.path.relpath(value.resolve(), place.resolve().parent)
        return json.dumps(relative.replace(os.sep, "/"), ensure_ascii=False)

    lines = ["# Run it with: clss compare " + place.name, "", "[corpus]"]
    if len(corpus) == 1:
        lines.append(f"table = {path(corpus[0])}")
    else:
        lines += [
            "# line n of one file is aligned with line n of the other; .gz welcome",
            f"source = {path(corpus[0])}",
            f"target = {path(corpus[1])}",
        ]
    lines += [
        f'langs = ["{langs[0]}", "{langs[1]}"]',
        f"min_count = {min_count}              # rarer words are dropped",
        "",
    ]
    if gold is not None:
        lines += [
            "[tasks.ble]                # lexicon extraction: Acc@k and MRR",
            f"gold = {path(gold)}",
        ]
        lines += ['# dev = "dev.tsv"          # another lexicon, for rows with tune', ""]
    if items is not None:
        lines += ["[tasks.swtc]               # translation in context", f"items = {path(items)}"]
        if dev is not None:
            lines.append(f"dev = {path(dev)}           # tunes lambda and context size")
        lines.append("")
    lines += ["# [table]", '# baseline = "strongest"    # or a label; see clss table --help', ""]
    lines += ["# Rows with baseline = true are what the others are tested against.", ""]
    known = MODELS.names()
    for model, label, settings in _ROWS:
        if model in known:
            lines += ["[[models]]", f'model = "{model}"', f'label = "{label}"', *settings, ""]
    lines += ["# What every model takes: clss models"]
    return "\n".join(lines) + "\n"
