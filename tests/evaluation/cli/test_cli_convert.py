"""Import and export on the command line, and every vector file that cannot be read."""

from __future__ import annotations

import gzip
from importlib.metadata import EntryPoint

import numpy as np
import pytest

from clss.formats import registry
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.tasks.outcome import Outcome

FORMATS = ["word2vec", "word2vec-binary", "muse", "prefixed", "prefixed-binary"]


@pytest.mark.parametrize("format", FORMATS)
def test_out_and_in_again(clss, space_dir, tmp_path, format):
    done = clss(
        "export", space_dir, "-o", tmp_path / "v.vec.gz", "--to", format, "--format", "json"
    )
    assert done.code == 0, done.err
    files = done.document["files"]
    assert len(files) == (1 if "prefixed" in format else 2)
    done = clss(
        "import",
        *files,
        "--from",
        format,
        "--langs",
        "es,en",
        "-o",
        tmp_path / "back",
        "--format",
        "json",
    )
    assert done.code == 0, done.err
    assert done.document["words"] == [3, 3]
    before, after = BilingualSpace.load(space_dir), BilingualSpace.load(tmp_path / "back")
    assert after.source.words == before.source.words
    assert np.array_equal(after.matrix("target"), before.matrix("target").astype(np.float32))
    assert done.document["space"] == after.fingerprint


def test_what_is_said(clss, space_dir, tmp_path):
    done = clss("export", space_dir, "-o", tmp_path / "wiki.vec", "--to", "muse")
    assert done.out == f"{tmp_path}/wiki.es.vec\n{tmp_path}/wiki.en.vec\n"
    done = clss(
        "import",
        tmp_path / "wiki.es.vec",
        tmp_path / "wiki.en.vec",
        "--from",
        "muse",
        "--langs",
        "es,en",
        "-o",
        tmp_path / "back",
        "--max-words",
        2,
    )
    assert done.out == f"{tmp_path}/back: 2 es and 2 en words, 2 dimensions\n"
    done = clss("export", space_dir, "-o", tmp_path / "a", "-o", tmp_path / "b", "--to", "muse")
    assert done.out == f"{tmp_path}/a\n{tmp_path}/b\n"


def test_distributions(clss, refuses, tmp_path):
    (tmp_path / "es").write_text("1 2\na 0.25 0.75\n")
    (tmp_path / "en").write_text("1 2\nb 0.5 0.5\n")
    files = (tmp_path / "es", tmp_path / "en")
    arguments = ("import", *files, "--from", "word2vec", "-o", tmp_path / "out")
    assert clss(*arguments, "--kind", "distribution").code == 0
    assert BilingualSpace.load(tmp_path / "out").kind == "distribution"
    (tmp_path / "en").write_text("1 2\nb 0.5 1.5\n")
    assert "sums to 2" in refuses(*arguments, "--kind", "distribution")
    assert "unknown kind 'topics'" in refuses(*arguments, "--kind", "topics")
    assert BilingualSpace.load(tmp_path / "out").matrix("target").tolist() == [[0.5, 0.5]]


GOOD = b"2 2\nking 1 2\nbread 3 4\n"
BINARY = b"1 2\nking " + np.array([1, 2], "<f4").tobytes() + b"\n"
# without a time in it: the names of tests are made of these bytes, and must be the same everywhere
PACKED, PACKED_BINARY = (gzip.compress(raw, mtime=0) for raw in (GOOD, BINARY))


@pytest.mark.parametrize(
    ("name", "content", "format", "expected"),
    [
        ("v", b"king\nbread 3 4\n", "muse", ", line 1: expected a header of two numbers"),
        (
            "v",
            b"2 2\nking 1 2\nbread 3\n",
            "muse",
            ", line 3: expected a word and 2 numbers, found 1 numbers",
        ),
        (
            "v",
            b"2 2\nking 1 2\nbread nan 4\n",
            "word2vec",
            ", line 3: the vector of 'bread' holds nan",
        ),
        (
            "v",
            b"2 2\nking 1 2\nbread 3 inf\n",
            "word2vec",
            ", line 3: the vector of 'bread' holds inf",
        ),
        ("v", b"2 2\nking 1 2\nbr\xe9ad 3 4\n", "muse", ", line 3: is not UTF-8 (byte 15)"),
        (
            "v",
            b"3 2\nking 1 2\n",
            "muse",
            ": the header promises 3 words but the file ends after 1",
        ),
        ("v", b"", "muse", ", line 1: expected a header"),
        ("v.gz", PACKED[:-9], "muse", ": the gzip file breaks off before its end"),
        ("v.gz", GOOD, "muse", ": is not a complete gzip file"),
        ("v", BINARY[:-3], "word2vec-binary", ": breaks off at byte 15, in row 1 of the 1"),
        ("v", BINARY.replace(b"1 2\n", b"1 3\n"), "word2vec-binary", ": breaks off at byte 18"),
        ("v.gz", PACKED_BINARY[:-4], "word2vec-binary", ": the gzip file breaks off"),
        (
            "v",
            GOOD.replace(b"2 2", b"2 1").replace(b" 2\n", b"\n").replace(b" 4\n", b"\n"),
            "muse",
            ": has 1 dimensions but ",
        ),
    ],
)
def test_vector_files_that_are_wrong(refuses, tmp_path, name, content, format, expected):
    good, bad = tmp_path / "good", tmp_path / name
    good.write_bytes(BINARY if "binary" in format else GOOD)
    bad.write_bytes(content)
    message = refuses("import", good, bad, "--from", format, "-o", tmp_path / "out")
    assert message.startswith(f"{bad}{expected}")
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["good", name])


def test_imports_that_are_wrong(refuses, tmp_path):
    good = tmp_path / "good"
    good.write_bytes(GOOD)
    out = ("-o", tmp_path / "out")
    assert "no such file" in refuses("import", good, tmp_path / "x", "--from", "muse", *out)
    assert "expected two files" in refuses("import", good, "--from", "muse", *out)
    assert "did you mean prefixed" in refuses("import", good, "--from", "prefix", *out)
    assert "Missing option '--from'" in refuses("import", good, *out)
    assert "expected lang:word" in refuses("import", good, "--from", "prefixed", *out)
    assert "--label goes with the format 'ranked-list'" in refuses(
        "import", good, good, "--from", "muse", *out, "--label", "x"
    )
    assert sorted(p.name for p in tmp_path.iterdir()) == ["good"]


def test_a_word_that_a_format_cannot_carry(refuses, tmp_path):
    space = BilingualSpace(
        Vocabulary(["rey"]),
        Vocabulary(["New York"]),
        np.ones((1, 2)),
        np.ones((1, 2)),
        langs=("es", "en"),
    )
    space.save(tmp_path / "space")
    for format in FORMATS:
        message = refuses("export", tmp_path / "space", "-o", tmp_path / "v", "--to", format)
        assert "New York' holds white space" in message
    assert "unknown format 'glove'" in refuses(
        "export", tmp_path / "space", "-o", tmp_path / "v", "--to", "glove"
    )
    assert sorted(p.name for p in tmp_path.iterdir()) == ["space"]


def test_a_state_of_mallet(clss, refuses, tmp_path, monkeypatch):
    point = EntryPoint("mallet", "baselines.topics.mallet:import_space", "clss.importers")
    monkeypatch.setattr(registry, "entry_points", lambda group, name=None: [point])
    state = tmp_path / "state"
    state.write_text(
        "#doc lang pos typeindex type topic\n"
        "0 0 0 0 rey 0\n0 1 0 0 king 0\n1 0 0 1 pan 1\n1 1 0 1 bread 1\n"
    )
    done = clss("import", state, "--from", "mallet", "--langs", "es,en", "-o", tmp_path / "topics")
    assert done.out == f"{tmp_path}/topics: 2 es and 2 en words, 2 dimensions\n"
    space = BilingualSpace.load(tmp_path / "topics")
    assert space.kind == "distribution"
    assert space.neighbors("rey", top=1)[0].word == "king"
    state.write_text("not a state\n")
    message = refuses("import", state, "--from", "mallet", "-o", tmp_path / "other")
    assert message.startswith(f"{state}, line 1: expected the header")
    assert not (tmp_path / "other").exists()


def test_ranked_lists_become_an_outcome(clss, refuses, tmp_path):
    (tmp_path / "theirs.tsv").write_text("rey\tking\tqueen\npan\troll\tbread\n")
    (tmp_path / "gold.tsv").write_text("rey\tking\npan\tbread\nluz\tlight\n")
    arguments = (
        "import",
        tmp_path / "theirs.tsv",
        "--from",
        "ranked-list",
        "-o",
        tmp_path / "theirs.jsonl",
    )
    assert "needs a lexicon: --gold" in refuses(*arguments)
    done = clss(*arguments, "--gold", tmp_path / "gold.tsv", "--format", "json")
    assert done.code == 0, done.err
    assert done.document["acc1"] == pytest.approx(1 / 3)
    outcome = Outcome.load(tmp_path / "theirs.jsonl")
    assert outcome.label == "theirs"
    assert [item.pessimistic for item in outcome] == [1, 2, None]
    text = clss(*arguments, "--gold", tmp_path / "gold.tsv", "--label", "MUSE")
    assert text.out == f"{tmp_path}/theirs.jsonl: MUSE, 3 items, Acc1 0.333\n"
