"""Small files under the names that the pages use for the reader's own."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from clss.corpus import Side
from clss.toy import toy_corpus

#: Spanish and English words that take the place of the toy corpus's
ES = """reina rey piano pan sol luna mar casa libro mesa perro gato agua fuego tierra aire ciudad
calle puerta ventana mano ojo boca pelo tren barco avión carta papel reloj"""
EN = """queen king piano bread sun moon sea house book table dog cat water fire earth air city
street door window hand eye mouth hair train ship plane letter paper clock"""
PAIRS = list(zip(ES.split(), EN.split(), strict=True))


def write_toy_files(place: Path) -> None:
    """Write a corpus, lexicons and items for test and development, vectors, ranked answers."""
    corpus = toy_corpus(words=len(PAIRS))
    for name, side, column in (("es", corpus.source, 0), ("en", corpus.target, 1)):
        with gzip.open(place / f"{name}.txt.gz", "wt", encoding="utf-8") as stream:
            stream.writelines(line + "\n" for line in _lines(side, column))
    lines = [f"{source}\t{target}\n" for source, target in PAIRS]
    (place / "es-en.tsv").write_text("".join(lines[:20]), "utf-8")
    (place / "dev.tsv").write_text("".join(lines[20:]), "utf-8")
    (place / "answers.tsv").write_text("".join(lines[:15]), "utf-8")
    for name, first in (("swtc.jsonl", 0), ("swtc-dev.jsonl", 15)):
        (place / name).write_text("".join(_items(first, first + 15)), "utf-8")
    _write_vectors(place)


def _lines(side: Side, column: int) -> list[str]:
    words = [PAIRS[int(word[1:])][column] for word in side.vocabulary]
    return [" ".join(words[i] for i in side.document(number)) for number in range(len(side))]


def _items(first: int, last: int) -> Iterator[str]:
    """Write items: a word between two others, its translation beside another word's."""
    for place in range(first, last):
        (word, right), (before, wrong), (after, _) = (PAIRS[place - i] for i in range(3))
        item = {
            "word": word,
            "sentence": [before, word, after],
            "position": 1,
            "candidates": [right, wrong],
            "gold": right,
        }
        yield json.dumps(item, ensure_ascii=False) + "\n"


def _write_vectors(place: Path) -> None:
    """Write wiki.es.vec and wiki.en.vec: translations point the same way, but for some noise."""
    random = np.random.default_rng(1)
    meanings = random.normal(size=(len(PAIRS), 8))
    for column, lang in enumerate(("es", "en")):
        vectors = meanings + random.normal(scale=0.5, size=meanings.shape)
        lines = [f"{len(PAIRS)} 8"]
        for pair, vector in zip(PAIRS, vectors, strict=True):
            lines.append(" ".join([pair[column], *(f"{value:.4f}" for value in vector)]))
        (place / f"wiki.{lang}.vec").write_text("\n".join(lines) + "\n", "utf-8")
