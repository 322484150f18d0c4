"""GloVe: counts against plain loops, one step computed by hand."""

import threading
import time
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose

from baselines.skipgram import _glove_kernel, glove
from baselines.skipgram.glove import GloVeParameters, count_pairs, train_glove
from clss.errors import DivergenceError
from tests.reference import glove_reference


def plain_counts(tokens, offsets, n_words, window, weight):
    table = np.zeros((n_words, n_words))
    for begin, end in pairwise(offsets):
        for i in range(begin, end):
            for j in range(max(begin, i - window), min(end, i + window + 1)):
                if i != j:
                    table[tokens[i], tokens[j]] += 1 / abs(i - j) if weight == "distance" else 1
    return table


def dense(entries, n_words):
    table = np.zeros((n_words, n_words))
    np.add.at(table, (entries.rows, entries.columns), entries.counts)
    return table


@pytest.mark.parametrize("weight", ["distance", "constant"])
@pytest.mark.parametrize("window", [1, 4, 100])
def test_counts_of_a_symmetric_window(window, weight):
    tokens = np.random.default_rng(0).integers(0, 9, 80)
    offsets = np.array([0, 30, 30, 31, 80])
    entries = count_pairs(tokens, offsets, window, weight)
    assert_allclose(dense(entries, 9), plain_counts(tokens, offsets, 9, window, weight), rtol=1e-6)
    assert len({*zip(entries.rows, entries.columns, strict=True)}) == len(entries.rows)


def test_the_table_grows_when_it_must():
    tokens = np.random.default_rng(0).integers(0, 800, 14_400)
    offsets = np.arange(0, 14_401, 100)
    entries = count_pairs(tokens, offsets, 6)
    # the first table has 2^17 cells, of which a half may be filled; each has two entries
    assert len(entries.rows) > 2 * (1 << 16)
    assert_allclose(
        dense(entries, 800), plain_counts(tokens, offsets, 800, 6, "distance"), rtol=1e-5
    )


def test_one_step_computed_by_hand():
    words, contexts = (
        np.array([[0.1, 0.2, 0.3]], dtype=np.float32),
        np.array([[0.4, -0.5, 0.1]], dtype=np.float32),
    )
    squares = [np.ones((1, 3), dtype=np.float32) for _ in range(2)]
    zero, count = np.zeros(1, dtype=np.int32), np.array([10.0], dtype=np.float32)
    cost = _glove_kernel.descend(
        0, 1, zero, zero, count, 100.0, 0.75, 0.05, words, contexts, *squares
    )
    # difference = -0.06 + 0.3 + 0.1 - ln 10 = -1.962585, weight = 0.1^0.75 = 0.177828
    assert cost == pytest.approx(0.5 * 0.177828 * 1.962585**2, rel=1e-5)
    step = 0.05 * 0.177828 * -1.962585
    assert_allclose(words[0], [0.1 - step * 0.4, 0.2 + step * 0.5, 0.3 - step], rtol=1e-5)
    assert_allclose(contexts[0], [0.4 - step * 0.1, -0.5 - step * 0.2, 0.1 - step], rtol=1e-5)
    # eta is inside the square, as in the tool
    assert_allclose(squares[0][0], [1 + (step * 0.4) ** 2, 1 + (step * 0.5) ** 2, 1 + step**2])


@pytest.mark.parametrize("x_max", [2.0, 100.0])  # some counts above, and all below
def test_training_agrees_with_the_oracle(x_max):
    tokens, offsets = np.random.default_rng(1).integers(0, 12, 90), np.array([0, 40, 90])
    parameters = GloVeParameters(dim=5, window=4, epochs=6, x_max=x_max, seed=3)
    vectors, contexts = train_glove(tokens, offsets, 12, parameters)
    # the same order of entries and the same beginning
    entries = count_pairs(tokens, offsets, 4, parameters.weight)
    random = np.random.default_rng([3, 0])
    order = random.permutation(len(entries.counts))
    begin = [(random.random((12, 6), dtype=np.float32) - 0.5) / 5 for _ in range(2)]
    expected = [np.array(matrix, dtype=np.float64) for matrix in begin]
    glove_reference.train(*(part[order] for part in entries), *expected, 6, x_max, parameters.eta)
    assert np.abs(expected[0] - begin[0]).max() > 0.05  # something has been learned
    assert_allclose(contexts, expected[1][:, :-1], atol=2e-5)
    assert_allclose(vectors, (expected[0] + expected[1])[:, :-1], atol=2e-5)


def test_the_cost_falls_and_seeds_decide():
    tokens, offsets = np.random.default_rng(0).integers(0, 30, 600), np.arange(0, 601, 30)
    costs = []
    parameters = GloVeParameters(dim=10, window=5, epochs=30, x_max=10)
    first = train_glove(
        tokens, offsets, 31, parameters, progress=lambda report: costs.append(report.values["loss"])
    )
    assert len(costs) == 30 and costs[-1] < 0.5 * costs[0]
    again = train_glove(tokens, offsets, 31, parameters)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(first, again, strict=True))
    assert not first[0][30].any()  # a word that does not occur


def test_threads_share_the_entries(monkeypatch):
    monkeypatch.setattr(glove, "SLICE", 50)
    tokens, offsets = np.random.default_rng(0).integers(0, 30, 600), np.arange(0, 601, 30)
    threads, costs, plain = set(), [], _glove_kernel.descend

    def noted(*arguments):
        threads.add(threading.get_ident())
        time.sleep(0.001)
        return plain(*arguments)

    monkeypatch.setattr(_glove_kernel, "descend", noted)
    parameters = GloVeParameters(dim=10, window=5, epochs=10, x_max=10, workers=2)
    train_glove(tokens, offsets, 30, parameters, progress=costs.append)
    assert len(threads) == 2 and costs[-1].done == costs[-1].total
    assert costs[-1].values["loss"] < 0.7 * costs[0].values["loss"]


def test_divergence_is_an_error():
    tokens, offsets = np.random.default_rng(0).integers(0, 5, 400), np.array([0, 400])
    with pytest.raises(DivergenceError, match="lower alpha"):
        train_glove(tokens, offsets, 5, GloVeParameters(dim=4, window=5, eta=1e30))
