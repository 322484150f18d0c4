"""A text of a billion tokens: read, saved, opened memory-mapped, and swept once by BiLDA.

    python benchmarks/billion.py --data ../shared/data/europarl-es-en --tokens 1e9

The text is the given corpus over and over, its documents in another order each time and its rarest
words renamed so that the vocabulary grows as text does (tiled_corpus.py). It is written as two
plain files to a temporary directory (some 9 bytes a token, besides 4 for the saved corpus and up to
20 for the sampler), which is removed in the end. Every step is a process of its own. "resident" is
the peak of all memory, pages of mapped files included, which the system takes back when it needs
room; "own" is the peak of what it cannot take back.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from measure import reset_peak, status_megabytes
from tiled_corpus import MIN_COUNT, TiledSide, heaps_exponents

from baselines.topics.sampler import GibbsState
from clss.corpus import AlignedCorpus
from clss.toy import toy_corpus

LANGS = ("es", "en")


class Step:
    """Seconds and memory of a block, printed when it is done."""

    def __init__(self, name: str, tokens: int) -> None:
        self.name, self.tokens, self._over = name, tokens, threading.Event()
        self._own = 0.0

    def __enter__(self) -> Step:
        reset_peak()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        self._begun, self._begun_cpu = time.perf_counter(), time.process_time()
        return self

    def _watch(self) -> None:
        while not self._over.wait(0.05):
            self._own = max(self._own, status_megabytes("RssAnon"))

    def __exit__(self, *_: object) -> None:
        seconds = max(time.perf_counter() - self._begun, 1e-9)
        processor = max(time.process_time() - self._begun_cpu, 1e-9)
        self._own = max(self._own, status_megabytes("RssAnon"))
        self._over.set()
        self._thread.join()
        rate = self.tokens / processor / 1e6
        memory = f"{status_megabytes('VmHWM'):.0f} | {self._own:.0f}"
        print(
            f"| {self.name} | {seconds:.0f} | {processor:.0f} | {rate:.1f} | {memory} |", flush=True
        )


def write_text(data: Path, place: Path, tokens: float) -> int:
    """Write the two files; return how many tokens there are."""
    texts = [data / f"nouns.{lang}.txt.gz" for lang in LANGS]
    corpus = AlignedCorpus.from_files(*texts, langs=LANGS, min_count=MIN_COUNT)
    once = sum(side.n_tokens for side in corpus.sides)
    copies = max(1, round(tokens / once))
    exponents = heaps_exponents(corpus)
    with Step("write the text", copies * once):
        for side, exponent in zip(corpus.sides, exponents, strict=True):
            tiles = TiledSide(side, copies, exponent)
            names = list(tiles.names())
            documents = [side.document(pair).tolist() for pair in range(len(corpus))]
            with open(place / side.lang, "w", encoding="utf-8", buffering=1 << 20) as stream:
                for copy in range(copies):
                    word = [names[i] for i in tiles.ids_in(copy)].__getitem__
                    for pair in tiles.order(copy):
                        stream.write(" ".join(map(word, documents[pair])) + "\n")
    size = sum((place / lang).stat().st_size for lang in LANGS)
    words = " + ".join(
        f"{int(TiledSide(s, copies, e).sizes[-1]):,}"
        for s, e in zip(corpus.sides, exponents, strict=True)
    )
    print(
        f"\n{copies} copies, {copies * len(corpus):,} pairs, {copies * once:,} tokens, "
        f"{words} words, {size / 1e9:.1f} GB of text\n",
        file=sys.stderr,
    )
    return copies * once


def read_and_save(place: Path, tokens: int) -> None:
    """Read the files as every command does, and save the corpus as a run does."""
    with Step("read two files", tokens):
        corpus = AlignedCorpus.from_files(*(place / lang for lang in LANGS), langs=LANGS)
    with Step("hash (fingerprint)", tokens):
        _ = corpus.fingerprint
    with Step("save", tokens):
        corpus.save(place / "corpus")


def open_corpus(place: Path, tokens: int) -> None:
    """Open the corpus as somebody who got it, comparing all hashes, and as a stage of a run."""
    with Step("open, hashes compared", tokens):
        AlignedCorpus.load(place / "corpus")
    with Step("open as a stage of a run", tokens):
        AlignedCorpus.load(place / "corpus", hashed=True)


def sweep(place: Path, tokens: int, topics: int) -> None:
    """Put the tokens in the order of the sampler, and draw all of their topics once."""
    GibbsState(toy_corpus(), topics, 50 / topics, 0.01).sweep()  # compiles
    corpus = AlignedCorpus.load(place / "corpus", hashed=True)
    with Step("BiLDA: random topics", tokens):
        state = GibbsState(corpus, topics, 50 / topics, 0.01)
    before = state.log_likelihood() / state.n_tokens
    with Step(f"BiLDA: one sweep, {topics} topics", tokens):
        state.sweep()
    after = state.log_likelihood() / state.n_tokens
    print(f"\nlog-likelihood per token {before:.4f} before, {after:.4f} after\n", file=sys.stderr)


def in_own_process(function: Any, *arguments: Any) -> Any:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="directory of the corpus")
    parser.add_argument("--tokens", type=float, default=1e9)
    parser.add_argument("--topics", type=int, default=2000)
    options = parser.parse_args()
    print(
        "| step | seconds | of the processor | M tokens a second of it | resident, MB | own, MB |"
    )
    print("|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        tokens = in_own_process(write_text, options.data, place, options.tokens)
        in_own_process(read_and_save, place, tokens)
        for lang in LANGS:
            (place / lang).unlink()
        in_own_process(open_corpus, place, tokens)
        in_own_process(sweep, place, tokens, options.topics)


if __name__ == "__main__":
    main()
