"""Speed and quality of our skip-gram kernel against gensim's, as ratios within one run.

    python benchmarks/sgns.py                speed: both settings, one and two threads each
    python benchmarks/sgns.py --scaling      cost by window, dimension and tokens
    python benchmarks/sgns.py --quality      Acc1 of both kernels, mean and deviation over six seeds
    python benchmarks/sgns.py --quality --data DIR --epochs 3 --setting 16,100

Both kernels get the same pseudo-bilingual documents, ids, initial vectors and parameters (25
negative examples, sample 1e-4, window drawn from 1 .. window); only training is timed, after
compilation, alternately, and the best of several rounds counts. Seconds are given twice: on the
wall, and of the processor (all threads), which other programs on the machine disturb less.

gensim draws 25 negative examples for each pair of words. The first line of a setting does so too
(``shared=1``). The second, the default, gives every pair 25 as well, but draws them once for up to
eight context words of a window; the third draws 15 for up to twenty, which weigh 25/15 each. "Of
sgemm" is the distance to the limit: the arithmetic of the pairs (three products of 26 x dim numbers
each, in the third line of 16 x dim) a second, as a part of what BLAS does in a square product of
1024 rows in the same rounds.

The heading names the processor that BLAS computes for. numpy's OpenBLAS takes one that it does not
know for an older one, an AMD Zen 5 for "Haswell", and is then half as fast as AVX-512 allows: "of
sgemm" may be more than 100%. ``OPENBLAS_CORETYPE=SkylakeX`` in the environment makes it use all of
a processor with AVX-512, and the BLAS that gensim calls as well.

gensim hands its threads jobs of up to 10,000 tokens. Of few jobs one thread has more than the
other: how many times as fast as one two threads can be at most is printed above their lines.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from gensim.models.word2vec import MAX_WORDS_IN_BATCH
from joblib import Parallel, delayed
from threadpoolctl import threadpool_info, threadpool_limits

from baselines.pseudo_bilingual import PseudoBilingual, pseudo_bilingual
from baselines.skipgram.bwesg import BWESG
from baselines.skipgram.gensim_reference import cut_documents, make_model
from baselines.skipgram.trainer import SkipGramParameters, SkipGramTrainer
from clss.corpus import AlignedCorpus
from evaluation import BLE

DATA = Path(__file__).parents[2] / "shared" / "data"
QUICKSTART = Path(__file__).parents[1] / "examples" / "quickstart"
SETTINGS = [(48, 300), (16, 100)]
#: Context words that share a draw, and how many negative examples it has: as in gensim, by default,
#: and in haste.
DRAWS = [(1, 25), (8, 25), (20, 15)]
SEEDS = (1, 2, 3, 4, 5, 6)


def load(directory: Path) -> AlignedCorpus:
    files = [directory / f"nouns.{lang}.txt.gz" for lang in ("es", "en")]
    return AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=5)


def part(text: PseudoBilingual, pairs: int) -> PseudoBilingual:
    """The first pairs only; the vocabulary stays that of all."""
    offsets = text.offsets[: pairs + 1]
    return text._replace(tokens=text.tokens[: offsets[-1]], offsets=offsets)


def seconds(work: Callable[[], object]) -> np.ndarray:
    begun = time.perf_counter(), time.process_time()
    work()
    return np.array([time.perf_counter(), time.process_time()]) - begun


def time_ours(text: PseudoBilingual, parameters: SkipGramParameters) -> np.ndarray:
    trainer = SkipGramTrainer(text.tokens, text.offsets, text.n_words, parameters)
    return np.append(seconds(trainer.train), arithmetic(trainer.pairs, parameters))


def arithmetic(pairs: int, parameters: SkipGramParameters) -> float:
    """Floating-point operations of the pairs: scores, new inputs and new outputs."""
    return 3.0 * 2.0 * pairs * (1 + parameters.drawn) * parameters.dim


def time_sgemm(threads: int) -> float:
    """Return the operations a second of BLAS in a square product."""
    matrix, times = np.ones((1024, 1024), dtype=np.float32), 10

    def multiply() -> None:  # several times: some clocks tick every 4 ms only
        for _ in range(times):
            matrix @ matrix

    with threadpool_limits(threads, user_api="blas"):
        multiply()
        return times * 2.0 * len(matrix) ** 3 / min(seconds(multiply)[0] for _ in range(3))


def blas_processor() -> str:
    """Return the processor that BLAS computes for, as far as the library tells it."""
    libraries = [library for library in threadpool_info() if library["user_api"] == "blas"]
    names = {library.get("architecture") or library["internal_api"] for library in libraries}
    return " and ".join(sorted(names))  # numpy's, and scipy's, which gensim calls


def time_gensim(text: PseudoBilingual, parameters: SkipGramParameters) -> np.ndarray:
    documents = cut_documents(text.tokens, text.offsets, parameters.max_sentence)
    counts = np.bincount(text.tokens, minlength=text.n_words)
    model = make_model(counts, parameters)
    return seconds(lambda: model.train(documents, total_examples=len(documents), epochs=1))


def gensims_limit(text: PseudoBilingual, parameters: SkipGramParameters) -> str:
    """Say how far threads can share out gensim's jobs, if none ever waits for another."""
    jobs = [0]
    for document in cut_documents(text.tokens, text.offsets, parameters.max_sentence):
        if jobs[-1] + len(document) > MAX_WORDS_IN_BATCH:
            jobs.append(0)
        jobs[-1] += len(document)
    read = [0] * parameters.workers
    for job in jobs:
        read[read.index(min(read))] += job
    return (
        f"{parameters.workers} threads of gensim are at most {sum(jobs) / max(read):.2f} times as "
        f"fast as one: it has {len(jobs)} jobs for them"
    )


def warm_up() -> None:
    corpus = AlignedCorpus.from_documents([["a", "b"]] * 9, [["x"]] * 9, langs=("s", "t"))
    for workers in (1, 2):  # copies are joined by a kernel of their own
        BWESG(dim=8, window=2, sample=0, epochs=1, workers=workers).fit(corpus)


def speed(corpus: AlignedCorpus, settings: list[tuple[int, int]], pairs: int, rounds: int) -> None:
    text = part(pseudo_bilingual(corpus), pairs)
    print(
        f"{len(text.tokens)} tokens, one epoch, best of {rounds} rounds; "
        f"load of the machine {os.getloadavg()[0]:.1f}; BLAS for {blas_processor()}"
    )
    print(
        "window  dim threads draws/contexts |  clss: wall    cpu | gensim: wall    cpu | "
        "ratio: wall    cpu | of sgemm"
    )
    for window, dim in settings:
        for workers in (1, 2):
            plain = SkipGramParameters(dim=dim, window=window, epochs=1, workers=workers)
            if workers > 1:
                print(gensims_limit(text, plain))
            ways = [replace(plain, shared=shared, draws=draws) for shared, draws in DRAWS]
            times, theirs, peaks = [], [], []
            for _ in range(rounds):
                times.append([time_ours(text, way) for way in ways])
                theirs.append(time_gensim(text, plain))
                peaks.append(time_sgemm(workers))
            gensim, peak = np.min(theirs, axis=0), max(peaks)
            for way, (wall, cpu, work) in zip(ways, np.min(times, axis=0), strict=True):
                print(
                    f"{window:6d} {dim:4d} {workers:7d} {way.draws:8d} / {way.shared:5d} | "
                    f"{wall:11.2f} {cpu:6.2f} | {gensim[0]:12.2f} {gensim[1]:6.2f} | "
                    f"{gensim[0] / wall:11.1f} {gensim[1] / cpu:6.1f} | "
                    f"{work / wall / peak:4.0%} of {peak / 1e9:.0f} GFlop/s",
                    flush=True,
                )


def scaling(corpus: AlignedCorpus, pairs: int, rounds: int) -> None:
    """Each of the three factors doubled and quadrupled; linear is a factor of 2 each time."""
    text = pseudo_bilingual(corpus)
    base = SkipGramParameters(dim=100, window=12, epochs=1)
    rows = [
        (f"window {n * 12}", part(text, pairs), replace(base, window=12 * n)) for n in (1, 2, 4)
    ]
    rows += [(f"dim {n * 100}", part(text, pairs), replace(base, dim=100 * n)) for n in (1, 2, 4)]
    rows += [(f"pairs {n * pairs}", part(text, n * pairs), base) for n in (1, 2, 4)]
    before = 0.0
    for label, piece, parameters in rows:
        cpu = min(time_ours(piece, parameters)[1] for _ in range(rounds))
        factor = "" if label.endswith((" 12", " 100", f" {pairs}")) else f"x {cpu / before:.2f}"
        print(f"{label:12s} {len(piece.tokens):9d} tokens {cpu:8.2f} s (cpu) {factor}", flush=True)
        before = cpu


def accuracy(corpus: AlignedCorpus, gold: Path, model: BWESG) -> float:
    took = seconds(lambda: model.fit(corpus))
    acc1 = BLE.from_file(gold).evaluate(model.space_).correct(1).mean()
    setting = f"window {model.window} dim {model.dim} epochs {model.epochs} seed {model.seed}"
    print(
        f"{model.backend:7s} {setting}: Acc1 {acc1:.4f} ({took[1]:.0f} s of the processor)",
        flush=True,
    )
    return float(acc1)


def quality(
    corpus: AlignedCorpus, gold: Path, setting: tuple[int, int], epochs: int, jobs: int
) -> None:
    window, dim = setting
    models = [
        BWESG(dim=dim, window=window, epochs=epochs, backend=backend, seed=seed)
        for backend in ("gensim", "clss")
        for seed in SEEDS
    ]
    scores = Parallel(n_jobs=jobs)(delayed(accuracy)(corpus, gold, model) for model in models)
    by_kernel = np.reshape(scores, (2, len(SEEDS)))
    (theirs, ours), (their_sd, our_sd) = by_kernel.mean(axis=1), by_kernel.std(axis=1, ddof=1)
    print(
        f"mean of {len(SEEDS)} seeds: clss {ours:.4f} (standard deviation {our_sd:.4f}), "
        f"gensim {theirs:.4f} ({their_sd:.4f}), difference {ours - theirs:+.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="directory with nouns.*.txt.gz and the gold")
    parser.add_argument("--pairs", type=int, default=500, help="pairs of documents for speed")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--quality", action="store_true")
    parser.add_argument("--gold", type=Path, help="for --quality: development items of --data")
    parser.add_argument("--epochs", type=int, default=15, help="for --quality")
    parser.add_argument("--setting", help="window,dim (48,300 and 16,100; for --quality 48,200)")
    parser.add_argument("--jobs", type=int, default=1, help="models side by side in --quality")
    arguments = parser.parse_args()
    data = arguments.data or (QUICKSTART if arguments.quality else DATA / "europarl-es-en")
    corpus = load(data)
    warm_up()
    given = arguments.setting or ("48,200" if arguments.quality else None)
    setting = (int(given.split(",")[0]), int(given.split(",")[1])) if given else None
    if arguments.quality and setting:
        # settings are chosen by these figures, so the items are never those of a printed table
        gold = arguments.gold or QUICKSTART / "gold-dev.es-en.tsv"
        quality(corpus, gold, setting, arguments.epochs, arguments.jobs)
    elif arguments.scaling:
        scaling(corpus, arguments.pairs, arguments.rounds)
    else:
        speed(corpus, [setting] if setting else SETTINGS, arguments.pairs, arguments.rounds)


if __name__ == "__main__":
    main()
