"""Comparable from parallel, samples, and whether lines belong together."""

from __future__ import annotations

import numpy as np
import pytest
from raw_texts import documents, write

from clss.errors import InputError
from clss.text.alignment import check_alignment
from clss.text.alternate_paragraphs import read_parallel, split_parallel
from clss.text.sampling import sample_corpus

LANGS = ("es", "en")


def test_odd_paragraphs_in_one_language_even_ones_in_the_other(tmp_path):
    source = write(tmp_path / "es", "uno", "dos", "tres", "", "OK", "cuatro", "", "cinco", "seis")
    target = write(tmp_path / "en", "one", "two", "three", "", "OK", "four", "", "five", "six")
    summary = split_parallel(read_parallel(source, target), tmp_path / "out", LANGS)
    assert documents(tmp_path / "out", "es") == ["uno tres", "cinco"]
    assert documents(tmp_path / "out", "en") == ["two", "six"]
    assert summary["documents with text in one language only"] == 1
    assert (tmp_path / "out" / "documents.tsv").read_text() == "1\tlines 1-4\n2\tlines 8-9\n"


def test_documents_of_a_fixed_number_of_lines(tmp_path):
    source = write(tmp_path / "es", *(f"s{i}" for i in range(7)))
    target = write(tmp_path / "en", *(f"t{i}" for i in range(7)))
    split_parallel(read_parallel(source, target, 3), tmp_path / "out", LANGS)
    assert documents(tmp_path / "out", "es") == ["s0 s2", "s3 s5"]
    assert documents(tmp_path / "out", "en") == ["t1", "t4"]


def test_texts_without_documents_say_what_to_do(tmp_path):
    source, target = write(tmp_path / "es", "OK"), write(tmp_path / "en", "OK")
    with pytest.raises(InputError, match="empty line of both texts, or after --paragraphs"):
        split_parallel(read_parallel(source, target), tmp_path / "out", LANGS)
    longer = write(tmp_path / "longer", "a", "b")
    with pytest.raises(InputError, match="en: ends after 1 lines"):
        list(read_parallel(longer, target))


def test_a_smaller_sample_is_part_of_a_larger_one(tmp_path):
    source = write(tmp_path / "es", *(f"s{i}" for i in range(50)))
    target = write(tmp_path / "en", *(f"t{i}" for i in range(50)))
    found = []
    for size in (10, 20):
        out = tmp_path / str(size)
        sample_corpus(source, target, out, LANGS, size, seed=3)
        lines = documents(out, "es")
        assert len(lines) == size
        assert lines == sorted(lines, key=lambda word: int(word[1:]))
        assert [line.replace("s", "t") for line in lines] == documents(out, "en")
        found.append(set(lines))
    assert found[0] < found[1]
    with pytest.raises(InputError, match="has 50 documents; a sample of 51"):
        sample_corpus(source, target, tmp_path / "x", LANGS, 51)


def made_documents(number, generator):
    """Documents with a name or two that both languages write alike."""
    names = [f"name{i}" for i in range(300)]
    drawn = [generator.choice(300, size=3, replace=False) for _ in range(number)]
    source = [["el", *(names[i] for i in row)] for row in drawn]
    target = [["the", *(names[i] for i in row[:2])] for row in drawn]
    return source, target


def test_alignment_in_step_out_of_step_and_shuffled():
    generator = np.random.default_rng(5)
    source, target = made_documents(600, generator)
    good = check_alignment(source, target)
    assert good.verdict == "line n belongs to line n"
    late = check_alignment(source, [*target[:250], ["doubled"], *target[250:-1]])
    assert [(b.first, b.shift) for b in late.shifted] == [(201, 1), (401, 1)]
    assert "read 1 line later" in late.verdict
    shuffled = check_alignment(source, [target[i] for i in generator.permutation(600)])
    assert not shuffled.shifted
    assert shuffled.verdict == "nothing shows that line n belongs to line n"
