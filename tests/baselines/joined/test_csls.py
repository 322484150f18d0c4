"""Mutual neighbours against asking every pair, and against the retrieval of the same name."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.joined import csls
from baselines.joined.csls import csls_blocks, csls_means, mutual_neighbors
from clss.matrices import unit_rows
from clss.retrieval.csls import CSLS
from clss.scoring import Scorer
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary


def pairs_one_by_one(source, target, neighborhood):
    cosines = source.astype(np.float64) @ target.astype(np.float64).T
    of_row = [np.sort(row)[::-1][:neighborhood].mean() for row in cosines]
    of_column = [np.sort(column)[::-1][:neighborhood].mean() for column in cosines.T]
    scores = 2 * cosines - np.array(of_row)[:, None] - np.array(of_column)
    scores[~source.any(axis=1)], scores[:, ~target.any(axis=1)] = -np.inf, -np.inf
    return [
        (i, j)
        for i, j in np.argwhere(np.isfinite(scores)).tolist()
        if scores[i].argmax() == j and scores[:, j].argmax() == i
    ]


def random_rows(words, seed):
    rows = np.random.default_rng(seed).normal(size=(words, 5)).astype(np.float32)
    return unit_rows(rows)


@pytest.mark.parametrize("neighborhood", [1, 3, 10])
def test_mutual_neighbours_are_those_of_all_pairs(neighborhood, monkeypatch):
    monkeypatch.setattr(csls, "BLOCK", 7)  # several blocks, the last one shorter
    source, target = random_rows(30, 1), random_rows(19, 2)
    found = zip(*mutual_neighbors(source, target, neighborhood), strict=True)
    assert [(int(i), int(j)) for i, j in found] == pairs_one_by_one(source, target, neighborhood)


def test_ten_neighbours_unless_told_otherwise():
    source, target = random_rows(60, 1), random_rows(50, 2)
    each = [list(zip(*mutual_neighbors(source, target, n), strict=True)) for n in (5, 10)]
    assert each[0] != each[1] == list(zip(*mutual_neighbors(source, target), strict=True))
    given, by_default = csls_means(source, target, 10), csls_means(source, target)
    for one, other in zip(given, by_default, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("block", [1, 2, 5])
def test_of_equally_near_words_the_more_frequent_one_is_paired(block, monkeypatch):
    monkeypatch.setattr(csls, "BLOCK", block)
    same = np.tile(np.eye(2, dtype=np.float32), (2, 1))  # 0 is like 2, and 1 like 3
    source_ids, target_ids = mutual_neighbors(same, same, 1)
    assert source_ids.tolist() == target_ids.tolist() == [0, 1]


def test_words_without_vectors_are_in_no_pair():
    rows = np.eye(4, dtype=np.float32)
    rows[2] = 0
    source_ids, target_ids = mutual_neighbors(rows, rows, 1)
    assert source_ids.tolist() == target_ids.tolist() == [0, 1, 3]


@pytest.mark.parametrize("neighborhood", [1, 3, 10])
@pytest.mark.parametrize("empty", [[0], [1, 3], range(4)])
def test_words_without_vectors_take_no_pair_away(empty, neighborhood):
    # among few words it is not rare that the nearest one has a score below that of zeros
    for seed in range(100):
        source, target = random_rows(4, seed), random_rows(4, 100 + seed)
        target[empty] = 0
        for both in ((source, target), (target, source)):
            found = zip(*mutual_neighbors(*both, neighborhood), strict=True)
            assert [(int(i), int(j)) for i, j in found] == pairs_one_by_one(*both, neighborhood)


def test_it_scores_as_the_retrieval_does():
    source, target = random_rows(12, 1), random_rows(9, 2)
    space = BilingualSpace(
        Vocabulary([f"s{i}" for i in range(12)]),
        Vocabulary([f"t{i}" for i in range(9)]),
        source,
        target,
    )
    ((_, found),) = csls_blocks(source, target, *csls_means(source, target, 3))
    scorer = Scorer(space, retrieval=CSLS(3))
    np.testing.assert_allclose(found, scorer.block(np.arange(12)), atol=1e-5)
