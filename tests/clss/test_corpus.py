"""Reading, cutting, describing and saving an aligned corpus."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clss.corpus import AlignedCorpus, Side
from clss.errors import InputError
from clss.vocabulary import Vocabulary

SOURCE = "rey reina rey\n\npiano reina rey\n"
TARGET = "king queen\nbread\npiano king queen queen\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "es.txt").write_text(SOURCE)
    (tmp_path / "en.txt").write_text(TARGET)
    return tmp_path / "es.txt", tmp_path / "en.txt"


def words(side, document):
    return [side.vocabulary[i] for i in side.document(document)]


def test_two_files(files):
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=1)
    assert len(corpus) == 3
    assert corpus.langs == ("es", "en")
    assert corpus.source.vocabulary.words == ("rey", "reina", "piano")
    assert corpus.source.vocabulary.counts.tolist() == [3, 2, 1]
    assert corpus.target.vocabulary.words == ("queen", "king", "bread", "piano")
    assert words(corpus.source, 0) == ["rey", "reina", "rey"]
    assert words(corpus.source, 1) == []
    assert words(corpus.target, 2) == ["piano", "king", "queen", "queen"]
    assert corpus.source.tokens.dtype == np.int32
    assert corpus.source.lengths.tolist() == [3, 0, 3]


def test_the_cut_drops_words_and_keeps_documents(files):
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=2)
    assert corpus.source.vocabulary.words == ("rey", "reina")
    assert corpus.target.vocabulary.words == ("queen", "king")
    assert words(corpus.source, 2) == ["reina", "rey"]
    assert corpus.target.lengths.tolist() == [2, 0, 3]


def test_statistics_by_hand(files):
    figures = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=1).statistics()
    assert figures.pairs == 3
    assert figures.tokens == (6, 7)
    assert figures.vocabulary == (3, 4)
    assert figures.average_length == (2.0, pytest.approx(7 / 3))
    assert figures.average_length_difference == pytest.approx((1 + 1 + 1) / 3)
    assert figures.empty_documents == (1, 0)


def test_document_term_matrix(files):
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=1)
    counts = corpus.source.document_term_matrix()
    assert counts.toarray().tolist() == [[2, 1, 0], [0, 0, 0], [1, 1, 1]]
    assert corpus.source.tokens.tolist() == [0, 1, 0, 2, 1, 0]  # left as it was


def test_all_ways_of_reading_agree(files, tmp_path):
    plain = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=1)
    pairs = list(zip(SOURCE.splitlines(), TARGET.splitlines(), strict=True))
    packed = []
    for file in files:
        packed.append(tmp_path / f"{file.name}.gz")
        packed[-1].write_bytes(gzip.compress(file.read_bytes()))
    (tmp_path / "both.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in pairs))
    (tmp_path / "both.jsonl.gz").write_bytes(
        gzip.compress(
            "".join(json.dumps({"es": a, "en": b.split()}) + "\n" for a, b in pairs).encode()
        )
    )
    others = [
        AlignedCorpus.from_files(*packed, langs=("es", "en"), min_count=1),
        AlignedCorpus.from_table(tmp_path / "both.tsv", langs=("es", "en"), min_count=1),
        AlignedCorpus.from_table(tmp_path / "both.jsonl.gz", langs=("es", "en"), min_count=1),
        AlignedCorpus.from_documents(
            (a.split() for a, _ in pairs), (b.split() for _, b in pairs), langs=("es", "en")
        ),
    ]
    assert [other.fingerprint for other in others] == [plain.fingerprint] * 4
    assert plain.reversed().fingerprint != plain.fingerprint


def test_only_a_line_feed_ends_a_document(tmp_path):
    # U+2028 and form feed are inside real texts; a byte order mark and \r come from Windows
    (tmp_path / "es").write_bytes("\ufeffuno\u2028dos\x0ctres\r\ncuatro".encode())
    (tmp_path / "en").write_bytes(b"one\ntwo\n")
    corpus = AlignedCorpus.from_files(tmp_path / "es", tmp_path / "en", min_count=1)
    assert len(corpus) == 2
    assert sorted(words(corpus.source, 0)) == ["dos", "tres", "uno"]


def test_the_fingerprint_sees_words_order_and_boundaries():
    def fingerprint(source, langs=("s", "t")):
        return AlignedCorpus.from_documents(source, [["x"]] * len(source), langs).fingerprint

    base = fingerprint([["a", "b"], ["a"]])
    assert base == fingerprint([["a", "b"], ["a"]])
    others = [
        fingerprint([["b", "a"], ["a"]]),
        fingerprint([["a"], ["b", "a"]]),
        fingerprint([["a", "c"], ["a"]]),
        fingerprint([["a", "b"], ["a"]], ("u", "t")),
    ]
    assert base not in others


def filled(pairs):
    return any(a for a, _ in pairs) and any(b for _, b in pairs)


source_texts, target_texts = st.lists(st.sampled_from("abcdef")), st.lists(st.sampled_from("xyz"))


@given(st.lists(st.tuples(source_texts, target_texts), min_size=1).filter(filled))
@settings(max_examples=50, deadline=None)
def test_nothing_is_lost(pairs):
    corpus = AlignedCorpus.from_documents([a for a, _ in pairs], [b for _, b in pairs])
    assert [words(corpus.source, i) for i in range(len(corpus))] == [a for a, _ in pairs]
    assert [words(corpus.target, i) for i in range(len(corpus))] == [b for _, b in pairs]
    for side in corpus.sides:
        counts = side.vocabulary.counts
        assert np.array_equal(np.bincount(side.tokens, minlength=len(side.vocabulary)), counts)
        order = [(-n, w) for n, w in zip(counts, side.vocabulary.words, strict=True)]
        assert order == sorted(order)


def test_saved_and_opened_memory_mapped(files, tmp_path):
    corpus = AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=1)
    corpus.save(tmp_path / "corpus")
    opened = AlignedCorpus.load(tmp_path / "corpus")
    assert isinstance(opened.source.tokens, np.memmap)
    assert opened.fingerprint == corpus.fingerprint
    assert opened.statistics() == corpus.statistics()
    assert not opened.source.tokens.flags.writeable
    assert opened.source.document_term_matrix().sum() == 6
    corpus.save(tmp_path / "corpus")  # once more, over the first
    assert AlignedCorpus.load(tmp_path / "corpus").fingerprint == corpus.fingerprint
    assert sorted(p.name for p in tmp_path.iterdir()) == ["corpus", "en.txt", "es.txt"]


@pytest.mark.parametrize("part", ["tokens", "offsets"])
def test_a_damaged_corpus_is_refused(files, tmp_path, part):
    AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=1).save(tmp_path / "c")
    path = tmp_path / "c" / f"source.{part}.npy"
    whole = path.read_bytes()
    path.write_bytes(whole[:-3])
    with pytest.raises(InputError, match=r"source\..*\.npy"):
        AlignedCorpus.load(tmp_path / "c")
    np.save(path, np.array([0, 1, 2, 99], dtype=np.int64 if part == "offsets" else np.int32))
    with pytest.raises(InputError, match="damaged"):
        AlignedCorpus.load(tmp_path / "c")
    with pytest.raises(InputError, match="no such directory; a saved corpus was expected"):
        AlignedCorpus.load(tmp_path / "nothing")


def test_line_counts_that_differ(files):
    files[1].write_text("one\ntwo\n")
    with pytest.raises(InputError) as caught:
        AlignedCorpus.from_files(*files)
    assert str(caught.value) == (
        f"{files[1]}: has 2 lines but {files[0]} has 3; line n of the two files must be aligned"
    )
    with pytest.raises(InputError, match="2 s documents, 1 t documents"):
        AlignedCorpus.from_documents([["a"], ["b"]], [["c"]], langs=("s", "t"))


@pytest.mark.parametrize("packed", [False, True])
def test_text_that_is_not_utf8(files, packed):
    path = files[0].with_suffix(".txt.gz") if packed else files[0]
    content = b"rey\nreina ma\xf1ana\n"
    path.write_bytes(gzip.compress(content) if packed else content)
    with pytest.raises(InputError) as caught:
        AlignedCorpus.from_files(path, files[1])
    assert str(caught.value) == f"{path}, line 2: is not UTF-8 (byte 12 of the text)"


def test_the_byte_is_counted_from_the_start_of_the_file(files):
    files[0].write_bytes(b"\xef\xbb\xbfa\xf1")
    with pytest.raises(InputError, match="byte 4 of the text"):
        AlignedCorpus.from_files(*files)


def test_empty_files(files):
    for file in files:
        file.write_text("")
    with pytest.raises(InputError, match=r"es\.txt: is empty"):
        AlignedCorpus.from_files(*files)
    files[0].with_name("both.tsv").write_text("")
    with pytest.raises(InputError, match=r"both\.tsv: is empty"):
        AlignedCorpus.from_table(files[0].with_name("both.tsv"))


def test_an_empty_vocabulary_names_the_cut(files):
    with pytest.raises(InputError) as caught:
        AlignedCorpus.from_files(*files, langs=("es", "en"), min_count=4)
    assert str(caught.value) == (
        f"{files[0]}: no es word is left after the vocabulary cut min_count=4 "
        "(the most frequent occurs 3 times)"
    )
    with pytest.raises(InputError, match="no t word is left"):
        AlignedCorpus.from_documents([["a"]], [[]], langs=("s", "t"))


def test_gzip_that_breaks_off(files):
    path = files[0].with_name("es.txt.gz")
    random = np.random.default_rng(0).integers(0, 10**6, 5000)
    path.write_bytes(gzip.compress(" ".join(map(str, random)).encode())[:-500])
    with pytest.raises(InputError, match=r"es\.txt\.gz: the gzip file breaks off before its end"):
        AlignedCorpus.from_files(path, files[1])
    path.write_text("not packed at all")
    with pytest.raises(InputError, match=r"es\.txt\.gz: is not a complete gzip file"):
        AlignedCorpus.from_files(path, files[1])


def test_files_that_are_not_there(files, tmp_path):
    with pytest.raises(InputError, match=r"none\.txt: no such file"):
        AlignedCorpus.from_files(tmp_path / "none.txt", files[1])
    with pytest.raises(InputError, match="is a directory"):
        AlignedCorpus.from_files(tmp_path, files[1])


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("t.tsv", "a\tb\na b\n", "line 2: expected two columns separated by a tab, found 1"),
        ("t.tsv", "a\tb\tc\n", "line 1: expected two columns separated by a tab, found 3"),
        ("t.jsonl", '{"es": "a", "en": "b"}\n{"es": \n', r"line 2: is not JSON"),
        ("t.jsonl", '["a"]\n', "line 1: expected a JSON object"),
        ("t.jsonl", '{"es": "a"}\n', "line 1: expected a text or a list of words under 'en'"),
        ("t.jsonl", '{"es": "a", "en": [1]}\n', "expected a text or a list of words under 'en'"),
        ("t.csv", "a,b\n", r"the name must end in \.tsv or \.jsonl"),
    ],
)
def test_tables_that_are_wrong(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=expected):
        AlignedCorpus.from_table(tmp_path / name, langs=("es", "en"), min_count=1)


def test_documents_that_are_strings_and_equal_codes():
    with pytest.raises(InputError, match="document 0 is a string"):
        AlignedCorpus.from_documents(["a b"], [["c"]])
    with pytest.raises(InputError, match="same code 'es'"):
        AlignedCorpus.from_documents([["a"]], [["b"]], langs=("es", "es"))


def test_the_same_under_every_hash_seed(files):
    program = (
        "import sys; from clss.corpus import AlignedCorpus as A;"
        "print(A.from_files(*sys.argv[1:], min_count=1).fingerprint)"
    )
    # this process has one seed already, at random or 0; the other is given
    here = AlignedCorpus.from_files(*files, min_count=1).fingerprint
    there = subprocess.run(
        [sys.executable, "-c", program, *map(str, files)],
        text=True,
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": "1234"},
    )
    assert there.stdout.strip() == here


def test_a_corpus_leaves_the_arrays_that_it_was_made_of():
    tokens, offsets = np.array([0, 1, 0], np.int32), np.array([0, 2, 3], np.int64)
    side = Side("es", Vocabulary(["rey", "pan"]), tokens, offsets)
    tokens[2] = 1  # they are still the caller's
    assert side.document(1).tolist() == [1]
    for held in (side.tokens, side.offsets):
        with pytest.raises(ValueError, match="read-only"):
            held[0] = 1
