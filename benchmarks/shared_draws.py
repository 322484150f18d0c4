"""What skip-gram loses when context words share a draw, and when threads train copies.

    python benchmarks/shared_draws.py --data DIR --cache shared.json > table.md

DIR has a directory for each corpus, as for ``beyond.py``. BWESG of 100 dimensions, else with its
defaults: Acc@1 on development items with plain neighbours and with CSLS, mean over six seeds. A
line of the table is ``shared x workers``; in ``8x4sum`` and ``8x4mean`` copies are joined by adding
the steps of all and by their mean, in ``8x4@1`` whenever a thread has read one token for every word
and not eight, and nan is a training that exploded with some seed. The last column is the
difference to the first line in the mean over corpora, and its error, seeds of a corpus being
paired. What was measured is kept in the cache.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import numpy as np
from joblib import Parallel, delayed

from baselines import BWESG
from baselines.skipgram import _copies, trainer
from clss.corpus import AlignedCorpus
from clss.errors import DivergenceError
from evaluation import BLE
from evaluation.tasks.scores import score

#: context words that share a draw, threads, and perhaps another way to join their copies
KERNELS = "1x1,4x1,8x1,16x1,20x1,8x2,8x8"
SEEDS = 6
PAIRS = "quickstart-es-en,pt-en,cs-en,de-en,fr-en,pl-en,hu-en"
WAYS = ("nn", "csls")


def joined_by(steps: str) -> Callable[[np.ndarray, np.ndarray, int, int], None]:
    """Return what takes the place of adaptive summation, see :func:`_copies.join_rows`."""

    def join_rows(vectors: np.ndarray, copies: np.ndarray, first: int, last: int) -> None:
        here = copies[:, first:last]
        vectors[first:last] += getattr(here - vectors[first:last], steps)(axis=0)
        here[:] = vectors[first:last]

    return join_rows


def otherwise(steps: str | None, round_: str | None) -> ExitStack:
    """Join copies in another way, or after rounds of another length, as long as it is open."""
    changed = ExitStack()
    if steps:
        changed.enter_context(patch.object(_copies, "join_rows", joined_by(steps)))
    if round_:
        changed.enter_context(patch.object(trainer, "ROUND", int(round_)))
    return changed


def accuracies(place: Path, kernel: str, seed: int) -> list[float]:
    """Train once; return Acc@1 with both retrievals."""
    files = [place / f"{side}.txt.gz" for side in ("source", "target")]
    corpus = AlignedCorpus.from_files(*files, langs=("source", "target"), min_count=5)
    pattern = r"(\d+)x(\d+)(sum|mean)?(?:@(\d+))?"
    shared, workers, steps, round_ = re.fullmatch(pattern, kernel).groups()
    model = BWESG(dim=100, shared=int(shared), workers=int(workers), seed=seed)
    with otherwise(steps, round_):
        try:
            space = model.fit(corpus).space_
        except DivergenceError:
            return [float("nan")] * len(WAYS)
    gold = BLE.from_file(place / "gold-dev.tsv")
    return [score(gold.evaluate(space, retrieval=way), "acc1") for way in WAYS]


def measure(
    data: Path, cache: Path, pairs: list[str], kernels: list[str], seeds: range, jobs: int
) -> np.ndarray:
    """Return scores by pair, kernel, seed and retrieval; train what the cache does not have."""
    known: dict[str, list[float]] = {}
    if cache.is_file():
        known = json.loads(cache.read_text(encoding="utf-8"))
    for pair in pairs:
        missing = [(n, s) for n in kernels for s in seeds if f"{pair} {n} {s}" not in known]
        found = Parallel(n_jobs=jobs)(delayed(accuracies)(data / pair, *one) for one in missing)
        known |= {f"{pair} {n} {s}": one for (n, s), one in zip(missing, found, strict=True)}
        cache.write_text(json.dumps(known, indent=0), encoding="utf-8")
    return np.array(
        [[[known[f"{pair} {n} {seed}"] for seed in seeds] for n in kernels] for pair in pairs]
    )


def table(scores: np.ndarray, pairs: list[str], kernels: list[str]) -> str:
    """Write means by pair, and their mean with the difference to the first line."""
    lines = [["shared x workers", *pairs, "mean", "difference"], ["---"] * (len(pairs) + 3)]
    means = scores.mean(axis=2)
    for line, kernel in enumerate(kernels):
        # the pairs are these and no sample: what varies is the seed
        differences = scores[:, line] - scores[:, 0]
        error = np.sqrt((differences.var(axis=1, ddof=1) / scores.shape[2]).sum(axis=0)) / len(
            pairs
        )
        changes = [
            f"{change:+.3f} ({own:.3f})"
            for change, own in zip(differences.mean(axis=(0, 1)), error, strict=True)
        ]
        cells = [*(_both(mean) for mean in means[:, line]), _both(means[:, line].mean(axis=0))]
        lines.append([kernel, *cells, " / ".join(changes) if line else ""])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _both(scores: np.ndarray) -> str:
    return " / ".join(f"{one:.3f}" for one in scores)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("shared.json"))
    parser.add_argument("--pairs", default=PAIRS)
    parser.add_argument("--kernels", default=KERNELS, help="the first is what others differ from")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    pairs, kernels = arguments.pairs.split(","), arguments.kernels.split(",")
    if arguments.seeds < 2:
        parser.error("at least two seeds are needed: what varies is the seed")
    seeds = range(1, arguments.seeds + 1)
    scores = measure(arguments.data, arguments.cache, pairs, kernels, seeds, arguments.jobs)
    print(table(scores, pairs, kernels))


if __name__ == "__main__":
    main()
