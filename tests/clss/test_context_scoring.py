"""What all models of context share: selection, pruning, odd vectors, refusals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from context_spaces import OF_BAGS, embedding_space, rows, topic_space, words
from scipy import sparse

from clss.context import ContextScorer, Occurrences, VectorContext, get_context
from clss.errors import InputError
from clss.pruning import prune_rows
from clss.scoring import Scorer
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary


def score(space, pivots, contexts, candidates, context, similarity=None, **options):
    asked = Occurrences.from_lists(pivots, contexts, candidates)
    return ContextScorer(space, asked, similarity).score(context, **options)


@pytest.mark.parametrize("similarity", ["cosine", "hellinger", "js", "kl", "jaccard", "cue"])
def test_no_context_is_the_scorer_of_lexicon_extraction(similarity):
    space = topic_space()
    found = score(space, [0, 3], [[1], [2]], [range(7), range(7)], "none", similarity)
    wanted = Scorer(space, similarity=similarity).block(np.array([0, 3]))
    np.testing.assert_allclose(found.reshape(2, 7), wanted, rtol=1e-9)


@pytest.mark.parametrize("similarity", ["cosine", "hellinger", "js", "kl", "jaccard", "cue"])
@pytest.mark.parametrize("context", ["add", "smoothed-fusion", "direct-fusion", "late-fusion"])
def test_any_similarity_of_the_space_works(similarity, context):
    found = score(topic_space(), [0], [[1, 2]], [[0, 1, 2]], context, similarity)
    assert np.isfinite(found).all() and len(set(found)) == 3


def test_the_target_side_may_be_asked():
    space = topic_space()
    asked = Occurrences.from_lists([2], [[1]], [[0, 3]], side="target")
    turned = BilingualSpace(
        space.target,
        space.source,
        space.matrix("target"),
        space.matrix("source"),
        kind="distribution",
        similarity="hellinger",
    )
    mirror = Occurrences.from_lists([2], [[1]], [[0, 3]])
    np.testing.assert_allclose(
        ContextScorer(space, asked).score("add"), ContextScorer(turned, mirror).score("add")
    )


def test_candidates_out_of_vocabulary_have_no_score():
    space = embedding_space()
    whole = score(space, [0], [[1]], [[2, 3]], "add")
    found = score(space, [0, 0], [[1], [1]], [[2, -1, 3], [-1, -1]], "add")
    np.testing.assert_allclose(found, [whole[0], -np.inf, whole[1], -np.inf, -np.inf])


@pytest.mark.parametrize("context", OF_BAGS)
def test_nothing_in_vocabulary_at_all(context):
    similarity = "cosine" if "melamud" in context else None
    found = score(topic_space(), [0], [[]], [[-1, -1]], context, similarity)
    np.testing.assert_array_equal(found, [-np.inf, -np.inf])
    assert score(topic_space(), [], [], [], context, similarity).size == 0


@pytest.mark.parametrize("as_csr", [False, True])
@pytest.mark.parametrize("context", ["add", "late-fusion", "add-melamud", "mult-melamud"])
def test_words_without_a_vector_say_nothing(as_csr, context):
    source = np.array([[1.0, 0.2], [0.3, 1.0], [0.0, 0.0]])
    target = np.array([[1.0, 0.1], [0.2, 0.7], [0.0, 0.0]])
    wrap = sparse.csr_matrix if as_csr else np.array
    space = BilingualSpace(words(3, "s"), words(3, "t"), wrap(source), wrap(target))
    with_it = score(space, [0], [[1, 2]], [[0, 1, 2]], context)
    without = score(space, [0], [[1]], [[0, 1, 2]], context)
    np.testing.assert_array_equal(with_it, without)
    assert with_it[2] == -np.inf and np.isfinite(with_it[:2]).all()
    # the same context word, but the pivot has no vector: the context alone decides
    alone = score(space, [2], [[1]], [[0, 1, 2]], context)
    assert alone[1] > alone[0] > -np.inf and alone[2] == -np.inf
    assert (score(space, [2], [[]], [[0, 1]], context) == -np.inf).all()
    assert (score(space, [2], [[2]], [[0, 1]], "none") == -np.inf).all()


@pytest.mark.parametrize("as_csr", [False, True])
@pytest.mark.parametrize("context", ["add", "late-fusion", "add-melamud", "mult-melamud"])
def test_broken_vectors_are_no_vectors(as_csr, context):
    source = np.array([[1.0, 0.2], [0.3, 1.0], [0.0, 0.0]])
    target = np.array([[1.0, 0.1], [0.2, 0.7], [0.0, 0.0]])
    wrap = sparse.csr_matrix if as_csr else np.array
    zeros = BilingualSpace(words(3, "s"), words(3, "t"), wrap(source), wrap(target))
    source[2], target[2] = [np.nan, 1.0], [np.inf, 1.0]
    broken = BilingualSpace(words(3, "s"), words(3, "t"), wrap(source), wrap(target))
    for pivot, bag in ((0, [1, 2]), (2, [1]), (2, [2]), (0, [2])):
        asked = ([pivot], [bag], [[0, 1, 2]])
        np.testing.assert_array_equal(score(broken, *asked, context), score(zeros, *asked, context))


def selected(space, pivot, context, keep, similarity=None):
    """Find out which context words stay by their scores, which differ for every subset."""
    asked = Occurrences.from_lists([pivot], [context], [[0, 1, 2]])
    scorer = ContextScorer(space, asked, similarity)
    return scorer.score("late-fusion", keep=keep, weight=1.0)


@pytest.mark.parametrize("similarity", ["cosine", "hellinger", "cue"])
def test_selection_keeps_the_words_most_similar_to_the_pivot(similarity):
    space, pivot, context = topic_space(3), 0, [4, 2, 7, 1]
    mono = Scorer(space, into="source", similarity=similarity).block(np.array([pivot]))[0]
    best = sorted(context, key=lambda c: -mono[c])
    for keep in (1, 2, 3):
        found = selected(space, pivot, context, keep, similarity)
        np.testing.assert_allclose(found, selected(space, pivot, best[:keep], None, similarity))
    np.testing.assert_array_equal(
        selected(space, pivot, context, 4, similarity),
        selected(space, pivot, context, None, similarity),
    )


def test_cue_selects_by_the_probability_of_the_context_word():
    space = topic_space(3)
    phi = space.word_given_topic[0]
    likely = phi.T @ rows(space, "source")[0]
    best = max([4, 2, 7, 1], key=lambda c: likely[c])
    np.testing.assert_allclose(
        selected(space, 0, [4, 2, 7, 1], 1, "cue"), selected(space, 0, [best], None, "cue")
    )


def test_selection_breaks_ties_by_position():
    source = np.array([[1.0, 0.0], [0.6, 0.8], [0.6, -0.8]])
    space = BilingualSpace(words(3, "s"), words(3, "t"), source, np.eye(3, 2) + 0.1)
    np.testing.assert_array_equal(selected(space, 0, [1, 2], 1), selected(space, 0, [1], None))
    np.testing.assert_array_equal(selected(space, 0, [2, 1], 1), selected(space, 0, [2], None))


@pytest.mark.parametrize("context", [name for name in OF_BAGS if name != "none"])
def test_a_scorer_used_again_says_the_same(context):
    """What is shared between context sizes and models must not leak from one to the next."""
    space = topic_space(4)
    similarity = "cosine" if "melamud" in context else "cue"
    asked = Occurrences.from_lists([0, 3, 0], [[1, 2, 4, 7], [8, 5], []], [[0, 1], [2, 3], [1, 4]])
    used = ContextScorer(space, asked, similarity)
    for keep in (2, None, 1, 2, 1):
        fresh = ContextScorer(space, asked, similarity)
        np.testing.assert_array_equal(
            used.score(context, keep=keep), fresh.score(context, keep=keep)
        )
        used.score("late-fusion", keep=keep)


@pytest.mark.parametrize("as_csr", [False, True])
def test_a_space_from_disk_scores_the_same(tmp_path, as_csr):
    space = embedding_space(as_csr=as_csr)
    space.save(tmp_path / "space")
    loaded = BilingualSpace.load(tmp_path / "space")
    asked = ([0, 3], [[1, 2], [5]], [[0, 1, 2], [3, 4]])
    for context in ("none", "add", "late-fusion", "add-melamud", "mult-melamud"):
        np.testing.assert_array_equal(score(loaded, *asked, context), score(space, *asked, context))


def test_another_occurrence_of_the_pivot_is_context():
    space = topic_space()
    np.testing.assert_allclose(selected(space, 0, [3, 0, 5], 1), selected(space, 0, [0], None))


@pytest.mark.parametrize("mode", ["own", "query"])
def test_the_mixture_is_pruned_as_the_space(mode):
    whole = topic_space(5)
    space = whole.prune(3, mode=mode)
    source, target = rows(whole, "source"), rows(space, "target")  # mixed whole, pruned after
    mixture = 0.1 * source[0] + 0.9 * (source[1] + source[2]) / 2
    assert (mixture > 0).sum() > 3
    kept = prune_rows(mixture[None], 3).toarray()[0]
    assert (kept > 0).sum() == 3
    wanted = []
    for t in range(3):
        q = target[t]
        if mode == "query":
            q = np.where(kept > 0, q, 0)
            q = q / q.sum()
        wanted.append(1 - np.sqrt(1 - np.sqrt(kept * q).sum()))
    found = score(space, [0], [[1, 2]], [[0, 1, 2]], "smoothed-fusion", weight=0.9)
    np.testing.assert_allclose(found, wanted, rtol=1e-9)


def test_cue_modulates_the_topics_of_a_space_over_words():
    """Association-MuPTM: the matrix is over words, P(z|w) stands apart."""
    topics = topic_space()
    rng = np.random.default_rng(1)
    over_words = [rng.dirichlet(np.ones(16), size=k) for k in (9, 7)]
    space = BilingualSpace(
        topics.source,
        topics.target,
        *over_words,
        kind="distribution",
        similarity="hellinger",
        word_given_topic=topics.word_given_topic,
        topic_given_word=(topics.matrix("source"), topics.matrix("target")),
    )
    asked = ([0], [[1, 2]], [[0, 1, 2]])
    for context in ("smoothed-fusion", "direct-fusion"):
        np.testing.assert_allclose(
            score(space, *asked, context, "cue"), score(topics, *asked, context, "cue")
        )
    assert np.isfinite(score(space, *asked, "smoothed-fusion")).all()
    for context, options in (
        ("direct-fusion", {}),
        ("smoothed-fusion", {"context_distribution": "phi"}),
    ):
        with pytest.raises(InputError, match=r"over topics.*use .*or cue"):
            score(space, *asked, context, **options)


ASKED = ([0], [[1]], [[0, 1]])


@pytest.mark.parametrize(
    ("context", "similarity", "options", "reason"),
    [
        ("smoothed-fusion", None, {}, "mixes probability distributions.*embedding.*use add"),
        ("direct-fusion", None, {}, "mixes probability distributions.*use add"),
        ("add", "hellinger", {}, "hellinger compares distribution"),
        (
            "add",
            None,
            {"weight": 1.5},
            "weight must be a number of at least 0 and at most 1, not 1.5",
        ),
        ("add", None, {"weight": float("nan")}, "at least 0 and at most 1, not nan"),
        ("add", None, {"weight": "0.5"}, "at least 0 and at most 1, not '0.5'"),
        ("add", None, {"normalize": "max"}, "normalize must be one of sum, mean, unit, not 'max'"),
        ("add", None, {"lambda_": 1.0}, r"add has no parameter 'lambda_' \(it has: weight, normal"),
        ("add", None, {"wieght": 1.0}, "did you mean weight"),
        ("none", None, {"weight": 1.0}, "none has no parameter 'weight' .it has none."),
        ("none", None, {"keep": 3}, "looks at no context; leave keep out"),
        ("add", None, {"background": 2}, "background must be a number of at least 0 and at most 1"),
        ("add", None, {"keep": 0}, "whole number from 1, not 0"),
        ("add", None, {"keep": 2.5}, "whole number from 1, not 2.5"),
        ("fusion", None, {}, "unknown context model 'fusion'"),
        (3, None, {}, "by name or made, not 3"),
    ],
)
def test_wrong_combinations_on_embeddings(context, similarity, options, reason):
    with pytest.raises(InputError, match=reason):
        score(embedding_space(), *ASKED, context, similarity, **options)


@pytest.mark.parametrize(
    ("context", "similarity", "options", "reason"),
    [
        ("add-melamud", None, {}, "defined on cosines, not on hellinger; use similarity='cosine'"),
        ("mult-melamud", "cue", {}, "defined on cosines, not on cue"),
        ("add-melamud", "cosine", {"context_vectors": "output"}, "use context_vectors='input'"),
        ("add", None, {"background": 1.0}, "takes no background off distributions"),
        (
            "smoothed-fusion",
            None,
            {"context_distribution": "median"},
            "one of mean, phi, not 'median'",
        ),
        ("direct-fusion", None, {"weight": 0.9}, "no parameter 'weight'"),
    ],
)
def test_wrong_combinations_on_topics(context, similarity, options, reason):
    with pytest.raises(InputError, match=reason):
        score(topic_space(), *ASKED, context, similarity, **options)


def test_a_background_needs_counts():
    whole = embedding_space()
    bare = Vocabulary(whole.source.words)
    space = BilingualSpace(bare, whole.target, whole.matrix("source"), whole.matrix("target"))
    with pytest.raises(InputError, match="does not say how often its source words occur; leave"):
        score(space, *ASKED, "add", background=0.5)
    # those of the answers have nothing to do with it
    backward = Occurrences.from_lists(*ASKED, side="target")
    assert np.isfinite(ContextScorer(space, backward).score("add", background=0.5)).all()


def test_a_background_leaves_no_counts():
    counts = np.array([[3.0, 0, 1], [0, 2, 1]])
    vocabularies = Vocabulary(["a", "b"], [5, 3]), Vocabulary(["x", "y"], [4, 2])
    space = BilingualSpace(*vocabularies, counts, counts, kind="count")
    assert np.isfinite(score(space, *ASKED, "add", background=1.0)).all()
    with pytest.raises(
        InputError, match="may be negative, which jaccard does not compare; use the"
    ):
        score(space, *ASKED, "add", "jaccard", background=1.0)
    assert (score(space, *ASKED, "add", "jaccard") <= 1).all()


def test_a_model_is_checked_on_the_words_that_are_asked_about():
    looked_at = []

    @dataclass(frozen=True)
    class Watching(VectorContext):
        name = "watching"

        def check(self, space, similarity):
            looked_at.append(len(space.source))

        def modulate(self, view):
            return view.pivot_rows

    score(embedding_space(), *ASKED, Watching())
    assert looked_at == [2]  # a grid asks a model hundreds of times


def test_phi_needs_topics():
    space = topic_space()
    bare = BilingualSpace(
        space.source,
        space.target,
        space.matrix("source"),
        space.matrix("target"),
        kind="distribution",
    )
    with pytest.raises(InputError, match=r"P\(word\|topic\).*use context_distribution='mean'"):
        score(bare, *ASKED, "smoothed-fusion", context_distribution="phi")


def test_output_vectors_of_other_dimensions_are_refused():
    space = BilingualSpace(
        words(2, "s"),
        words(2, "t"),
        np.eye(2),
        np.eye(2),
        context_vectors=(np.eye(2, 3), np.eye(2, 3)),
    )
    with pytest.raises(InputError, match="3 dimensions, the space has 2"):
        score(space, *ASKED, "add-melamud", context_vectors="output")


def test_wrong_occurrences_are_refused():
    with pytest.raises(InputError, match="out of vocabulary"):
        Occurrences.from_lists([-1], [[]], [[0]])
    with pytest.raises(InputError, match="out of the bag"):
        Occurrences.from_lists([0], [[-1]], [[0]])
    with pytest.raises(InputError, match="1 pivots, 2 contexts"):
        Occurrences.from_lists([0], [[], []], [[0]])
    with pytest.raises(InputError, match="not 'left'"):
        Occurrences.from_lists([0], [[]], [[0]], side="left")
    with pytest.raises(InputError, match="not one of the target words"):
        score(embedding_space(), [0], [[1]], [[99]], "add")


def test_a_model_made_elsewhere_takes_part():
    @dataclass(frozen=True)
    class LastWord(VectorContext):
        """Looks at the last word of the context only."""

        name = "last-word"

        def modulate(self, view):
            ends = view.occurrences.context_offsets[1:] - 1
            return view.rows[view.occurrences.contexts[ends]]

    space = embedding_space()
    np.testing.assert_allclose(
        score(space, [0], [[1, 2]], [[0, 1]], LastWord()), score(space, [2], [[]], [[0, 1]], "none")
    )
    with pytest.raises(InputError, match="made already"):
        get_context(LastWord(), weight=1)


def test_the_space_is_left_as_it_was():
    space = embedding_space()
    before = space.fingerprint
    score(space, [0], [[1, 2]], [[0, 1]], "add", weight=0.5, keep=1)
    again = BilingualSpace(
        space.source,
        space.target,
        space.matrix("source"),
        space.matrix("target"),
        langs=space.langs,
        context_vectors=space.context_vectors,
    )
    assert again.fingerprint == before


def test_vocabulary_size_costs_nothing():
    """Only the words asked about are prepared: a large space is as quick as a small one."""
    big = BilingualSpace(
        Vocabulary(map(str, range(3000))),
        Vocabulary(map(str, range(3000))),
        np.ones((3000, 4)),
        np.ones((3000, 4)),
    )
    scorer = ContextScorer(big, Occurrences.from_lists([5, 5], [[7, 9], []], [[1, 2], [2, 3]]))
    assert len(scorer._view.space.source) == 3 and len(scorer._view.space.target) == 3
