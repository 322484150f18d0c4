"""Skip-gram and CBOW with negative sampling, token by token and pair by pair, in float64.

Slow and plain: the oracle of the kernel. It draws the same random numbers (splitmix64 on Python
integers) and cuts windows into the same batches, and has nothing else in common with the kernel:
no tiles, no merging of repeated words, no table, no padding.
"""

from __future__ import annotations

import numpy as np

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


def mixed(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Stream:
    """The random numbers of one document in one epoch."""

    def __init__(self, key: int, epoch: int, document: int) -> None:
        start = mixed((key + epoch * STEP) & MASK)
        self.state = mixed((start + document * STEP) & MASK)

    def bits(self) -> int:
        self.state = (self.state + STEP) & MASK
        return mixed(self.state)


def below(bits: int, n: int) -> int:
    return ((bits >> 32) * n) >> 32


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def sequential_pair(x, outputs, labels, rate):
    """One pair exactly as word2vec does it: outputs change one after the other."""
    error = np.zeros_like(x)
    for output, label in zip(outputs, labels, strict=True):
        g = rate * (label - sigmoid(x @ output))
        error += g * output
        output += g * x
    x += error


def shared_batch(xs, outputs, weights, rate):
    """Return the changes of inputs and outputs when all use the values from before the batch."""
    to_inputs, to_outputs = np.zeros_like(xs), np.zeros_like(outputs)
    for c, x in enumerate(xs):
        for n, output in enumerate(outputs):
            g = rate * weights[n] * ((1.0 if n == 0 else 0.0) - sigmoid(x @ output))
            to_inputs[c] += g * output
            to_outputs[n] += g * x
    return to_inputs, to_outputs


def batch_sizes(context: int, batch: int, tile: int = 4) -> list[int]:
    """How a window of so many context words is cut: whole tiles, spread evenly."""
    tile = min(tile, batch)
    tiles = -(-context // tile)
    batches = -(-tiles // (batch // tile))
    sizes, left = [], context
    for rest in range(batches, 0, -1):
        share = -(-tiles // rest)
        tiles -= share
        sizes.append(min(share * tile, left))
        left -= sizes[-1]
    return sizes


def train(
    tokens,
    offsets,
    inputs,
    outputs,
    *,
    keep,
    probability,
    alias,
    window,
    negative,
    drawn,
    cbow,
    alpha,
    min_alpha,
    epochs,
    key,
    max_sentence,
    batch,
):
    """Train in place on float64 matrices."""
    total = epochs * len(tokens) + 1
    n_words = len(keep)

    def negatives(stream: Stream, word: int) -> list[int]:
        found = []
        for _ in range(drawn):
            bits = stream.bits()
            cell = below(bits, n_words)
            other = cell if (bits & 0xFFFFFF) / 2**24 < probability[cell] else int(alias[cell])
            if other != word:
                found.append(other)
        return found

    for epoch in range(epochs):
        for document in range(len(offsets) - 1):
            stream = Stream(int(key), epoch, document)
            position, end = int(offsets[document]), int(offsets[document + 1])
            while position < end:
                rate = max(min_alpha, alpha * (1 - (epoch * len(tokens) + position) / total))
                sentence = []
                while position < end and len(sentence) < max_sentence:
                    word = int(tokens[position])
                    position += 1
                    if (stream.bits() >> 40) / 2**24 < keep[word]:
                        sentence.append(word)
                for centre, word in enumerate(sentence):
                    reach = 1 + below(stream.bits(), window)
                    context = (
                        sentence[max(0, centre - reach) : centre]
                        + sentence[centre + 1 : centre + reach + 1]
                    )
                    if not context:
                        continue
                    for size in [len(context)] if cbow else batch_sizes(len(context), batch):
                        batch_words, context = context[:size], context[size:]
                        rows = [word, *negatives(stream, word)]
                        weights = [1.0] + [negative / drawn] * (len(rows) - 1)
                        xs = inputs[batch_words]
                        if cbow:
                            xs = xs.mean(axis=0, keepdims=True)
                        to_inputs, to_outputs = shared_batch(xs, outputs[rows], weights, rate)
                        if cbow:
                            to_inputs = np.repeat(to_inputs, size, axis=0)
                        np.add.at(inputs, batch_words, to_inputs)
                        np.add.at(outputs, rows, to_outputs)
