"""Models and data small enough that a whole comparison takes a second."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from toy_run import MODELS, Ran, write_config

from clss.toy import toy_corpus, toy_gold


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a toy corpus, its lexicon and a dev lexicon."""
    directory = tmp_path_factory.mktemp("data")
    corpus = toy_corpus(words=24, pairs=150, meanings=2)
    for side, name in zip(corpus.sides, ("s.txt", "a.txt"), strict=True):
        lines = (" ".join(side.vocabulary[i] for i in side.document(d)) for d in range(len(side)))
        (directory / name).write_text("\n".join(lines) + "\n")
    gold = sorted(toy_gold(corpus))
    (directory / "gold.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in gold[:16]))
    (directory / "dev.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in gold[16:]))
    return directory


@pytest.fixture
def config(tmp_path: Path, data: Path) -> Path:
    """A config with a grid, seeds, two retrievals and a shared component."""
    return write_config(tmp_path / "toy.toml", data, MODELS)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    """A finished comparison; copy it before changing anything."""
    directory = tmp_path_factory.mktemp("finished")
    Ran(write_config(directory / "toy.toml", data, MODELS), directory / "run")
    return directory / "run"


@pytest.fixture
def theirs(finished: Path, tmp_path: Path) -> Path:
    """A copy of a finished comparison, to be tampered with."""
    shutil.copytree(finished, tmp_path / "run")
    return tmp_path / "run"
