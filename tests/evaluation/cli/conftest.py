"""Runs the command line inside the test process."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.cli import main


@dataclass
class Run:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The JSON document on stdout; anything else there is an error."""
        return json.loads(self.out)


@pytest.fixture
def clss(capsys):
    """Run ``clss`` with some arguments."""

    def run(*arguments) -> Run:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return run


@pytest.fixture
def refuses(clss):
    """Run a command that must fail by the user's mistake; give its one sentence."""

    def run(*arguments) -> str:
        done = clss(*arguments)
        assert done.code == 2, done
        assert done.out == ""
        assert done.err.startswith("clss: ")
        assert done.err.count("\n") == 1, "one sentence"
        assert "Traceback" not in done.err
        return done.err.removeprefix("clss: ").rstrip("\n")

    return run


@pytest.fixture
def texts(tmp_path):
    """Two aligned files in which s<i> translates t<i>, in a directory of their own."""
    from clss.toy import toy_corpus

    folder = tmp_path / "texts"
    folder.mkdir()
    for name, side in zip(("es.txt", "en.txt"), toy_corpus().sides, strict=True):
        lines = [" ".join(side.vocabulary[i] for i in side.document(d)) for d in range(len(side))]
        (folder / name).write_text("\n".join(lines) + "\n")
    return folder / "es.txt", folder / "en.txt"


@pytest.fixture
def space_dir(tmp_path):
    """A small saved space: rey, pan, piano | king, bread, piano."""
    angles = {"es": [0.0, 1.0, 2.0], "en": [0.1, 1.2, 2.05]}
    source, target = (np.array([[np.cos(a), np.sin(a)] for a in side]) for side in angles.values())
    space = BilingualSpace(
        Vocabulary(["rey", "pan", "piano"]),
        Vocabulary(["king", "bread", "piano"]),
        source,
        target,
        langs=("es", "en"),
    )
    path = tmp_path / "space"
    space.save(path)
    return path
