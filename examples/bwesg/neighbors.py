"""Train BWESG on the quickstart's help pages, look around, and see what the shuffling does.

    python examples/bwesg/neighbors.py

Prints the progress of one training (a second or two an epoch), the neighbours of some Spanish
words among English words and among both languages, and how many translations of the gold lexicon
are found when documents are interleaved and when they are only appended.
"""

from __future__ import annotations

import sys
from pathlib import Path

from baselines.skipgram.bwesg import BWESG
from clss.corpus import AlignedCorpus
from clss.progress import Progress
from clss.space import BilingualSpace
from evaluation import BLE

PAGES = Path(__file__).parents[1] / "quickstart"


def show(report: Progress) -> None:
    figures = ", ".join(f"{name} {value:.4g}" for name, value in report.values.items())
    print(f"\r{report.done / report.total:4.0%}  {figures}   ", end="", file=sys.stderr, flush=True)


def print_neighbors(space: BilingualSpace, word: str) -> None:
    for into in ("target", "both"):
        found = space.neighbors(word, lang="es", into=into, top=5)
        answers = ", ".join(f"{n.lang}::{n.word} {n.score:.2f}" for n in found)
        print(f"  {word} ({into}): {answers}")


def main(epochs: int = 15) -> None:
    corpus = AlignedCorpus.from_files(
        PAGES / "nouns.es.txt.gz", PAGES / "nouns.en.txt.gz", langs=("es", "en")
    )
    gold = BLE.from_file(PAGES / "gold.es-en.tsv")
    for shuffle in ("length-ratio", "none"):
        model = BWESG(dim=100, window=16, shuffle=shuffle, epochs=epochs)
        space = model.fit(corpus, progress=show).space_
        accuracy = gold.evaluate(space).correct(1).mean()
        print(f"\nshuffle={shuffle}: Acc1 {accuracy:.3f} on {len(gold)} words")
        for word in ("ventana", "archivo", "color"):
            print_neighbors(space, word)


if __name__ == "__main__":
    main()
