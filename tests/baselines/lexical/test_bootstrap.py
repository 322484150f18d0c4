"""Matches against a dense product, ties, conflicts, confidences, the loop's stopping rule."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from baselines.lexical.bootstrap import CONFIDENCES, Bootstrapping, resolve
from baselines.lexical.lexicon import lexicon_supervision, make_lexicon
from baselines.lexical.matches import find_matches
from clss.errors import InputError
from clss.formats import write_lexicon
from clss.lexicon import Lexicon, LexiconEntry, extract_lexicon, mutual_pairs
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary


def random_rows(rows: int, columns: int, seed: int, density: float = 0.3) -> sparse.csr_matrix:
    return sparse.random_array(
        (rows, columns), density=density, format="csr", rng=np.random.default_rng(seed)
    ).tocsr()


def dense_cosines(source, target):
    a, b = source.toarray(), target.toarray()
    norms = np.linalg.norm(a, axis=1)[:, None] * np.linalg.norm(b, axis=1)
    return np.divide(a @ b.T, norms, out=np.zeros_like(norms), where=norms > 0)


def vocabularies(n_source: int, n_target: int) -> tuple[Vocabulary, Vocabulary]:
    return (
        Vocabulary([f"s{i}" for i in range(n_source)], np.arange(n_source, 0, -1) * 10),
        Vocabulary([f"t{i}" for i in range(n_target)], np.arange(n_target, 0, -1) * 10),
    )


@pytest.mark.parametrize("workers", [1, 3])
def test_matches_are_those_of_a_dense_product(workers):
    source, target = random_rows(70, 15, 1), random_rows(45, 15, 2)
    matches = find_matches(source, target, best=4, with_entropy=True, workers=workers)
    cosines = dense_cosines(source, target)
    for partners, table in ((matches.source, cosines), (matches.target, cosines.T)):
        expected = -np.sort(-table, axis=1)[:, :4]
        np.testing.assert_allclose(partners.scores, expected, atol=1e-12)
        for word, (ids, scores) in enumerate(zip(partners.ids, partners.scores, strict=True)):
            np.testing.assert_allclose(table[word, ids[ids >= 0]], scores[ids >= 0], atol=1e-12)
        mass = np.exp(table)
        share = mass / mass.sum(axis=1, keepdims=True)
        entropy = -(share * np.log(share)).sum(axis=1)
        np.testing.assert_allclose(
            partners.certainty, 1 - entropy / np.log(table.shape[1]), atol=1e-12
        )
    rows, columns = np.array([0, 3, 69]), np.array([44, 3, 0])
    np.testing.assert_allclose(matches.cosines(rows, columns), cosines[rows, columns], atol=1e-12)


def test_the_number_of_workers_changes_no_bit():
    source, target = random_rows(90, 12, 3), random_rows(60, 12, 4)
    one, three = (find_matches(source, target, 5, True, workers) for workers in (1, 3))
    for side in ("source", "target"):
        for field in ("ids", "scores", "certainty"):
            first, second = getattr(getattr(one, side), field), getattr(getattr(three, side), field)
            assert first.tobytes() == second.tobytes()


def test_words_without_a_shared_dimension_have_no_partner():
    source = sparse.csr_matrix(np.array([[1.0, 0.0], [0.0, 0.0]]))
    target = sparse.csr_matrix(np.array([[0.0, 2.0], [3.0, 0.0], [0.0, 0.0]]))
    matches = find_matches(source, target, best=2)
    assert matches.source.ids.tolist() == [[1, -1], [-1, -1]]
    assert matches.target.ids[:, 0].tolist() == [-1, 0, -1]
    assert [ids.tolist() for ids in matches.mutual()] == [[0], [1]]


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000))
def test_ties_go_to_the_lower_id_in_both_directions(seed):
    # rows repeat, so that every nearest neighbour has equals
    generator = np.random.default_rng(seed)
    rows = np.array(
        [[1, 0, 0, 0], [0, 1, 0, 1], [2, 1, 0, 0], [0, 0, 3, 1], [1, 1, 1, 1], [0, 0, 0, 0]], float
    )
    source = sparse.csr_matrix(rows[generator.integers(0, 6, size=40)])
    target = sparse.csr_matrix(rows[generator.integers(0, 6, size=30)])
    matches = find_matches(source, target, best=3)
    a, b = source.toarray(), target.toarray()
    pairs = list(zip(*(ids.tolist() for ids in matches.mutual()), strict=True))
    for s, t in pairs:
        # no earlier word has the same vector as one that was chosen
        assert not any(np.array_equal(a[s], row) for row in a[:s])
        assert not any(np.array_equal(b[t], row) for row in b[:t])
    assert len({s for s, _ in pairs}) == len({t for _, t in pairs}) == len(pairs)
    distinct = {tuple(row) for row in a if row.any()} & {tuple(row) for row in b}
    assert {tuple(a[s]) for s, t in pairs if np.array_equal(a[s], b[t])} == distinct


def test_mutual_neighbours_of_a_space_with_equal_target_vectors():
    source, target = vocabularies(2, 3)
    vectors = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])
    space = BilingualSpace(source, target, *vectors)
    assert Lexicon.mutual(space).pairs == (("s0", "t0"), ("s1", "t2"))


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_words_that_have_nothing_in_common_are_no_mutual_neighbours(form):
    source, target = vocabularies(3, 3)
    # s0-t0 agree; s1 and t1 are at right angles to all others, so that each other's cosine of zero
    # is the best they have; s2 points away from all others
    of_source = np.array([[1.0, 0, 0, 0], [0, 1.0, 0, 0], [-1.0, -1.0, -1.0, 0]])
    of_target = np.array([[2.0, 0, 0, 0], [0, 0, 1.0, 0], [0, 0, 0, 1.0]])
    space = BilingualSpace(source, target, form(of_source), form(of_target))
    assert Lexicon.mutual(space).pairs == (("s0", "t0"),)


def test_mutual_neighbours_may_be_as_dissimilar_as_they_like_above_zero():
    source, target = vocabularies(2, 2)
    vectors = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.001, 1.0], [1.0, -0.001]])
    space = BilingualSpace(source, target, *vectors)
    assert Lexicon.mutual(space).pairs == (("s0", "t1"), ("s1", "t0"))
    vectors = np.array([[1.0, 0.0, 0.0]] * 2), np.array([[0.001, 1.0, 0.0], [0.0, 0.0, 1.0]])
    space = BilingualSpace(source, target, *vectors)
    assert Lexicon.mutual(space).pairs == (("s0", "t0"),)


def test_mutual_neighbours_are_those_of_the_core():
    source, target = vocabularies(40, 30)
    generator = np.random.default_rng(7)
    space = BilingualSpace(
        source, target, generator.normal(size=(40, 5)), generator.normal(size=(30, 5))
    )
    expected = tuple(entry[:2] for entry in extract_lexicon(space, mutual=True))
    assert 0 < len(expected) < 30
    assert Lexicon.mutual(space).pairs == expected


def test_mutual_pairs_ignore_words_without_a_choice():
    chosen = mutual_pairs(np.array([0, -1, 2]), np.array([0, 1, -1]))
    assert [ids.tolist() for ids in chosen] == [[0], [0]]


@pytest.mark.parametrize("confidence", CONFIDENCES)
def test_confidence_prefers_the_clear_pair(confidence):
    # s0-t0 have only each other; s1 hesitates between t1 and t2
    source = sparse.csr_matrix(np.array([[1.0, 0, 0], [0, 1.0, 0.9]]))
    target = sparse.csr_matrix(np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]))
    matches = find_matches(source, target, best=2, with_entropy=True)
    sure, unsure = CONFIDENCES[confidence](matches, np.array([0, 1]), np.array([0, 1]))
    assert sure > unsure >= 0


def test_margin_by_hand():
    source = sparse.csr_matrix(np.array([[1.0, 0.0], [0.6, 0.8]]))
    target = sparse.csr_matrix(np.array([[0.8, 0.6], [1.0, 0.0], [0.0, 1.0]]))
    # cosines: s0 (.8, 1, 0); s1 (.96, .6, .8)
    matches = find_matches(source, target, best=3)
    margin = CONFIDENCES["margin"](matches, np.array([0, 1, 0]), np.array([1, 0, 0]))
    # a column has two partners only, the missing third counts as 0
    expected = [
        np.sqrt((1 - (0.8 + 0) / 2) * (1 - 0.6 / 2)),
        np.sqrt((0.96 - (0.6 + 0.8) / 2) * (0.96 - 0.8 / 2)),
        np.sqrt((0.8 - 1 / 2) * (0.8 - 0.96 / 2)),
    ]
    np.testing.assert_allclose(margin, expected, atol=1e-12)


def test_a_pair_outside_the_best_has_them_all_but_the_last_as_rivals():
    source = sparse.csr_matrix(np.array([[3.0, 2.0, 1.0]]))
    target = sparse.csr_matrix(np.eye(3))
    matches = find_matches(source, target, best=2)
    margin = CONFIDENCES["margin"](matches, np.array([0]), np.array([2]))
    assert margin[0] == 0  # behind 3/√14, clipped


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000))
def test_resolution_is_one_to_one_greedy_and_independent_of_order(seed):
    generator = np.random.default_rng(seed)
    keys = generator.choice(64, size=20, replace=False)
    s, t = keys // 8, keys % 8
    confidence = generator.integers(0, 4, size=20) / 4  # many ties
    nothing = np.zeros(20, dtype=bool)
    chosen = resolve(s, t, confidence, nothing)
    pairs = [(int(s[i]), int(t[i])) for i in chosen]
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    order = generator.permutation(20)
    again = resolve(s[order], t[order], confidence[order], nothing)
    assert [(int(s[order][i]), int(t[order][i])) for i in again] == pairs
    for i in set(range(20)) - set(chosen.tolist()):
        rivals = [j for j in chosen if s[j] == s[i] or t[j] == t[i]]
        assert max(confidence[j] for j in rivals) >= confidence[i]


def permuted_weights(words: int, seed: int):
    """Context matrices of two languages that differ by the numbering of the words only."""
    first = random_rows(words, words, seed, density=0.2)
    first = sparse.csr_matrix(first + first.T)
    order = np.random.default_rng(seed + 1).permutation(words)
    return (first, sparse.csr_matrix(first[order][:, order])), order


def test_bootstrapping_recovers_a_hidden_numbering():
    words = 60
    weights, order = permuted_weights(words, 5)
    place = np.argsort(order)  # source word i is target word place[i]
    source, target = vocabularies(words, words)
    seed = Lexicon(source, target, np.arange(12), place[:12])
    lexicon, log = Bootstrapping().run(weights, seed)
    found = dict(zip(lexicon.source_ids.tolist(), lexicon.target_ids.tolist(), strict=True))
    assert sum(found.get(i) == place[i] for i in range(words)) >= 55
    assert log[0].dimensions == 12
    assert log[-1].added == log[-1].removed == 0
    for before, after in itertools.pairwise(log):
        assert after.dimensions == before.pairs
    for record in log:
        assert record.pairs == record.dimensions + record.added - record.removed
        assert 0 < record.mean_confidence <= 1


def test_a_wrong_seed_pair_is_replaced_unless_frozen():
    words = 60
    weights, order = permuted_weights(words, 5)
    place = np.argsort(order)
    source, target = vocabularies(words, words)
    wrong = place[:12].copy()
    wrong[[0, 1]] = wrong[[1, 0]]
    seed = Lexicon(source, target, np.arange(12), wrong)
    free, _ = Bootstrapping().run(weights, seed)
    frozen, _ = Bootstrapping(frozen_seed=True).run(weights, seed)
    assert set(seed.pairs) <= set(frozen.pairs)
    assert (f"s{0}", f"t{place[0]}") in free.pairs
    assert (f"s{0}", f"t{wrong[0]}") not in free.pairs


def test_limits_of_the_loop():
    words = 60
    weights, order = permuted_weights(words, 5)
    source, target = vocabularies(words, words)
    seed = Lexicon(source, target, np.arange(12), np.argsort(order)[:12])
    _, log = Bootstrapping(max_iterations=1).run(weights, seed)
    assert len(log) == 1
    _, log = Bootstrapping(max_new=5, max_iterations=3, tolerance=0).run(weights, seed)
    assert [record.added <= 5 * record.iteration for record in log] == [True] * 3
    assert log[0].added == 5
    unreachable, _ = Bootstrapping(threshold=2.0).run(weights, seed)
    assert set(unreachable.pairs) <= set(seed.pairs)
    common, _ = Bootstrapping(min_count=300).run(weights, seed)
    assert all(source.counts[source.id(word)] >= 300 for word, _ in common.pairs)


def test_progress_reports_every_iteration():
    weights, order = permuted_weights(30, 5)
    source, target = vocabularies(30, 30)
    seed = Lexicon(source, target, np.arange(10), np.argsort(order)[:10])
    seen = []
    _, log = Bootstrapping().run(weights, seed, seen.append)
    assert [(p.done, p.values["pairs"]) for p in seen] == [(r.iteration, r.pairs) for r in log]


def test_seeds_are_cut_by_the_frequency_of_the_rarer_word():
    source, target = vocabularies(4, 4)  # counts 40, 30, 20, 10
    lexicon = Lexicon(source, target, np.array([3, 0, 1]), np.array([0, 2, 1]))
    assert lexicon.restricted(20).pairs == (("s1", "t1"), ("s0", "t2"))
    assert lexicon.restricted(1, 1).pairs == (("s1", "t1"),)


def test_lexicons_from_files_and_lists(tmp_path):
    source, target = vocabularies(3, 3)
    path = tmp_path / "seed.tsv"
    write_lexicon(path, [LexiconEntry("s1", "t2"), LexiconEntry("sX", "t0", 0.5)])
    lexicon = make_lexicon(path, source, target)
    assert lexicon.pairs == (("s1", "t2"),)
    assert lexicon.unknown == 1
    assert make_lexicon([["s1", "t2"]], source, target).pairs == lexicon.pairs
    restored = Lexicon.from_array(source, target, lexicon.as_array())
    assert restored.pairs == lexicon.pairs


def test_identical_spelling():
    source, target = Vocabulary(["piano", "rey", "radio"]), Vocabulary(["radio", "piano", "king"])
    assert make_lexicon("identical", source, target).pairs == (
        ("piano", "piano"),
        ("radio", "radio"),
    )
    assert lexicon_supervision("identical") == {"spelling"}
    assert lexicon_supervision([("a", "b")]) == lexicon_supervision("x.tsv") == {"lexicon"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("identical", "identical spelling gives no translation pair"),
        ([("x", "y")], "the given list gives no translation pair"),
        (["s1"], r"a list of \(source word, target word\), not 's1'"),
        ([("s1", "t1", "t2")], "a list of"),
        ("missing.tsv", "missing.tsv: no such file"),
    ],
)
def test_bad_lexicons(given, message):
    with pytest.raises(InputError, match=message):
        make_lexicon(given, *vocabularies(3, 3))
