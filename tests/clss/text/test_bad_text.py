"""Raw text as it is found: no traceback, nothing silently lost, every drop counted."""

from __future__ import annotations

import gzip
import json
import sys

import pytest
from raw_texts import PLAIN, documents, everything_is_accounted_for, write

from clss.errors import InputError
from clss.text.prepare import prepare_corpus
from clss.text.recipe import Recipe


def test_lines_in_another_encoding_are_counted_or_decoded(tmp_path):
    source = write(tmp_path / "a.txt", "año", "año".encode("cp1252"), "sol")
    target = write(tmp_path / "b.txt", "year", "year", "sun")
    summary = prepare_corpus(source, target, tmp_path / "out", PLAIN)
    assert summary["dropped documents"] == {
        "not UTF-8": {"documents": 1, "first": f"{source}, line 2"}
    }
    assert documents(tmp_path / "out", "es") == ["año", "sol"]
    assert everything_is_accounted_for(summary)
    again = prepare_corpus(source, target, tmp_path / "2", PLAIN, fallback_encoding="cp1252")
    assert documents(tmp_path / "2", "es") == ["año", "año", "sol"]
    assert again["decoded by the second encoding"] == 1
    for unknown in ("windows", "hex"):
        with pytest.raises(InputError, match=f"unknown encoding '{unknown}'"):
            prepare_corpus(source, target, tmp_path / "3", PLAIN, fallback_encoding=unknown)


def test_utf16_is_refused_by_name(tmp_path):
    source = tmp_path / "a.txt"
    source.write_bytes("año\n".encode("utf-16"))
    target = write(tmp_path / "b.txt", "year")
    with pytest.raises(InputError, match="is in UTF-16"):
        prepare_corpus(source, target, tmp_path / "out", PLAIN)
    source.write_bytes("año\n".encode("utf-16-le"))  # without the mark that says so
    with pytest.raises(InputError, match="every other byte is zero in UTF-16"):
        prepare_corpus(source, target, tmp_path / "out", PLAIN)


def test_a_wrong_input_leaves_nothing_behind_and_can_be_mended(tmp_path):
    source, target = write(tmp_path / "a.txt", "uno", "dos"), write(tmp_path / "b.txt", "one")
    with pytest.raises(InputError, match="ends after 1 lines"):
        prepare_corpus(source, target, tmp_path / "out", PLAIN)
    assert not (tmp_path / "out").exists()
    write(target, "one", "two")
    assert prepare_corpus(source, target, tmp_path / "out", PLAIN)["documents"]["kept"] == 2


def test_entities_are_the_letters_they_stand_for(tmp_path):
    source = write(tmp_path / "a.txt", "caf&eacute;s&nbsp;fr&#237;os, ni&amp;ntilde;o &foo; sol")
    prepare_corpus(source, write(tmp_path / "b.txt", "cafe"), tmp_path / "out", PLAIN)
    assert documents(tmp_path / "out", "es") == ["cafés fríos niño sol"]


def test_a_record_without_a_text_is_dropped_but_a_file_of_them_is_wrong(tmp_path):
    both = write(tmp_path / "a.jsonl", '{"es": "sol", "en": "sun"}', '{"es": "luna", "en": null}')
    summary = prepare_corpus(both, None, tmp_path / "out", PLAIN)
    assert summary["dropped documents"]["without an id or a text"]["first"] == f"{both}, line 2"
    assert everything_is_accounted_for(summary)
    write(both, '{"spanish": "sol", "english": "sun"}')
    with pytest.raises(InputError, match="no line with a text under 'es' and 'en'"):
        prepare_corpus(both, None, tmp_path / "2", PLAIN)


def test_control_and_bidirectional_characters_are_removed_and_counted(tmp_path):
    source = write(tmp_path / "a.txt", "\u202eca\u200bsa\u202c\x00gran\u00adde\x1b \ufeffsol")
    target = write(tmp_path / "b.txt", "house")
    summary = prepare_corpus(source, target, tmp_path / "out", PLAIN)
    assert documents(tmp_path / "out", "es") == ["casa grande sol"]
    assert summary["words"]["es"]["removed"] == {
        "control characters": 2,
        "invisible characters": 5,
    }


def test_composed_and_decomposed_letters_are_one_word(tmp_path):
    source = write(tmp_path / "a.txt", "cancio\u0301n canción")
    prepare_corpus(source, write(tmp_path / "b.txt", "song"), tmp_path / "out", PLAIN)
    assert documents(tmp_path / "out", "es") == ["canción canción"]


def test_halves_of_characters_from_json_do_not_stop_the_run(tmp_path):
    line = '{"es": "sol \\ud83d luna", "en": "sun"}'
    path = write(tmp_path / "a.jsonl", line, "{broken", json.dumps(["no object"]), "")
    summary = prepare_corpus(path, None, tmp_path / "out", PLAIN)
    assert documents(tmp_path / "out", "es") == ["sol luna"]
    drops = summary["dropped documents"]
    assert drops["not readable as JSON"] == {"documents": 2, "first": f"{path}, line 2"}
    assert drops["empty line"]["documents"] == 1


def test_a_very_long_line_keeps_all_its_words(tmp_path):
    number = 300_000
    source = write(tmp_path / "a.txt", "palabra " * number)
    target = write(tmp_path / "b.txt", "w" * 3_000_000 + " word")
    summary = prepare_corpus(source, target, tmp_path / "out", PLAIN)
    assert summary["words"]["es"]["kept"] == number
    assert summary["words"]["en"]["dropped"] == {"too long": 2}
    assert summary["documents"] == {"read": 1, "kept": 1}


@pytest.mark.slow
def test_a_line_of_100_megabytes_stays_within_bounded_memory(tmp_path):
    import resource

    source = write(tmp_path / "a.txt", "palabra larga " * 7_500_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    target = write(tmp_path / "b.txt", "word")
    summary = prepare_corpus(source, target, tmp_path / "out", PLAIN)
    assert summary["words"]["es"]["kept"] == 15_000_000
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert sys.platform != "linux" or grown < 2048


def test_texts_of_different_lengths_are_refused_with_the_place(tmp_path):
    source, target = write(tmp_path / "a.txt", "uno", "dos"), write(tmp_path / "b.txt", "one")
    with pytest.raises(InputError, match=r"b\.txt: ends after 1 lines, but .*a\.txt goes on"):
        prepare_corpus(source, target, tmp_path / "out", PLAIN)


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        (Recipe("xx", lemmas=True), "no lemmas for 'xx'"),
        (Recipe("xx", stopwords="list"), "no list of stop words for 'xx'"),
        (Recipe("fr", tagger="hanta"), "not for 'fr'"),
        (Recipe("fr", tagger="hantta"), "did you mean hanta"),
        (Recipe("fr", tagger="spacy"), "in the form spacy:es_core_news_sm"),
        (Recipe("fr", stopwords="nowhere.txt"), "nowhere.txt: no such file"),
    ],
)
def test_what_cannot_be_had_is_said_before_work_begins(tmp_path, recipe, message):
    source, target = write(tmp_path / "a.txt", "uno"), write(tmp_path / "b.txt", "one")
    with pytest.raises(InputError, match=message):
        prepare_corpus(source, target, tmp_path / "out", (recipe, Recipe("en")))
    assert not list((tmp_path / "out").glob("*.gz"))


@pytest.mark.parametrize(
    ("recipe", "package", "extra"),
    [
        (Recipe("es", lemmas=True), "simplemma", r"clss\[text\]"),
        (Recipe("es", stopwords="list"), "stopwordsiso", r"clss\[text\]"),
        (Recipe("en", tagger="hanta"), "HanTa.HanoverTagger", r"clss\[text\]"),
        (Recipe("en", tagger="spacy:x"), "spacy", "spacy"),
        (Recipe("en", tagger="stanza"), "stanza", "stanza"),
        (Recipe("zh", tokenizer="jieba"), "jieba", "jieba"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(tmp_path, monkeypatch, recipe, package, extra):
    monkeypatch.setitem(sys.modules, package, None)
    source, target = write(tmp_path / "a.txt", "uno"), write(tmp_path / "b.txt", "one")
    with pytest.raises(InputError, match=f"pip install '{extra}"):
        prepare_corpus(source, target, tmp_path / "out", (recipe, Recipe("fr")))


def test_nothing_left_says_why(tmp_path):
    source, target = write(tmp_path / "a.txt", "1 2", ""), write(tmp_path / "b.txt", "one", "two")
    with pytest.raises(InputError, match="no pair of documents is left of 2: 2 too few words"):
        prepare_corpus(source, target, tmp_path / "out", PLAIN)
    assert not list((tmp_path / "out").glob("*.gz"))


@pytest.mark.parametrize(
    ("content", "message"), [(b"", "is empty"), (b"\x1f\x8b\x08\x00rubbish", "gzip")]
)
def test_empty_and_broken_files(tmp_path, content, message):
    source = tmp_path / ("a.txt.gz" if content else "a.txt")
    source.write_bytes(content)
    target = write(tmp_path / "b.txt") if not content else write(tmp_path / "b.txt", "one")
    with pytest.raises(InputError, match=message):
        prepare_corpus(source, target, tmp_path / "out", PLAIN)


def test_a_gzip_that_breaks_off(tmp_path):
    whole = gzip.compress(b"sol luna\n" * 5000)
    source = tmp_path / "a.txt.gz"
    source.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="breaks off"):
        prepare_corpus(source, write(tmp_path / "b.txt", *["sun"] * 5000), tmp_path / "o", PLAIN)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ru", "Съешь ещё этих булок.", "съешь ещё этих булок"),
        ("ar", "كتاب، مدرسة؟", "كتاب مدرسة"),
        ("hi", "हिन्दी किताब।", "हिन्दी किताब"),
        ("tr", "IŞIK İzmir", "ışık izmir"),
        ("uk", "п'ять слів", "п'ять слів"),
        ("ko", "한국어 문장.", "한국어 문장"),
        ("el", "Καλημέρα, κόσμε!", "καλημέρα κόσμε"),
    ],
)
def test_any_script(tmp_path, lang, text, expected):
    source, target = write(tmp_path / "a.txt", text), write(tmp_path / "b.txt", "word")
    prepare_corpus(source, target, tmp_path / "out", (Recipe(lang), Recipe("en")))
    assert documents(tmp_path / "out", lang) == [expected]
