"""What a parameter may be: values from Python, texts of the command line, descriptions."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from baselines import BiLDA, DocumentCooccurrence
from clss.errors import InputError
from clss.model import RepresentationModel
from clss.parameters import (
    Choice,
    FilePath,
    Flag,
    LikeDefault,
    ModelOf,
    Nothing,
    Number,
    Space,
    Whole,
    WordPairs,
)
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

MARGIN = Number(at_least=0) | Choice("dim")


@pytest.mark.parametrize(
    ("kind", "allowed", "refused"),
    [
        (Whole(at_least=1), [1, np.int64(3)], [0, 1.0, True, "1", None]),
        (Number(above=0, at_most=1), [0.5, 1, np.float32(1)], [0, 1.01, math.nan, True, "1"]),
        (Choice("a", "b"), ["a"], ["c", 1, None, ["a"]]),
        (Flag(), [True, np.bool_(False)], [1, "true"]),
        (Whole() | Nothing(), [-1, None], ["none", 0.5]),
        (FilePath(), ["x.tsv", Path("x.tsv")], [3, None]),
        (WordPairs(), [[("a", "b")], ()], ["ab", 3]),
        (ModelOf(), [BiLDA()], ["bilda", BiLDA]),
        (LikeDefault(1), [2, 0.5, None], ["2", True]),
        (LikeDefault(None), [2, "x", None], []),
    ],
)
def test_values(kind, allowed, refused):
    assert all(kind.allows(value) for value in allowed)
    assert not any(kind.allows(value) for value in refused)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("3", Whole(), 3),
        ("3", Number(), 3.0),
        ("1e-3", Number() | Nothing(), 0.001),
        ("None", Whole() | Nothing(), None),
        ("yes", Flag(), True),
        ("0", Flag(), False),
        ("dim", MARGIN, "dim"),
        ("0.5", MARGIN, 0.5),
        ("gold.tsv", Choice("identical") | FilePath() | Nothing(), "gold.tsv"),
        ("3", LikeDefault(0.5), 3),
        ("3", LikeDefault("x"), "3"),
    ],
)
def test_texts_are_read(text, kind, value):
    read = kind.read_text("p", text)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (Whole(at_least=1), "2.5", "p must be a whole number of at least 1, not 2.5"),
        (MARGIN, "-1", "p must be a number of at least 0 or 'dim', not -1"),
        (Choice("code", "gradient"), "cod", "p must be one of .*, not 'cod'; did you mean code"),
        (ModelOf() | Nothing(), "bilba", "p must be a model or none, not 'bilba'; did you mean b"),
        (WordPairs(), "a b", "p must be a list of word pairs, not 'a b'"),
        (LikeDefault(3), "many", "p must be a number, not 'many'"),
    ],
)
def test_texts_are_refused(kind, text, message):
    with pytest.raises(InputError, match=message):
        kind.read_text("p", text)


def test_a_space_by_its_directory(tmp_path):
    words = Vocabulary(["a"])
    space = BilingualSpace(words, words, np.ones((1, 2)), np.ones((1, 2)), langs=("s", "t"))
    space.save(tmp_path / "space")
    either = Space() | ModelOf() | Nothing()
    assert either.read_text("vectors", str(tmp_path / "space")).langs == ("s", "t")
    assert isinstance(either.read_text("vectors", "cooccurrence"), DocumentCooccurrence)


class Outer(RepresentationModel):
    name = "outer"

    def __init__(self, inner=None, rate=1) -> None:
        self.inner, self.rate = inner, rate

    def components(self):
        return {} if self.inner is None else {"inner": self.inner}

    def _fit(self, corpus, progress):
        raise NotImplementedError


def test_a_model_is_checked_without_a_corpus():
    Outer(BiLDA(), rate="as it likes").check_parameters()  # nothing is declared
    with pytest.raises(InputError, match="topics must be a whole number of at least 1, not 0"):
        Outer(BiLDA(topics=0)).check_parameters()
    with pytest.raises(InputError, match="9 samples do not fit"):
        BiLDA(sweeps=10, samples=9).check_parameters()


def test_without_a_declaration_the_default_tells():
    kinds = Outer.parameter_kinds()
    assert [kinds["inner"].description, kinds["rate"].description] == ["a value", "a number"]
