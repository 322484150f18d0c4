"""Kernels: collapsed Gibbs sampling of BiLDA, word by word.

The conditional of a token of word `w` in pair `d` splits into two sums over topics::

    (n_dk + alpha) phi_k  =  n_dk phi_k  +  alpha phi_k,    phi_k = (v_kw + beta) / (v_k + V beta)

as in F+LDA (Yu et al. 2015). Tokens are visited word by word, so `phi` is one array of K numbers
that stays in the first-level cache and changes in two places per token. The first sum runs over
the topics of the pair only (a list of slots, about ninety at K=2000 on Europarl), the second is
kept as a running total and searched only when a draw falls into it, one time in ten; block totals
make that search short, so the tree of F+LDA is not needed.

Five things make it fast. A token remembers its slot, so removing it needs no search. Occurrences
of a word in one pair stand side by side and share the pass over the pair's slots: between them
only the changed block total is corrected. That pass works on vectors of eight slots, to a multiple
of which the lists are padded. The next pair's slots are fetched ahead of time. And
an index is always unsigned, which spares the generated code the test for negative ones.

Counts are integers and exact at all times; `phi` and the block totals of a pair are float32,
running totals over all topics float64.
"""

# mypy: disable-error-code="no-untyped-def, assignment, call-arg, var-annotated"
from __future__ import annotations

import math

import numba
import numpy as np

from baselines import _random
from baselines._random import STEP, mixed
from baselines.topics import _prefetch, _slot_block
from baselines.topics._prefetch import prefetch
from baselines.topics._slot_block import SLOT_BLOCK, sum_block
from clss._numba_cache import watching

#: topics per block of the smoothing sum
TOPIC_BLOCK = 32

U = np.uint64
F = np.float32
_INDEX = U(SLOT_BLOCK)
_TOPICS = U(TOPIC_BLOCK)
_ONE = U(1)


@watching(_random.__file__)
@numba.njit(cache=True, nogil=True, inline="always")
def uniform(key, counter):
    """Return the number in [0, 1) that belongs to a key and a counter, whoever asks and when."""
    return np.float64(mixed(key + (counter + _ONE) * STEP) >> U(11)) * (1.0 / 9007199254740992.0)


@numba.njit(
    cache=True,
    nogil=True,
    boundscheck=False,
    error_model="numpy",
    fastmath={"reassoc", "nsz", "contract"},
)
def load_word(z, begin, end, beta, inverse, counts, phi, block):
    """Count a word's topics from its occurrences; fill `phi` and its block totals, return the sum.

    `inverse`, `counts` and `phi` are padded to whole blocks; where `inverse` is zero, `phi` is.
    """
    for k in range(U(counts.shape[0])):
        counts[k] = 0
    for i in range(U(begin), U(end)):
        counts[z[i]] += 1
    total = 0.0
    smoothing = F(beta)
    for j in range(U(block.shape[0])):
        first = j * _TOPICS
        s = F(0)
        for r in range(_TOPICS):
            value = (F(counts[first + r]) + smoothing) * inverse[first + r]
            phi[first + r] = value
            s += value
        block[j] = s
        total += s
    return total


@watching(_slot_block.__file__)
@numba.njit(cache=True, nogil=True, boundscheck=False, error_model="numpy")
def sum_slots(topics, counts, first, used, phi, block):
    """Sum ``n_dk phi_k`` over a pair's slots, block by block."""
    total = F(0)
    for j in range(used // _INDEX):
        s = sum_block(topics, counts, first + j * _INDEX, phi)
        block[j] = s
        total += s
    return total


@numba.njit(cache=True, nogil=True, boundscheck=False, error_model="numpy", inline="always")
def pick_slot(u, topics, counts, first, used, phi, block):
    """Return the slot in which `u` falls; `used` if the pair has no token left."""
    rest = F(u)
    j = U(0)
    last = used // _INDEX - _ONE
    while j < last and rest >= block[j]:
        rest -= block[j]
        j += _ONE
    slot = j * _INDEX
    reached = F(0)
    inside = U(0)
    for r in range(U(SLOT_BLOCK - 1)):  # no branch to mispredict
        reached += F(counts[first + slot + r]) * phi[topics[first + slot + r]]
        inside += U(rest >= reached)
    slot += inside
    if counts[first + slot] == 0:  # rounding led past the block's last token
        slot = U(0)
        while slot < used and counts[first + slot] == 0:
            slot += _ONE
    return slot


@numba.njit(cache=True, nogil=True, boundscheck=False, error_model="numpy", inline="always")
def pick_topic(u, phi, block, n_topics):
    """Return the topic in which `u` falls, of all topics weighted by `phi`."""
    j = U(0)
    last = U(block.shape[0]) - _ONE
    while j < last and u >= block[j]:
        u -= block[j]
        j += _ONE
    k = j * _TOPICS
    last = min(k + _TOPICS, n_topics) - _ONE
    rest = F(u)
    while k < last and rest >= phi[k]:
        rest -= phi[k]
        k += _ONE
    return k


@numba.njit(cache=True, nogil=True, boundscheck=False, error_model="numpy", inline="always")
def find_slot(topic, n_topics, topics, counts, first, used, block):
    """Return the slot of a topic in a pair's list, a new one if need be, and the list's length."""
    slot = U(0)
    while slot < used and U(topics[first + slot]) != topic:
        slot += _ONE
    if slot == used:
        slot = U(0)
        while slot < used and counts[first + slot] != 0:
            slot += _ONE
        if slot == used:
            for r in range(_INDEX):
                counts[first + used + r] = 0
                topics[first + used + r] = n_topics
            block[used // _INDEX] = F(0)
            used += _INDEX
        topics[first + slot] = topic
    return slot, used


@watching(_random.__file__, _slot_block.__file__, _prefetch.__file__)
@numba.njit(cache=True, nogil=True, boundscheck=False, error_model="numpy", fastmath={"contract"})
def sample_words(
    words,
    word_start,
    begin,
    end,
    language,
    pair_of,
    z,
    slot_of,
    list_start,
    list_used,
    list_topic,
    list_count,
    totals,
    beta_sum,
    alpha,
    beta,
    n_topics,
    key,
    inverse,
    counts,
    phi,
    topic_block,
    slot_block,
):
    """Draw new topics for the occurrences ``begin[w]:end[w]`` of the words given.

    A word's counts are taken from all its occurrences ``word_start[w]:word_start[w + 1]``;
    `totals` (languages x topics) is changed in place. The last five arrays are scratch. Returns
    the number of tokens that changed their topic.
    """
    moved = 0
    current = -1
    smoothing = F(beta)
    one = F(1)
    end_topic = U(n_topics)
    for place in range(U(words.shape[0])):
        w = U(words[place])
        i, stop = U(begin[w]), U(end[w])
        if i == stop:
            continue
        lang = language[w]
        total_of = totals[lang]
        offset = F(beta_sum[lang])
        if lang != current:
            for k in range(end_topic):
                inverse[k] = one / (F(total_of[k]) + offset)
            current = lang
        everything = load_word(
            z, word_start[w], word_start[w + _ONE], beta, inverse, counts, phi, topic_block
        )
        while i < stop:
            pair = U(pair_of[i])
            group = i + _ONE
            while group < stop and U(pair_of[group]) == pair:
                group += _ONE
            if group < stop:  # the next pair's list is on its way while this one is sampled
                ahead = U(list_start[pair_of[group]])
                for line in range(U(4)):
                    prefetch(list_topic, ahead + line * U(32))
                    prefetch(list_count, ahead + line * U(32))
            first, used = U(list_start[pair]), U(list_used[pair])
            here = np.float64(sum_slots(list_topic, list_count, first, used, phi, slot_block))
            while i < group:
                old, slot = U(z[i]), U(slot_of[i])
                # the token leaves all counts
                total_of[old] -= 1
                counts[old] -= 1
                before = phi[old]
                inverse[old] = one / (F(total_of[old]) + offset)
                after = (F(counts[old]) + smoothing) * inverse[old]
                phi[old] = after
                change = np.float64(after) - np.float64(before)
                topic_block[old // _TOPICS] += change
                everything += change
                n = F(list_count[first + slot])
                list_count[first + slot] -= 1
                step = (n - one) * after - n * before
                slot_block[slot // _INDEX] += step
                here += step

                u = uniform(key, i) * (max(here, 0.0) + alpha * everything)
                slot = used
                if u < here:
                    slot = pick_slot(u, list_topic, list_count, first, used, phi, slot_block)
                if slot < used:
                    new = U(list_topic[first + slot])
                else:
                    u = max(u - here, 0.0) / alpha
                    new = pick_topic(u, phi, topic_block, end_topic)
                    slot, used = find_slot(
                        new, n_topics, list_topic, list_count, first, used, slot_block
                    )

                # and comes back
                moved += new != old
                z[i] = new
                slot_of[i] = slot
                total_of[new] += 1
                counts[new] += 1
                before = phi[new]
                inverse[new] = one / (F(total_of[new]) + offset)
                after = (F(counts[new]) + smoothing) * inverse[new]
                phi[new] = after
                change = np.float64(after) - np.float64(before)
                topic_block[new // _TOPICS] += change
                everything += change
                n = F(list_count[first + slot])
                list_count[first + slot] += 1
                step = (n + one) * after - n * before
                slot_block[slot // _INDEX] += step
                here += step
                i += _ONE
            list_used[pair] = used
    return moved


@numba.njit(cache=True, nogil=True)
def list_topics(
    first_pair,
    last_pair,
    pair_start,
    order,
    z,
    slot_of,
    list_start,
    list_used,
    list_topic,
    list_count,
    n_topics,
):
    """Write the topic lists of some pairs anew, frequent topics first, no empty slots."""
    count = np.zeros(n_topics, dtype=np.int64)
    slot = np.zeros(n_topics, dtype=np.int64)
    for pair in range(first_pair, last_pair):
        tokens = order[pair_start[pair] : pair_start[pair + 1]]
        distinct = 0
        for i in tokens:
            k = z[i]
            if count[k] == 0:
                slot[distinct] = k
                distinct += 1
            count[k] += 1
        keys = np.empty(distinct, dtype=np.int64)
        for r in range(distinct):
            # one number orders by count, descending, then by topic
            keys[r] = slot[r] - count[slot[r]] * n_topics
        keys.sort()
        start = list_start[pair]
        for r in range(distinct):
            k = keys[r] % n_topics
            list_topic[start + r] = k
            list_count[start + r] = count[k]
            slot[k] = r
        used = (distinct + SLOT_BLOCK - 1) // SLOT_BLOCK * SLOT_BLOCK
        for r in range(distinct, used):
            list_topic[start + r] = n_topics  # a topic of weight zero
            list_count[start + r] = 0
        list_used[pair] = used
        for i in tokens:
            slot_of[i] = slot[z[i]]
        for r in range(distinct):
            count[keys[r] % n_topics] = 0


@numba.njit(cache=True, nogil=True)
def words_log_likelihood(words, word_start, z, log_rising, n_topics):
    """Sum ``lnΓ(beta + v_kw) - lnΓ(beta)`` over some words; `log_rising[n]` is ln(n + beta)."""
    counts = np.zeros(n_topics, dtype=np.int64)
    total = 0.0
    for w in words:
        for i in range(word_start[w], word_start[w + 1]):
            k = z[i]
            total += log_rising[counts[k]]
            counts[k] += 1
        for i in range(word_start[w], word_start[w + 1]):
            counts[z[i]] = 0
    return total


@numba.njit(cache=True, nogil=True)
def pairs_log_likelihood(
    first_pair, last_pair, pair_start, list_start, list_used, list_count, log_gamma, alpha_sum
):
    """Sum the documents' part over some pairs; `log_gamma[n]` is lnΓ(alpha + n) - lnΓ(alpha)."""
    total = 0.0
    for pair in range(first_pair, last_pair):
        length = pair_start[pair + 1] - pair_start[pair]
        total += math.lgamma(alpha_sum) - math.lgamma(alpha_sum + length)
        for i in range(list_start[pair], list_start[pair] + list_used[pair]):
            total += log_gamma[list_count[i]]
    return total
