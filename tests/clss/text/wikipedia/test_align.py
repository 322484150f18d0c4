"""Two dumps to an aligned corpus: the right pages, the right texts, the same bytes always."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pytest
import write_dumps

from clss.text.wikipedia import align_wikipedia
from clss.text.wikipedia.links import build_links
from clss.text.wikipedia.tidy import clean_characters


def run(dumps, out, **options):
    return align_wikipedia(
        [dumps.source], [dumps.target], out, langlinks=dumps.langlinks, **options
    )


def lines(path):
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_texts_are_those_that_the_markup_was_put_around(whole_dumps, tmp_path):
    summary = run(whole_dumps, tmp_path / "out", min_length=0)
    found = {lang: lines(tmp_path / "out" / f"raw.{lang}.txt.gz") for lang in ("es", "en")}
    pages = lines_of_table(tmp_path / "out" / "pages.tsv")
    assert summary["pairs"] == len(pages) == len(found["es"]) == len(found["en"])
    for lang in ("es", "en"):
        texts = [" ".join(sentences) for sentences in write_dumps.read_texts(lang)]
        known = 0
        for page, line in zip(pages, found[lang], strict=True):
            place = int(page["es_id"]) - 10
            if place % 2 == 0 and "://" not in texts[place // 2]:  # a linked article
                expected = clean_characters(texts[place // 2]).text
                assert line.replace(" ", "") == expected.replace(" ", "")
                known += 1
        assert known > 250


def lines_of_table(path):
    header, *rows = path.read_text().splitlines()
    return [dict(zip(header.split("\t"), row.split("\t"), strict=True)) for row in rows]


def test_titles_and_ids_belong_to_their_lines(whole_dumps, tmp_path):
    run(whole_dumps, tmp_path / "out")
    pages = lines_of_table(tmp_path / "out" / "pages.tsv")
    assert [page["line"] for page in pages] == [str(i + 1) for i in range(len(pages))]
    for page in pages:
        assert int(page["en_id"]) - 700_000 == int(page["es_id"]) - 10
        assert page["es_title"].endswith(page["es_id"])
        assert page["en_title"].endswith(page["en_id"])


def test_every_page_is_kept_or_counted(whole_dumps, tmp_path):
    summary = run(whole_dumps, tmp_path / "out")
    for side in ("source", "target"):
        counts = summary[side]
        assert counts["pages"] == 600
        assert counts["pages"] == counts["kept"] + sum(counts["drops"].values())
        reasons = {"namespace", "redirect", "unlinked", "disambiguation", "list", "stub"}
        assert set(counts["drops"]) == reasons
        assert counts["faults"] == []
    assert json.loads((tmp_path / "out" / "summary.json").read_text()) == summary
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "pages.tsv",
        "raw.en.txt.gz",
        "raw.es.txt.gz",
        "summary.json",
    ]


def test_same_bytes_for_any_number_of_processes(careless_dumps, tmp_path):
    run(careless_dumps, tmp_path / "one", workers=1)
    run(careless_dumps, tmp_path / "three", workers=3)
    assert contents(tmp_path / "one") == contents(tmp_path / "three")


def test_other_packings_give_the_same_texts(whole_dumps, tmp_path):
    """A single bzip2 stream, gzip, plain XML: what only one process can unpack."""
    import bz2

    plain = bz2.decompress(whole_dumps.target.read_bytes())
    expected = run(whole_dumps, tmp_path / "expected")
    for name, pack in (("bz2", bz2.compress), ("gz", gzip.compress), ("xml", bytes)):
        path = tmp_path / f"enwiki.{name}"
        path.write_bytes(pack(plain))
        found = align_wikipedia(
            [whole_dumps.source],
            [path],
            tmp_path / name,
            langlinks=whole_dumps.langlinks,
            workers=2,
        )
        assert found["pairs"] == expected["pairs"]
        for text in ("raw.es.txt.gz", "raw.en.txt.gz", "pages.tsv"):
            assert (tmp_path / name / text).read_bytes() == (
                tmp_path / "expected" / text
            ).read_bytes()


def test_a_dump_in_several_files(whole_dumps, tmp_path, made):
    pages = [made.page(i, f"EN {i}", "words " * 100) for i in range(1, 7)]
    parts = [
        made.dump("en", pages[:3], name="enwiki-1.xml.bz2"),
        made.dump("en", pages[3:], name="enwiki-2.xml.bz2"),
    ]
    source = made.dump("es", [made.page(i, f"ES {i}", "palabras " * 99) for i in range(1, 7)])
    table = made.links([(i, "en", f"EN {i}") for i in range(1, 7)])
    summary = align_wikipedia([source], parts, tmp_path / "out", langlinks=table)
    assert summary["pairs"] == 6


class Killed(Exception):
    """Stands for the end of the process."""


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_a_run_goes_on_where_it_was(careless_dumps, tmp_path, after, monkeypatch):
    from clss.text.wikipedia import dump

    monkeypatch.setattr(dump, "_UNIT_BYTES", 200_000)
    run(careless_dumps, tmp_path / "whole")
    reports = []

    def stop(report):
        reports.append(report)
        if sum(r.stage.startswith("reading e") for r in reports) == after:
            raise Killed

    with pytest.raises(Killed):
        run(careless_dumps, tmp_path / "out", progress=stop)
    assert not (tmp_path / "out" / "summary.json").exists()
    seen = []
    run(careless_dumps, tmp_path / "out", progress=seen.append)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_a_process_killed_outright(whole_dumps, tmp_path):
    """SIGKILL at some moment, twice, and then to the end: as if nothing had been."""
    run(whole_dumps, tmp_path / "whole")
    program = "import sys; from evaluation.cli import main; sys.exit(main())"
    files = {"--source": whole_dumps.source, "--target": whole_dumps.target}
    options = {**files, "--langlinks": whole_dumps.langlinks, "-o": tmp_path / "out", "-j": "1"}
    command = [sys.executable, "-c", program, "corpus", "wikipedia"]
    command += [str(part) for option in options.items() for part in option]
    for _ in range(2):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if (tmp_path / "out" / "unfinished" / "links.sqlite").exists():
                break
            time.sleep(0.005)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_a_finished_corpus_is_not_made_again(whole_dumps, tmp_path):
    first = run(whole_dumps, tmp_path / "out")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert run(whole_dumps, tmp_path / "out") == first
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}


def test_the_link_table_of_the_target_serves_as_well(pair, made, tmp_path):
    source, target = pair.write()
    table = made.links([(i, "es", f"ES {i}") for i in (1, 2)], database="enwiki")
    summary = align_wikipedia([source], [target], tmp_path / "out", langlinks=table)
    assert summary["pairs"] == 2
    assert summary["langs"] == ["es", "en"]


def test_links_that_lead_nowhere_are_counted(made, tmp_path):
    table = made.links(
        [
            (1, "en", "One"),
            (1, "en", "Another"),
            (2, "en", "One"),
            (3, "en", ""),
            (4, "en", "Two#Part"),
            b"(5,'en','\xff\xfe')",
            (6, "fr", "Six"),
            (7, "en", "it\\'s (1,\\'en\\',\\'x\\')"),
        ]
    )
    counts = build_links(table, "en", tmp_path / "links.sqlite")
    assert (counts.kept, counts.same_page_twice, counts.same_target_twice) == (2, 1, 1)
    assert (counts.empty, counts.section, counts.not_utf8) == (1, 1, 1)


def test_both_parsers_make_the_same_corpus(whole_dumps, tmp_path):
    fast, full = (
        run(whole_dumps, tmp_path / parser, parser=parser)["pairs"] for parser in ("fast", "full")
    )
    assert fast == full
    for name in ("raw.es.txt.gz", "raw.en.txt.gz", "pages.tsv"):
        assert (tmp_path / "fast" / name).read_bytes() == (tmp_path / "full" / name).read_bytes()
