"""Document co-occurrence by hand."""

from __future__ import annotations

import numpy as np
import pytest

from baselines import DocumentCooccurrence
from clss import AlignedCorpus, InputError, check_model
from clss.matrices import unit_rows
from clss.toy import toy_corpus

CORPUS = AlignedCorpus.from_documents(
    [["rey", "rey", "pan"], ["pan"], ["rey"], []],
    [["king"], ["bread", "bread"], ["king", "bread"], ["king"]],
    langs=("es", "en"),
)


def matrix(model, side="source"):
    return model.fit(CORPUS).space_.matrix(side).toarray()


def test_binary():
    assert matrix(DocumentCooccurrence("binary")).tolist() == [[1, 0, 1, 0], [1, 1, 0, 0]]


def test_counts_and_their_functions():
    counts = np.array([[2, 0, 1, 0], [1, 1, 0, 0]])
    assert matrix(DocumentCooccurrence("count")).tolist() == counts.tolist()
    np.testing.assert_allclose(matrix(DocumentCooccurrence("sqrt")), np.sqrt(counts))
    log = np.log(counts, out=np.zeros(counts.shape), where=counts > 0) + (counts > 0)
    np.testing.assert_allclose(matrix(DocumentCooccurrence("log")), log, rtol=1e-6)


def test_ppmi_of_word_and_document():
    """rey occurs 3 of 5 times, 2 of them in the first document, which has 3 of the 5 tokens."""
    expected = [
        [np.log(2 * 5 / (3 * 3)), 0, np.log(1 * 5 / (3 * 1)), 0],
        [0, np.log(1 * 5 / (2 * 1)), 0, 0],
    ]
    np.testing.assert_allclose(matrix(DocumentCooccurrence("ppmi")), expected, rtol=1e-6)
    # the discount: n / (n + 1) times m / (m + 1), m the smaller of the two sums
    discount = [[2 / 3 * 3 / 4, 0, 1 / 2 * 1 / 2, 0], [0, 1 / 2 * 1 / 2, 0, 0]]
    np.testing.assert_allclose(
        matrix(DocumentCooccurrence("smoothed-ppmi")), np.multiply(expected, discount), rtol=1e-6
    )


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        ("idf", [0, np.log(2), np.log(2), np.log(2)]),  # of the two words, so many occur there
        ("length", [1 / np.sqrt(3), 1, 1, 0]),
        ("entropy", [1 + (2 / 3 * np.log(2 / 3) + 1 / 3 * np.log(1 / 3)) / np.log(2), 1, 1, 1]),
    ],
)
def test_documents_are_weighted_as_columns(documents, expected):
    counts = np.array([[2, 0, 1, 0], [1, 1, 0, 0]])
    weighted = matrix(DocumentCooccurrence("count", documents))
    np.testing.assert_allclose(weighted, counts * expected, rtol=1e-6)


@pytest.mark.parametrize("weighting", ["binary", "sqrt", "log", "ppmi", "smoothed-ppmi"])
@pytest.mark.parametrize("documents", ["none", "idf", "entropy", "length"])
def test_every_weighting_changes_the_cosines(weighting, documents):
    """A weight that cosine cancels is none: none of these is raw counts in disguise."""
    corpus = toy_corpus(pairs=60)

    def cosines(*options):
        space = DocumentCooccurrence(*options).fit(corpus).space_
        source, target = (unit_rows(space.matrix(side).toarray()) for side in ("source", "target"))
        return source @ target.T

    assert np.abs(cosines(weighting, documents) - cosines("count")).max() > 0.01


def test_reduction_to_full_rank_keeps_the_cosines():
    whole = DocumentCooccurrence("binary").fit(CORPUS).space_
    reduced = DocumentCooccurrence("binary", dim=4).fit(CORPUS).space_
    for word in ("rey", "pan"):
        a, b = ({n.word: n.score for n in s.neighbors(word)} for s in (whole, reduced))
        assert a == pytest.approx(b, abs=1e-5)


def test_contract_with_reduction():
    check_model(DocumentCooccurrence("log", "idf", dim=30, power=0.5))


def test_wrong_parameters():
    with pytest.raises(InputError, match="weighting must be one of"):
        DocumentCooccurrence("tf-idf").fit(CORPUS)
    with pytest.raises(InputError, match="documents must be one of"):
        DocumentCooccurrence(documents="tf-idf").fit(CORPUS)
    with pytest.raises(InputError, match="between 1 and 4"):
        DocumentCooccurrence(dim=5).fit(CORPUS)
