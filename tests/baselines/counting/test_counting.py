"""Window counts against a Counter loop; weights against a toy by hand and a full table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from baselines.counting.ppmi import ppmi
from baselines.counting.windows import window_counts
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from tests.reference.window_counts import ppmi_entry, window_counter

TOY = np.array([[4, 1, 0], [1, 2, 3], [0, 3, 0]])


def side_of(documents):
    return AlignedCorpus.from_documents(documents, [["x"]] * len(documents)).source


documents_strategy = st.lists(
    st.lists(st.sampled_from("abcdefg"), max_size=15), min_size=1, max_size=8
).filter(lambda documents: any(documents))


@settings(max_examples=60, deadline=None)
@given(documents=documents_strategy, window=st.integers(1, 20))
def test_counts_equal_a_counter_loop(documents, window):
    side = side_of(documents)
    counts = window_counts(side, window)
    expected = window_counter([side.document(i).tolist() for i in range(len(side))], window)
    size = len(side.vocabulary)
    table = np.zeros((size, size), dtype=int)
    for (i, j), count in expected.items():
        table[i, j] = count
    np.testing.assert_array_equal(counts.toarray(), table)
    assert counts.nnz == len(expected)
    assert counts.has_canonical_format
    np.testing.assert_array_equal(table, table.T)


def test_windows_end_with_their_document():
    side = side_of([["a", "b"], ["c", "d"]])
    counts = window_counts(side, 6).toarray()
    a, b, c, d = (side.vocabulary.id(word) for word in "abcd")
    assert counts[a, b] == counts[c, d] == 1
    assert counts.sum() == 4


def test_toy_of_the_specification():
    plain = ppmi(sparse.csr_matrix(TOY), "ppmi").toarray()
    smoothed = ppmi(sparse.csr_matrix(TOY)).toarray()
    assert plain[0, 0] == pytest.approx(0.8065, abs=5e-5)
    assert smoothed[0, 0] == pytest.approx(0.5377, abs=5e-5)
    assert smoothed[1, 2] == pytest.approx(0.8473 * 0.5625, abs=5e-5)
    assert smoothed[1, 1] == 0


@pytest.mark.parametrize(("name", "smoothed"), [("ppmi", False), ("smoothed-ppmi", True)])
def test_weights_equal_those_of_a_full_table(name, smoothed):
    table = np.random.default_rng(4).poisson(1.0, size=(12, 9))
    weights = ppmi(sparse.csr_matrix(table), name).toarray()
    for i, j in np.ndindex(table.shape):
        assert weights[i, j] == pytest.approx(ppmi_entry(table.tolist(), i, j, smoothed), abs=1e-12)


def test_flattened_context_distribution():
    weights = ppmi(sparse.csr_matrix(TOY), "cds").toarray()
    rows, columns = TOY.sum(axis=1), TOY.sum(axis=0) ** 0.75
    with np.errstate(divide="ignore"):
        expected = np.log(TOY / rows[:, None] / (columns / columns.sum()))
    np.testing.assert_allclose(weights, np.maximum(expected, 0))
    # a rare context is worth less than without flattening
    assert weights[1, 2] < ppmi(sparse.csr_matrix(TOY), "ppmi").toarray()[1, 2]


@pytest.mark.parametrize("name", ["smoothed-ppmi", "ppmi", "cds"])
def test_no_entry_is_negative_or_not_a_number(name):
    table = sparse.csr_matrix(np.array([[0, 0, 0], [0, 5, 1], [0, 1, 0]]))
    weights = ppmi(table, name)
    assert np.isfinite(weights.data).all()
    assert (weights.data > 0).all()
    assert weights[0].nnz == 0


def test_counts_are_not_changed():
    counts = sparse.csr_matrix(TOY)
    ppmi(counts)
    np.testing.assert_array_equal(counts.toarray(), TOY)


def test_bad_options():
    with pytest.raises(InputError, match=r"unknown weighting 'pmi' .*did you mean ppmi"):
        ppmi(sparse.csr_matrix(TOY), "pmi")
    with pytest.raises(InputError, match="window must be at least 1"):
        window_counts(side_of([["a"]]), 0)
