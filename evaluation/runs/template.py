"""``clss init``: a commented config for somebody's own files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from clss.corpus import CorpusStatistics
from clss.model import MODELS

#: Rows of a first comparison: model, label and further lines, if the model is installed. Which
#: rows make a good first table is a choice of this file, like any example config's; what is a fact
#: about a model, its sizes for a corpus, is asked of the model.
_ROWS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("cooccurrence", "Co-occurrence", ("baseline = true",)),
    ("lsa", "LSA", ("baseline = true",)),
    ("bwesg", "BWESG", ("# seeds = 10               # MIN / AVG / MAX over ten seeds",)),
    ("basic-muptm", "BMu", ("baseline = true",)),
    ("association-muptm", "AMu", ("baseline = true            # the same topics: trained once",)),
    ("traditional-ppmi", "TPPMI", ("baseline = true",)),
    ("mikolov", "Mikolov", ("baseline = true",)),
    ("bicvm", "BiCVM", ("baseline = true",)),
)


def config_text(
    corpus: Sequence[Path],
    langs: tuple[str, str],
    min_count: int,
    gold: Path | None,
    items: Path | None,
    dev: Path | None,
    place: Path,
    statistics: CorpusStatistics,
    gold_dev: Path | None = None,
) -> str:
    """Write the config, with sizes of models that suit the corpus.

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
    statistics : CorpusStatistics
        Of the corpus, by which the sizes of models are chosen.
    gold_dev : Path, optional
        Another gold lexicon, on which every model is tuned.
    """

    def path(value: Path) -> str:
        relative = os.path.relpath(value.resolve(), place.resolve().parent)
        return json.dumps(relative.replace(os.sep, "/"), ensure_ascii=False)

    lines = [
        "# Run it with: clss compare " + place.name,
        "",
        'retrieval = ["nn", "csls"]   # how every row is asked: plain neighbours, and CSLS',
        "",
        "[corpus]",
    ]
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
        hint = '# dev = "dev.tsv"          # another lexicon, for [tune]'
        lines += [hint if gold_dev is None else f"dev = {path(gold_dev)}", ""]
        switch = "# " if gold_dev is None else ""
        lines += [
            f"{switch}[tune]                     # every model gets the same number of trials",
            f"{switch}trials = 4",
            "",
        ]
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
            lines += ["[[models]]", f'model = "{model}"', f'label = "{label}"', *settings]
            if gold_dev is None:  # otherwise the development lexicon chooses
                lines += _sizes(model, statistics)
            lines.append("")
    lines += ["# What every model takes: clss models"]
    return "\n".join(lines) + "\n"


def _sizes(model: str, statistics: CorpusStatistics) -> list[str]:
    """Return the lines of the parameters that depend on the size of the corpus."""
    suited = MODELS.get(model).suited_parameters(statistics)
    return [f"{name} = {_toml(value)}" for name, value in suited.items()]


def _toml(value: Any) -> str:
    """Write a value as TOML has it; a mapping as an inline table.

    Examples
    --------
    >>> _toml({"model": "lsa", "dim": 100})
    '{model = "lsa", dim = 100}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)
