"""P(z|all other tokens) of one token, written out from the counts that the sampler keeps."""

from __future__ import annotations

import numpy as np

from baselines.topics.sampler import GibbsState


def conditional(state: GibbsState, token: int) -> np.ndarray:
    """`token` counts source tokens, then target tokens, as they stand in the corpus."""
    i = int(np.flatnonzero(state.origin == token)[0])
    word = int(np.searchsorted(state.word_start, i, side="right")) - 1
    pair, lang, old = state.pair_of[i], state.language[word], int(state.z[i])
    slots = slice(state.list_start[pair], state.list_start[pair] + state.list_used[pair])
    in_pair = np.zeros(state.topics + 1)  # the last is the topic of empty slots
    in_pair[state.list_topic[slots].astype(int)] += state.list_count[slots]
    occurrences = state.z[state.word_start[word] : state.word_start[word + 1]]
    of_word = np.bincount(occurrences, minlength=state.topics).astype(float)
    total = state.totals[lang].astype(float)
    for counts in (in_pair, of_word, total):
        counts[old] -= 1
    weights = (in_pair[:-1] + state.alpha) * (of_word + state.beta)
    weights /= total + state.beta_sum[lang]
    return weights / weights.sum()
