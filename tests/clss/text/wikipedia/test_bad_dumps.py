"""Dumps that are broken, truncated, of another wiki: skipped and counted, or one clear sentence."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import sys

import pytest

from clss.errors import InputError
from clss.text.wikipedia import align_wikipedia


@pytest.fixture
def align(pair, made, tmp_path):
    """Align the two dumps of `pair` as a test has left them."""

    def run(source=None, target=None, table=None, **options):
        return align_wikipedia(
            [source or made.dump("es", pair.pages["es"])],
            [target or made.dump("en", pair.pages["en"])],
            tmp_path / "out",
            langlinks=made.links(pair.rows) if table is None else table,
            **options,
        )

    return run


def drops(summary, side="source"):
    counts = summary[side]
    damaged = counts["drops"].get("damaged", 0)
    assert counts["pages"] == counts["kept"] + sum(counts["drops"].values()) - damaged
    return counts["drops"]


def test_broken_xml_costs_one_page(pair, align):
    pair.pages["es"][1] = pair.pages["es"][1].replace("</text>", "</txt>")
    summary = align()
    assert summary["pairs"] == 2
    assert drops(summary) == {"broken": 1}
    (fault,) = summary["source"]["faults"]
    assert "stream at byte" in fault and "mismatched tag" in fault


@pytest.mark.parametrize(
    ("old", "new"),
    [("</page>", ""), ("<page>", ""), ("<id>2</id>", "<id>x</id>"), ("<ns>0</ns>", "")],
)
def test_a_page_that_is_none(pair, align, old, new):
    pair.pages["es"] = ["".join(pair.pages["es"])]
    before, middle, after = pair.pages["es"][0].partition("<title>ES 2")
    if old == "<page>":
        before = before[: before.rindex("<page>")] + before[before.rindex("<page>") + 6 :]
    else:
        after = after.replace(old, new, 1)
    pair.pages["es"] = [before + middle + after]
    summary = align()
    assert summary["pairs"] == 2
    assert drops(summary) == {"broken": 1}
    assert len(summary["source"]["faults"]) == 1


def test_a_truncated_dump(align, pair, made):
    target = made.dump("en", pair.pages["en"])
    data = target.read_bytes()
    last = data.rindex(b"BZh9", 0, data.rindex(b"BZh9"))  # the stream of page 3
    target.write_bytes(data[: last + 60])
    summary = align(target=target)
    assert summary["pairs"] == 2
    assert drops(summary, "target")["damaged"] == 1
    assert "cannot be unpacked" in summary["notes"][0]
    assert f"breaks off at byte {last + 60}" in summary["target"]["faults"][0]


@pytest.mark.parametrize("pack", [bz2.compress, gzip.compress])
def test_a_truncated_single_stream(align, made, tmp_path, pack):
    import random

    letters = random.Random(1)
    pages = [
        made.page(i, f"EN {i}", " ".join(str(letters.random()) for _ in range(20_000)))
        for i in (1, 2, 3)
    ]
    path = made.dump("en", ["".join(pages)], pack=bytes, name="enwiki-x.xml")
    packed = tmp_path / "enwiki-y"
    packed.write_bytes(pack(path.read_bytes())[:-100_000])
    summary = align(target=packed)
    assert 1 <= summary["pairs"] <= 2
    assert drops(summary, "target")["damaged"] == 1
    assert drops(summary, "target")["broken"] == 1  # the page that breaks off


def test_damage_in_the_middle_costs_one_stream(align, pair, made):
    target = made.dump("en", pair.pages["en"])
    data = bytearray(target.read_bytes())
    second = data.index(b"BZh9", data.index(b"BZh9", 4) + 4)
    data[second + 40 : second + 60] = bytes(20)
    target.write_bytes(data)
    summary = align(target=target)
    assert summary["pairs"] == 2
    assert drops(summary, "target")["damaged"] == 1


def test_mixed_encodings(align, pair):
    pair.pages["es"][1] = pair.pages["es"][1].replace("ES 2", "ES dos más").encode("latin-1")
    summary = align()
    assert summary["pairs"] == 2
    assert drops(summary) == {"encoding": 1}


def test_control_and_direction_characters(align, pair, tmp_path):
    pair.pages["es"][0] = pair.pages["es"][0].replace("The es", "The\x02 \u202ees\u202c\ufeff")
    summary = align()
    assert summary["pairs"] == 3
    assert summary["source"]["invisible"] == 4 * 30
    text = gzip.decompress((tmp_path / "out" / "raw.es.txt.gz").read_bytes()).decode()
    assert len(set(text.splitlines())) == 1


def test_a_line_of_a_hundred_megabytes(align, pair, made):
    pair.pages["en"][1] = made.page(2, "EN 2", "x" * 100_000_000)
    summary = align()
    assert summary["pairs"] == 2
    assert drops(summary, "target") == {"large": 1}
    assert "(EN 2)" in summary["target"]["faults"][0]


def test_a_page_that_stands_twice(align, pair):
    pair.pages["es"].append(pair.pages["es"][0])
    summary = align()
    assert summary["pairs"] == 3
    assert drops(summary) == {"twice": 1}


def test_a_link_table_of_another_wiki(align, made):
    with pytest.raises(InputError, match=r"link table of 'frwiki'; expected that of 'eswiki'"):
        align(table=made.links([(1, "en", "EN 1")], database="frwiki"))


def test_a_link_table_of_another_date(align, made, tmp_path):
    """Nothing says so but the ids: the sentence names the reason, and nothing is left behind."""
    with pytest.raises(InputError, match=r"none of its 3 pages is used: 3 no link .* same wiki"):
        align(table=made.links([(i, "en", f"EN {i}") for i in (101, 102)]))
    assert not (tmp_path / "out").exists()


def test_no_pair_is_left(align, pair):
    pair.rows = [(1, "en", "EN 1"), (2, "en", "EN 2")]
    pair.pages["es"][1:] = []
    pair.pages["en"][:1] = []
    with pytest.raises(InputError, match=r"no link joins .* \(1 of eswiki and 1 of enwiki\)"):
        align()


def test_only_stubs(align):
    with pytest.raises(InputError, match=r"none of its 3 pages is used: 3 stub"):
        align(min_length=10_000)


def test_a_link_table_without_the_language(align, made):
    with pytest.raises(InputError, match=r"has no link to 'en'; it leads to fr, de"):
        align(table=made.links([(1, "fr", "A"), (2, "fr", "B"), (1, "de", "C")]))


def test_another_table(align, tmp_path):
    path = tmp_path / "x.sql.gz"
    path.write_bytes(gzip.compress(b"CREATE TABLE `pagelinks` (\n);\n"))
    with pytest.raises(InputError, match="is the table 'pagelinks'"):
        align(table=path)
    path.write_bytes(gzip.compress(b"words"))
    with pytest.raises(InputError, match="is no link table"):
        align(table=path)


def test_a_truncated_link_table(align, made):
    import random

    letters = random.Random(1)
    rows = [(i, "en", f"EN {letters.random()}") for i in range(20_000)]
    table = made.links(rows)
    table.write_bytes(table.read_bytes()[:-5000])
    with pytest.raises(InputError, match=r"breaks off at byte .*download it again"):
        align(table=table)


def test_languages(align, pair, made):
    with pytest.raises(InputError, match=r"is a dump in 'en'; --langs says 'fr'"):
        align(langs=("es", "fr"))
    with pytest.raises(InputError, match=r"is in 'es', as the source is"):
        align(target=made.dump("es", pair.pages["es"]))


def test_an_unknown_language_is_said(made, tmp_path, monkeypatch):
    import write_dumps

    monkeypatch.setitem(write_dumps._WORDS, "xx", write_dumps._WORDS["en"])
    source = made.dump("xx", [made.page(1, "A", "words " * 100)])
    target = made.dump("en", [made.page(1, "EN 1", "words " * 100)])
    table = made.links([(1, "en", "EN 1")], database="xxwiki")
    summary = align_wikipedia([source], [target], tmp_path / "out", langlinks=table)
    assert summary["pairs"] == 1
    assert summary["notes"] == [
        "titles of lists are not known in 'xx': lists were told by their form alone"
    ]


def test_not_a_dump(align, tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("words\n")
    with pytest.raises(InputError, match="is no dump that is known"):
        align(source=path)
    path.write_text("")
    with pytest.raises(InputError, match="the file is empty"):
        align(source=path)
    with pytest.raises(InputError, match="no such file"):
        align(source=tmp_path / "nothing")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="has no files"):
        align(source=tmp_path / "folder")


def test_a_place_that_is_taken(align, tmp_path, pair):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        align()
    (tmp_path / "out" / "mine.txt").unlink()
    align()
    with pytest.raises(InputError, match="holds a corpus with other min_length"):
        align(min_length=7)


def test_without_the_full_parser(align, monkeypatch):
    monkeypatch.setitem(sys.modules, "mwparserfromhell", None)
    with pytest.raises(InputError, match=r"pip install 'clss\[wiki\]'"):
        align(parser="full")
    with pytest.raises(InputError, match=r"unknown parser 'fst'.*did you mean fast"):
        align(parser="fst")


def extracted(lang, folder, rows):
    """Write what wikiextractor writes."""
    for number, name in enumerate(("AA/wiki_00", "AA/wiki_01.bz2")):
        text = "".join(
            json.dumps(
                {
                    "id": str(i),
                    "url": f"https://{lang}.wikipedia.org/wiki?curid={i}",
                    "title": f"{lang.upper()} {i}",
                    "text": text,
                }
            )
            + "\n"
            for i, text in rows[number * 2 : number * 2 + 2]
        )
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bz2.compress(text.encode()) if number else text.encode())
    return folder


def test_wikiextractor(made, tmp_path):
    body = "Some words of text.\n\n" * 30
    source = extracted("es", tmp_path / "es", [(i, body) for i in (1, 2, 3)])
    target = extracted("en", tmp_path / "en", [(1, body), (2, "short"), (3, body)])
    (target / "AA" / "wiki_00").open("a").write("{broken\n")
    table = made.links([(i, "en", f"EN {i}") for i in (1, 2, 3)])
    summary = align_wikipedia([source], [target], tmp_path / "out", langlinks=table)
    assert summary["pairs"] == 2
    assert drops(summary, "target") == {"stub": 1, "broken": 1}
    assert "wiki_00, line 3" in summary["target"]["faults"][0]
    with pytest.raises(InputError, match="does not say which pages belong together"):
        align_wikipedia([source], [target], tmp_path / "other")


def cirrus(lang, path, rows):
    """Write what CirrusSearch writes: two lines a page."""
    out = io.StringIO()
    for i, fields in enumerate(rows, 1):
        out.write(json.dumps({"index": {"_type": "page", "_id": str(i)}}) + "\n")
        whole = {"wiki": f"{lang}wiki", "namespace": 0, "title": f"{lang} {i}", **fields}
        out.write(json.dumps(whole) + "\n")
    path.write_bytes(gzip.compress(out.getvalue().encode()))
    return path


def test_cirrussearch_needs_no_links(tmp_path):
    body = "Some words of text. " * 30
    source = cirrus(
        "es",
        tmp_path / "es.json.gz",
        [
            {"text": body, "wikibase_item": "Q5"},
            {"text": body, "wikibase_item": "Q6", "template": ["Plantilla:Desambiguación"]},
            {"text": body},
            {"text": "x" * 100_000_000, "wikibase_item": "Q8"},
        ],
    )
    target = cirrus(
        "en",
        tmp_path / "en.json.gz",
        [{"text": body, "wikibase_item": f"Q{i}"} for i in (7, 6, 5)]
        + [{"text": body, "namespace": 14}],
    )
    summary = align_wikipedia([source], [target], tmp_path / "out")
    assert summary["pairs"] == 1
    assert (tmp_path / "out" / "pages.tsv").read_text().splitlines()[1] == "1\t1\tes 1\t3\ten 3"
    assert drops(summary)["disambiguation"] == 1
    assert drops(summary)["unlinked"] == 1
    assert drops(summary)["large"] == 1
    assert drops(summary, "target") == {"namespace": 1}
