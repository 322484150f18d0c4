"""In-context items: the right sentences, balanced, without near-synonyms and contradictions."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.text.in_context import (
    MiningChoice,
    SimilarContexts,
    any_of,
    mine_items,
    wordnet_synonyms,
)

LEXICON = [
    ("banco", "bank"),
    ("banco", "bench"),
    ("hoja", "leaf"),
    ("hoja", "sheet"),
    ("asiento", "bench"),
    ("dinero", "money"),
]
NEVER = any_of()


def corpus(pairs):
    return AlignedCorpus.from_documents(
        [source.split() for source, _ in pairs],
        [target.split() for _, target in pairs],
        ("es", "en"),
        1,
    )


def sentences(word, translation, number, start=0):
    return [
        (f"{word} a{i} b{i} c{i}", f"{translation} x{i} y{i} z{i}")
        for i in range(start, start + number)
    ]


def plain(**changes):
    return MiningChoice(**{"min_per_sense": 2, "dev_share": 0.0, **changes})


def words_of(items):
    return {item.word for item in items}


def test_the_answer_is_the_candidate_in_the_translation():
    text = corpus(sentences("banco", "bank", 3) + sentences("banco", "bench", 3, 10))
    mined = mine_items(text, LEXICON, NEVER, plain())
    assert len(mined.test) == 6
    for item in mined.test:
        assert item.candidates == ("bank", "bench")
        assert item.sentence[item.position] == "banco"
        assert item.gold == ("bank" if item.line < 3 else "bench")
        number = item.line if item.line < 3 else item.line + 7
        assert item.sentence == ("banco", f"a{number}", f"b{number}", f"c{number}")


ENOUGH = sentences("banco", "bank", 3) + sentences("banco", "bench", 3, 10)

UNFIT = {
    "no candidate in the translation": ("banco p q r", "x y z"),
    "several candidates in the translation": ("banco p q r", "bank bench x"),
    "the word stands twice in the sentence": ("banco banco p q", "bank x"),
    "too short or too long": ("banco p", "bank x"),
    "another word of the sentence may be the one translated": ("banco asiento p q", "bench x"),
    "the same sentence again": ("banco a0 b0 c0", "bank other"),
}


@pytest.mark.parametrize("reason", UNFIT)
def test_a_sentence_that_says_nothing_is_counted(reason):
    text = corpus([*ENOUGH, UNFIT[reason]])
    mined = mine_items(text, LEXICON, NEVER, plain())
    assert len(ENOUGH) not in {item.line for item in mined.test}
    assert mined.dropped[reason] == 1
    assert len(mined.test) == 6


def test_contradictions_are_removed_altogether():
    text = corpus([*ENOUGH, ("banco a0 b0 c0", "bench again")])
    mined = mine_items(text, LEXICON, NEVER, plain())
    assert not {0, len(ENOUGH)} & {item.line for item in mined.test}
    assert mined.dropped["the same sentence is translated differently"] == 2


def test_senses_are_balanced():
    text = corpus(sentences("banco", "bank", 40) + sentences("banco", "bench", 7, 50))
    mined = mine_items(text, LEXICON, NEVER, plain(per_sense=5))
    assert Counter(item.gold for item in mined.test) == {"bank": 5, "bench": 5}
    mined = mine_items(text, LEXICON, NEVER, plain())
    assert Counter(item.gold for item in mined.test) == {"bank": 7, "bench": 7}
    assert mined.dropped["not drawn, for balance"] == 33


def test_nothing_is_lost_uncounted():
    text = corpus([*sentences("banco", "bank", 40), *ENOUGH[3:], *UNFIT.values()])
    mined = mine_items(text, LEXICON, NEVER, plain())
    assert len(mined.test) + mined.dropped.total() == len(text)


def test_rare_senses_and_single_ones():
    text = corpus(sentences("banco", "bank", 9) + sentences("banco", "bench", 1, 20) + ENOUGH[:0])
    mined = mine_items(text, LEXICON, NEVER, plain())
    assert not mined.test
    assert mined.dropped["a rare sense"] == 1
    assert mined.dropped["the only sense left"] == 9


def test_near_synonyms_keep_the_most_frequent():
    text = corpus(
        sentences("banco", "bank", 9)
        + sentences("banco", "bench", 5, 20)
        + sentences("banco", "pew", 3, 40)
    )
    lexicon = [*LEXICON, ("banco", "pew")]
    mined = mine_items(text, lexicon, lambda a, b: {a, b} == {"bench", "pew"}, plain())
    assert {item.candidates for item in mined.test} == {("bank", "bench")}
    assert mined.dropped["nearly the same as a more frequent candidate"] == 3


def test_test_and_development_share_no_word():
    text = corpus(ENOUGH + sentences("hoja", "leaf", 4, 100) + sentences("hoja", "sheet", 4, 200))
    mined = mine_items(text, LEXICON, NEVER, plain(dev_share=0.5))
    assert len(words_of(mined.test)) == len(words_of(mined.dev)) == 1
    assert not words_of(mined.test) & words_of(mined.dev)
    again = mine_items(text, LEXICON, NEVER, plain(dev_share=0.5))
    assert again == mined


def test_at_most_so_many_words():
    text = corpus(ENOUGH + sentences("hoja", "leaf", 9, 100) + sentences("hoja", "sheet", 9, 200))
    assert words_of(mine_items(text, LEXICON, NEVER, plain(max_words=1)).test) == {"hoja"}


def test_a_dictionary_of_another_language():
    with pytest.raises(InputError, match="are the languages and their order right"):
        mine_items(corpus(ENOUGH), [("bank", "banco"), ("bank", "orilla")], NEVER)


def test_similar_contexts():
    company = ["sea port sail", "sea wave sail", "port wave crew"]
    lines = [f"ship {words}" for words in company] + [f"boat {words}" for words in company]
    lines += ["tax law vote", "tax debt law", "vote debt bank"]
    text = AlignedCorpus.from_documents(
        [["a"]] * len(lines), [line.split() for line in lines], ("es", "en"), 1
    )
    near = SimilarContexts(text.target, 0.5)
    assert near.similarity("ship", "boat") == pytest.approx(1.0)
    assert near("ship", "boat")
    assert near.similarity("ship", "tax") == 0.0
    assert not near("ship", "tax")


LMF = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
  <Lexicon id="tiny" label="Tiny" language="en" email="a@b.c" license="x" version="1">
    <LexicalEntry id="e1"><Lemma writtenForm="jail" partOfSpeech="n"/>
      <Sense id="s1" synset="tiny-1"/></LexicalEntry>
    <LexicalEntry id="e2"><Lemma writtenForm="prison" partOfSpeech="n"/>
      <Sense id="s2" synset="tiny-1"/></LexicalEntry>
    <LexicalEntry id="e3"><Lemma writtenForm="leaf" partOfSpeech="n"/>
      <Sense id="s3" synset="tiny-2"/></LexicalEntry>
    <LexicalEntry id="e4"><Lemma writtenForm="building" partOfSpeech="n"/>
      <Sense id="s4" synset="tiny-3"/></LexicalEntry>
    <Synset id="tiny-1" ili="" partOfSpeech="n">
      <SynsetRelation relType="hypernym" target="tiny-3"/></Synset>
    <Synset id="tiny-3" ili="" partOfSpeech="n"/>
    <Synset id="tiny-2" ili="" partOfSpeech="n"/>
  </Lexicon>
</LexicalResource>
"""


@pytest.fixture
def wn_data(tmp_path, monkeypatch):
    """The data directory of ``wn``, empty."""
    import wn

    monkeypatch.setattr(wn.config, "data_directory", tmp_path / "wn_data")
    return wn


def test_a_wordnet_that_the_user_has(wn_data, tmp_path):
    path = tmp_path / "tiny.xml"
    path.write_text(LMF)
    wn_data.add(path, progress_handler=None)
    for name in ("wn", "wn:tiny:1"):
        near = wordnet_synonyms(name, "en")
        assert near("jail", "prison")
        assert near("jail", "building") and near("building", "prison")
        assert not near("jail", "leaf")
        assert not near("jail", "nothing")


def test_a_wordnet_that_the_user_has_not(wn_data, monkeypatch):
    with pytest.raises(InputError, match=r"wn has no WordNet of the language 'en'"):
        wordnet_synonyms("wn", "en")
    with pytest.raises(InputError, match=r"wn has no WordNet oewn:2024"):
        wordnet_synonyms("wn:oewn:2024", "en")
    with pytest.raises(InputError, match=r"unknown WordNet 'wnn'"):
        wordnet_synonyms("wnn", "en")
    for package in ("wn", "nltk"):
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(InputError, match=rf"need the package {package}: pip install"):
            wordnet_synonyms(package, "en")
