"""The kernel of skip-gram and CBOW with negative sampling. The API is in :mod:`trainer`.

A window's context words are taken in small batches. The words of a batch share their negative
examples, so that a batch is three small matrix products (scores, new inputs, new outputs) in place
of hundreds of vector operations. All three use the values from before the batch. If fewer negative
examples are drawn for a batch than `negative`, each is weighted by ``negative / drawn``: the
expected gradient stays that of word2vec.
"""

# mypy: disable-error-code="no-untyped-def, call-arg"
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from baselines._random import below, draw, next_bits, start_stream, unit
from baselines.skipgram._compiled import compiled, inlined
from baselines.skipgram._errors import weigh_errors
from baselines.skipgram._simd import LANES, aligned_zeros, prefetch_to_write
from baselines.skipgram._tiles import (
    PADDING,
    TILE_OUTPUTS,
    accumulate,
    copy_row,
    dots,
)

#: Batches are shared out in units of this many context words. A part of the algorithm, not of the
#: arithmetic: another one would be another training.
UNIT = 4

#: One batch in this many has its loss computed.
_LOSS_EVERY = 256


class Tables(NamedTuple):
    """What is learned, and how words are drawn; rows are padded to whole SIMD vectors."""

    inputs: np.ndarray
    outputs: np.ndarray
    keep: np.ndarray
    noise: np.ndarray


class Settings(NamedTuple):
    """Numbers that stay the same during a training."""

    window: int
    negative: int
    #: negative examples that a batch draws
    drawn: int
    #: context words in a batch: too many overshoot, since all pull at one output vector at once
    batch: int
    cbow: bool
    alpha: float
    min_alpha: float
    #: tokens of all epochs, before subsampling, plus one
    total: float
    key: np.uint64


class Workspace(NamedTuple):
    """Memory of one thread: nothing is allocated while training."""

    sentence: np.ndarray
    padding: np.ndarray
    fresh: np.ndarray
    hidden: np.ndarray
    scores: np.ndarray
    input_rows: np.ndarray
    fresh_rows: np.ndarray
    output_rows: np.ndarray
    input_weights: np.ndarray
    output_weights: np.ndarray
    output_words: np.ndarray
    #: negative examples drawn for the next batch
    ahead: np.ndarray
    input_words: np.ndarray
    slot: np.ndarray
    random: np.ndarray


def make_workspace(n_words: int, width: int, sentence: int, drawn: int, batch: int) -> Workspace:
    """Allocate the memory of one thread.

    Parameters
    ----------
    n_words, width : int
        Shape of the matrices of vectors.
    sentence : int
        The longest sentence.
    drawn, batch : int
        Negative examples and context words of a batch.
    """
    inputs = -(-batch // LANES) * LANES
    outputs = drawn + 1 + PADDING
    fresh = aligned_zeros(inputs, width)
    return Workspace(
        sentence=np.zeros(max(sentence, 1), dtype=np.int32),
        padding=aligned_zeros(1, width)[0],
        fresh=fresh,
        hidden=aligned_zeros(1, width)[0],
        scores=aligned_zeros(outputs, inputs),
        input_rows=np.zeros(inputs, dtype=np.int64),
        fresh_rows=fresh.ctypes.data + np.arange(inputs, dtype=np.int64) * (4 * width),
        output_rows=np.zeros(outputs, dtype=np.int64),
        input_weights=aligned_zeros(1, inputs)[0],
        output_weights=np.zeros(outputs, dtype=np.float32),
        output_words=np.zeros(outputs, dtype=np.int32),
        ahead=np.zeros(drawn, dtype=np.int32),
        input_words=np.zeros(inputs, dtype=np.int32),
        slot=np.full(n_words, -1, dtype=np.int32),
        random=np.zeros(2, dtype=np.uint64),
    )


@compiled
def learning_rate(alpha, min_alpha, read, total):
    """Return the rate after `read` tokens, counted before subsampling."""
    return max(min_alpha, alpha * (1.0 - read / total))


@compiled
def half_width(bits, window):
    """Return how far a window reaches to each side: uniform on 1 .. window."""
    return 1 + below(bits, window)


@compiled
def read_sentence(tokens, position, end, keep, work):
    """Fill the sentence with the next kept tokens; return its length and where reading stopped.

    A sentence that is full is continued by the next: nothing is lost, but no window crosses.
    """
    sentence, n = work.sentence, 0
    while position < end and n < len(sentence):
        word = tokens[position]
        position += 1
        if unit(next_bits(work.random)) < keep[word]:
            sentence[n] = word
            n += 1
    return n, position


@compiled
def pad_inputs(n, work):
    """Fill the last tile with a row of zeros that weighs nothing; return the padded number."""
    padded = (n + PADDING - 1) // PADDING * PADDING
    for i in range(n, padded):
        work.input_rows[i] = work.padding.ctypes.data
        work.input_weights[i] = 0.0
    return padded


@compiled
def gather_inputs(start, size, centre, inputs, work):
    """Take `size` context words from `start` on; a word seen again weighs more.

    Returns the number of distinct words and the position after the last.
    """
    slot, row_bytes, n = work.slot, 4 * inputs.shape[1], 0
    while size > 0:
        if start != centre:
            word = work.sentence[start]
            size -= 1
            if slot[word] >= 0:
                work.input_weights[slot[word]] += np.float32(1.0)
            else:
                slot[word] = n
                work.input_words[n] = word
                work.input_weights[n] = 1.0
                work.input_rows[n] = inputs.ctypes.data + word * row_bytes
                n += 1
        start += 1
    for i in range(n):
        slot[work.input_words[i]] = -1
    return n, start


@inlined
def draw_ahead(first, last, tables, work):
    """Draw negative examples ``first .. last - 1`` of the next batch, and ask for their vectors.

    Only for the first cache line of each: the processor guesses the others, and to ask for all of
    them keeps the arithmetic waiting. The line is asked for to be changed: one that another thread
    of BilBOWA has changed would otherwise be asked for twice, first to be read.
    """
    row_bytes, noise, random = 4 * tables.outputs.shape[1], tables.noise, work.random
    for i in range(first, last):
        word = draw(next_bits(random), noise)
        work.ahead[i] = word
        prefetch_to_write(tables.outputs.ctypes.data + word * row_bytes)


@compiled
def take_outputs(word, tables, settings, work):
    """Take the positive example and the negative ones drawn; return the number of distinct outputs.

    A draw that hits the positive example is dropped, as in word2vec.
    """
    slot, row_bytes = work.slot, 4 * tables.outputs.shape[1]
    weight = np.float32(settings.negative / settings.drawn)
    work.output_words[0], work.output_weights[0] = word, 1.0
    work.output_rows[0] = tables.outputs.ctypes.data + word * row_bytes
    n = 1
    for i in range(settings.drawn):
        other = work.ahead[i]
        if other == word:
            continue
        if slot[other] >= 0:
            work.output_weights[slot[other]] += weight
        else:
            slot[other] = n
            work.output_words[n], work.output_weights[n] = other, weight
            work.output_rows[n] = tables.outputs.ctypes.data + other * row_bytes
            n += 1
    for i in range(1, n):
        slot[work.output_words[i]] = -1
    for i in range(n, n + PADDING):
        work.output_rows[i], work.output_weights[i] = work.padding.ctypes.data, 0.0
    return n


@compiled
def draw_outputs(word, tables, settings, work):
    """Draw negative examples and take them at once; return the number of distinct outputs."""
    draw_ahead(0, settings.drawn, tables, work)
    return take_outputs(word, tables, settings, work)


@compiled
def batch_loss(n_outputs, n_inputs, work):
    """Return the sum of the negative log-likelihoods of a batch's pairs, and their number."""
    loss, pairs = 0.0, 0.0
    for c in range(n_inputs):
        pairs += work.input_weights[c]
        for n in range(n_outputs):
            score = np.float64(work.scores[n, c]) * (-1.0 if n == 0 else 1.0)
            weight = work.output_weights[n] * work.input_weights[c]
            loss += weight * (max(score, 0.0) + math.log1p(math.exp(-abs(score))))
    return loss, pairs


@compiled
def update_batch(n_inputs, n_outputs, rate, ahead, tables, work, totals):
    """Change the outputs of a batch; its changed inputs are left in ``work.fresh``.

    Meanwhile the `ahead` negative examples of the next batch are drawn: the processor hashes, and
    fetches vectors, while it multiplies.
    """
    row_bytes = 4 * tables.outputs.shape[1]
    scores, stride = work.scores.ctypes.data, 4 * work.scores.shape[1]
    padded_inputs = pad_inputs(n_inputs, work)
    padded = (n_outputs + PADDING - 1) // PADDING * PADDING
    outputs, inputs = work.output_rows.ctypes.data, work.input_rows.ctypes.data
    drawn = 0
    for n in range(0, n_outputs, TILE_OUTPUTS):
        rows, score = outputs + 8 * n, scores + n * stride
        dots(rows, n_outputs - n, inputs, padded_inputs, row_bytes, score, stride)
        last = min(drawn + TILE_OUTPUTS, ahead)
        draw_ahead(drawn, last, tables, work)
        drawn = last
    draw_ahead(drawn, ahead, tables, work)
    work.random[1] += np.uint64(1)
    if work.random[1] % np.uint64(_LOSS_EVERY) == 1:
        loss, pairs = batch_loss(n_outputs, n_inputs, work)
        totals[0] += loss
        totals[1] += pairs
    weigh_errors(
        scores, stride, padded, padded_inputs, rate, work.output_weights, work.input_weights
    )
    accumulate(
        work.fresh_rows,
        work.input_rows,
        padded_inputs,
        work.output_rows,
        n_outputs,
        scores,
        4,
        stride,
        row_bytes,
    )
    accumulate(
        work.output_rows,
        work.output_rows,
        padded,
        work.input_rows,
        n_inputs,
        scores,
        stride,
        4,
        row_bytes,
    )


@compiled
def window_around(centre, n, settings, work):
    """Draw a window; return where it begins and ends in a sentence of `n` words."""
    reach = half_width(next_bits(work.random), settings.window)
    return max(0, centre - reach), min(n, centre + reach + 1)


@compiled
def skip_gram(n, rate, tables, settings, work, totals):
    """Let every context word predict the centre of its window, batch by batch."""
    row_bytes = 4 * tables.inputs.shape[1]
    low, high = window_around(0, n, settings, work)
    if n < 2:
        return
    draw_ahead(0, settings.drawn, tables, work)
    # whole tiles, spread evenly over the batches: the last batch is as full as the others.
    # A batch is a multiple of a tile; one of fewer words is a tile of its own size.
    tile = min(UNIT, settings.batch)
    for centre in range(n):
        left, start = high - low - 1, low
        totals[2] += left
        tiles = (left + tile - 1) // tile
        batches = (tiles + settings.batch // tile - 1) // (settings.batch // tile)
        for batch in range(batches, 0, -1):
            share = (tiles + batch - 1) // batch
            tiles -= share
            size = min(share * tile, left)
            left -= size
            n_inputs, start = gather_inputs(start, size, centre, tables.inputs, work)
            n_outputs = take_outputs(work.sentence[centre], tables, settings, work)
            ahead = settings.drawn
            if batch == 1:  # random numbers are used in the order of the text
                if centre + 1 < n:
                    low, high = window_around(centre + 1, n, settings, work)
                else:
                    ahead = 0
            update_batch(n_inputs, n_outputs, rate, ahead, tables, work, totals)
            for i in range(n_inputs):
                copy_row(work.input_rows[i], work.fresh_rows[i], row_bytes)


@compiled
def add_row(row, factor, other):
    """Add a multiple of one row to another."""
    for k in range(len(row)):
        row[k] += factor * other[k]


@compiled
def cbow(centre, low, high, rate, tables, settings, work, totals):
    """Let the mean of the context words predict the centre; all of them get the whole error."""
    share = np.float32(1.0 / (high - low - 1))
    hidden, inputs = work.hidden, tables.inputs
    hidden[:] = 0.0
    for i in range(low, high):
        if i != centre:
            add_row(hidden, share, inputs[work.sentence[i]])
    work.input_rows[0], work.input_weights[0] = hidden.ctypes.data, 1.0
    n_outputs = draw_outputs(work.sentence[centre], tables, settings, work)
    update_batch(1, n_outputs, rate, 0, tables, work, totals)
    step = work.fresh[0]
    add_row(step, np.float32(-1.0), hidden)
    for i in range(low, high):
        if i != centre:
            add_row(inputs[work.sentence[i]], np.float32(1.0), step)


@compiled
def train_documents(tokens, offsets, first, last, epoch, tables, settings, work, totals):
    """Train on documents ``first .. last - 1`` of an epoch, in this order.

    `totals` gains the loss of a sample of the pairs, the size of that sample, and the number of
    pairs.
    """
    corpus = offsets[len(offsets) - 1]
    for document in range(first, last):
        start_stream(work.random, settings.key, epoch, document)
        work.random[1] = np.uint64(document)  # spreads the sampled batches over short documents
        position, end = offsets[document], offsets[document + 1]
        while position < end:
            read = np.float64(epoch) * corpus + position
            rate = learning_rate(settings.alpha, settings.min_alpha, read, settings.total)
            n, position = read_sentence(tokens, position, end, tables.keep, work)
            if not settings.cbow:
                skip_gram(n, rate, tables, settings, work, totals)
                continue
            for centre in range(n):
                low, high = window_around(centre, n, settings, work)
                if high - low < 2:
                    continue
                totals[2] += high - low - 1
                cbow(centre, low, high, rate, tables, settings, work, totals)
