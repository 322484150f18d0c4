"""``clss corpus wikipedia``: what it prints, and its one sentence about a mistake."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "examples" / "wikipedia"))

import write_dumps


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two dumps of 120 pages, as options."""
    folder = tmp_path_factory.mktemp("dumps")
    write_dumps.main([str(folder), "--pages", "120"])
    start = f"wiki-{write_dumps.DATE}"
    return {
        "--source": folder / f"es{start}-pages-articles-multistream.xml.bz2",
        "--target": folder / f"en{start}-pages-articles-multistream.xml.bz2",
        "--langlinks": folder / f"es{start}-langlinks.sql.gz",
    }


def command(files, out, *more):
    options = (part for option in files.items() for part in option)
    return "corpus", "wikipedia", *options, "-o", out, "-j", "1", *more


def test_every_page_is_accounted_for(clss, files, tmp_path):
    done = clss(*command(files, tmp_path / "out"))
    assert done.code == 0, done.err
    first, _, *rows = done.out.splitlines()
    figures = {row[:36].strip(): [int(n) for n in row[36:].split()] for row in rows}
    kept = figures.pop("articles kept")
    alone, _ = figures.pop("without a partner"), figures.pop("characters of text")
    for side in (0, 1):
        assert sum(values[side] for values in figures.values()) == kept[side]
        assert first == f"{tmp_path / 'out'}: {kept[side] + alone[side]} pairs of articles"


def test_json(clss, files, tmp_path):
    done = clss(*command(files, tmp_path / "out", "--format", "json"))
    assert done.document["langs"] == ["es", "en"]
    text = gzip.decompress((tmp_path / "out" / "raw.en.txt.gz").read_bytes()).decode()
    assert len(text.splitlines()) == done.document["pairs"]


def test_faults_are_named(clss, files, tmp_path):
    data = files["--target"].read_bytes()
    broken = tmp_path / "enwiki-short-multistream.xml.bz2"
    broken.write_bytes(data[:-2000])
    done = clss(*command({**files, "--target": broken}, tmp_path / "out"))
    assert done.code == 0
    assert "cannot be unpacked" in done.err
    assert f"breaks off at byte {len(data) - 2000}" in done.err


def test_mistakes_are_one_sentence(refuses, files, tmp_path):
    out = tmp_path / "out"
    assert "no such file" in refuses(*command({**files, "--target": tmp_path / "x"}, out))
    swapped = {**files, "--target": files["--source"]}
    assert "is in 'es', as the source is" in refuses(*command(swapped, out))
    assert "--langs says 'fr'" in refuses(*command(files, out, "--langs", "es,fr"))
    assert "did you mean full" in refuses(*command(files, out, "--parser", "ful"))
    without = {name: files[name] for name in ("--source", "--target")}
    assert "langlinks.sql.gz by --langlinks" in refuses(*command(without, out))
    assert not out.exists()
