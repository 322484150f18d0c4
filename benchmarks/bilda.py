"""Speed, growth, memory and quality of BiLDA, as ratios within one run.

    python benchmarks/bilda.py                 against tomotopy, turns of ten sweeps, two workers
    python benchmarks/bilda.py --average       200 sweeps from random initialisation, memory
    python benchmarks/bilda.py --growth        seconds a sweep at K = 100, 500, 2000, 8000
    python benchmarks/bilda.py --curves        log-likelihood with 1 shard and with 2, two seeds
    python benchmarks/bilda.py --muptm         Basic- and Association-MuPTM of the whole vocabulary
    python benchmarks/bilda.py --shards        one shard (the default) against four, turn by turn
    python benchmarks/bilda.py --threads       one worker against two, turn by turn; what a sweep
                                               reads a second beside the memory's bandwidth
    python benchmarks/bilda.py --vocabulary    memory of BiLDA and both MuPTM with 200,000 words
                                               per language, made-up documents
    python benchmarks/bilda.py --mallet DIR --turns 20
                                               200 sweeps beside those of MALLET in DIR (where it
                                               is found: benchmarks/mallet_peer.py), one thread,
                                               in turns of ten; --polylingual: its BiLDA

Seconds are given twice: on the wall, and of the processor (all threads), which other programs on
the machine disturb less. tomotopy has no bilingual LDA; it runs LDA on the joined documents with
tagged words, same K, alpha and beta, no optimisation of alpha.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from mallet_peer import TURN, Kind, MalletChain
from measure import measure_here

from baselines.topics.bilda import BiLDA
from baselines.topics.muptm import AssociationMuPTM, BasicMuPTM
from baselines.topics.pseudo_lda import merged_corpus
from baselines.topics.sampler import GibbsState
from clss.corpus import AlignedCorpus, Side
from clss.errors import InputError
from clss.vocabulary import Vocabulary

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "europarl-es-en"
BETA = 0.01


class Clock:
    """Seconds on the wall and of the processor since it was made."""

    def __init__(self) -> None:
        self.begun = perf_counter(), process_time()

    def read(self) -> np.ndarray:
        """Return both."""
        return np.array([perf_counter(), process_time()]) - self.begun


def megabytes() -> float:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def make_state(corpus: AlignedCorpus, topics: int, shards: int = 1, seed: int = 1) -> GibbsState:
    return GibbsState(corpus, topics, 50 / topics, BETA, shards=shards, seed=seed)


def warm_up() -> None:
    """Compile, so that no measurement contains it."""
    corpus = AlignedCorpus.from_documents([["a", "b"]], [["x"]], langs=("s", "t"))
    state = make_state(corpus, 3)
    state.sweep()
    state.log_likelihood()


def tomotopy_model(corpus: AlignedCorpus, topics: int):
    import tomotopy

    model = tomotopy.LDAModel(k=topics, alpha=50 / topics, eta=BETA, seed=1)
    model.optim_interval = 0
    words = [[f"{side.lang}:{word}" for word in side.vocabulary] for side in corpus.sides]
    for d in range(len(corpus)):
        model.add_doc(
            [words[i][w] for i, side in enumerate(corpus.sides) for w in side.document(d)]
        )
    model.train(0, workers=1)
    return model


def speed(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    state, other = make_state(corpus, options.topics), tomotopy_model(corpus, options.topics)
    with ThreadPoolExecutor(options.workers) as pool:
        # turn by turn, so that whatever else the machine does disturbs both alike
        for turn in range(options.turns):
            clock = Clock()
            for _ in range(10):
                state.sweep(pool)
            ours = clock.read() / 10
            clock = Clock()
            other.train(10, workers=options.workers)
            theirs = clock.read() / 10
            print(
                f"sweeps {10 * turn + 1:3d}-{10 * turn + 10}: a sweep takes {ours[0]:.2f} s "
                f"(processor {ours[1]:.2f}), tomotopy {theirs[0]:.2f} s ({theirs[1]:.2f}), "
                f"ratio {theirs[0] / ours[0]:.1f} ({theirs[1] / ours[1]:.1f})",
                flush=True,
            )


def mallet(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    """Take turns of ten sweeps and one log-likelihood, which MALLET computes as often.

    MALLET's LDA has its equal in our LDA of the joined documents; BiLDA is what it stands for.
    """
    topics, joined = options.topics, merged_corpus(corpus)
    ours = {"LDA": (1, make_state(joined, topics)), "BiLDA": (1, make_state(corpus, topics))}
    if options.workers > 1:
        ours[f"BiLDA, {options.workers} workers"] = options.workers, make_state(corpus, topics)
    seconds = np.zeros((options.turns, 1 + len(ours), 2))
    with tempfile.TemporaryDirectory() as directory:
        kind: Kind = "polylingual" if options.polylingual else "parallel"
        prior = (50 / topics, BETA)
        peer = MalletChain(
            options.mallet, corpus, topics, *prior, options.turns, kind, Path(directory)
        )
        with closing(peer):
            for turn, taken in enumerate(seconds):
                taken[0] = peer.turn()
                for place, (workers, state) in enumerate(ours.values(), 1):
                    with ThreadPoolExecutor(workers) as pool:
                        clock = Clock()
                        for _ in range(TURN):
                            state.sweep(pool)
                        state.log_likelihood(pool)
                        taken[place] = clock.read()
                sweeps = f"{TURN * turn + 1:3d}-{TURN * turn + TURN}"
                print(f"sweeps {sweeps}: {_beside(taken, list(ours))}", flush=True)
            source, target = peer.assignments()
    print(f"all {TURN * options.turns} sweeps: {_beside(seconds.sum(axis=0), list(ours))}")
    start = [side.offsets for side in corpus.sides]
    parts = [
        z[offsets[d] : offsets[d + 1]]
        for d in range(len(corpus))
        for z, offsets in zip((source, target), start, strict=True)
    ]
    final = {
        "MALLET as LDA": GibbsState(
            joined, topics, *prior, assignments=(np.concatenate(parts), source[:0])
        ),
        "MALLET as BiLDA": GibbsState(corpus, topics, *prior, assignments=(source, target)),
        **{f"our {name}": state for name, (_, state) in ours.items()},
    }
    for name, state in final.items():
        print(f"log-likelihood a token, {name}: {state.log_likelihood() / state.n_tokens:.4f}")


def _beside(taken: np.ndarray, names: list[str]) -> str:
    (wall, processor), *ours = taken
    parts = [f"MALLET {wall:.1f} s (processor {processor:.1f})"]
    for name, mine in zip(names, ours, strict=True):
        parts.append(
            f"{name} {mine[0]:.1f} s ({mine[1]:.1f}), "
            f"ratio {wall / mine[0]:.2f} ({processor / mine[1]:.2f})"
        )
    return "; ".join(parts)


def average(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    sweeps = 200
    clock = Clock()

    def report(progress) -> None:
        if progress.done in (1, 2, 5, 10, 20, 40, 50, 100, 150, 200):
            wall, processor = clock.read()
            print(
                f"sweep {progress.done:3d}: {wall:7.1f} s (processor {processor:7.1f}), "
                f"{progress.values['log_likelihood']:.4f} a token",
                flush=True,
            )

    model = BiLDA(topics=options.topics, sweeps=sweeps, workers=options.workers)
    model.fit(corpus, progress=report)
    wall, processor = clock.read()
    tokens = sweeps * sum(side.n_tokens for side in corpus.sides) / 1e6
    print(
        f"{sweeps} sweeps, initialisation, likelihoods and estimates: {wall:.1f} s, "
        f"{tokens / wall / options.workers:.2f}M tokens a second and core; "
        f"processor {processor:.1f} s, {tokens / processor:.2f}M"
    )


def shards(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    states = {number: make_state(corpus, options.topics, number) for number in (1, 4)}
    with ThreadPoolExecutor(options.workers) as pool:
        for turn in range(options.turns):
            seconds = {}
            for number, state in states.items():
                clock = Clock()
                state.sweep(pool)
                seconds[number] = clock.read()
            one, four = seconds[1], seconds[4]
            print(
                f"sweep {turn + 1:3d}: 1 shard {one[0]:.2f} s (processor {one[1]:.2f}), 4 shards "
                f"{four[0]:.2f} s ({four[1]:.2f}), ratio {four[0] / one[0]:.2f} "
                f"({four[1] / one[1]:.2f})",
                flush=True,
            )


def sweep_bytes(state: GibbsState) -> float:
    """Bytes that a sweep must read and write: tokens, and the lists of topics of their pairs.

    The occurrences of a word in a pair share one reading of the pair's list. What stays in the
    nearest cache (the topics of one word) is not counted.
    """
    starts = np.append(True, np.diff(state.pair_of) != 0)
    starts[state.word_start[:-1][np.diff(state.word_start) > 0]] = True
    slots = state.list_used[state.pair_of[starts]].sum(dtype=np.float64)
    a_slot = state.list_topic.itemsize + state.list_count.itemsize
    a_token = state.pair_of.itemsize + 2 * (state.z.itemsize + state.slot_of.itemsize)
    return slots * a_slot + state.n_tokens * a_token


def bandwidth(pool: ThreadPoolExecutor, workers: int) -> float:
    """Bytes a second that `workers` threads read from memory and write when they copy arrays."""
    size = 2**25
    arrays = [(np.ones(size), np.zeros(size)) for _ in range(workers)]
    best = np.inf
    for _ in range(4):
        clock = Clock()
        list(pool.map(lambda pair: np.copyto(pair[1], pair[0]), arrays))
        best = min(best, clock.read()[0])
    return workers * 2 * 8 * size / best


def threads(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    states = {workers: make_state(corpus, options.topics) for workers in (1, 2)}
    best = {}
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        pools = {1: one, 2: two}
        for turn in range(options.turns):
            seconds = {}
            for workers, state in states.items():
                clock = Clock()
                state.sweep(pools[workers])
                seconds[workers] = clock.read()[0]
                best[workers] = min(seconds[workers], best.get(workers, np.inf))
            print(
                f"sweep {turn + 1:3d}: 1 worker {seconds[1]:.2f} s, 2 workers {seconds[2]:.2f} s, "
                f"ratio {seconds[1] / seconds[2]:.2f}",
                flush=True,
            )
        for workers, state in states.items():
            rate, copied = sweep_bytes(state) / best[workers], bandwidth(pools[workers], workers)
            print(
                f"{workers} worker(s), best sweep {best[workers]:.2f} s "
                f"({state.n_tokens / best[workers] / 1e6:.1f}M tokens a second): reads and writes "
                f"{rate / 1e9:.1f} GB a second, {rate / copied:.0%} of the "
                f"{copied / 1e9:.1f} GB that copying arrays moves"
            )
    print(f"two workers are {best[1] / best[2]:.2f} times as fast as one")


def growth(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    for topics in (100, 500, 2000, 8000):
        state = make_state(corpus, topics)
        with ThreadPoolExecutor(options.workers) as pool:
            clock = Clock()
            state.sweep(pool)
            first = clock.read()
            for _ in range(24):
                state.sweep(pool)
            times = []
            for _ in range(5):
                clock = Clock()
                state.sweep(pool)
                times.append(clock.read())
            best = np.min(times, axis=0)
        print(
            f"K={topics:5d}: first sweep {first[0]:.2f} s (processor {first[1]:.2f}), best of "
            f"26-30 {best[0]:.2f} s ({best[1]:.2f}), {state.list_used.mean():.0f} slots a pair, "
            f"memory so far {megabytes():.0f} MB",
            flush=True,
        )


def curves(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    marks = (1, 5, 10, 20, 50, 100, 150, 200)
    print("log-likelihood a token after", *(f"{mark:8d}" for mark in marks), "sweeps")
    for seed in (1, 2):
        for shards in (1, 2):
            state = make_state(corpus, options.topics, shards, seed)
            values = []
            with ThreadPoolExecutor(options.workers) as pool:
                while state.sweeps < marks[-1]:
                    state.sweep(pool)
                    if state.sweeps in marks:
                        values.append(state.log_likelihood(pool) / state.n_tokens)
            print(
                f"seed {seed}, {shards} shards          ",
                *(f"{value:8.4f}" for value in values),
                flush=True,
            )


def muptm(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    """Fit what is made of topics, as it comes; the memory is the most while it is fitted."""
    topics = BiLDA(topics=options.topics, sweeps=options.sweeps, workers=options.workers)
    cost = measure_here(lambda: topics, lambda model: model.fit(corpus))
    print(
        f"BiLDA of {options.sweeps} sweeps: {cost.seconds:.1f} s (processor "
        f"{cost.cpu_seconds:.1f}), memory {cost.peak_megabytes:.0f} MB",
        flush=True,
    )
    for kind in (BasicMuPTM, AssociationMuPTM):
        model = kind(topic_model=topics, workers=options.workers)
        cost = measure_here(lambda model=model: model, lambda model: model.fit(corpus))
        words = len(corpus.source.vocabulary) + len(corpus.target.vocabulary)
        print(
            f"{model.name}, {words} words pruned to {model.prune}: {cost.seconds:.1f} s "
            f"(processor {cost.cpu_seconds:.1f}), memory {cost.peak_megabytes:.0f} MB",
            flush=True,
        )
        del model.space_, cost  # the next one is measured without it


def made_up_corpus(words: int = 200_000, pairs: int = 10_000, length: int = 100) -> AlignedCorpus:
    """Every word once, and then by Zipf's law."""
    random = np.random.default_rng(1)
    sides = []
    for lang in ("es", "en"):
        tokens = np.minimum(random.zipf(1.2, pairs * length) - 1, words - 1)
        tokens[random.permutation(len(tokens))[:words]] = np.arange(words)
        counts = np.bincount(tokens, minlength=words)
        order = np.argsort(-counts, kind="stable")
        place = np.empty(words, dtype=np.int32)
        place[order] = np.arange(words)
        vocabulary = Vocabulary([f"{lang}{word}" for word in range(words)], counts[order])
        sides.append(Side(lang, vocabulary, place[tokens], np.arange(pairs + 1) * length))
    return AlignedCorpus(*sides)


def vocabulary(corpus: AlignedCorpus, options: argparse.Namespace) -> None:
    corpus = made_up_corpus()
    print(f"{corpus}: memory {megabytes():.0f} MB", flush=True)
    topics = BiLDA(topics=options.topics, sweeps=3, workers=options.workers).fit(corpus)
    print(f"BiLDA: memory at most {megabytes():.0f} MB", flush=True)
    models: list[BasicMuPTM | AssociationMuPTM] = [
        BasicMuPTM(topic_model=topics, prune=200),
        AssociationMuPTM(topic_model=topics, prune=300, workers=options.workers),
    ]
    for model in models:
        clock = Clock()
        model.fit(corpus)
        wall, processor = clock.read()
        print(
            f"{model.name}, pruned to {model.prune}: {wall:.1f} s (processor {processor:.1f}), "
            "memory at most "
            f"{megabytes():.0f} MB",
            flush=True,
        )
        del model.space_  # the next one is measured without it
    try:
        AssociationMuPTM(topic_model=topics).fit(corpus)
    except InputError as error:
        print(f"association-muptm as it comes: {error}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    chosen = parser.add_mutually_exclusive_group()
    for section in (average, shards, threads, growth, curves, muptm, vocabulary):
        chosen.add_argument(
            f"--{section.__name__}",
            action="store_const",
            dest="section",
            const=section,
            default=speed,
        )
    chosen.add_argument("--mallet", type=Path, metavar="DIR", help="MALLET's directory")
    parser.add_argument("--polylingual", action="store_true", help="of MALLET: its BiLDA")
    parser.add_argument("--data", type=Path, default=DATA, help="directory with nouns.*.txt.gz")
    parser.add_argument("--topics", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sweeps", type=int, default=30, help="of BiLDA before --muptm")
    parser.add_argument("--turns", type=int, default=6, help="of sweeps, where there are turns")
    options = parser.parse_args()
    if options.mallet and not (options.mallet / "dist" / "mallet.jar").exists():
        parser.error(f"{options.mallet} has no dist/mallet.jar; see benchmarks/mallet_peer.py")
    corpus = AlignedCorpus.from_files(
        options.data / "nouns.es.txt.gz", options.data / "nouns.en.txt.gz", langs=("es", "en")
    )
    warm_up()
    print(
        f"{corpus}, K={options.topics}, {options.workers} workers, "
        f"memory before {megabytes():.0f} MB",
        flush=True,
    )
    (mallet if options.mallet else options.section)(corpus, options)
    print(f"memory at most {megabytes():.0f} MB")


if __name__ == "__main__":
    main()
