"""Reading the sentences of translation in context: what is refused, and with which words."""

from __future__ import annotations

import gzip
import json

import pytest

from clss.errors import InputError
from evaluation.tasks.swtc_items import gather_items, parse_item, read_items, shared_items

GOOD = {
    "id": "a",
    "word": "banco",
    "sentence": ["dinero", "banco", "parque"],
    "position": 1,
    "candidates": ["bank", "bench"],
    "gold": "bank",
}


def changed(**fields):
    return {**GOOD, **fields}


def without(*names):
    return {name: value for name, value in GOOD.items() if name not in names}


def write(path, *lines):
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(line + "\n" for line in text), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (
            changed(position=3),
            r"position 3 is out of range: the sentence has 3 words, counted from 0"
            r" \(it stands at 1\)",
        ),
        (changed(position=-2), "position -2 is out of range"),
        (
            changed(position=2),
            r"position 2 holds 'parque', not the word 'banco' \(it stands at 1\)",
        ),
        (changed(word="bancos"), r"holds 'banco', not the word 'bancos' \('bancos' is nowhere"),
        (changed(position="1"), "position must be a whole number, not '1'"),
        (changed(position=1.0), "position must be a whole number, not 1.0"),
        (changed(position=True), "position must be a whole number, not True"),
        (changed(gold="shore"), "the gold 'shore' is not among the candidates bank, bench"),
        (changed(candidates=["bank"]), "at least two candidates, found 1"),
        (changed(candidates=[]), "at least two candidates, found 0"),
        (changed(candidates=["bank", "bench", "bank"]), "the candidate 'bank' stands twice"),
        (changed(candidates="bank"), "candidates must be a list of words, not 'bank'"),
        (changed(candidates=["bank", 3]), "candidates must be a list of words"),
        (changed(sentence="el banco"), "sentence must be a list of words"),
        (changed(sentence=[]), "position 1 is out of range: the sentence has 0 words"),
        (changed(word=" "), "word must be a word, not ' '"),
        (changed(gold=None), "gold must be a word, not None"),
        (changed(id=""), "id must be a text or a whole number"),
        (changed(id=["a"]), "id must be a text or a whole number"),
        (without("gold"), "the item has no gold"),
        (without("word", "position"), "the item has no word, position"),
        (["banco"], "expected an object with word, sentence, position, candidates, gold"),
        ("{'word': 1}", "is not JSON"),
        ('{"word": "banco"', "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("1" * 5000, "is not JSON"),
    ],
)
def test_a_wrong_item_names_file_line_and_reason(tmp_path, fields, reason):
    path = write(tmp_path / "items.jsonl", changed(id="first"), "", fields)
    with pytest.raises(InputError, match=reason) as caught:
        read_items(path)
    assert str(caught.value).startswith(f"{path}, line 3: ")
    assert len(str(caught.value)) < 400


def test_contradictions_name_both_places(tmp_path):
    path = write(tmp_path / "a.jsonl", GOOD, changed(id="b", gold="bench"))
    with pytest.raises(
        InputError,
        match=r"line 2: the item stands twice with different answers:"
        r" here 'bench', in line 1 'bank'",
    ):
        read_items(path)
    path = write(tmp_path / "b.jsonl", GOOD, changed(sentence=["un", "banco"]))
    with pytest.raises(InputError, match="line 2: the id 'a' stands also in line 1, for another"):
        read_items(path)
    with pytest.raises(InputError, match=r"item 2: the item stands twice .* in item 1"):
        gather_items([GOOD, changed(id="b", gold="bench")])
    with pytest.raises(InputError, match="item 2: the item has no gold"):
        gather_items([GOOD, without("gold")])


def test_the_same_words_at_another_position_are_another_item():
    twice = changed(id="b", sentence=["banco", "banco"], position=0)
    items = gather_items([{**twice, "position": 1, "id": "c", "gold": "bench"}, twice])
    assert [item.context for item in items] == [("banco",), ("banco",)]


def test_a_sentence_that_stands_twice_counts_twice(tmp_path):
    bare = without("id")
    items = read_items(write(tmp_path / "items.jsonl", bare, GOOD, changed(id="b"), bare, GOOD))
    assert len(items) == 5
    keys = [item.key for item in items]
    assert len(set(keys)) == 5
    assert keys[1:3] == ["a", "b"] and keys[3] == f"{keys[0]} (2)" and keys[4] == "a (2)"


def test_keys_without_ids_do_not_depend_on_the_order():
    other = {**without("id"), "sentence": ["banco", "plaza"], "position": 0}
    forth, back = gather_items([without("id"), other]), gather_items([other, without("id")])
    assert {item.key for item in forth} == {item.key for item in back}
    assert forth[0].key.startswith("banco:")


def test_reading_gzip_ids_of_numbers_and_further_fields(tmp_path):
    path = tmp_path / "items.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write(json.dumps(changed(id=7, text="para la gente")))
    (item,) = read_items(path)
    assert (item.key, item.named, item.context) == ("7", True, ("dinero", "parque"))


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_file(tmp_path, content):
    path = tmp_path / "empty.jsonl"
    path.write_text(content)
    with pytest.raises(InputError, match="has no items"):
        read_items(path)
    with pytest.raises(InputError, match="no items"):
        gather_items([])


def test_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_items(tmp_path / "nowhere.jsonl")


def test_shared_items_are_found_by_id_and_by_occurrence():
    one = gather_items([GOOD])
    renamed = gather_items([changed(id="z")])
    elsewhere = gather_items([changed(sentence=["banco"], position=0)])
    nameless = gather_items([without("id")])
    fresh = gather_items([changed(id="y", sentence=["banco", "luz"], position=0)])
    for other in (renamed, elsewhere, nameless):
        assert shared_items(one, other) == list(other)
    assert shared_items(one, fresh) == []
    # made-up keys are no ids: "a" the id is not "a" the digest
    assert parse_item(without("id")).named is False
