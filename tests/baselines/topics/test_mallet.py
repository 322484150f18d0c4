"""MALLET's polylingual state files."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from baselines.topics.bilda import BiLDA
from baselines.topics.mallet import import_space, read_state, write_state
from clss.errors import InputError
from clss.toy import toy_corpus

# as PolylingualTopicModel.printState writes it; type indices are MALLET's own, by first sight
STATE = """#doc lang pos typeindex type topic
0 0 0 0 s0 0
0 0 1 1 s1 0
0 1 0 0 t0 0
1 0 0 1 s1 1
1 0 1 2 s2 1
1 1 0 1 t1 1
1 1 1 1 t1 0
"""


def written(tmp_path, text=STATE, packed=True):
    path = tmp_path / "state"
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    return path


@pytest.mark.parametrize("packed", [True, False])
def test_reads_what_mallet_writes(tmp_path, packed):
    corpus, model = read_state(written(tmp_path, packed=packed), ("es", "en"), alpha=0.5, beta=0.1)
    assert corpus.langs == ("es", "en") and len(corpus) == 2
    assert corpus.source.vocabulary.words == ("s1", "s0", "s2")
    assert [corpus.source.vocabulary[i] for i in corpus.source.tokens] == ["s0", "s1", "s1", "s2"]
    assert model.assignments_[0].tolist() == [0, 0, 1, 1]
    assert model.assignments_[1].tolist() == [0, 1, 0]
    np.testing.assert_allclose(model.topic_given_document_, [[0.875, 0.125], [0.3, 0.7]])
    assert model.log_likelihood_[0] * 7 == pytest.approx(-15.604067, abs=5e-7)


def test_empty_documents_spaces_in_words_and_more_languages(tmp_path):
    text = (
        "#doc lang pos typeindex type topic\n"
        "0 0 0 0 ice cream 2\n2 1 0 0 ñandú 1\n2 2 0 0 Eis 1\n4 0 0 0 ice cream 0\n"
    )
    path = written(tmp_path, text)
    corpus, model = read_state(path)
    assert len(corpus) == 5 and corpus.source.lengths.tolist() == [1, 0, 0, 0, 1]
    assert corpus.source.vocabulary.words == ("ice cream",)
    assert corpus.target.vocabulary.words == ("ñandú",)
    assert model.topics == 3
    assert read_state(path, topics=9)[1].word_given_topic_[0].shape == (9, 1)
    assert read_state(path, columns=(2, 0))[0].source.vocabulary.words == ("Eis",)


def test_round_trip(tmp_path):
    corpus = toy_corpus()
    model = BiLDA(**BiLDA.toy_parameters()).fit(corpus)
    write_state(tmp_path / "state.gz", corpus, model)
    again, read = read_state(tmp_path / "state.gz", corpus.langs, model.topics, alpha=0.1)
    assert again.fingerprint == corpus.fingerprint
    assert read.space_.fingerprint == model.space_.fingerprint
    write_state(tmp_path / "again.gz", again, read)
    assert (tmp_path / "again.gz").read_bytes() == (tmp_path / "state.gz").read_bytes()
    space = import_space([tmp_path / "state.gz"], ("s", "t"))
    assert space.langs == ("s", "t") and space.word_given_topic is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("#doc source pos typeindex type topic\n", "line 1: expected the header"),
        (STATE + "2 0 0 1 s1\n", "line 9: expected 'doc lang pos"),
        (STATE + "2 0 0 1 s1 x\n", "line 9: expected"),
        (STATE + "2 0 0 1 s1 -1\n", "line 9: expected"),
        (STATE + "1 0 0 1 s1 1\n", "line 9: tokens are not in the order"),
        ("#doc lang pos typeindex type topic\n0 0 0 0 a 0\n", "no tokens of language 1"),
    ],
)
def test_bad_files(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read_state(written(tmp_path, text))


def test_broken_off_missing_and_contradicted(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_state(tmp_path / "none")
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(InputError, match="cannot be read"):
        read_state(path)
    with pytest.raises(InputError, match="holds 2 topics, more than topics=1"):
        read_state(written(tmp_path), topics=1)
    with pytest.raises(InputError, match="one file"):
        import_space([path, path], ("s", "t"))


def test_writing_needs_the_models_own_corpus(tmp_path):
    corpus = toy_corpus()
    model = BiLDA(**BiLDA.toy_parameters()).fit(corpus)
    with pytest.raises(InputError, match="topics for"):
        write_state(tmp_path / "state.gz", toy_corpus(pairs=5), model)
