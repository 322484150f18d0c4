"""Signs of raw text, and of another language."""

from __future__ import annotations

from pathlib import Path

import pytest

from clss.text.counting import count_words
from clss.text.language_guess import known_letters, likelihoods, wrong_language
from clss.text.word_remarks import word_remarks

DATA = Path(__file__).parents[3] / "examples" / "quickstart"


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_shipped_nouns_are_beyond_suspicion_and_the_raw_text_is_not(lang):
    assert word_remarks(count_words(DATA / f"nouns.{lang}.txt.gz"), lang) == []
    remarks = " ".join(word_remarks(count_words(DATA / f"raw.{lang}.txt.gz"), lang))
    assert "begin or end with punctuation" in remarks
    assert "hold capitals" in remarks
    assert "look like" not in remarks


def test_languages_that_were_exchanged_are_noticed():
    spanish = count_words(DATA / "nouns.es.txt.gz")
    english = count_words(DATA / "nouns.en.txt.gz")
    assert word_remarks(spanish, "en") == ["the words look like es, not like en"]
    assert word_remarks(english, "es") == ["the words look like en, not like es"]
    assert word_remarks(english, "pt-BR") == ["the words look like en, not like pt-BR"]


def test_another_script_is_noticed_whether_or_not_the_language_has_a_profile():
    japanese = {"表示": 5, "ファイル": 4, "する": 3, "pdf": 2}
    assert word_remarks(japanese, "ja") == []
    assert word_remarks(japanese, "en") == [
        "the words are in Chinese letters, en is not written so"
    ]
    assert word_remarks({"file": 5, "表示": 2}, "ja") == [
        "the words are in Latin letters, ja is not written so"
    ]
    assert word_remarks({"файл": 5, "pdf": 2}, "xx") == []


def test_unknown_languages_and_few_words_are_not_judged():
    assert wrong_language(["casa"] * 3, "en") is None
    assert wrong_language(count_words(DATA / "nouns.es.txt.gz"), "xx") is None
    assert known_letters("es")


def test_likelihood_ranks_the_language_first():
    words = list(count_words(DATA / "nouns.es.txt.gz"))
    scores = likelihoods(words)
    assert max(scores, key=scores.__getitem__) == "es"


def test_markup_numbers_and_words_without_end():
    counts = {"<b>bold</b>": 5, "{{cite": 5, "x1": 30, "a" * 60: 5, "word": 55}
    remarks = " ".join(word_remarks(counts, "xx"))
    for sign in ("are markup or addresses", "hold digits", "are longer than 40 letters"):
        assert sign in remarks
    assert word_remarks({}, "en") == []


def test_german_capitals_are_german():
    assert word_remarks({"Haus": 10, "Baum": 10}, "de") == []
