"""Arrays that lie in temporary files, and corpora that are read through them."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile

import numpy as np
import pytest

from clss import scratch
from clss.arrays import check_ids, check_offsets
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.toy import toy_corpus


def is_mapped(array):
    """Whether the memory of an array is a file's."""
    while array is not None:
        if isinstance(array, np.memmap):
            return True
        array = getattr(array, "base", None)
    return False


@pytest.fixture
def everything_is_large(monkeypatch):
    monkeypatch.setattr(scratch, "LARGE", 64)
    monkeypatch.setattr(scratch, "BLOCK", 7)
    monkeypatch.setattr(scratch, "_BUFFERED", 5)


def test_small_arrays_stay_in_memory():
    assert not is_mapped(scratch.scratch_array(1000, np.int32))


def test_large_arrays_are_files_that_nobody_sees(everything_is_large, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = scratch.scratch_array(100, np.uint16)
    assert is_mapped(made)
    assert type(made) is np.ndarray
    assert made.dtype == np.uint16
    assert not made.any()
    made[:] = np.arange(100)
    assert made.sum() == 4950
    assert not list(tmp_path.iterdir())


def test_numbers_are_collected_in_order(everything_is_large):
    numbers = scratch.Collector("q")
    for start in range(0, 100, 10):
        numbers.extend(range(start, start + 10))
    assert len(numbers) == 100
    made = numbers.finish()
    assert is_mapped(made)
    assert made.tolist() == list(range(100))
    made[0] = 5
    few = scratch.Collector("i")
    few.extend([1, 2])
    assert not is_mapped(few.finish())
    assert len(scratch.Collector("i").finish()) == 0


def test_a_full_disk_is_one_sentence(everything_is_large, monkeypatch):
    def no_room(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", no_room, raising=False)
    with pytest.raises(InputError, match=r"has no room for .* GB of temporary data; set TMPDIR"):
        scratch.scratch_array(100, np.int64)


def test_ids_are_counted_by_blocks(everything_is_large):
    ids = np.random.default_rng(0).integers(0, 9, 50)
    assert scratch.count_ids(ids, 12).tolist() == np.bincount(ids, minlength=12).tolist()
    assert len(scratch.count_ids(np.array([*([0] * 20), 30]), 3)) == 31


def test_checks_see_every_block(everything_is_large):
    ids = np.zeros(50, dtype=np.int32)
    check_ids("ids", ids, 1)
    ids[33] = 4
    with pytest.raises(InputError, match="ids holds 4"):
        check_ids("ids", ids, 4)
    offsets = np.arange(50)
    check_offsets("offsets", offsets, 49, 49)
    offsets[14] = 12  # falls from the end of one block to the beginning of the next
    with pytest.raises(InputError, match="does not lead from 0 to 49"):
        check_offsets("offsets", offsets, 49, 49)


@pytest.mark.parametrize("min_count", [1, 3])
def test_a_large_text_is_read_as_a_small_one(tmp_path, monkeypatch, min_count):
    random = np.random.default_rng(1)
    words = [f"w{i}" for i in range(12)]
    for lang in ("es", "en"):
        lengths = random.integers(0, 9, 40)
        lengths[[0, 1, 17, 18, 39]] = 0
        lines = (" ".join(random.choice(words, n)) for n in lengths)
        (tmp_path / lang).write_text("\n".join(lines) + "\n")
    files = tmp_path / "es", tmp_path / "en"
    plain = AlignedCorpus.from_files(*files, min_count=min_count)
    assert not is_mapped(plain.source.tokens)
    monkeypatch.setattr(scratch, "LARGE", 64)
    monkeypatch.setattr(scratch, "BLOCK", 7)
    monkeypatch.setattr(scratch, "_BUFFERED", 5)
    large = AlignedCorpus.from_files(*files, min_count=min_count)
    assert is_mapped(large.source.tokens)
    assert not large.source.tokens.flags.writeable
    assert large.fingerprint == plain.fingerprint
    large.save(tmp_path / "saved")
    assert AlignedCorpus.load(tmp_path / "saved").fingerprint == plain.fingerprint


def test_memory_does_not_grow_with_the_text(tmp_path):
    program = (
        "import sys; from pathlib import Path; from clss import scratch;"
        "from clss.corpus import AlignedCorpus as A; scratch.LARGE = 1 << 20;"
        "scratch.BLOCK = 1 << 16; c = A.from_files(*sys.argv[1:]); status = {};"
        "text = Path('/proc/self/status').read_text();"
        "print(next(l.split()[1] for l in text.splitlines() if l.startswith('RssAnon')))"
    )
    if not os.path.exists("/proc/self/status"):
        pytest.skip("memory is read from /proc")

    def kilobytes(lines):
        for lang in ("es", "en"):
            (tmp_path / lang).write_text("uno dos tres cuatro cinco\n" * lines)
        files = [str(tmp_path / lang) for lang in ("es", "en")]
        command = [sys.executable, "-c", program, *files]
        return int(subprocess.run(command, text=True, check=True, capture_output=True).stdout)

    small, large = kilobytes(40_000), kilobytes(400_000)
    numbers = 2 * (4 * 5 + 8) * 400_000 >> 10  # what ids and offsets of the large one take
    assert large - small < numbers / 4


def test_mapped_and_other_corpora_are_trained_alike(tmp_path, monkeypatch):
    from baselines import BWESG, MonolingualVectors
    from baselines.counting.windows import window_counts

    corpus = toy_corpus()
    corpus.save(tmp_path / "corpus")
    mapped = AlignedCorpus.load(tmp_path / "corpus")
    models = [
        cls(**cls.toy_parameters() | {"epochs": 1, "sample": 0})
        for cls in (BWESG, MonolingualVectors)
    ]
    expected = [model.fit(corpus).space_.fingerprint for model in models]
    monkeypatch.setattr(scratch, "LARGE", 64)
    assert [model.fit(mapped).space_.fingerprint for model in models] == expected
    counts = [window_counts(c.source, 3) for c in (corpus, mapped)]
    assert (counts[0] != counts[1]).nnz == 0
