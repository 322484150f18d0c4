"""Taggers that a user may have, stood in for by modules of the same shape."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from clss.errors import InputError
from clss.text.recipe import Recipe, WordMaker
from clss.text.taggers import TaggedWord, make_tagger
from clss.text.tally import SideTally
from clss.text.tokens import choose_tokenizer


def fake(monkeypatch, name: str, **content) -> None:
    module = ModuleType(name)
    module.__dict__.update(content)
    monkeypatch.setitem(sys.modules, name, module)


class SpacyPipeline:
    lang = "es"

    def pipe(self, texts):
        for text in texts:
            yield [
                SimpleNamespace(text=word, lemma_=word.rstrip("s"), pos_="NOUN")
                for word in text.split()
            ]


def test_spacy(monkeypatch):
    def load(model, exclude):
        if model != "es_core_news_sm":
            raise OSError("[E050] Can't find model")
        return SpacyPipeline()

    fake(monkeypatch, "spacy", load=load)
    tagger = make_tagger("spacy:es_core_news_sm", "es")
    assert list(tagger.tag("casas")) == [TaggedWord("casas", "casa", "NOUN")]
    with pytest.raises(InputError, match="python -m spacy download xx_none"):
        make_tagger("spacy:xx_none", "es")
    with pytest.raises(InputError, match="is for 'es', not for 'en'"):
        make_tagger("spacy:es_core_news_sm", "en")


def test_stanza(monkeypatch):
    word = SimpleNamespace(text="casas", lemma="casa", upos="NOUN")

    def pipeline(lang, **options):
        if lang != "es":
            raise RuntimeError("resources not found")
        return lambda text: SimpleNamespace(sentences=[SimpleNamespace(words=[word])])

    fake(monkeypatch, "stanza", Pipeline=pipeline)
    assert list(make_tagger("stanza", "es").tag("casas")) == [TaggedWord("casas", "casa", "NOUN")]
    with pytest.raises(InputError, match="stanza has no models for 'xx' here"):
        make_tagger("stanza", "xx")


def test_a_pipeline_may_cut_words_and_leave_the_rest_to_the_recipe(monkeypatch):
    fake(monkeypatch, "spacy", load=lambda model, exclude: SpacyPipeline())
    name, remark = choose_tokenizer("spacy:any", "es")
    assert remark is None
    maker = WordMaker(Recipe("es", tokenizer=name))
    assert maker.words("Las casas , y", SideTally()) == ["las", "casas"]
    with pytest.raises(InputError, match=r"known: .*spacy:MODEL, stanza"):
        choose_tokenizer("spicy", "es")


def test_a_long_text_reaches_spacy_in_pieces(monkeypatch):
    fake(monkeypatch, "spacy", load=lambda model, exclude: SpacyPipeline())
    tagger = make_tagger("spacy:any", "es")
    assert sum(1 for _ in tagger.tag("casas " * 100_000)) == 100_000


def test_a_table_with_a_broken_line_is_named(tmp_path):
    path = tmp_path / "words.tsv"
    path.write_text("casas\tcasa\tNOUN\ncasas\n", "utf-8")
    with pytest.raises(InputError, match=r"words\.tsv, line 2: expected word, lemma and tag"):
        make_tagger(f"table:{path}", "es")
    path.write_text("\n", "utf-8")
    with pytest.raises(InputError, match="is empty"):
        make_tagger(f"table:{path}", "es")


def test_conllu_with_too_few_columns():
    with pytest.raises(InputError, match="is not CoNLL-U"):
        list(make_tagger("conllu", "es").tag("1 casas casa"))
