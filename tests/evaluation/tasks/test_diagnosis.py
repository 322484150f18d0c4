"""A gold lexicon that does not fit gets one line with the likely cause."""

from __future__ import annotations

import unicodedata

import pytest

from clss.errors import InputError
from clss.vocabulary import Vocabulary
from evaluation.tasks.diagnosis import diagnose_words

SOURCE = Vocabulary(["perro", "gato", "razón", "árbol", "niño", "casa"])
TARGET = Vocabulary(["dog", "cat", "reason", "tree", "child", "house"])
PAIRS = list(zip(SOURCE, TARGET, strict=True))


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(s.upper(), t.title()) for s, t in PAIRS], "6 if words are lower-cased"),
        ([(unicodedata.normalize("NFD", s), t) for s, t in PAIRS], "6 if words are in Unicode's"),
        ([(f"x{s}", t) for s, t in PAIRS] * 3, "less than 10%"),
    ],
)
def test_the_likely_cause_is_named(pairs, expected):
    (line,) = diagnose_words(pairs, SOURCE, TARGET, ("es", "en"))
    assert expected in line and "\n" not in line


def test_swapped_columns_are_refused_where_nothing_else_would_count():
    turned = [(t, s) for s, t in PAIRS]
    with pytest.raises(InputError, match="6 if the lexicon is read from en to es: its columns"):
        diagnose_words(turned, SOURCE, TARGET, ("es", "en"))
    # words that both languages have may fit both ways: a remark is enough
    (line,) = diagnose_words([*turned, PAIRS[0]], SOURCE, TARGET, ("es", "en"))
    assert "clss gold swap" in line


def test_lemmas_are_tried():
    pytest.importorskip("simplemma")
    inflected = Vocabulary(["perros", "gatos", "casas", "árboles"])
    english = Vocabulary(["dogs", "cats", "houses", "trees"])
    pairs = [("perro", "dog"), ("gato", "cat"), ("casa", "house"), ("árbol", "tree")]
    (line,) = diagnose_words(pairs, inflected, english, ("es", "en"))
    assert "4 if words are replaced by their lemmas" in line and "--lemmas" in line
    (line,) = diagnose_words(pairs, inflected, english, ("source", "target"))
    assert "less than 10%" in line  # no language, no lemmas


def test_a_lexicon_that_fits_is_left_in_peace():
    assert diagnose_words(PAIRS, SOURCE, TARGET) == []
    assert diagnose_words([*PAIRS, ("sol", "sun"), ("mar", "sea")], SOURCE, TARGET) == []
