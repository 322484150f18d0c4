"""What the model `encoder` adds to onnxruntime: its throughput as a share of the runtime's own.

    python benchmarks/encoder.py                    an encoder of MiniLM's size, random weights
    python benchmarks/encoder.py --path DIR         any other one
    python benchmarks/encoder.py --size small       a smaller one, where the rest weighs more

Ours is the whole way from the quickstart's raw text to words' vectors: finding the contexts,
tokenizing, batching, running the graph, pooling. The runtime's own is the same graph on the same
batches, made beforehand, its results thrown away. Both in one run, in turn, best of several rounds;
seconds on the wall and of the processor.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np

from baselines import PretrainedEncoder
from baselines.encoders.contexts import RawContexts, choose_occurrences
from baselines.encoders.directory import EncoderDirectory
from baselines.encoders.runner import EncoderRunner, EncoderSettings
from clss.corpus import AlignedCorpus
from clss.textfile import read_lines

QUICKSTART = Path(__file__).parents[1] / "examples" / "quickstart"
SIZES = {
    "minilm": {"hidden": 384, "layers": 6, "heads": 12},
    "small": {"hidden": 128, "layers": 2, "heads": 2},
}


def random_encoder(place: Path, size: str) -> Path:
    path = Path(__file__).parents[1] / "examples" / "encoder" / "tiny_encoder.py"
    spec = importlib.util.spec_from_file_location("tiny_encoder", path)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    tokenizer = example.make_tokenizer(example.quickstart_lines(), size=5000)
    return example.write_encoder(place, tokenizer, positions=512, **SIZES[size])


def quickstart() -> AlignedCorpus:
    files = [QUICKSTART / f"nouns.{lang}.txt.gz" for lang in ("es", "en")]
    return AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=5)


def seconds(work: Callable[[], object]) -> np.ndarray:
    begun = time.perf_counter(), time.process_time()
    work()
    return np.array([time.perf_counter(), time.process_time()]) - begun


def measure(path: Path, raw: Path, occurrences: int, batch: int, threads: int, rounds: int) -> None:
    side = quickstart().source
    runner = EncoderRunner(
        EncoderDirectory.open(path), EncoderSettings(batch=batch, threads=threads)
    )
    words = len(side.vocabulary)

    def ours() -> None:
        contexts = RawContexts(raw, side.vocabulary, side.lang)
        chosen = choose_occurrences(contexts.words, occurrences, np.random.default_rng(1))
        runner.means(contexts.passages(chosen), words)

    contexts = RawContexts(raw, side.vocabulary, side.lang)
    chosen = choose_occurrences(contexts.words, occurrences, np.random.default_rng(1))
    batches = [runner.padded(one) for one in runner.batches(contexts.passages(chosen))]

    def theirs() -> None:
        for ids, mask in batches:
            runner.graph.run(ids, mask)

    times = np.array([[seconds(ours), seconds(theirs)] for _ in range(rounds)])
    best = times.min(axis=0)
    texts, pieces = sum(len(ids) for ids, _ in batches), sum(mask.sum() for _, mask in batches)
    padded = sum(ids.size for ids, _ in batches)
    share = best[1] / best[0]
    print(
        f"{occurrences:11d} {batch:5d} {threads:7d} {len(chosen):7d} {texts:6d} {pieces:8d}"
        f" {1 - pieces / padded:7.1%} | {len(chosen) / best[0, 0]:9.0f} | {best[0, 0]:5.2f}"
        f" {best[1, 0]:5.2f} {share[0]:6.1%} | {best[0, 1]:5.2f} {best[1, 1]:5.2f} {share[1]:6.1%}",
        flush=True,
    )


def same_bytes(path: Path) -> None:
    """Whether the number of threads changes a bit of what is computed."""
    corpus = quickstart()
    spaces = [
        PretrainedEncoder(path, occurrences=1, threads=threads).fit(corpus).space_
        for threads in (1, 1, 2)
    ]
    first, again, two = (space.matrix("source") for space in spaces)
    print(f"twice with one thread: same bytes {first.tobytes() == again.tobytes()}")
    print(
        f"one and two threads: same bytes {first.tobytes() == two.tobytes()},"
        f" largest difference {np.abs(first - two).max():.1e}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--path", type=Path, help="the directory of an encoder")
    parser.add_argument("--size", choices=sorted(SIZES), default="minilm")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--occurrences", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--lines", type=int, default=300, help="of the quickstart's raw text")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--bytes", action="store_true", help="also compare bytes by threads")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        path = given.path or random_encoder(Path(place) / given.size, given.size)
        raw = Path(place) / "raw.txt"
        raw.write_text("\n".join(islice(read_lines(QUICKSTART / "raw.es.txt.gz"), given.lines)))
        print(f"{path.name}, load of the machine {os.getloadavg()[0]:.1f}, best of {given.rounds}")
        print(
            "occurrences batch threads   words  texts   pieces padding |   words/s |"
            " wall: clss, onnxruntime, share | cpu: the same"
        )
        for threads in given.threads:
            for occurrences in given.occurrences:
                measure(path, raw, occurrences, given.batch, threads, given.rounds)
        if given.bytes:
            same_bytes(path)


if __name__ == "__main__":
    main()
