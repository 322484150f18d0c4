"""Document co-occurrence by hand."""

from __future__ import annotations

import numpy as np
import pytest

from baselines import DocumentCooccurrence
from clss import AlignedCorpus, InputError, check_model

CORPUS = AlignedCorpus.from_documents(
    [["rey", "rey", "pan"], ["pan"], ["rey"], []],
    [["king"], ["bread", "bread"], ["king", "bread"], ["king"]],
    langs=("es", "en"),
)


def matrix(model, side="source"):
    return model.fit(CORPUS).space_.matrix(side).toarray()


def test_binary():
    assert matrix(DocumentCooccurrence("binary")).tolist() == [[1, 0, 1, 0], [1, 1, 0, 0]]


def test_tf_idf():
    idf = np.log(4 / 2)
    np.testing.assert_allclose(
        matrix(DocumentCooccurrence("tf-idf")), idf * np.array([[2, 0, 1, 0], [1, 1, 0, 0]])
    )
    np.testing.assert_allclose(
        matrix(DocumentCooccurrence("log-idf"))[0, 0], idf * (1 + np.log(2)), rtol=1e-6
    )


def test_reduction_to_full_rank_keeps_the_cosines():
    whole = DocumentCooccurrence("binary").fit(CORPUS).space_
    reduced = DocumentCooccurrence("binary", dim=4).fit(CORPUS).space_
    for word in ("rey", "pan"):
        a, b = ({n.word: n.score for n in s.neighbors(word)} for s in (whole, reduced))
        assert a == pytest.approx(b, abs=1e-5)


def test_contract_with_reduction():
    check_model(DocumentCooccurrence("log-idf", dim=30, power=0.5))


def test_wrong_parameters():
    with pytest.raises(InputError, match="weighting"):
        DocumentCooccurrence("tfidf").fit(CORPUS)
    with pytest.raises(InputError, match="between 1 and 4"):
        DocumentCooccurrence(dim=5).fit(CORPUS)
