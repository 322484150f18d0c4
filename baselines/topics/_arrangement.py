"""Kernels: the tokens of a corpus in the order of a sampler, and what is counted over them.

Each is one pass that asks for no memory of the text's length: arrays that long are given, and may
lie in files.
"""

# mypy: disable-error-code="no-untyped-def, assignment"
from __future__ import annotations

import numba
import numpy as np

#: what :func:`check_lists` finds
AGREED, NO_LIST, NO_SLOT, DISAGREED, TWICE = range(5)


@numba.njit(cache=True, nogil=True)
def arrange_tokens(
    source, source_offsets, target, target_offsets, source_words, place, origin, pair_of, order
):
    """Sort the tokens by word, then by where they stand: a counting sort, pair by pair.

    `place` has the first place of every word and is used up. `origin` gets where the token of each
    place stands (source tokens, then target tokens), `pair_of` its pair, and `order` the places
    pair by pair, ascending.
    """
    written = 0
    for pair in range(len(source_offsets) - 1):
        begun = written
        for i in range(source_offsets[pair], source_offsets[pair + 1]):
            here = place[source[i]]
            place[source[i]] += 1
            origin[here], pair_of[here], order[written] = i, pair, here
            written += 1
        order[begun:written].sort()
        begun = written
        for i in range(target_offsets[pair], target_offsets[pair + 1]):
            word = target[i] + source_words
            here = place[word]
            place[word] += 1
            origin[here], pair_of[here], order[written] = len(source) + i, pair, here
            written += 1
        order[begun:written].sort()


@numba.njit(cache=True, nogil=True)
def first_places(pair_of, word_start, pair, found):
    """Write the first place of every word whose pair is `pair` or a later one."""
    for word in range(len(word_start) - 1):
        begin, end = word_start[word], word_start[word + 1]
        found[word] = begin + np.searchsorted(pair_of[begin:end], pair)


@numba.njit(cache=True, nogil=True)
def count_distinct(topics, order, start, n_topics, indptr):
    """Write where each row of the counts begins: the topics that rows hold, added up.

    Row `r` has the tokens ``order[start[r]:start[r + 1]]``; without an order (an empty one) the
    tokens ``start[r]:start[r + 1]``.
    """
    seen = np.full(n_topics, -1, dtype=np.int64)
    indptr[0] = 0
    for row in range(len(start) - 1):
        distinct = 0
        for i in range(start[row], start[row + 1]):
            k = topics[order[i] if len(order) else i]
            if seen[k] != row:
                seen[k] = row
                distinct += 1
        indptr[row + 1] = indptr[row] + distinct


@numba.njit(cache=True, nogil=True)
def count_topics(topics, order, start, n_topics, indptr, indices, counts):
    """Write the topics of each row, ascending, and how often each occurs."""
    count = np.zeros(n_topics, dtype=np.int32)
    for row in range(len(start) - 1):
        place = indptr[row]
        for i in range(start[row], start[row + 1]):
            k = topics[order[i] if len(order) else i]
            if count[k] == 0:
                indices[place] = k
                place += 1
            count[k] += 1
        found = indices[indptr[row] : place]
        found.sort()
        for r in range(len(found)):
            counts[indptr[row] + r] = count[found[r]]
            count[found[r]] = 0


@numba.njit(cache=True, nogil=True)
def check_lists(
    pair_start, order, z, slot_of, list_start, list_used, list_topic, list_count, n_topics, block
):
    """Tell whether lists of topics are those of the tokens; `z` and `list_topic` are in range."""
    counted = np.zeros(np.diff(list_start).max() if len(list_start) > 1 else 0, dtype=np.int64)
    seen = np.full(n_topics, -1, dtype=np.int64)
    for pair in range(len(pair_start) - 1):
        first, used = list_start[pair], np.int64(list_used[pair])
        if used < 0 or used > list_start[pair + 1] - first or used % block:
            return NO_LIST
        counted[:used] = 0
        for i in order[pair_start[pair] : pair_start[pair + 1]]:
            slot = np.int64(slot_of[i])
            if slot >= used:
                return NO_SLOT
            if list_topic[first + slot] != z[i]:
                return DISAGREED
            counted[slot] += 1
        for slot in range(used):
            topic = list_topic[first + slot]
            if counted[slot] != list_count[first + slot]:
                return DISAGREED
            if topic < n_topics:
                if seen[topic] == pair:
                    return TWICE
                seen[topic] = pair
    return AGREED
