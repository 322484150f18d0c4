"""Pseudo-bilingual documents: the article's example and the invariants."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baselines.pseudo_bilingual import (
    concatenated,
    length_ratio,
    merger,
    proportional,
    pseudo_bilingual,
)
from clss.corpus import AlignedCorpus
from clss.errors import InputError

FRODO = ["Frodo", "Sam", "orcs", "goblins", "Mordor", "ring"]
ANILLO = ["anillo", "orcos", "mago"]


def words(corpus, made):
    """The text of all documents with language tags."""
    names = [f"{side.lang}::{word}" for side in corpus.sides for word in side.vocabulary.words]
    return [names[i] for i in made.tokens]


def mix(source_length, target_length):
    """Interleave 0, 1, 2 … of the source with 100, 101, 102 … of the target."""
    return length_ratio(np.arange(source_length), 100 + np.arange(target_length)).tolist()


def test_the_articles_example():
    corpus = AlignedCorpus.from_documents([FRODO], [ANILLO], langs=("en", "es"))
    assert words(corpus, pseudo_bilingual(corpus)) == [
        "en::Frodo",
        "en::Sam",
        "es::anillo",
        "en::orcs",
        "en::goblins",
        "es::orcos",
        "en::Mordor",
        "en::ring",
        "es::mago",
    ]


def test_roles_are_reversed_where_the_target_is_longer():
    corpus = AlignedCorpus.from_documents([FRODO], [ANILLO], langs=("en", "es"))
    there, back = (words(c, pseudo_bilingual(c)) for c in (corpus, corpus.reversed()))
    assert there == back


def test_the_tail():
    assert mix(7, 3) == [0, 1, 100, 2, 3, 101, 4, 5, 102, 6]


def test_equal_lengths_alternate_source_first():
    assert mix(5, 5) == [0, 100, 1, 101, 2, 102, 3, 103, 4, 104]


def test_a_ratio_just_below_two_leaves_a_long_tail():
    made = length_ratio(np.arange(199), 1000 + np.arange(100)).tolist()
    assert made[-100:] == [1099, *range(100, 199)]
    spread = proportional(np.arange(199), 1000 + np.arange(100))
    gaps = np.diff(np.flatnonzero(spread >= 1000))
    assert gaps.min() >= 2 and gaps.max() <= 3  # one or two tokens of the longer in between


def test_empty_sides():
    for combine in (length_ratio, proportional, concatenated, merger(1, 0)):
        nothing, four = np.zeros(0, dtype=np.int32), np.arange(4, dtype=np.int32)
        assert sorted(combine(four, nothing)) == [0, 1, 2, 3]
        assert sorted(combine(nothing, four)) == [0, 1, 2, 3]
        assert len(combine(nothing, nothing)) == 0
    assert mix(4, 0) == [0, 1, 2, 3]
    corpus = AlignedCorpus.from_documents([["a"], [], ["b"], []], [[], ["x"], ["y"], []])
    made = pseudo_bilingual(corpus)
    assert made.offsets.tolist() == [0, 1, 2, 4, 4] and made.one_sided == 2


def test_no_shuffling_puts_the_target_after_the_source():
    corpus = AlignedCorpus.from_documents([["a", "b"]], [["x", "y", "z"]])
    assert pseudo_bilingual(corpus, "none").tokens.tolist() == [0, 1, 2, 3, 4]


def test_equal_strings_stay_two_words():
    corpus = AlignedCorpus.from_documents([["piano"]], [["piano"]])
    made = pseudo_bilingual(corpus)
    assert made.n_words == 2 and made.tokens.tolist() == [0, 1]


def test_merging_depends_on_seed_and_index_only():
    corpus = AlignedCorpus.from_documents([list("abcdefgh")] * 3, [list("tuvwxyz")] * 3)

    def tokens(seed, index):
        return pseudo_bilingual(corpus, "merge", seed, index).tokens.tolist()

    assert tokens(1, 0) == tokens(1, 0)
    assert len({tuple(tokens(seed, index)) for seed in (1, 2) for index in (0, 1, 2)}) == 6


def test_merging_is_uniform():
    merge, pair = merger(1, 0), (np.array([0]), np.array([1, 2]))
    orders = np.array([merge(*pair) for _ in range(3000)])
    seen = np.unique(orders @ [9, 3, 1], return_counts=True)[1]
    assert len(seen) == 6 and ((seen - 500) ** 2 / 500).sum() < 20.5  # chi-square, p = .001


def test_unknown_shuffle():
    corpus = AlignedCorpus.from_documents([["a"]], [["x"]])
    with pytest.raises(InputError, match="did you mean length-ratio"):
        pseudo_bilingual(corpus, "lengthratio")


@given(st.integers(0, 60), st.integers(0, 60))
def test_no_token_is_lost_and_orders_are_kept(n, m):
    source, target = np.arange(n), 100 + np.arange(m)
    for combine in (length_ratio, proportional, concatenated, merger(1, 0)):
        made = combine(source, target)
        assert sorted(made) == [*source, *target]
        if combine in (length_ratio, proportional, concatenated):
            assert made[made < 100].tolist() == source.tolist()
            assert made[made >= 100].tolist() == target.tolist()


@given(st.integers(1, 60), st.integers(1, 60))
def test_length_ratio_by_the_letter(n, m):
    source, target = [*range(n)], [*range(100, 100 + m)]
    longer, shorter = (source, target) if n >= m else (target, source)
    expected, rest = [], list(longer)
    for token in shorter:  # R tokens of the longer, then one of the shorter
        expected += [rest.pop(0) for _ in range(len(longer) // len(shorter))] + [token]
    assert length_ratio(np.array(source), np.array(target)).tolist() == expected + rest


@given(st.integers(1, 60), st.integers(1, 60))
def test_proportional_by_the_letter(n, m):
    made = proportional(np.arange(n), 100 + np.arange(m))
    is_shorter = made >= 100 if n >= m else made < 100
    positions = np.flatnonzero(is_shorter)
    before = positions - np.arange(len(positions))  # tokens of the longer in front of each
    ideal = np.arange(1, min(n, m) + 1) * max(n, m) / min(n, m)
    assert np.abs(before - ideal).max() <= 0.5
