"""``clss swtc mine``: what it writes is what ``clss score --swtc`` reads."""

from __future__ import annotations

import json

import numpy as np
import pytest

from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.tasks.swtc import SWTC


@pytest.fixture
def parallel(tmp_path):
    """Sentences of two ambiguous words, as words and as running text, and a dictionary."""
    source, target = [], []
    for i in range(40):
        for word, right in (("banco", ("bank", "bench")), ("hoja", ("leaf", "sheet"))):
            source.append(f"{word} a{i} b{i % 7} c{i % 5}")
            target.append(f"{right[i % 2]} x{i} y{i % 3 + 10 * (i % 2)} z{i}")
    paths = {"es.txt": source, "en.txt": target, "raw.es.txt": source, "raw.en.txt": target}
    for name, lines in paths.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    (tmp_path / "dict.tsv").write_text("banco\tbank\nbanco\tbench\nhoja\tleaf\nhoja\tsheet\n")
    return tmp_path


def arguments(folder, *more):
    files = folder / "es.txt", folder / "en.txt"
    return (
        *("swtc", "mine", *files, "--langs", "es,en", "--lexicon", folder / "dict.tsv"),
        *("-o", folder / "items.jsonl", *more),
    )


def test_mined_items_are_scored(clss, parallel):
    more = ("--dev", parallel / "dev.jsonl", "--dev-share", "0.5", "--format", "json")
    done = clss(*arguments(parallel, *more))
    assert done.code == 0, done.err
    test, dev = (SWTC.from_file(parallel / name) for name in ("items.jsonl", "dev.jsonl"))
    assert done.document["test"]["items"] == len(test) == 40
    assert {item.word for item in test.items}.isdisjoint(item.word for item in dev.items)
    space = BilingualSpace(
        Vocabulary(["banco", "hoja"]),
        Vocabulary(["bank", "bench", "leaf", "sheet"]),
        np.eye(2, 3),
        np.array([[1.0, 0, 0], [0.9, 0, 1], [0, 1, 0], [0, 0.9, 1]]),
        langs=("es", "en"),
    )
    space.save(parallel / "space")
    done = clss("score", parallel / "space", "--swtc", parallel / "items.jsonl")
    assert done.code == 0, done.err
    assert "40 items" in done.out


def test_a_model_of_context_with_parameters(clss, refuses, parallel):
    assert clss(*arguments(parallel)).code == 0
    space = BilingualSpace(
        Vocabulary(["banco", "hoja"], [3, 2]),
        Vocabulary(["bank", "bench", "leaf", "sheet"], [4, 3, 2, 1]),
        np.eye(2, 3),
        np.array([[1.0, 0, 0], [0.9, 0, 1], [0, 1, 0], [0, 0.9, 1]]),
        langs=("es", "en"),
    )
    space.save(parallel / "space")

    def asked(*options):
        items = ("--swtc", parallel / "items.jsonl", "--format", "json")
        (row,) = clss("score", parallel / "space", *items, *options).document["rows"]
        return row["signature"].partition("|context:")[2].partition("|")[0]

    assert asked("--context", "add(background=0.5)", "--weight", "0.3", "--keep", "2") == (
        "add(background=0.5,keep=2,normalize=sum,weight=0.3)"
    )
    printed = asked("--context", "add(weight=0.3)", "--keep", "2")
    assert "keep=2" in printed and asked("--context", printed) == printed
    items = ("--swtc", parallel / "items.jsonl")
    twice = refuses("score", parallel / "space", *items, "--context", "add(weight=1)", "--weight=1")
    assert "given twice" in twice
    twice = refuses("score", parallel / "space", *items, "--context", "add(keep=1)", "--keep=1")
    assert "given twice" in twice


def test_items_for_people(clss, parallel):
    more = ("--texts", parallel / "raw.es.txt", parallel / "raw.en.txt")
    done = clss(*arguments(parallel, *more))
    assert done.code == 0, done.err
    assert "2 words of 2" in done.out
    item = json.loads((parallel / "items.jsonl").read_text().splitlines()[0])
    assert item["text"].split() == item["sentence"]
    assert item["gold"] in item["translation"].split()
    (parallel / "raw.en.txt").write_text("one line\n")
    done = clss(*arguments(parallel, *more))
    assert (done.code, done.out) == (2, "")
    assert "has 1 lines; the sentences are 80" in done.err


def test_what_cannot_be_mined(refuses, parallel):
    said = refuses(*arguments(parallel, "--min-per-sense", "100"))
    assert said.startswith("no items for the test (80 a rare sense)")
    (parallel / "dict.tsv").write_text("bank\tbanco\nbank\torilla\n")
    assert "are the languages and their order right" in refuses(*arguments(parallel))
    assert not (parallel / "items.jsonl").exists()
