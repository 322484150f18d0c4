"""Words of languages that write no blanks, with and without the packages that find them."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from clss.errors import InputError
from clss.text.tokens import choose_tokenizer, make_tokenizer


def fake(monkeypatch, name: str, **functions) -> None:
    module = ModuleType(name)
    module.__dict__.update(functions)
    monkeypatch.setitem(sys.modules, name, module)


def test_chinese_and_thai_by_characters_with_a_word_to_the_user(monkeypatch):
    monkeypatch.setattr("clss.text.tokens.is_installed", lambda name: False)
    for lang, package in (("zh", "jieba"), ("th", "pythainlp"), ("ja", "fugashi")):
        name, remark = choose_tokenizer("auto", lang)
        assert name == "characters"
        assert remark is not None and package in remark
    assert make_tokenizer("characters", "zh")("电脑, PC 2") == ["电", "脑", "PC", "2"]
    # a vowel sign stays with its consonant
    assert make_tokenizer("characters", "th")("กี่") == ["กี่"]


def test_installed_packages_are_chosen(monkeypatch):
    monkeypatch.setattr("clss.text.tokens.is_installed", lambda name: True)
    assert choose_tokenizer("auto", "zh-Hant") == ("jieba", None)
    assert choose_tokenizer("words", "zh") == ("words", None)
    with pytest.raises(InputError, match="did you mean words"):
        choose_tokenizer("word", "es")


def test_packages_are_asked_and_punctuation_is_left_out(monkeypatch):
    fake(monkeypatch, "jieba", lcut=lambda text: ["电脑", "。"], setLogLevel=lambda level: None)
    assert make_tokenizer("jieba", "zh")("电脑。") == ["电脑"]
    fake(monkeypatch, "pythainlp")
    fake(
        monkeypatch, "pythainlp.tokenize", word_tokenize=lambda text, keep_whitespace: ["ไทย", "!"]
    )
    assert make_tokenizer("pythainlp", "th")("ไทย!") == ["ไทย"]


def test_fugashi_without_a_dictionary_is_a_sentence(monkeypatch):
    def broken(options):
        raise RuntimeError("a page of advice")

    fake(monkeypatch, "fugashi", Tagger=broken)
    with pytest.raises(InputError, match="fugashi has no dictionary here"):
        make_tokenizer("fugashi", "ja")
