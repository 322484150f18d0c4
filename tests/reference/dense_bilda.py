"""BiLDA as the textbook has it: dense counts, every conditional written out, nothing shared.

The oracle of the shipped sampler. Tokens are visited pair by pair, source before target.
"""

from __future__ import annotations

import itertools
import math

import numba
import numpy as np

from clss.corpus import AlignedCorpus


def flatten(corpus: AlignedCorpus) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return language, pair and word of every token: all source tokens, then all target tokens."""
    languages, pairs, words = [], [], []
    for language, side in enumerate(corpus.sides):
        languages.append(np.full(side.n_tokens, language))
        pairs.append(np.repeat(np.arange(len(side)), side.lengths))
        words.append(side.tokens.astype(np.int64))
    return np.concatenate(languages), np.concatenate(pairs), np.concatenate(words)


class DenseBiLDA:
    def __init__(self, corpus, topics, alpha, beta, z=None, seed=0):
        self.language, self.pair, self.word = flatten(corpus)
        self.sizes = np.array([len(side.vocabulary) for side in corpus.sides])
        self.topics, self.alpha, self.beta = topics, alpha, beta
        self.random = np.random.default_rng(seed)
        n = len(self.word)
        self.z = self.random.integers(0, topics, n) if z is None else np.array(z)
        self.n_dk = np.zeros((len(corpus), topics), dtype=np.int64)
        self.v_kw = np.zeros((2, topics, self.sizes.max()), dtype=np.int64)
        self.v_k = np.zeros((2, topics), dtype=np.int64)
        np.add.at(self.n_dk, (self.pair, self.z), 1)
        np.add.at(self.v_kw, (self.language, self.z, self.word), 1)
        np.add.at(self.v_k, (self.language, self.z), 1)
        self.order = np.lexsort((np.arange(n), self.language, self.pair))

    def weights(self, i):
        """Return the unnormalised conditional of token `i`."""
        lang, d, w, old = self.language[i], self.pair[i], self.word[i], self.z[i]
        out = np.zeros(self.topics)
        for k in range(self.topics):
            own = int(k == old)
            out[k] = (
                (self.n_dk[d, k] - own + self.alpha)
                * (self.v_kw[lang, k, w] - own + self.beta)
                / (self.v_k[lang, k] - own + self.sizes[lang] * self.beta)
            )
        return out

    def sweep(self):
        _sweep(
            self.order,
            self.language,
            self.pair,
            self.word,
            self.z,
            self.n_dk,
            self.v_kw,
            self.v_k,
            self.sizes,
            self.alpha,
            self.beta,
            self.random.random(len(self.z)),
        )

    def log_likelihood(self):
        """Return ln p(w, z), every term as the formula has it."""
        lg, a, b, total = math.lgamma, self.alpha, self.beta, 0.0
        for row in self.n_dk:
            total += lg(self.topics * a) - lg(self.topics * a + row.sum())
            total += sum(lg(a + n) - lg(a) for n in row)
        for lang in (0, 1):
            size = self.sizes[lang]
            for k in range(self.topics):
                total += lg(size * b) - lg(size * b + self.v_k[lang, k])
                counts = self.v_kw[lang, k, :size]
                total += sum(lg(b + v) - lg(b) for v in counts[counts > 0])
        return total


@numba.njit
def _sweep(order, language, pair, word, z, n_dk, v_kw, v_k, sizes, alpha, beta, uniforms):
    topics = n_dk.shape[1]
    cumulative = np.empty(topics)
    for i in order:
        lang, d, w, old = language[i], pair[i], word[i], z[i]
        n_dk[d, old] -= 1
        v_kw[lang, old, w] -= 1
        v_k[lang, old] -= 1
        total = 0.0
        for k in range(topics):
            word_given_topic = (v_kw[lang, k, w] + beta) / (v_k[lang, k] + sizes[lang] * beta)
            total += (n_dk[d, k] + alpha) * word_given_topic
            cumulative[k] = total
        new = min(np.searchsorted(cumulative, uniforms[i] * total, side="right"), topics - 1)
        z[i] = new
        n_dk[d, new] += 1
        v_kw[lang, new, w] += 1
        v_k[lang, new] += 1


def enumerate_posterior(corpus, topics, alpha, beta):
    """Return P(z | words) of all K^n assignments, token 0 the most significant digit."""
    n = sum(side.n_tokens for side in corpus.sides)
    log_joint = np.array(
        [
            DenseBiLDA(corpus, topics, alpha, beta, z=z).log_likelihood()
            for z in itertools.product(range(topics), repeat=n)
        ]
    )
    joint = np.exp(log_joint - log_joint.max())
    return joint / joint.sum()
