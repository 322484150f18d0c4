"""``clss corpus prepare``: what comes in, what comes out, what is counted."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest
from raw_texts import PLAIN, documents, everything_is_accounted_for, write

from clss.errors import InputError
from clss.text.prepare import Cuts, prepare_corpus
from clss.text.recipe import Numbers, Recipe


def test_four_writings_of_a_word_are_one_word(tmp_path):
    source = write(tmp_path / "a.txt", "texto Texto texto. texto,", "«Texto»: otra_cosa 12 x2")
    target = write(tmp_path / "b.txt", "The text (Text) text!", "Another text's text")
    summary = prepare_corpus(source, target, tmp_path / "out", PLAIN)
    assert documents(tmp_path / "out", "es") == ["texto texto texto texto", "texto"]
    assert documents(tmp_path / "out", "en") == ["the text text text", "another text text"]
    assert summary["words"]["es"]["dropped"] == {"digits or underscores": 3}
    assert everything_is_accounted_for(summary)


@pytest.mark.parametrize(
    ("numbers", "expected"), [("drop", "año"), ("keep", "año 1999 b2"), ("mask", "año 0000 b0")]
)
def test_numbers(tmp_path, numbers, expected):
    source = write(tmp_path / "a.txt", "Año 1999 B2")
    target = write(tmp_path / "b.txt", "year")
    recipe = Recipe("es", numbers=Numbers(numbers))
    prepare_corpus(source, target, tmp_path / "out", (recipe, Recipe("en")))
    assert documents(tmp_path / "out", "es") == [expected]


def test_rare_and_ubiquitous_words_and_short_documents_are_dropped_and_counted(tmp_path):
    source = write(tmp_path / "a.txt", "de sol sol", "de mar mar", "de luna")
    target = write(tmp_path / "b.txt", "the sun sun", "the sea sea", "the sun sea")
    cuts = Cuts(min_count=2, max_share=0.7, min_words=1)
    summary = prepare_corpus(source, target, tmp_path / "out", PLAIN, cuts)
    assert documents(tmp_path / "out", "es") == ["sol sol", "mar mar"]
    assert documents(tmp_path / "out", "en") == ["sun sun", "sea sea"]
    assert summary["words"]["es"]["dropped"] == {"rare": 1, "in too many documents": 3}
    assert summary["words"]["en"]["dropped"]["in dropped documents"] == 2
    assert summary["dropped documents"]["too few words left"]["first"] == "document 3"
    assert everything_is_accounted_for(summary)


def test_same_bytes_whatever_the_number_of_processes_and_after_a_kill(tmp_path, monkeypatch):
    monkeypatch.setattr("clss.text.chunks._CHUNK_DOCUMENTS", 7)
    source = write(tmp_path / "a.txt", *(f"palabra{'abc'[i % 3]} número {i}" for i in range(60)))
    target = write(tmp_path / "b.txt", *(f"word{'xyz'[i % 3]} number {i}" for i in range(60)))
    prepare_corpus(source, target, tmp_path / "one", PLAIN)
    prepare_corpus(source, target, tmp_path / "two", PLAIN, workers=2)

    def killed(report):
        if report.done > 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prepare_corpus(source, target, tmp_path / "three", PLAIN, progress=killed)
    waiting = sorted((tmp_path / "three" / ".parts").glob("0*.jsonl"))
    assert 0 < len(waiting) < 9
    before = [part.stat().st_mtime_ns for part in waiting]
    seen = []

    def record(report):
        seen.append([part.stat().st_mtime_ns for part in waiting])

    prepare_corpus(source, target, tmp_path / "three", PLAIN, progress=record)
    assert seen[0] == before, "finished parts were made again"
    for name in ("es.txt.gz", "en.txt.gz", "documents.tsv", "summary.json"):
        whole = (tmp_path / "one" / name).read_bytes()
        assert whole == (tmp_path / "two" / name).read_bytes()
        assert whole == (tmp_path / "three" / name).read_bytes()
    assert not (tmp_path / "three" / ".parts").exists()


def test_a_directory_begun_with_other_options_is_refused(tmp_path):
    source, target = write(tmp_path / "a.txt", "sol"), write(tmp_path / "b.txt", "sun")

    def killed(report):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prepare_corpus(source, target, tmp_path / "out", PLAIN, progress=killed)
    other = (Recipe("es", min_length=3), Recipe("en"))
    with pytest.raises(InputError, match="other options"):
        prepare_corpus(source, target, tmp_path / "out", other)
    prepare_corpus(source, target, tmp_path / "out", other, overwrite=True)
    with pytest.raises(InputError, match="finished corpus; add --overwrite"):
        prepare_corpus(source, target, tmp_path / "out", PLAIN)


def test_a_directory_of_something_else_is_never_touched(tmp_path):
    (tmp_path / "home").mkdir()
    precious = write(tmp_path / "home" / "thesis.tex", "x")
    with pytest.raises(InputError, match="holds no corpus made by clss"):
        prepare_corpus(precious, precious, tmp_path / "home", PLAIN, overwrite=True)
    assert precious.exists()


def test_lemmas_and_stop_words(tmp_path):
    pytest.importorskip("simplemma")
    source = write(tmp_path / "a.txt", "Las configuraciones de los documentos")
    target = write(tmp_path / "b.txt", "The settings of documents")
    recipes = tuple(Recipe(lang, lemmas=True, stopwords="list") for lang in ("es", "en"))
    summary = prepare_corpus(source, target, tmp_path / "out", recipes)
    assert documents(tmp_path / "out", "es") == ["configuración documento"]
    assert documents(tmp_path / "out", "en") == ["setting document"]
    assert summary["words"]["es"]["dropped"] == {"stop words": 3}


def test_stop_words_of_a_file(tmp_path):
    source, target = write(tmp_path / "a.txt", "la casa"), write(tmp_path / "b.txt", "the house")
    write(tmp_path / "stop.es", "la")
    write(tmp_path / "stop.en", "the")
    choice = str(tmp_path / "stop.{lang}")
    recipes = tuple(Recipe(lang, stopwords=choice) for lang in ("es", "en"))
    prepare_corpus(source, target, tmp_path / "out", recipes)
    assert documents(tmp_path / "out", "es") == ["casa"]


def test_nouns_by_hanta_and_by_a_table(tmp_path):
    pytest.importorskip("HanTa")
    table = write(tmp_path / "es.tsv", "casas\tcasa\tNOUN", "son\tser\tVERB", "casas\tcasar\tVERB")
    source = write(tmp_path / "a.txt", "Casas son rojas")
    target = write(tmp_path / "b.txt", "The houses are built by old builders.")
    recipes = (Recipe("es", tagger=f"table:{table}"), Recipe("en", tagger="hanta"))
    summary = prepare_corpus(source, target, tmp_path / "out", recipes)
    assert documents(tmp_path / "out", "es") == ["casa"]
    assert documents(tmp_path / "out", "en") == ["house builder"]
    assert everything_is_accounted_for(summary)


def test_conllu_that_was_tagged_elsewhere(tmp_path):
    rest = "_\t_\t0\troot\t_\t_"
    source = write(
        tmp_path / "a.conllu",
        "# newdoc id = uno",
        f"1-2\tdel\t_\t_\t{rest}",
        f"1\tde\tde\tADP\t{rest}",
        f"2\tgatos\tgato\tNOUN\t{rest}",
    )
    target = write(tmp_path / "b.conllu", "# newdoc id = one", f"1\tCats\tcat\tNOUN\t{rest}")
    recipes = tuple(Recipe(lang, tagger="conllu") for lang in ("es", "en"))
    prepare_corpus(source, target, tmp_path / "out", recipes)
    assert documents(tmp_path / "out", "es") == ["gato"]
    assert (tmp_path / "out" / "documents.tsv").read_text() == "1\tuno\n"


def test_directories_json_lines_and_tables_give_the_same_corpus(tmp_path):
    texts = {"b": ("dos mares", "two seas"), "a": ("un sol", "one sun")}
    for side, folder in enumerate(("es", "en")):
        (tmp_path / folder).mkdir()
        for name, pair in texts.items():
            write(tmp_path / folder / name, *pair[side].split())
    write(tmp_path / "es" / "alone", "nadie")
    rows = [(name, *texts[name]) for name in sorted(texts)]
    records = [json.dumps({"id": n, "es": a, "en": b}) for n, a, b in rows]
    both = [write(tmp_path / "both.jsonl", *records)]
    both += [write(tmp_path / "both.tsv", *("\t".join(row) for row in rows))]
    joined = [
        (
            write(tmp_path / "es.jsonl", *(json.dumps({"id": r[0], "text": r[1]}) for r in rows)),
            write(
                tmp_path / "en.jsonl", *(json.dumps({"id": r[0], "text": r[2]}) for r in rows[::-1])
            ),
        ),
        (
            write(tmp_path / "es.tsv", *(f"{r[0]}\t{r[1]}" for r in rows)),
            write(tmp_path / "en.tsv", *(f"{r[0]}\t{r[2]}" for r in rows[::-1]), "z\tlost"),
        ),
    ]
    summary = prepare_corpus(tmp_path / "es", tmp_path / "en", tmp_path / "out", PLAIN)
    assert summary["dropped documents"]["no partner"]["documents"] == 1
    expected = documents(tmp_path / "out", "es"), documents(tmp_path / "out", "en")
    assert expected == (["un sol", "dos mares"], ["one sun", "two seas"])
    for number, given in enumerate([(path, None) for path in both] + joined):
        summary = prepare_corpus(*given, tmp_path / f"out{number}", PLAIN)
        out = tmp_path / f"out{number}"
        assert (documents(out, "es"), documents(out, "en")) == expected
        assert (out / "documents.tsv").read_text() == "1\ta\n2\tb\n"
        assert everything_is_accounted_for(summary)


def test_the_quickstart_nouns_are_found_again(tmp_path):
    """English nouns of the shipped raw text, tagged anew, are nearly those that are shipped."""
    pytest.importorskip("HanTa")
    data = Path(__file__).parents[3] / "examples" / "quickstart"
    raw, nouns = [], []
    for name, lines in (("raw.en.txt.gz", raw), ("nouns.en.txt.gz", nouns)):
        with gzip.open(data / name, "rt", encoding="utf-8") as stream:
            lines += [next(stream).rstrip("\n") for _ in range(40)]
    text = write(tmp_path / "en.txt", *raw)
    recipes = (Recipe("en", tagger="hanta"), Recipe("en-US", tagger="hanta"))
    prepare_corpus(text, text, tmp_path / "out", recipes)
    made = Counter(" ".join(documents(tmp_path / "out", "en")).split())
    shipped = Counter(" ".join(nouns).split())
    shared = (made & shipped).total()
    assert 2 * shared / (made.total() + shipped.total()) > 0.85
