"""Every retrieval by every similarity, as slow references answer, however many words ask."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from clss import BilingualSpace, Vocabulary
from clss.pruning import Pruning
from clss.retrieval import RETRIEVALS
from clss.scoring import Scorer, ranks, top_k
from clss.similarity import SIMILARITIES
from tests.reference import slow_retrieval

SOURCE, TARGET, DIMENSIONS = 70, 85, 19
#: target words in the second place are copies of those in the first
COPIES = (np.arange(20), np.arange(60, 80))


def make_vectors(kind: str, dtype: type) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(8)
    if kind == "embedding":
        source, target = (random.normal(size=(n, DIMENSIONS)) for n in (SOURCE, TARGET))
    else:
        source, target = (
            random.dirichlet(np.full(DIMENSIONS, 0.5), size=n) + 1e-6 for n in (SOURCE, TARGET)
        )
    source[40:60] = source[:20]
    target[COPIES[1]] = target[COPIES[0]]
    if kind == "distribution":
        source, target = (m / m.sum(axis=1, keepdims=True) for m in (source, target))
    return source.astype(dtype), target.astype(dtype)


def make_space(kind: str, dtype: type = np.float64, form=np.asarray) -> BilingualSpace:
    matrices = make_vectors(kind, dtype)
    words = [
        Vocabulary([f"{p}{i}" for i in range(len(m))]) for p, m in zip("st", matrices, strict=True)
    ]
    topics = None
    if kind == "distribution":
        random = np.random.default_rng(9)
        phi = [random.dirichlet(np.full(len(m), 0.1), size=DIMENSIONS) for m in matrices]
        phi[1][:, COPIES[1]] = phi[1][:, COPIES[0]]
        topics = phi[0], phi[1]
    return BilingualSpace(*words, *(form(m) for m in matrices), kind=kind, word_given_topic=topics)


def expected_scores(space: BilingualSpace, similarity: str, retrieval: str) -> np.ndarray:
    source, target = (
        m.toarray() if sparse.issparse(m) else np.asarray(m)
        for m in (space.matrix(side) for side in ("source", "target"))
    )
    source, target = source.astype(np.float64), target.astype(np.float64)
    if similarity == "cue":
        assert space.word_given_topic is not None
        raw, back = (
            np.array([[p @ q for q in phi.T] for p in rows])
            for rows, phi in zip((source, target), space.word_given_topic[::-1], strict=True)
        )
    else:
        if similarity in ("hellinger", "bhattacharyya"):
            source, target = (m / m.sum(axis=1, keepdims=True) for m in (source, target))
        raw = slow_retrieval.all_scores(similarity, source, target)
        back = slow_retrieval.all_scores(similarity, target, source)
    if retrieval == "mutual":  # a candidate asks in its own direction
        return slow_retrieval.mutual(raw, back.T)
    return slow_retrieval.RETRIEVALS[retrieval](raw)


def asked(scorer: Scorer, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ask all words, so many at a time: the best answers, their scores, the rank of the gold."""
    queries, gold = np.arange(SOURCE), np.arange(SOURCE) % TARGET
    found = []
    for start in range(0, SOURCE, size):
        part = slice(start, start + size)
        found.append(
            (*top_k(scorer, queries[part], 5), ranks(scorer, queries[part], gold[part])[0])
        )
    ids, scores, places = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return ids, scores, places


@pytest.mark.parametrize("retrieval", RETRIEVALS.names())
@pytest.mark.parametrize("similarity", SIMILARITIES.names())
def test_answers_are_those_of_the_slow_reference_however_many_ask(similarity, retrieval):
    kinds = SIMILARITIES.get(similarity).accepts - {"count"}
    for kind in sorted(kinds):
        space = make_space(kind)
        scorer = Scorer(space, similarity=similarity, retrieval=retrieval)
        expected = expected_scores(space, similarity, retrieval)
        answers = [slow_retrieval.best(row, 5) for row in expected]
        places = [slow_retrieval.rank(row, i % TARGET) for i, row in enumerate(expected)]
        for size in (1, 50, SOURCE):
            ids, scores, found = asked(scorer, size)
            np.testing.assert_array_equal(ids, answers)
            np.testing.assert_array_equal(found, places)
            right = np.take_along_axis(expected, np.maximum(ids, 0), axis=1)
            np.testing.assert_allclose(scores, np.where(ids < 0, -np.inf, right), atol=1e-10)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("retrieval", RETRIEVALS.names())
@pytest.mark.parametrize("similarity", SIMILARITIES.names())
def test_a_copied_vector_is_never_a_hit(similarity, retrieval, dtype):
    # large enough for the product's edges to be added up otherwise than its middle
    kinds = SIMILARITIES.get(similarity).accepts - {"count"}
    for kind in sorted(kinds):
        scorer = Scorer(make_space(kind, dtype), similarity=similarity, retrieval=retrieval)
        queries = np.repeat(np.arange(SOURCE), len(COPIES[0]))
        gold = np.tile(COPIES[0], SOURCE)
        pessimistic, optimistic = ranks(scorer, queries, gold)
        assert not (pessimistic == 1).any()
        scored = pessimistic > 0
        assert (pessimistic[scored] > optimistic[scored]).all()


@pytest.mark.parametrize("retrieval", sorted(set(RETRIEVALS.names()) - {"mutual"}))
def test_the_length_of_a_vector_means_nothing_to_cosine(retrieval):
    source, target = make_vectors("embedding", np.float32)
    source[40:60] = source[:20] * np.float32(3)  # collinear up to the rounding of its entries
    words = [Vocabulary([f"{p}{i}" for i in range(n)]) for p, n in (("s", SOURCE), ("t", TARGET))]
    scorer = Scorer(BilingualSpace(*words, source, target), retrieval=retrieval)
    ids, scores, places = asked(scorer, SOURCE)
    np.testing.assert_array_equal(ids[40:60], ids[:20])
    np.testing.assert_allclose(scores[40:60], scores[:20], atol=1e-5)
    every = np.repeat(np.arange(60), TARGET)
    gold = np.tile(np.arange(TARGET), 60)
    places = ranks(scorer, every, gold)[0].reshape(60, TARGET)
    np.testing.assert_array_equal(places[40:60], places[:20])


@pytest.mark.parametrize("retrieval", RETRIEVALS.names())
def test_a_sparse_space_answers_as_a_dense_one(retrieval):
    for pruning in (None, Pruning(6, "own"), Pruning(6, "query")):
        found = []
        for form in (np.asarray, sparse.csr_matrix):
            space = make_space("distribution", form=form)
            if pruning is not None:
                space = space.prune(pruning.top, pruning.mode)
            scorer = Scorer(space, similarity="hellinger", retrieval=retrieval)
            found += [asked(scorer, size) for size in (1, 50, SOURCE)]
        for ids, _, places in found[1:]:
            np.testing.assert_array_equal(ids, found[0][0])
            np.testing.assert_array_equal(places, found[0][2])
