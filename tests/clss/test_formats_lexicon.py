"""Lexicon files, and lexicons taken from a space."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from clss.errors import InputError
from clss.formats import read_lexicon, write_lexicon
from clss.lexicon import LexiconEntry, extract_lexicon
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary


def test_round_trip(tmp_path):
    entries = [
        LexiconEntry("reina", "queen", 0.1 + 0.2),
        LexiconEntry("reina", "dama de honor", -1.0),
        LexiconEntry("ñu", "gnu"),
    ]
    write_lexicon(tmp_path / "lexicon.tsv", entries)
    back = read_lexicon(tmp_path / "lexicon.tsv")
    assert [entry[:2] for entry in back] == [entry[:2] for entry in entries]
    assert back[0].score == pytest.approx(0.3, abs=1e-9)
    assert back[2].score is None


def test_the_form_of_muse_and_gzip(tmp_path):
    path = tmp_path / "es-en.0-5000.txt.gz"
    path.write_bytes(gzip.compress(b"de of\nde from\n\nlos the\r\n"))
    assert read_lexicon(path) == [("de", "of", None), ("de", "from", None), ("los", "the", None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tb\nsolo\n", ", line 2: expected two columns separated by a tab, .* found 1$"),
        ("a b c d\n", ", line 1: .* separated by blanks, .* found 4$"),
        ("a\t\n", ", line 1: the translation is missing"),
        ("\tb\n", ", line 1: the source word is missing"),
        ("a b c\n", ", line 1: expected a score in the third column, found 'c'"),
        ("", "no pair of words"),
        ("\n \n", "no pair of words"),
    ],
)
def test_files_that_are_wrong(tmp_path, text, expected):
    (tmp_path / "gold.tsv").write_text(text)
    with pytest.raises(InputError, match=expected):
        read_lexicon(tmp_path / "gold.tsv")


@pytest.mark.parametrize("word", ["", " ", "a\tb", "a\nb"])
def test_words_that_cannot_be_written(tmp_path, word):
    with pytest.raises(InputError, match="cannot be written"):
        write_lexicon(tmp_path / "lexicon.tsv", [LexiconEntry("a", "b"), LexiconEntry("a", word)])
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def space() -> BilingualSpace:
    angles = {"s": [0.0, 0.1, 1.0, 9.0], "t": [0.02, 1.1, 1.2]}
    matrices = [np.array([[np.cos(a), np.sin(a)] for a in side]) for side in angles.values()]
    matrices[0][3] = 0  # a word without a vector
    return BilingualSpace(
        Vocabulary(["s0", "s1", "s2", "s3"]), Vocabulary(["t0", "t1", "t2"]), *matrices
    )


def test_every_word_with_a_vector_is_translated(space):
    pairs = [entry[:2] for entry in extract_lexicon(space)]
    assert pairs == [("s0", "t0"), ("s1", "t0"), ("s2", "t1")]
    assert extract_lexicon(space)[0].score == pytest.approx(np.cos(0.02))


def test_several_translations_best_first(space):
    pairs = [entry[:2] for entry in extract_lexicon(space, top=2)]
    assert pairs == [
        ("s0", "t0"),
        ("s0", "t1"),
        ("s1", "t0"),
        ("s1", "t1"),
        ("s2", "t1"),
        ("s2", "t2"),
    ]


def test_mutual_pairs(space):
    pairs = [entry[:2] for entry in extract_lexicon(space, mutual=True)]
    assert pairs == [("s0", "t0"), ("s2", "t1")]
    # t1 and t2 are nearest to s2 and s1, so only these keep them among their two best
    pairs = [entry[:2] for entry in extract_lexicon(space, top=2, mutual=True)]
    assert pairs == [("s0", "t0"), ("s1", "t0"), ("s1", "t1"), ("s2", "t1"), ("s2", "t2")]


def test_other_similarity_and_retrieval(space):
    assert [entry[:2] for entry in extract_lexicon(space, retrieval="mutual")] == [
        ("s0", "t0"),
        ("s2", "t1"),
    ]
    with pytest.raises(InputError, match="hellinger"):
        extract_lexicon(space, similarity="hellinger")
    with pytest.raises(InputError, match="at least one translation"):
        extract_lexicon(space, top=0)
