"""Every model of context against its formula, written out word by word."""

from __future__ import annotations

import math

import numpy as np
import pytest
from context_spaces import (
    OF_BAGS,
    TOPICS,
    cosine,
    embedding_space,
    hellinger,
    rows,
    topic_space,
    words,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from clss.context import CONTEXTS, ContextScorer, Occurrences, get_context
from clss.space import BilingualSpace

PIVOTS, CONTEXTS_, CANDIDATES = (
    [0, 3, 0, 5],
    [[1, 2, 1], [8], [], [4, 5, 6, 7]],
    [[0, 1], [2, 6, 3], [1, 0], [3, 4, 5, 6]],
)
ITEMS = list(zip(PIVOTS, CONTEXTS_, CANDIDATES, strict=True))


def occurrences():
    return Occurrences.from_lists(PIVOTS, CONTEXTS_, CANDIDATES)


def assert_scores(space, context, expected, similarity=None, **parameters):
    """Compare with a function of (pivot id, context ids, candidate id)."""
    found = ContextScorer(space, occurrences(), similarity).score(context, **parameters)
    wanted = [expected(p, con, t) for p, con, answers in ITEMS for t in answers]
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("as_csr", [False, True])
@pytest.mark.parametrize("weight", [0.0, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("normalize", ["sum", "mean", "unit"])
@pytest.mark.parametrize("background", [0.0, 0.8, 1.0])
def test_add(as_csr, weight, normalize, background):
    space = embedding_space(as_csr=as_csr)
    source, target = rows(space, "source"), rows(space, "target")
    counts = space.source.counts
    mean = sum(n * row for n, row in zip(counts, source, strict=True)) / counts.sum()

    def expected(pivot, context, t):
        w = source[pivot]
        context = [c for c in context if source[c].any()]
        if context:
            con = sum(source[c] - background * mean for c in context)
            if normalize == "mean":
                con = con / len(context)
            elif normalize == "unit":
                con, w = con / np.linalg.norm(con), w / np.linalg.norm(w)
            w = (1 - weight) * w + weight * con
        return cosine(w, target[t])

    options = {"weight": weight, "normalize": normalize, "background": background}
    assert_scores(space, "add", expected, **options)


def test_the_background_is_that_of_the_whole_text_on_the_side_that_is_asked():
    space = embedding_space()
    asked = Occurrences.from_lists([0], [[1]], [[0, 1]], side="target")
    target, source = rows(space, "target"), rows(space, "source")
    counts = space.target.counts
    beyond = target[1] - (counts / counts.sum()) @ target
    np.testing.assert_allclose(
        ContextScorer(space, asked).score("add", background=1.0),
        [cosine(beyond, source[0]), cosine(beyond, source[1])],
        rtol=1e-9,
    )


def test_words_without_a_vector_are_no_background():
    whole = embedding_space()
    broken = whole.matrix("source").copy()
    broken[8] = np.nan
    zeros = np.where(np.isnan(broken), 0.0, broken)
    found = [
        ContextScorer(
            BilingualSpace(whole.source, whole.target, matrix, whole.matrix("target")),
            Occurrences.from_lists([0], [[1, 2]], [[0, 1, 2]]),
        ).score("add", background=0.8)
        for matrix in (broken, zeros)
    ]
    np.testing.assert_array_equal(*found)
    assert np.isfinite(found[0]).all()


@pytest.mark.parametrize("weight", [0.0, 0.9, 1.0])
@pytest.mark.parametrize("variant", ["mean", "phi"])
@pytest.mark.parametrize("similarity", ["hellinger", "cue", "cosine"])
def test_smoothed_fusion(weight, variant, similarity):
    space = topic_space()
    theta, candidates = rows(space, "source"), rows(space, "target")
    phi_s, phi_t = space.word_given_topic

    def expected(pivot, context, t):
        p = theta[pivot]
        if context:
            if variant == "mean":
                con = sum(theta[c] for c in context) / len(context)
            else:
                con = sum(phi_s[:, c] for c in context)
                con = con / con.sum()
            p = (1 - weight) * p + weight * con
        assert p.sum() == pytest.approx(1)
        if similarity == "cue":
            return sum(phi_t[k, t] * p[k] for k in range(TOPICS))
        return (hellinger if similarity == "hellinger" else cosine)(p, candidates[t])

    assert_scores(
        space, "smoothed-fusion", expected, similarity, weight=weight, context_distribution=variant
    )


@pytest.mark.parametrize("likelihood", ["sum", "product"])
def test_direct_fusion(likelihood):
    space = topic_space()
    theta, candidates = rows(space, "source"), rows(space, "target")
    phi = space.word_given_topic[0]

    def expected(pivot, context, t):
        p = theta[pivot]
        if context:
            combined = sum if likelihood == "sum" else math.prod
            p = p * np.array([combined(phi[k, c] for c in context) for k in range(TOPICS)])
            p = p / p.sum()
        return hellinger(p, candidates[t])

    assert_scores(space, "direct-fusion", expected, likelihood=likelihood)


def test_direct_fusion_of_a_long_context_does_not_underflow():
    space = topic_space()
    long = Occurrences.from_lists([0], [[1, 2, 3, 4, 5, 6, 7, 8] * 200], [[0, 1, 2]])
    scores = ContextScorer(space, long).score("direct-fusion", likelihood="product")
    assert np.isfinite(scores).all() and len(set(scores)) == 3


def test_direct_fusion_keeps_the_word_where_the_context_rules_out_all_its_topics():
    phi = (np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]), np.array([[1.0, 0.0], [0.0, 1.0]]))
    theta = [(f / f.sum(axis=0)).T for f in phi]
    space = BilingualSpace(
        words(3, "s"),
        words(2, "t"),
        *theta,
        kind="distribution",
        similarity="cue",
        word_given_topic=phi,
    )
    scorer = ContextScorer(space, Occurrences.from_lists([0], [[2]], [[0, 1]]))
    for likelihood in ("sum", "product"):
        np.testing.assert_array_equal(scorer.score("direct-fusion", likelihood=likelihood), [1, 0])


@pytest.mark.parametrize("weight", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("similarity", ["hellinger", "cosine"])
def test_late_fusion(weight, similarity):
    space = topic_space()
    source, target = rows(space, "source"), rows(space, "target")
    sim = hellinger if similarity == "hellinger" else cosine

    def expected(pivot, context, t):
        own = sim(source[pivot], target[t])
        if not context:
            return own
        mean = sum(sim(source[c], target[t]) for c in context) / len(context)
        return (1 - weight) * own + weight * mean

    assert_scores(space, "late-fusion", expected, similarity, weight=weight)


@pytest.mark.parametrize("vectors", ["input", "output"])
@pytest.mark.parametrize("context", ["add-melamud", "mult-melamud"])
def test_melamud(context, vectors):
    space = embedding_space()
    source, target = rows(space, "source"), rows(space, "target")
    others = source if vectors == "input" else space.context_vectors[0].astype(float)

    def expected(pivot, bag, t):
        cosines = [cosine(source[pivot], target[t]), *(cosine(others[c], target[t]) for c in bag)]
        if context == "add-melamud":
            return sum(cosines) / len(cosines)
        return math.prod((c + 1) / 2 for c in cosines) ** (1 / len(cosines))

    assert_scores(space, context, expected, context_vectors=vectors)


def with_cosines(*cosines):
    """A space where source word i has the given cosine with the only target word."""
    source = np.array([[c, math.sqrt(1 - c * c)] for c in cosines])
    return BilingualSpace(words(len(cosines), "s"), words(1, "t"), source, np.array([[1.0, 0.0]]))


def test_melamud_values_of_the_specification():
    scorer = ContextScorer(
        with_cosines(0.9, 0.1, -0.2), Occurrences.from_lists([0], [[1, 2]], [[0]])
    )
    assert scorer.score("add-melamud")[0] == pytest.approx(0.26667, abs=5e-6)
    assert scorer.score("mult-melamud")[0] == pytest.approx(0.59345, abs=5e-6)


def test_mult_melamud_survives_a_cosine_of_minus_one():
    scorer = ContextScorer(with_cosines(0.5, -1.0), Occurrences.from_lists([0], [[1]], [[0]]))
    assert scorer.score("mult-melamud")[0] == pytest.approx(math.sqrt(0.75e-12))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), context=st.sampled_from(OF_BAGS))
def test_an_empty_context_is_no_context(seed, context):
    space = topic_space(seed)
    similarity = "cosine" if "melamud" in context else "hellinger"
    bare = Occurrences.from_lists([0, 4], [[], []], [[0, 1, 2], [3, 4]])
    scorer = ContextScorer(space, bare, similarity)
    alone = scorer.score("none")
    order = scorer.score(context)
    assert (np.argsort(alone[:3]) == np.argsort(order[:3])).all()
    assert (np.argsort(alone[3:]) == np.argsort(order[3:])).all()


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000), context=st.sampled_from(["add", "smoothed-fusion", "late-fusion"])
)
def test_the_ends_of_lambda(seed, context):
    """λ = 0 is the scores without context, λ = 1 does not look at the pivot."""
    space = topic_space(seed)
    bags, answers = [[1, 2, 2]] * 3, [[0, 1, 2, 3]] * 3
    scorer = ContextScorer(space, Occurrences.from_lists([0, 5, 7], bags, answers))
    np.testing.assert_allclose(scorer.score(context, weight=0), scorer.score("none"), rtol=1e-9)
    only = scorer.score(context, weight=1).reshape(3, 4)
    np.testing.assert_allclose(only, np.broadcast_to(only[0], (3, 4)), rtol=1e-9)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), context=st.sampled_from(OF_BAGS))
def test_the_order_of_a_bag_and_of_items_does_not_matter(seed, context):
    space = topic_space(seed)
    similarity = "cosine" if "melamud" in context else "hellinger"
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(ITEMS))
    mixed = [ITEMS[i] for i in order]
    shuffled = Occurrences.from_lists(
        [p for p, _, _ in mixed],
        [rng.permutation(con) for _, con, _ in mixed],
        [t for _, _, t in mixed],
    )
    first = ContextScorer(space, occurrences(), similarity).score(context)
    second = ContextScorer(space, shuffled, similarity).score(context)
    parts = np.split(first, occurrences().candidate_offsets[1:-1])
    np.testing.assert_allclose(second, np.concatenate([parts[i] for i in order]), rtol=1e-9)


def test_get_context_takes_names_and_models():
    model = get_context("add", weight=0.25)
    assert get_context(model) is model
    assert model.parameters == {"weight": 0.25, "normalize": "sum", "background": 0.0}
    assert {
        "none",
        "add",
        "smoothed-fusion",
        "direct-fusion",
        "late-fusion",
        "add-melamud",
        "mult-melamud",
    } <= set(CONTEXTS.names())
