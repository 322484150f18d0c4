import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evaluation.stats.pairs import compact_letters


def split(letters: str) -> set[str]:
    return set(letters.split(",")) if "," in letters else set(letters)


@given(st.integers(1, 12), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_rows_share_a_letter_exactly_if_they_do_not_differ(size, seed, share):
    random = np.random.default_rng(seed).random((size, size)) < share
    different = np.triu(random, 1)
    different |= different.T
    letters = [split(name) for name in compact_letters(different)]
    assert all(letters)
    for i in range(size):
        for j in range(size):
            if i != j:
                assert bool(letters[i] & letters[j]) == (not different[i, j])


def test_more_than_26_groups_stay_readable():
    different = ~np.eye(60, dtype=bool)
    letters = compact_letters(different)
    assert len(set(letters)) == 60
    assert letters[:2] == ["a", "b"] and letters[25:28] == ["z", "aa", "ab"]
    chain = np.abs(np.subtract.outer(np.arange(60), np.arange(60))) > 1
    assert compact_letters(chain)[26:28] == ["z,aa", "aa,ab"]


def test_many_rows_take_no_exponential_time():
    # the complement of disjoint pairs has 2^30 maximal groups
    different = np.zeros((60, 60), dtype=bool)
    for i in range(0, 60, 2):
        different[i, i + 1] = different[i + 1, i] = True
    letters = [split(name) for name in compact_letters(different)]
    assert all(not letters[i] & letters[i + 1] for i in range(0, 60, 2))
    assert all(letters[i] & letters[j] for i in range(60) for j in range(60) if j // 2 != i // 2)
