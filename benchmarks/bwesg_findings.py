"""The article's own findings about BWESG, on other data, whichever way they come out.

    python benchmarks/bwesg_findings.py                  quickstart, all three questions
    python benchmarks/bwesg_findings.py --data DIR --epochs 3 --only shuffle

shuffle: length-ratio against merge-and-shuffle (ten shuffles: lowest, mean, highest) against no
shuffling at all; window: 4 to 60; dim: 100, 200, 300. Acc1 with cosine and plain nearest
neighbours, one seed (1), so that differences of a few points are noise on a small lexicon.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from baselines.skipgram.bwesg import BWESG
from clss.corpus import AlignedCorpus
from evaluation import BLE

DATA = Path(__file__).parents[2] / "shared" / "data" / "quickstart"
WINDOWS = (4, 8, 12, 16, 24, 32, 40, 48, 60)
DIMS = (100, 200, 300)


class Laboratory:
    """Trains models of one corpus and scores them, some at a time."""

    def __init__(self, data: Path, epochs: int, jobs: int) -> None:
        files = [data / f"nouns.{lang}.txt.gz" for lang in ("es", "en")]
        self.corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=5)
        self.task = BLE.from_file(data / "gold.es-en.tsv")
        self.epochs, self.jobs = epochs, jobs

    def accuracy(self, parameters: dict[str, Any]) -> float:
        """Return the Acc1 of one model."""
        space = BWESG(epochs=self.epochs, **parameters).fit(self.corpus).space_
        return float(self.task.evaluate(space).correct(1).mean())

    def accuracies(self, settings: list[dict[str, Any]]) -> list[float]:
        """Return the Acc1 of several models."""
        with ThreadPoolExecutor(self.jobs) as pool:  # the kernel does not hold the GIL
            return list(pool.map(self.accuracy, settings))


def shuffle(laboratory: Laboratory, window: int, dim: int) -> None:
    base = {"window": window, "dim": dim}
    merges = [{**base, "shuffle": "merge", "shuffle_index": i} for i in range(10)]
    plain = [{**base, "shuffle": name} for name in ("length-ratio", "proportional", "none")]
    scores = laboratory.accuracies(plain + merges)
    print(f"\nHow documents are made (window {window}, dim {dim})")
    for setting, score in zip(plain, scores, strict=False):
        print(f"  {setting['shuffle']:14s} {score:.3f}")
    merged = scores[len(plain) :]
    print(
        f"  {'merge':14s} {min(merged):.3f} / {np.mean(merged):.3f} / {max(merged):.3f}"
        "  (lowest / mean / highest of 10 shuffles)",
        flush=True,
    )


def windows(laboratory: Laboratory, dim: int) -> None:
    settings = [
        {"window": window, "dim": dim, "shuffle": name}
        for name in ("length-ratio", "none")
        for window in WINDOWS
    ]
    scores = laboratory.accuracies(settings)
    print(f"\nWindow (dim {dim})\n  {'':14s}" + "".join(f"{window:7d}" for window in WINDOWS))
    for name, row in zip(("length-ratio", "none"), np.split(np.array(scores), 2), strict=True):
        print(f"  {name:14s}" + "".join(f"{score:7.3f}" for score in row), flush=True)


def dims(laboratory: Laboratory) -> None:
    settings = [{"window": window, "dim": dim} for window in (16, 48) for dim in DIMS]
    scores = np.array(laboratory.accuracies(settings)).reshape(2, -1)
    print("\nDimensions\n            " + "".join(f"{dim:7d}" for dim in DIMS))
    for window, row in zip((16, 48), scores, strict=True):
        print(f"  window {window:2d} " + "".join(f"{score:7.3f}" for score in row), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--jobs", type=int, default=2, help="models trained at once")
    parser.add_argument("--only", choices=("shuffle", "window", "dim"))
    parser.add_argument("--window", type=int, default=48, help="for the question of shuffling")
    parser.add_argument("--dim", type=int, default=200, help="for the other two questions")
    arguments = parser.parse_args()
    laboratory = Laboratory(arguments.data, arguments.epochs, arguments.jobs)
    print(f"{laboratory.corpus}, {len(laboratory.task)} gold items, {arguments.epochs} epochs")
    if arguments.only in (None, "shuffle"):
        shuffle(laboratory, arguments.window, arguments.dim)
    if arguments.only in (None, "window"):
        windows(laboratory, arguments.dim)
    if arguments.only in (None, "dim"):
        dims(laboratory)


if __name__ == "__main__":
    main()
