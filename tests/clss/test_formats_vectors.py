"""Vector files: what is written comes back, what is wrong is told with its place."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from clss.errors import InputError
from clss.formats import (
    read_word2vec_binary,
    read_word2vec_text,
    write_word2vec_binary,
    write_word2vec_text,
)

WORDS = ("casa", "ñandú", "a:b", "x\u00a0y")
MATRIX = np.array([[1, -0.5, 1e-30], [0, 0, 0], [3.1415927, 2e30, -7], [0.1, 0.2, 0.3]], np.float32)
FORMS = {
    "text": (read_word2vec_text, write_word2vec_text),
    "binary": (read_word2vec_binary, write_word2vec_binary),
}
both = pytest.mark.parametrize(("read", "write"), FORMS.values(), ids=FORMS)


def binary_file(path: Path, words: list[bytes], rows: np.ndarray, end: bytes = b"\n") -> Path:
    body = b"".join(
        w + b" " + r.astype("<f4").tobytes() + end for w, r in zip(words, rows, strict=True)
    )
    path.write_bytes(b"%d %d\n" % rows.shape + body)
    return path


def failure(read, path: Path, **options) -> str:
    with pytest.raises(InputError) as caught:
        read(path, **options)
    message = str(caught.value)
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


@both
@pytest.mark.parametrize("name", ["v.vec", "v.vec.gz"])
def test_round_trip_is_exact(tmp_path, read, write, name):
    write(tmp_path / name, WORDS, MATRIX)
    back = read(tmp_path / name)
    assert back.words == WORDS
    assert back.matrix.dtype == np.float32
    assert np.array_equal(back.matrix, MATRIX)


@both
def test_same_bytes_every_time_and_sparse_like_dense(tmp_path, read, write):
    write(tmp_path / "one.vec.gz", WORDS, MATRIX)
    write(tmp_path / "two.vec.gz", WORDS, sparse.csr_matrix(MATRIX))
    assert (tmp_path / "one.vec.gz").read_bytes() == (tmp_path / "two.vec.gz").read_bytes()


@both
def test_rows_beyond_one_block(tmp_path, read, write):
    matrix = np.random.default_rng(3).standard_normal((2500, 130)).astype(np.float32)
    words = tuple(f"w{i}" for i in range(2500))
    write(tmp_path / "v", words, matrix)
    back = read(tmp_path / "v")
    assert back.words == words
    assert np.array_equal(back.matrix, matrix)
    head = read(tmp_path / "v", max_words=2001)
    assert head.words == words[:2001]
    assert np.array_equal(head.matrix, matrix[:2001])


@both
@pytest.mark.parametrize("word", ["", "a b", "a\nb", "tab\there", "\ud800"])
def test_words_that_cannot_be_written(tmp_path, read, write, word):
    with pytest.raises(InputError, match="cannot be written"):
        write(tmp_path / "v", ["ok", word], np.ones((2, 2)))
    assert list(tmp_path.iterdir()) == []


@both
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300])
def test_numbers_that_cannot_be_written(tmp_path, read, write, value):
    with pytest.raises(InputError, match="the vector of 'b'"):
        write(tmp_path / "v", ["a", "b"], np.array([[1.0, 2.0], [1.0, value]]))
    assert list(tmp_path.iterdir()) == []


@both
@pytest.mark.parametrize(
    "header",
    [b"2\n", b"2 x\n", b"-2 3\n", b"2 3 4\n", b"\n", b"0 3\n", b"2 0\n"],
)
def test_wrong_header(tmp_path, read, write, header):
    path = tmp_path / "v.vec"
    path.write_bytes(header + b"casa 1 2 3\n")
    assert ", line 1: " in failure(read, path)


@both
def test_header_that_promises_too_much_costs_no_memory(tmp_path, read, write):
    path = tmp_path / "v.vec"
    path.write_bytes(b"99999999999999 3\ncasa 1 2 3\n")
    assert "promises" in failure(read, path)
    path.write_bytes(b"2 99999999999\ncasa 1 2 3\n")
    failure(read, path)


@both
def test_gzip_that_breaks_off_and_that_is_none(tmp_path, read, write):
    path = tmp_path / "v.vec.gz"
    matrix = np.random.default_rng(0).standard_normal((200, 20))
    write(path, [f"w{i}" for i in range(200)], matrix)
    path.write_bytes(path.read_bytes()[:-2000])
    assert failure(read, path) == ": the gzip file breaks off before its end"
    path.write_bytes(b"2 3\nno gzip at all\n")
    assert "not a complete gzip file" in failure(read, path)


@both
def test_no_such_file(tmp_path, read, write):
    assert failure(read, tmp_path / "none.vec") == ": no such file"
    assert "is a directory" in failure(read, tmp_path)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"a 1 2 3\nb 1 2\n", ", line 3: expected a word and 3 numbers, found 2 numbers"),
        (b"a 1 2 3 4\nb 1 2\n", ", line 2: expected a word and 3 numbers, found 4 numbers"),
        (b"a 1 2 3\n\n", ", line 3: expected a word and 3 numbers, found 0 numbers"),
        (b"a 1 2 3\nb 1 2  \n", ", line 3: expected a word and 3 numbers, found 2 numbers"),
        (b"a 1 2 3\nb 1 zwei 3\n", ", line 3: expected a number, found 'zwei'"),
        (b"a 1 2 3\nb 1 2,5 3\n", ", line 3: expected a number, found '2,5'"),
        (b"a 1 2 3\nb 1 2 \xff\n", ", line 3: expected a number, found '\\\\xff'"),
        (
            b"a 1 2 3\nb 1 nan 3\n",
            ", line 3: the vector of 'b' holds nan; finite numbers were expected",
        ),
        (
            b"a 1 2 -inf\nb 1 2 3\n",
            ", line 2: the vector of 'a' holds -inf; finite numbers were expected",
        ),
        (
            b"a 1 2 1e99\nb 1 2 3\n",
            ", line 2: the vector of 'a' holds inf; finite numbers were expected",
        ),
        (b"a 1 2 3\n", ": the header promises 2 words but the file ends after 1"),
        (b"a 1 2 3\nb 1 2 3\nc 1 2 3\n", ", line 4: the header promises only 2 words"),
        (b"a 1 2 3\n 1 2 3\n", ", line 3: expected a word before the first space, found none"),
        (b"a 1 2 3\nb\xff\xfe 1 2 3\n", ", line 3: is not UTF-8 (byte 13)"),
    ],
)
def test_text_that_is_wrong(tmp_path, body, expected):
    path = tmp_path / "v.vec"
    path.write_bytes(b"2 3\n" + body)
    assert failure(read_word2vec_text, path) == expected


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf2 2\r\na 1 2\r\nb 3 4\r\n",  # from Windows
        b"2 2 \na 1 2 \nb 3 4 \n",  # fastText ends lines with a space
        b"2\t2\na  1   2\nb 3\t4\n\n\n",
        b"2 2\na 1 2\nb 3e0 +4.0",  # no line feed at the end
    ],
)
def test_harmless_variants_of_text(tmp_path, text):
    path = tmp_path / "v.vec"
    path.write_bytes(text)
    back = read_word2vec_text(path)
    assert back.words == ("a", "b")
    assert back.matrix.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("end", [b"\n", b""], ids=["word2vec", "gensim"])
def test_binary_with_and_without_line_feeds(tmp_path, end):
    # the first byte of a vector may look like a line feed or a space
    rows = np.frombuffer(b"\n\n\n\n    \n \n ", "<f4").reshape(1, 3).repeat(2, axis=0)
    back = read_word2vec_binary(binary_file(tmp_path / "v", [b"a", "ñ".encode()], rows, end))
    assert back.words == ("a", "ñ")
    assert np.array_equal(back.matrix, rows)


@pytest.mark.parametrize("cut", [1, 2, 12, 13, 14, 20])
def test_binary_that_breaks_off(tmp_path, cut):
    path = binary_file(tmp_path / "v", [b"a", b"b"], np.ones((2, 3), np.float32), end=b"")
    content = path.read_bytes()
    path.write_bytes(content[:-cut])
    row = 2 if cut <= 14 else 1
    message = failure(read_word2vec_binary, path)
    assert message == (
        f": breaks off at byte {len(content) - cut}, in row {row} of the 2 that the header promises"
    )


@pytest.mark.parametrize(
    ("words", "rows", "expected"),
    [
        (
            [b"a", b"b"],
            [[1, 2], [3, np.nan]],
            ": row 2: the vector of 'b' holds nan; finite numbers were expected",
        ),
        (
            [b"a", b""],
            [[1, 2], [3, 4]],
            ": row 2: expected a word before the first space, found none",
        ),
        ([b"a", b"b\xff"], [[1, 2], [3, 4]], ": row 2: is not UTF-8 (byte 16)"),
    ],
)
def test_binary_that_is_wrong(tmp_path, words, rows, expected):
    path = binary_file(tmp_path / "v", words, np.array(rows, np.float32))
    assert failure(read_word2vec_binary, path) == expected


def test_binary_that_goes_on(tmp_path):
    path = binary_file(tmp_path / "v", [b"a", b"b", b"c"], np.ones((3, 2), np.float32))
    path.write_bytes(path.read_bytes().replace(b"3 2", b"2 2", 1))
    assert "goes on after the 2 words" in failure(read_word2vec_binary, path)


def test_binary_that_is_another_file(tmp_path):
    path = tmp_path / "v"
    path.write_bytes(b"2 3\n" + b"\x00" * 100_000)
    assert "expected a word and a space at byte 4" in failure(read_word2vec_binary, path)


def test_text_is_readable_by_eye(tmp_path):
    write_word2vec_text(tmp_path / "v.gz", ["a", "b"], np.array([[0.1, 1], [2, -3e-9]]))
    text = gzip.decompress((tmp_path / "v.gz").read_bytes()).decode()
    assert text == "2 2\na 0.100000001 1\nb 2 -3.00000003e-09\n"


def test_of_repeated_words_the_first_is_kept(tmp_path):
    text, binary = tmp_path / "a.vec", tmp_path / "a.bin"
    text.write_bytes(b"3 2\na 1 2\na 3 4\nb 5 6\n")
    rows = [(b"a", [1, 2]), (b"a", [3, 4]), (b"b", [5, 6])]
    packed = b"".join(w + b" " + np.array(v, "<f4").tobytes() + b"\n" for w, v in rows)
    binary.write_bytes(b"3 2\n" + packed)
    for read, path in ((read_word2vec_text, text), (read_word2vec_binary, binary)):
        with pytest.warns(UserWarning, match="1 rows repeat an earlier word"):
            found = read(path)
        assert found.words == ("a", "b") and found.matrix.tolist() == [[1, 2], [5, 6]]


def test_glove_has_no_header(tmp_path):
    path = tmp_path / "glove.txt.xz"
    path.write_bytes(lzma.compress(b"the 0.5 1 2\nof 1 2 3\n"))
    found = read_word2vec_text(path)
    assert found.words == ("the", "of") and found.matrix.tolist() == [[0.5, 1, 2], [1, 2, 3]]
    path.write_bytes(lzma.compress(b"the 0.5 1 2\nof 1 2\n"))
    with pytest.raises(InputError, match="line 2: expected a word and 3 numbers, found 2"):
        read_word2vec_text(path)
