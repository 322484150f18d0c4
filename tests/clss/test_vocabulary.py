from __future__ import annotations

import time

import numpy as np
import pytest

from clss.errors import InputError
from clss.vocabulary import Vocabulary


def test_ids_by_count_then_alphabet():
    vocabulary = Vocabulary.from_counts({"b": 2, "a": 2, "z": 9, "rare": 1}, min_count=2)
    assert vocabulary.words == ("z", "a", "b")
    assert vocabulary.counts.tolist() == [9, 2, 2]
    assert [vocabulary.id(word) for word in vocabulary] == [0, 1, 2]
    assert vocabulary[1] == "a"
    assert vocabulary.ids(["b", "nothing", "z"]).tolist() == [2, -1, 0]
    assert vocabulary.ids([]).shape == (0,)


def test_an_unknown_word_suggests_close_ones():
    vocabulary = Vocabulary(["reina", "reino", "casa"])
    with pytest.raises(InputError) as caught:
        vocabulary.id("reinas")
    assert "'reinas' is not in the vocabulary; did you mean reina" in str(caught.value)
    with pytest.raises(InputError, match=r"not in the vocabulary$"):
        vocabulary.id("xyzxyz")


def test_suggestions_come_quickly_from_a_large_vocabulary():
    random = np.random.default_rng(1)
    letters = random.choice(list("abcdefghijklmnopqrstuvwxyz"), size=(100_000, 9))
    vocabulary = Vocabulary(dict.fromkeys(["reina", *("".join(row) for row in letters)]))
    begin = time.perf_counter()
    with pytest.raises(InputError, match="did you mean reina"):
        vocabulary.id("reyna")
    assert time.perf_counter() - begin < 3  # a tenth of a second on a machine of one's own


def test_words_are_distinct_and_counted():
    with pytest.raises(InputError, match="'a' stands twice"):
        Vocabulary(["a", "b", "a"])
    with pytest.raises(InputError, match="2 words but 3 counts"):
        Vocabulary(["a", "b"], [1, 2, 3])


def test_it_is_a_value():
    one, same = Vocabulary(["a", "b"], [2, 1]), Vocabulary(["a", "b"], [2, 1])
    assert one == same
    assert hash(one) == hash(same)
    assert one != Vocabulary(["a", "b"], [2, 2])
    assert one != Vocabulary(["a", "c"], [2, 1])
    # joining words must not make different vocabularies alike
    assert Vocabulary(["a b"]).fingerprint != Vocabulary(["a", "b"]).fingerprint
    with pytest.raises(ValueError, match="read-only"):
        one.counts[0] = 5
    given = np.array([2, 1])
    Vocabulary(["a", "b"], given)
    given[0] = 3  # whoever gave the counts keeps the right to change theirs


def test_saved_and_loaded(tmp_path):
    vocabulary = Vocabulary(["ñandú", 'quote"', "tab\there"], [3, 2, 1])
    vocabulary.save(tmp_path, "source")
    assert Vocabulary.load(tmp_path, "source") == vocabulary
    (tmp_path / "source.words.json").write_text('{"a": 1}')
    with pytest.raises(InputError, match="expected a list of words"):
        Vocabulary.load(tmp_path, "source")
    (tmp_path / "source.words.json").write_text('["a",\n')
    with pytest.raises(InputError, match="is not JSON"):
        Vocabulary.load(tmp_path, "source")
