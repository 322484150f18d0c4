"""A run directory to look at, in which some words and labels are markup."""

from __future__ import annotations

import json
from pathlib import Path

from toy_run import Ran

from clss.toy import toy_corpus, toy_gold

SCRIPT = "<script>document.title='broken'</script>"
IMAGE = '<img/src=x/onerror="document.title=1">&amp;'

CONFIG = """\
[corpus]
source = "s.txt"
target = "t.txt"
langs = ["s", "t"]
min_count = 1

[tasks.ble]
gold = "gold.tsv"

[tasks.swtc]
items = "items.jsonl"

[table]
baseline = "Counts"

[[models]]
model = "cooccurrence"
label = "Counts"

[[models]]
model = "lsa"
label = "LSA"
dim = [2, 4, 8]
similarity = ["cosine", "csls"]

[[models]]
model = "bwesg"
label = '''<b>BWESG</b> & "quotes"'''
dim = 4
epochs = 1
window = 4
seeds = 3

[[models]]
model = "traditional-ppmi"
label = "TPPMI"
min_count_seed = 1
seed_model = {model = "association-muptm", topics = 6, sweeps = 8}
"""


def named(word: str) -> str:
    """Two words of either language are not harmless."""
    return {"s00": SCRIPT, "t00": IMAGE, "s01": "العربية", "t01": "<b>t01"}.get(word, word)


def write_data(folder: Path) -> Path:
    """Write a corpus, a lexicon, sentences and a config; return the config."""
    corpus = toy_corpus(words=24, pairs=120, meanings=2)
    for side, name in zip(corpus.sides, ("s.txt", "t.txt"), strict=True):
        lines = (
            " ".join(named(side.vocabulary[i]) for i in side.document(d)) for d in range(len(side))
        )
        (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
    gold = sorted(toy_gold(corpus))
    lexicon = "".join(f"{named(a)}\t{named(b)}\n" for a, b in gold)
    (folder / "gold.tsv").write_text(lexicon, "utf-8")
    items = [
        {
            "id": f"item-{i}",
            "word": named(word),
            "sentence": [named(word), named(gold[i + 1][0])],
            "position": 0,
            "candidates": [named(right), named(gold[i + 2][1])],
            "gold": named(right),
        }
        for i, (word, right) in enumerate(gold[:8])
    ]
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    config = folder / "toy & <b>.toml"
    config.write_text(CONFIG, "utf-8")
    return config


def make_run(folder: Path) -> Path:
    """Run the comparison: a grid, seeds and two tasks."""
    out = folder / "run <i>"
    ran = Ran(write_data(folder), out)
    assert not [failure for result in ran.results for failure in result.failures]
    return out
