"""Saved topic models and checkpoints that were damaged or forged never reach the kernels."""

from __future__ import annotations

import errno
import gzip
import json
import os
from unittest.mock import Mock

import numpy as np
import pytest

from baselines.topics.bilda import BiLDA
from baselines.topics.estimates import TopicEstimates
from baselines.topics.mallet import read_state
from baselines.topics.sampler import GibbsState
from clss.arrays import save_array
from clss.checksums import seal
from clss.errors import ClssWarning, InputError
from clss.model import load_model
from clss.toy import toy_corpus

CORPUS = toy_corpus()


def model(checkpoint=None, sweeps=6):
    return BiLDA(topics=4, sweeps=sweeps, seed=1, checkpoint=checkpoint, checkpoint_every=3)


def forge(folder):
    header = json.loads((folder / "format.json").read_bytes())
    seal(folder, {k: v for k, v in header.items() if k not in ("files", "digest")})


@pytest.mark.parametrize("name", ["state.z", "state.list_count", "trace", "format"])
def test_one_flipped_bit_drops_the_checkpoint(tmp_path, name):
    whole = model().fit(CORPUS)
    model(tmp_path / "c", sweeps=3).fit(CORPUS)
    file = next((tmp_path / "c").glob(f"{name}.*"))
    raw = bytearray(file.read_bytes())
    raw[-9] ^= 1
    file.write_bytes(raw)
    with pytest.warns(ClssWarning, match="is dropped, the chain starts anew"):
        again = model(tmp_path / "c").fit(CORPUS)
    assert again.space_.fingerprint == whole.space_.fingerprint
    # what it wrote since is whole
    assert model(tmp_path / "c").fit(CORPUS).space_.fingerprint == whole.space_.fingerprint


def test_too_little_memory_drops_nothing(tmp_path, monkeypatch):
    """The file is whole, and may hold hours of sweeps."""
    whole = model().fit(CORPUS)
    model(tmp_path / "c", sweeps=3).fit(CORPUS)
    for error in (MemoryError(), OSError(errno.ENFILE, os.strerror(errno.ENFILE))):
        with monkeypatch.context() as patch:
            patch.setattr(np, "load", Mock(side_effect=error))
            with pytest.raises(InputError):
                model(tmp_path / "c").fit(CORPUS)
    assert model(tmp_path / "c").fit(CORPUS).space_.fingerprint == whole.space_.fingerprint
    assert (tmp_path / "c" / "state.z.npy").exists()


def test_something_else_is_not_dropped(tmp_path):
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "thesis.npy").write_bytes(b"years")
    with pytest.raises(InputError, match="is not a saved BiLDA checkpoint"):
        model(tmp_path / "c").fit(CORPUS)
    assert (tmp_path / "c" / "thesis.npy").read_bytes() == b"years"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("z", lambda a: a + 4),
        ("z", lambda a: (a + 1) % 4),
        ("slot_of", lambda a: a + 50),
        ("slot_of", lambda a: a * 0),
        ("list_used", lambda a: a + 8),
        ("list_used", lambda a: a * 0),
        ("list_used", lambda a: a - 16),
        ("list_topic", lambda a: a * 0),
        ("list_topic", lambda a: a + 5),
        ("list_count", lambda a: a + 1),
        ("list_count", lambda a: a[:-1]),
        ("z", lambda a: a.astype(np.int64)),
        ("sweeps", lambda a: -a),
    ],
)
def test_a_forged_state_is_refused(tmp_path, name, change):
    state = GibbsState(CORPUS, topics=4, alpha=0.1, beta=0.01, shards=2, seed=1)
    state.sweep()
    arrays = {key: array.copy() for key, array in state.arrays().items()}
    state.restore(arrays)
    changed = change(arrays[name])
    wanted = (
        changed if name == "z" and changed.dtype == np.int64 else changed.astype(arrays[name].dtype)
    )
    with pytest.raises(InputError):
        state.restore({**arrays, name: wanted})
    state.restore(arrays)


def estimates_arrays():
    return dict(model().fit(CORPUS).estimates_.arrays())


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("source_shares.indices", lambda a: a + 4),
        ("source_shares.indptr", lambda a: a + (1 << 33)),
        ("target_counts.indptr", lambda a: a[::-1]),
        ("target_counts.shape", lambda a: a + 1),
        ("document_counts.indices", lambda a: a - 4),
        ("source_counts.data", lambda a: a * np.nan),
        ("floor", lambda a: a[:, :2]),
        ("floor", lambda a: a[:1]),
        ("priors", lambda a: -a),
    ],
)
def test_forged_estimates_are_refused(name, change):
    arrays = estimates_arrays()
    sizes = len(CORPUS.source.vocabulary), len(CORPUS.target.vocabulary)
    TopicEstimates.from_arrays(arrays, sizes)
    arrays[name] = change(arrays[name].astype(np.int64) if "ind" in name else arrays[name])
    with pytest.raises(InputError):
        TopicEstimates.from_arrays(arrays, sizes)


@pytest.mark.parametrize("name", ["source.topics", "source_counts.indices", "floor"])
def test_a_forged_model_is_refused(tmp_path, name):
    model().fit(CORPUS).save(tmp_path / "m")
    load_model(tmp_path / "m")
    array = np.load(tmp_path / "m" / f"{name}.npy")
    save_array(
        tmp_path / "m" / f"{name}.npy", array + 1000 if array.dtype.kind in "iu" else -array[:1]
    )
    with pytest.raises(InputError, match="its hash is another"):
        load_model(tmp_path / "m")
    forge(tmp_path / "m")
    with pytest.raises(InputError):
        load_model(tmp_path / "m")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("300000000 0 0 0 a 0", "names document 300000000 but holds only 2 tokens"),
        ("1 0 0 0 a 300000000", "names topic 300000000 but holds only 2 tokens"),
        ("1 0 0 0 a 99999999999999999999", "at most"),
    ],
)
def test_a_small_state_claims_no_memory(tmp_path, line, said):
    path = tmp_path / "state"
    path.write_text(f"#doc lang pos typeindex type topic\n0 1 0 0 x 0\n{line}\n")
    with pytest.raises(InputError, match=said):
        read_state(path)


def test_a_broken_gzip_is_one_sentence(tmp_path):
    whole = gzip.compress(b"#doc lang pos typeindex type topic\n0 0 0 0 a 0\n0 1 0 0 x 0\n" * 50)
    for place in range(12, len(whole) - 8):
        broken = bytes([*whole[:place], whole[place] ^ 0xFF, *whole[place + 1 :]])
        (tmp_path / "state.gz").write_bytes(broken)
        with pytest.raises(InputError):
            read_state(tmp_path / "state.gz")
