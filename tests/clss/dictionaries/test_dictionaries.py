"""Dictionaries in the forms in which people have them."""

from __future__ import annotations

import gzip
import json
import string

import pytest

from clss.dictionaries import read_dictionary
from clss.dictionaries.translation import is_noun
from clss.errors import InputError

DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
LANGS = ("es", "en")


def base64(number: int) -> str:
    digits = DIGITS[number % 64]
    while number := number // 64:
        digits = DIGITS[number % 64] + digits
    return digits


def dictd(folder, entries: dict[str, str], packed: bool = True):
    data, index = b"", []
    for head, text in {"00database-short": "A dictionary\n", **entries}.items():
        raw = text.encode()
        index.append(f"{head}\t{base64(len(data))}\t{base64(len(raw))}\n")
        data += raw
    (folder / "d.index").write_text("".join(index), encoding="utf-8")
    name, content = ("d.dict.dz", gzip.compress(data)) if packed else ("d.dict", data)
    (folder / name).write_bytes(content)
    return folder / "d.index"


def pairs(path, langs=LANGS):
    return [(t.word, t.translation, t.rank) for t in read_dictionary(path, langs)]


@pytest.mark.parametrize("packed", [True, False])
def test_dictd_as_freedict_writes_it(tmp_path, packed):
    entries = {
        "casa": "casa /kˈasa/\nhouse, home\n",
        "carta": "carta /kˈaɾta/ <n, fem>\n1. letter\n2. map (of the sea), chart <n>\n",
        "reina": "reina\nqueen\n   Synonyms: {soberana}\nla mujer del rey\n",
        "austral": "austral\nI.  <Adj>  southern\nII.  <N>  austral\n",
    }
    path = dictd(tmp_path, entries, packed)
    assert pairs(path) == [
        ("casa", "house", 0),
        ("casa", "home", 1),
        ("carta", "letter", 0),
        ("carta", "map", 1),
        ("carta", "chart", 2),
        ("reina", "queen", 0),
        ("austral", "southern", 0),
        ("austral", "austral", 1),
    ]
    by_word = {(t.word, t.translation): is_noun(t.pos) for t in read_dictionary(path, LANGS)}
    assert by_word["casa", "house"] is None
    assert by_word["carta", "map"] is True
    assert by_word["austral", "southern"] is False
    assert by_word["austral", "austral"] is True


def test_an_entry_with_two_spellings_is_read_once(tmp_path):
    path = dictd(tmp_path, {"casa": "casa\nhouse\n"})
    index = path.read_text("utf-8")
    path.write_text(index + index.splitlines()[1].replace("casa", "Casa") + "\n", "utf-8")
    assert pairs(path) == [("casa", "house", 0)]


def test_damaged_dictd(tmp_path):
    path = dictd(tmp_path, {"casa": "casa\nhouse\n"})
    good = path.read_text("utf-8")
    path.write_text(good + "broken line\n", "utf-8")
    with pytest.raises(InputError, match=r"d\.index, line 3: expected headword"):
        pairs(path)
    path.write_text(good + "far\t////\tB\n", "utf-8")
    with pytest.raises(InputError, match="points beyond the end"):
        pairs(path)
    path.write_text(good, "utf-8")
    (tmp_path / "d.dict.dz").write_bytes((tmp_path / "d.dict.dz").read_bytes()[:-9])
    with pytest.raises(InputError, match="not a complete dictzip"):
        pairs(path)
    (tmp_path / "d.dict.dz").unlink()
    with pytest.raises(InputError, match=r"needs d\.dict\.dz or d\.dict"):
        pairs(path)


def test_tei(tmp_path):
    path = tmp_path / "d.tei"
    path.write_text(
        '<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>'
        "<entry><form><orth>carta</orth></form><gramGrp><pos>n</pos><gen>fem</gen></gramGrp>"
        '<sense><cit type="trans"><quote>letter</quote></cit></sense>'
        '<sense><cit type="trans"><quote>map</quote><quote>chart</quote></cit></sense></entry>'
        "</body></text></TEI>",
        "utf-8",
    )
    assert pairs(path) == [("carta", "letter", 0), ("carta", "map", 1), ("carta", "chart", 2)]
    assert {is_noun(t.pos) for t in read_dictionary(path, LANGS)} == {True}
    path.write_text("<TEI>\n<entry>\n</TEI>", "utf-8")
    with pytest.raises(InputError, match=r"d\.tei, line 3: is not well-formed XML"):
        pairs(path)


def test_wiktionary_from_tables_and_from_definitions(tmp_path):
    entries = [
        {
            "word": "carta",
            "lang_code": "es",
            "pos": "noun",
            "senses": [
                {"glosses": ["letter"]},
                {"glosses": ["a map; chart"]},
                {"glosses": ["inflection"], "form_of": [{"word": "x"}]},
            ],
        },
        {
            "word": "letter",
            "lang_code": "en",
            "pos": "noun",
            "translations": [{"code": "es", "word": "carta"}, {"code": "fr", "word": "lettre"}],
        },
    ]
    path = tmp_path / "kaikki.jsonl"
    path.write_text("\n".join(map(json.dumps, entries)) + "\n", "utf-8")
    assert pairs(path) == [("carta", "letter", 0), ("carta", "map", 1), ("carta", "chart", 2)]
    assert pairs(path, ("en", "es")) == [("letter", "carta", 0)]
    path.write_text('{"no": "word"}\n', "utf-8")
    with pytest.raises(InputError, match="line 1: expected an entry"):
        pairs(path)


def test_two_columns_by_tab_and_as_in_muse(tmp_path):
    for name, sign in (("a.tsv", "\t"), ("es-en.txt", " ")):
        path = tmp_path / name
        path.write_text(f"casa{sign}house\ncasa{sign}home\nsol{sign}sun\n", "utf-8")
        assert pairs(path) == [("casa", "house", 0), ("casa", "home", 1), ("sol", "sun", 0)]


def test_a_dictionary_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_dictionary(tmp_path / "none.tsv", LANGS)
