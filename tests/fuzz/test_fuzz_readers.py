"""Every reader, fed damaged input, reads it or refuses it with one sentence; nothing else.

The quick suite tries a few inputs per reader; ``pytest -m slow -s tests/fuzz`` tries ten thousand
each, and says for each how many were read and how many were refused.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse

from baselines.topics.bilda import BiLDA
from baselines.topics.mallet import read_state
from baselines.topics.muptm import BasicMuPTM
from clss.arrays import load_array
from clss.checksums import seal
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.formats.lexicon import read_lexicon
from clss.formats.word2vec_binary import read_word2vec_binary
from clss.formats.word2vec_text import read_word2vec_text
from clss.model import load_model
from clss.persistence import read_json
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from clss.vocabulary import Vocabulary
from evaluation.runs.config import parse_config
from evaluation.runs.record import Record
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.ranked_lists import read_ranked_lists
from evaluation.tasks.swtc_items import read_items

FEW, MANY = 40, 10_000

#: pieces that have broken readers somewhere
NASTY = [
    b"\x00",
    b"\r",
    b"\n",
    b"\r\n",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x1f\x8b",
    b"\x1b[2J",
    b"\t",
    b"-1",
    b"nan",
    b"inf",
    b"1e999",
    b"9" * 26,
    b"9" * 5000,
    b"[" * 3000,
    b"{" * 3000,
    b"\\ud800",
    b'"\\udfff"',
    b"null",
    b"true",
    b"{}",
    b"[]",
    b"../../x",
    b"\xf0\x9f\x98\x80",
    b" " * 50,
    b"=",
    b"0x10",
    b"1_0",
    b"\xe2\x80\xa8",
    b"(",
    b"'",
    b'"',
    b",",
]


KINDS = ["insert", "replace", "cut", "drop", "double", "flip"]


def edits_from(seed: int) -> list[tuple[float, str, bytes]]:
    """Places, given as shares of the length, and what happens there.

    One number is drawn by hypothesis and the rest follows from it: ten times as fast as letting
    it draw every part.
    """
    chance = random.Random(seed)
    found = []
    for _ in range(chance.randint(1, 4)):
        share = chance.choice([0.0, 1.0, *(chance.random() for _ in range(8))])
        piece = chance.choice(NASTY) if chance.random() < 0.5 else chance.randbytes(seed % 8)
        found.append((share, chance.choice(KINDS), piece))
    return found


def edits() -> st.SearchStrategy[list[tuple[float, str, bytes]]]:
    return st.integers(0, (1 << 63) - 1).map(edits_from)


def damage(whole: bytes, changes: list[tuple[float, str, bytes]]) -> bytes:
    for share, what, piece in changes:
        at = int(share * len(whole))
        if what == "insert":
            whole = whole[:at] + piece + whole[at:]
        elif what == "replace":
            whole = whole[:at] + piece + whole[at + len(piece) :]
        elif what == "cut":
            whole = whole[:at]
        elif what == "drop":
            whole = whole[:at] + whole[at + 3 :]
        elif what == "double":
            whole = whole[:at] + whole[max(0, at - 20) :]
        elif whole:
            at = min(at, len(whole) - 1)
            whole = whole[:at] + bytes([whole[at] ^ (piece[0] if piece else 1)]) + whole[at + 1 :]
    return whole


ITEM = {"word": "a", "sentence": ["a", "b"], "position": 0, "candidates": ["x", "y"], "gold": "x"}
STATE = b"#doc lang pos typeindex type topic\n0 0 0 0 a 0\n0 1 0 0 x 1\n1 0 0 1 b 1\n1 1 0 0 x 0\n"
CONFIG = b"""
[corpus]
table = "c.tsv"
langs = ["es", "en"]
[tasks.ble]
gold = "g.tsv"
[[models]]
model = "lsa"
dim = [2, 3]
"""


def outcome_bytes(folder: Path) -> bytes:
    Outcome("A", [Item("a", "ranked", 1, 1), Item("b", "unanswered")], "ble").save(folder / "o")
    return (folder / "o").read_bytes()


def vectors_bytes(folder: Path) -> bytes:
    return b"2 3\na 1 2 3\nb 4 5 6.5\n"


def binary_bytes(folder: Path) -> bytes:
    rows = np.arange(6, dtype="<f4").reshape(2, 3)
    return b"2 3\na " + rows[0].tobytes() + b"\nb " + rows[1].tobytes() + b"\n"


def array_bytes(folder: Path) -> bytes:
    np.save(folder / "a.npy", np.arange(6.0).reshape(2, 3))
    return (folder / "a.npy").read_bytes()


def read_config_bytes(path: Path) -> None:
    path.with_name("c.tsv").write_text("a b\tx y\n")
    path.with_name("g.tsv").write_text("a\tx\n")
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        return
    parse_config(text, path)


READERS: dict[str, tuple[str, Callable[[Path], bytes], Callable[[Path], Any]]] = {
    "word2vec text": ("v.vec", vectors_bytes, read_word2vec_text),
    "word2vec binary": ("v.bin", binary_bytes, read_word2vec_binary),
    "word2vec gzip": ("v.vec.gz", lambda f: gzip.compress(vectors_bytes(f)), read_word2vec_text),
    "mallet": ("s.txt", lambda f: STATE, read_state),
    "mallet gzip": ("s.gz", lambda f: gzip.compress(STATE), read_state),
    "lexicon": ("l.tsv", lambda f: b"a\tx\nb\ty\t0.5\n", read_lexicon),
    "ranked lists": ("r.tsv", lambda f: b"a\tx\ty\nb\ty\n", read_ranked_lists),
    "swtc items": ("i.jsonl", lambda f: json.dumps(ITEM).encode() + b"\n", read_items),
    "outcome": ("o.jsonl", outcome_bytes, Outcome.load),
    "json": ("j.json", lambda f: json.dumps(ITEM).encode(), read_json),
    "corpus tsv": (
        "c.tsv",
        lambda f: b"a b\tx y\nc\tz\n",
        lambda path: AlignedCorpus.from_table(path, min_count=1),
    ),
    "corpus jsonl": (
        "c.jsonl",
        lambda f: b'{"source": "a b", "target": ["x"]}\n',
        lambda path: AlignedCorpus.from_table(path, min_count=1),
    ),
    "array": ("a.npy", array_bytes, load_array),
    "config": ("c.toml", lambda f: CONFIG, read_config_bytes),
}


def attempt(read: Callable[[Path], Any], path: Path, tried: Counter[str]) -> None:
    try:
        read(path)
        tried["read"] += 1
    except InputError as error:
        assert "\n" not in str(error)
        tried["refused"] += 1


def summary(name: str, tried: Counter[str]) -> str:
    return f"{name}: {tried.total()} inputs, {tried['read']} read, {tried['refused']} refused"


def fuzz(count: int, one: Callable[[list[tuple[float, str, bytes]]], None]) -> None:
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
    run = settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=quiet,
    )
    run(given(edits())(one))()


def fuzz_file(name: str, count: int, folder: Path) -> None:
    file, make, read = READERS[name]
    whole = make(folder)
    tried: Counter[str] = Counter()

    def one(changes: list[tuple[float, str, bytes]]) -> None:
        (folder / file).write_bytes(damage(whole, changes))
        attempt(read, folder / file, tried)

    fuzz(count, one)
    print(summary(name, tried))
    assert tried.total() >= count


def save_space(path: Path) -> None:
    words = Vocabulary(["a", "b"]), Vocabulary(["x", "y"])
    sparse_rows = sparse.csr_matrix(np.eye(2))
    BilingualSpace(*words, np.eye(2), sparse_rows, langs=("es", "en")).save(path)


def save_corpus(path: Path) -> None:
    AlignedCorpus.from_documents([["a", "b"], ["a"]], [["x"], ["y"]], langs=("es", "en")).save(path)


def use_space(path: Path) -> None:
    space = BilingualSpace.load(path)
    space.nearest(np.arange(len(space.source)), top=2)


def use_corpus(path: Path) -> None:
    for side in AlignedCorpus.load(path).sides:
        side.document_term_matrix()


def save_topics(path: Path) -> None:
    BiLDA(topics=2, sweeps=2, samples=1).fit(toy_corpus(words=4, pairs=6, meanings=2)).save(path)


def save_floored(path: Path) -> None:
    BasicMuPTM(topics=2, sweeps=2).fit(toy_corpus(words=4, pairs=6, meanings=2)).save(path)


def use_model(path: Path) -> None:
    space = load_model(path).space_
    space.nearest(np.arange(len(space.source)), top=2)


SAVED = {
    "space": (save_space, use_space),
    "corpus": (save_corpus, use_corpus),
    "topic model": (save_topics, use_model),
    "model of topics": (save_floored, use_model),
}


def fuzz_saved(name: str, count: int, folder: Path) -> None:
    """Damage every file of a saved value in turn, and forge its checksums."""
    save, use = SAVED[name]
    save(folder / name)
    tried: Counter[str] = Counter()
    files = (path for path in sorted((folder / name).rglob("*")) if path.is_file())
    whole = {path: path.read_bytes() for path in files}

    def one(changes: list[tuple[float, str, bytes]]) -> None:
        for path, content in whole.items():
            path.write_bytes(content)
        path = list(whole)[int(changes[0][0] * (len(whole) - 1))]
        path.write_bytes(damage(whole[path], changes))
        for inner in sorted(folder.glob(f"{name}/**/format.json"), reverse=True):
            try:
                header = json.loads(inner.read_bytes())
                body = {k: v for k, v in header.items() if k not in ("files", "digest")}
                seal(inner.parent, body)
            except (ValueError, AttributeError, RecursionError):
                pass  # no header, nothing to forge
        attempt(use, folder / name, tried)

    fuzz(count, one)
    print(summary(f"forged {name}", tried))
    assert tried.total() >= count


@pytest.mark.parametrize("name", READERS)
def test_a_few_damaged_files(name: str, tmp_path: Path) -> None:
    fuzz_file(name, FEW, tmp_path)


@pytest.mark.parametrize("name", SAVED)
@pytest.mark.filterwarnings("ignore::clss.errors.ClssWarning")
def test_a_few_forged_values(name: str, tmp_path: Path) -> None:
    fuzz_saved(name, FEW, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_many_damaged_files(name: str, tmp_path: Path) -> None:
    fuzz_file(name, MANY, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAVED)
@pytest.mark.filterwarnings("ignore::clss.errors.ClssWarning")
def test_many_forged_values(name: str, tmp_path: Path) -> None:
    fuzz_saved(name, MANY, tmp_path)


def test_records_of_any_shape() -> None:
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=6,
    )
    names = ("name", "config", "text", "when", "corpora", "stages", "cells", "failures", "table")

    @settings(max_examples=60, deadline=None, database=None, derandomize=True)
    @given(st.fixed_dictionaries(dict.fromkeys((*names, "searches"), values)))
    def one(value: dict[str, Any]) -> None:
        with pytest.raises((InputError, KeyError, TypeError, ValueError, AttributeError)):
            Record.from_json({**value, "name": "r"}, "other")

    one()
