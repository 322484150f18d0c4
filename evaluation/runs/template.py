"""``clss init``: a commented config for somebody's own files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from clss.corpus import CorpusStatistics
from clss.model import MODELS

#: The row that the others are tested against: what does learning add to a model without?
_BASELINE = "Co-occurrence"

#: Rows of a first comparison: model, label, a remark and further lines, if the model is installed.
#: Which rows make a good first table is a choice of this file, like any example config's; what is a
#: fact about a model, its sizes for a corpus, is asked of the model.
_ROWS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("cooccurrence", _BASELINE, "no learning: words as the documents they occur in", ()),
    ("lsa", "LSA", "their singular vectors", ()),
    ("bwesg", "BWESG", "", ("# seeds = 10               # MIN / AVG / MAX over ten seeds",)),
    ("basic-muptm", "BMu", "distributions over topics", ()),
    ("association-muptm", "AMu", "the same topics, trained once for both", ()),
    ("traditional-ppmi", "TPPMI", "", ()),
    ("mikolov", "Mikolov", "a linear map, learnt from the lexicon that TPPMI found", ()),
    ("bicvm", "BiCVM", "made for parallel sentences", ()),
    ("self-learning", "Self-learning", "vectors mapped by pairs that it finds itself", ()),
    ("spelling", "Spelling", "how words are spelled, and nothing else", ()),
    ("fusion", "Fusion (documents)", "documents and neighbours together", ("third_weight = 0",)),
    ("fusion", "Fusion", "and spelling, too", ()),
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
    folder = place.resolve().parent
    lines = [
        "# Run it with: clss compare " + place.name,
        "",
        'retrieval = ["nn", "csls"]   # how every row is asked: plain neighbours, and CSLS',
        "",
        "[corpus]",
        *_corpus_files([_path(text, folder) for text in corpus]),
        f'langs = ["{langs[0]}", "{langs[1]}"]',
        f"min_count = {min_count}              # rarer words are dropped",
        "",
    ]
    if gold is not None:
        lines += _ble(_path(gold, folder), None if gold_dev is None else _path(gold_dev, folder))
    if items is not None:
        lines += _swtc(_path(items, folder), None if dev is None else _path(dev, folder))
    lines += [
        "[table]                    # every other row is tested against this one, in its retrieval",
        f'baseline = "{_BASELINE}" # or another label, or "strongest"; see clss table --help',
        "",
    ]
    # a development lexicon chooses the sizes itself
    lines += _models(statistics if gold_dev is None else None)
    lines += ["# What every model takes: clss models"]
    return "\n".join(lines) + "\n"


def _path(file: Path, folder: Path) -> str:
    """Return a file as a config in ``folder`` names it, quoted."""
    relative = os.path.relpath(file.resolve(), folder)
    return json.dumps(relative.replace(os.sep, "/"), ensure_ascii=False)


def _corpus_files(files: Sequence[str]) -> list[str]:
    if len(files) == 1:
        return [f"table = {files[0]}"]
    source, target = files
    return [
        "# line n of one file is aligned with line n of the other; .gz welcome",
        f"source = {source}",
        f"target = {target}",
    ]


def _ble(gold: str, dev: str | None) -> list[str]:
    """Return the task and its tuning, which is commented out without a development lexicon."""
    switch = "# " if dev is None else ""
    hint = '# dev = "dev.tsv"          # another lexicon, for [tune]'
    return [
        "[tasks.ble]                # lexicon extraction: Acc@k and MRR",
        f"gold = {gold}",
        hint if dev is None else f"dev = {dev}",
        "",
        f"{switch}[tune]                     # every model gets the same number of trials",
        f"{switch}trials = 4",
        "",
    ]


def _swtc(items: str, dev: str | None) -> list[str]:
    lines = ["[tasks.swtc]               # translation in context", f"items = {items}"]
    if dev is not None:
        lines.append(f"dev = {dev}           # tunes lambda and context size")
    return [*lines, ""]


def _models(statistics: CorpusStatistics | None) -> list[str]:
    """Return the rows of the installed models, with sizes for a corpus if one is given."""
    lines: list[str] = []
    known = MODELS.names()
    for model, label, remark, settings in _ROWS:
        if model in known:
            head = f"[[models]]                 # {remark}" if remark else "[[models]]"
            lines += [head, f'model = "{model}"', f'label = "{label}"', *settings]
            if statistics is not None:
                lines += _sizes(model, statistics)
            lines.append("")
    return lines


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
