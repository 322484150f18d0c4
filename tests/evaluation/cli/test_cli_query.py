"""Asking a space on the command line: neighbors and lexicon."""

from __future__ import annotations

import pytest


def test_neighbors_of_a_word(clss, space_dir):
    done = clss("neighbors", space_dir, "rey")
    assert done.code == 0
    assert done.out.splitlines() == [
        "0.9950   en  king",
        "0.3624   en  bread",
        "-0.4611  en  piano",
    ]
    assert done.err == ""


def test_neighbors_as_json(clss, space_dir):
    document = clss("neighbors", space_dir, "rey", "--top", 1, "--format", "json").document
    assert document.pop("neighbors") == [
        {"word": "king", "lang": "en", "score": pytest.approx(0.995004)}
    ]
    assert document == {
        "word": "rey",
        "lang": "es",
        "into": "en",
        "similarity": "cosine",
        "retrieval": "nn",
    }


def test_into(clss, space_dir):
    def words(*arguments):
        document = clss("neighbors", space_dir, *arguments, "--format", "json").document
        return [(n["lang"], n["word"]) for n in document["neighbors"]]

    assert words("king") == [("es", "rey"), ("es", "pan"), ("es", "piano")]
    assert words("king", "--into", "target", "--top", 1)[0][0] == "en"
    assert words("rey", "--into", "es") == [("es", "pan"), ("es", "piano")]
    assert words("rey", "--into", "both", "--top", 2) == [("en", "king"), ("es", "pan")]
    assert words("piano", "--lang", "en", "--top", 1) == [("es", "piano")]
    assert words("king", "--into", "both", "--top", 1) == [("es", "rey")]
    assert words("rey", "--retrieval", "mutual") == [("en", "king")]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["reyes"], "the word 'reyes' is not in the vocabulary; did you mean rey?"),
        (
            ["kings", "--lang", "en"],
            "the word 'kings' is not in the vocabulary; did you mean king?",
        ),
        (["rey", "--lang", "en"], "the word 'rey' is not in the vocabulary"),
        (["piano"], "the word 'piano' is in both languages; say which: es or en"),
        (["rey", "--lang", "fr"], "no language 'fr' here; the languages are"),
        (["rey", "--into", "fr"], "--into expects es, en or both, not 'fr'"),
        (["rey", "--top", "0"], "Invalid value for '--top'"),
        (["rey", "--similarity", "cosin"], "unknown similarity 'cosin'"),
        (["rey", "--similarity", "hellinger"], "hellinger compares distribution vectors"),
        (["rey", "--retrieval", "cls"], "did you mean csls?"),
    ],
)
def test_questions_that_are_wrong(refuses, space_dir, arguments, expected):
    assert expected in refuses("neighbors", space_dir, *arguments)


def test_a_space_that_is_none(refuses, tmp_path):
    message = refuses("neighbors", tmp_path / "none", "rey")
    assert message == f"{tmp_path}/none: no such directory; a saved space was expected"
    assert "is not a saved space" in refuses("neighbors", tmp_path, "rey")


def test_a_damaged_space(refuses, space_dir):
    matrix = space_dir / "source.matrix.npy"
    matrix.write_bytes(matrix.read_bytes()[:-5])
    message = refuses("neighbors", space_dir, "rey")
    assert message.startswith(f"{matrix}: is not what was written")


def test_lexicon(clss, space_dir, tmp_path):
    out = tmp_path / "new" / "lexicon.tsv"
    done = clss("lexicon", space_dir, "-o", out, "--format", "json")
    assert done.code == 0
    assert done.document["entries"] == 3
    assert done.document["mutual"] is False
    assert out.read_text().splitlines() == [
        "rey\tking\t0.995004165",
        "pan\tbread\t0.980066578",
        "piano\tpiano\t0.99875026",
    ]
    clss("lexicon", space_dir, "-o", out, "--top", 2)
    assert len(out.read_text().splitlines()) == 6
    text = clss("lexicon", space_dir, "-o", out, "--mutual", "--retrieval", "csls")
    assert text.out == f"{out}: 3 translations of 3 of 3 es words\n"
    assert [p.name for p in out.parent.iterdir()] == ["lexicon.tsv"]


def test_lexicons_that_cannot_be(refuses, space_dir, tmp_path):
    before = sorted(tmp_path.iterdir())
    assert "is a directory" in refuses("lexicon", space_dir, "-o", tmp_path)
    out = tmp_path / "lexicon.tsv"
    assert "hellinger" in refuses("lexicon", space_dir, "-o", out, "--similarity", "hellinger")
    assert "unknown retrieval" in refuses("lexicon", space_dir, "-o", out, "--retrieval", "x")
    assert sorted(tmp_path.iterdir()) == before
