"""Gold lexicons: one to one, by frequency, and development that shares no word with the test."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clss.dictionaries import GoldChoice, Translation, build_gold
from clss.dictionaries.split import bands_of, groups_without_shared_words, is_development

MANY = {"bands": 5, "dev_share": 0.3}


def named(*rows, pos=frozenset()):
    return [Translation(*row, pos) for row in rows]


def numbered(number):
    """A dictionary of as many pairs, the corpus that has them, more frequent first."""
    entries = named(*((f"s{i}", f"t{i}", 0) for i in range(number)))
    counts = (
        {f"s{i}": 10 * number - i for i in range(number)},
        {f"t{i}": 10 for i in range(number)},
    )
    return entries, counts


def share_no_word(first, second):
    return not any({p[side] for p in first} & {p[side] for p in second} for side in (0, 1))


def test_the_pair_that_both_directions_name_wins():
    forward = named(("caja", "box", 1), ("caja", "case", 0), ("caso", "case", 0))
    reverse = named(("box", "caja", 0), ("case", "caso", 0))
    counts = {"caja": 9, "caso": 9}, {"box": 9, "case": 9}
    gold = build_gold(forward, reverse, counts, GoldChoice(dev_share=0))
    assert gold.test == [("caja", "box"), ("caso", "case")]
    assert gold.dropped == {"not the best pair of both words": 1}


def test_of_two_equal_pairs_the_one_that_more_entries_name_wins():
    forward = named(("spalte", "aisle", 0), ("spalte", "column", 0), ("spalte", "column", 0))
    counts = {"spalte": 9}, {"aisle": 9, "column": 9}
    gold = build_gold(forward, [], counts, GoldChoice(dev_share=0))
    assert gold.test == [("spalte", "column")]


def test_many_translations_stay_together_on_one_side():
    forward = named(("caja", "box", 0), ("caja", "case", 1), ("caso", "case", 0), ("sol", "sun", 0))
    counts = {"caja": 9, "caso": 9, "sol": 9}, {"box": 9, "case": 9, "sun": 9}
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        gold = build_gold(forward, [], counts, GoldChoice(one_to_one=False, dev_share=share))
        assert len(gold.test) + len(gold.dev) == 4
        assert share_no_word(gold.test, gold.dev)


def test_nouns_only_where_the_dictionary_says_so():
    forward = [
        Translation("abrir", "open", 0, frozenset({"v"})),
        Translation("casa", "house", 0, frozenset({"n", "fem"})),
        Translation("sol", "sun", 0, frozenset()),
    ]
    # the other dictionary marks nothing, but the word is known to be a verb
    reverse = named(("start", "abrir", 0))
    counts = {"abrir": 9, "casa": 9, "sol": 9}, {"open": 9, "start": 9, "house": 9, "sun": 9}
    gold = build_gold(forward, reverse, counts, GoldChoice(nouns=True, dev_share=0))
    assert gold.test == [("casa", "house"), ("sol", "sun")]
    assert gold.dropped["not a noun"] == 2


def test_rare_words_identical_strings_and_phrases():
    forward = named(("sol", "sun", 0), ("red", "red", 0), ("raro", "odd", 0), ("a", "two words", 0))
    counts = {"sol": 5, "red": 5, "raro": 4, "a": 9}, {"sun": 5, "red": 5, "odd": 9}
    gold = build_gold(forward, [], counts, GoldChoice(dev_share=0))
    assert gold.test == [("sol", "sun")]
    assert gold.dropped == {
        "identical strings": 1,
        "not in the corpus, or too rare": 1,
        "several words": 1,
    }
    gold = build_gold(forward, [], counts, GoldChoice(dev_share=0, identical=True))
    assert gold.test == [("red", "red"), ("sol", "sun")]


def test_development_and_test_share_no_word_and_neither_does_what_is_excluded():
    entries, counts = numbered(300)
    gold = build_gold(entries, [], counts, GoldChoice(**MANY))
    assert 60 < len(gold.dev) < 120
    assert len(gold.test) + len(gold.dev) == 300
    assert share_no_word(gold.test, gold.dev)
    tested, tuned = gold.test[:20], gold.dev[:20]
    choice = GoldChoice(**MANY)
    again = build_gold(entries, [], counts, choice, not_in_test=tested, not_in_dev=tuned)
    assert share_no_word(again.test, tested)
    assert share_no_word(again.dev, tuned)
    assert len(again.test) + len(again.dev) == 300  # each has gone to the other side
    both = build_gold(entries, [], counts, choice, not_in_test=tested, not_in_dev=tested)
    assert both.dropped["words of an excluded lexicon"] == 20


def test_samples_take_the_same_number_from_every_band():
    entries, counts = numbered(500)
    gold = build_gold(entries, [], counts, GoldChoice(**MANY, test_size=100, dev_size=50))
    assert gold.by_band == {"test": [20] * 5, "dev": [10] * 5}
    again = build_gold(entries, [], counts, GoldChoice(**MANY, test_size=100, dev_size=50))
    assert again == gold
    other = build_gold(entries, [], counts, GoldChoice(**MANY, test_size=100, seed=2))
    assert other.test != gold.test


def test_bands_are_of_equal_size_and_begin_with_the_frequent():
    pairs = [(word, "x") for word in "abcdef"]
    bands = bands_of(pairs, {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}, 3)
    assert bands == {"f": 0, "e": 0, "d": 1, "c": 1, "b": 2, "a": 2}


def test_a_target_word_is_for_development_in_every_language_pair_or_in_none():
    for word in ("house", "letter", "map", "queen", "sun"):
        sides = {is_development([(source, word)], 0.4) for source in ("casa", "Haus", "maison")}
        assert len(sides) == 1


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("uvwxyz")), max_size=12))
def test_groups_share_no_word(pairs):
    groups = groups_without_shared_words(pairs)
    assert sorted(p for group in groups for p in group) == sorted(pairs)
    for i, group in enumerate(groups):
        assert all(share_no_word(group, other) for other in groups[i + 1 :])
