"""Reading and writing vector files, against gensim: vector_files.py [--words N] [--repeats N]."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from measure import measure

from clss.formats.word2vec_binary import read_word2vec_binary, write_word2vec_binary
from clss.formats.word2vec_text import read_word2vec_text, write_word2vec_text

DIM = 300


def vectors(words: int) -> tuple[list[str], np.ndarray]:
    matrix = np.random.default_rng(1).standard_normal((words, DIM), dtype=np.float32)
    return [f"word{i}" for i in range(words)], matrix


def nothing() -> None:
    import gensim.models  # noqa: F401 - importing is not reading


def our_read(_: Any, path: Path, binary: bool) -> float:
    read = read_word2vec_binary if binary else read_word2vec_text
    return float(read(path).matrix.sum())


def their_read(_: Any, path: Path, binary: bool) -> float:
    from gensim.models import KeyedVectors

    return float(KeyedVectors.load_word2vec_format(str(path), binary=binary).vectors.sum())


def keyed(words: int) -> Any:
    from gensim.models import KeyedVectors

    names, matrix = vectors(words)
    made = KeyedVectors(DIM, dtype=np.float32)
    made.add_vectors(names, matrix)
    return made


def our_write(given: tuple[list[str], np.ndarray], path: Path, binary: bool) -> None:
    (write_word2vec_binary if binary else write_word2vec_text)(path, *given)


def their_write(given: Any, path: Path, binary: bool) -> None:
    given.save_word2vec_format(str(path), binary=binary)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    print(
        f"{options.words:,} words, {DIM} dimensions, CPU seconds, median of {options.repeats} runs"
    )
    with tempfile.TemporaryDirectory() as folder:
        for binary in (False, True):
            name = "binary" if binary else "text"
            path = Path(folder) / name
            write: list[tuple[Callable[[], Any], Callable[..., Any]]] = [
                (partial(vectors, options.words), our_write),
                (partial(keyed, options.words), their_write),
            ]
            read = [(nothing, our_read), (nothing, their_read)]
            for what, pair in (("write", write), ("read", read)):
                ours, theirs = (
                    measure(prepare, partial(run, path=path, binary=binary), options.repeats)[0]
                    for prepare, run in pair
                )
                assert ours.result == theirs.result, "they read different numbers"
                mine, other = ours.cpu_seconds, theirs.cpu_seconds
                print(
                    f"{what:<6}{name:<7} clss {mine:6.2f} s   gensim {other:6.2f} s"
                    f"   {other / mine:5.1f} x faster"
                )


if __name__ == "__main__":
    main()
