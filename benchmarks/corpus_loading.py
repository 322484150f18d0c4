"""Reading an aligned corpus, against a plain Python loop with split and dict.

    python benchmarks/corpus_loading.py [SOURCE TARGET] [--repeats 3]

Without files the quickstart's nouns are repeated to some five million tokens. Both sides do the
same work: read, count, drop rare words, number the rest by frequency, keep the text as numbers.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from measure import Cost, measure

from clss.corpus import AlignedCorpus

QUICKSTART = Path(__file__).parents[1] / "examples" / "quickstart"
MIN_COUNT = 5
Files = tuple[Path, Path]


def plain_loop(files: Files) -> list[int]:
    tokens = []
    for path in files:
        counts: dict[str, int] = {}
        documents = []
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                document = line.split()
                for word in document:
                    if word in counts:
                        counts[word] += 1
                    else:
                        counts[word] = 1
                documents.append(document)
        kept = sorted(
            (word for word, n in counts.items() if n >= MIN_COUNT),
            key=lambda word: (-counts[word], word),
        )
        ids = {word: i for i, word in enumerate(kept)}
        numbered = [[ids[word] for word in document if word in ids] for document in documents]
        tokens.append(sum(map(len, numbered)))
    return tokens


def our_reader(files: Files) -> list[int]:
    corpus = AlignedCorpus.from_files(*files, min_count=MIN_COUNT)
    return [side.n_tokens for side in corpus.sides]


def our_opening(saved: Path) -> list[int]:
    return [side.n_tokens for side in AlignedCorpus.load(saved).sides]


def ready(paths: Files | Path) -> Files | Path:
    return paths


def repeated_quickstart(folder: Path, copies: int = 36) -> Files:
    files = []
    for lang in ("es", "en"):
        path = folder / f"nouns.{lang}.txt"
        text = gzip.decompress((QUICKSTART / f"nouns.{lang}.txt.gz").read_bytes())
        path.write_bytes(text * copies)
        files.append(path)
    return files[0], files[1]


def report(name: str, cost: Cost, base: Cost) -> None:
    faster = base.cpu_seconds / cost.cpu_seconds
    less = base.extra_megabytes / max(cost.extra_megabytes, 0.1)
    print(
        f"{name:<28}{cost.cpu_seconds:8.2f} s{cost.extra_megabytes:9.0f} MB"
        f"{faster:9.1f} x faster{less:9.1f} x less memory"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="SOURCE TARGET")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    if len(options.files) not in (0, 2):
        parser.error("give two files or none")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files: Files = tuple(options.files) if options.files else repeated_quickstart(folder)
        base, _ = measure(partial(ready, files), plain_loop, options.repeats)
        ours, _ = measure(partial(ready, files), our_reader, options.repeats)
        AlignedCorpus.from_files(*files, min_count=MIN_COUNT).save(folder / "saved")
        opened, _ = measure(partial(ready, folder / "saved"), our_opening, options.repeats)
        assert base.result == ours.result == opened.result, "they read different text"
        print(
            f"{sum(base.result):,} tokens after the cut, "
            f"CPU seconds, median of {options.repeats} runs"
        )
        report("plain split and dict", base, base)
        report("AlignedCorpus.from_files", ours, base)
        report("AlignedCorpus.load, mapped", opened, base)


if __name__ == "__main__":
    main()
