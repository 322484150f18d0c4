"""Kernels of BilBOWA: skip-gram on either side of a pair, then the pair's cross-lingual step."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from baselines._random import next_bits, start_stream
from baselines.skipgram._compiled import compiled
from baselines.skipgram._kernel import (
    Settings,
    Tables,
    Workspace,
    draw_outputs,
    gather_inputs,
    half_width,
    learning_rate,
    read_sentence,
    update_batch,
)
from baselines.skipgram._tiles import clip_step, copy_row


class Language(NamedTuple):
    """One language's text and skip-gram model, with the memory of one thread."""

    tokens: np.ndarray
    offsets: np.ndarray
    tables: Tables
    settings: Settings
    work: Workspace


class Cross(NamedTuple):
    """Numbers of the cross-lingual term that stay the same during a training."""

    weight: float
    divide: bool  # the true gradient has 1/m; the tool's step has not
    clip: float
    updates: int
    key: np.uint64


@compiled
def sentence_mean(words, n, vectors, out):
    """Write the mean of the vectors of the first `n` words."""
    out[:] = 0.0
    for i in range(n):
        row = vectors[words[i]]
        for k in range(len(out)):
            out[k] += row[k]
    for k in range(len(out)):
        out[k] /= np.float32(n)


@compiled
def move(words, n, vectors, direction, rate, clip):
    """Add ``rate * direction``, each component clipped, to every occurrence of a word."""
    for i in range(n):
        row = vectors[words[i]]
        for k in range(len(direction)):
            step = rate * direction[k]
            row[k] += min(max(step, -clip), clip)


@compiled
def cross_step(source, m, target, n, source_vectors, target_vectors, rate, cross, means):
    """Draw the means of two sentences together; return half their squared distance before.

    `source` and `target` begin with `m` and `n` word ids, both at least one.
    """
    sentence_mean(source, m, source_vectors, means[0])
    sentence_mean(target, n, target_vectors, means[1])
    loss = 0.0
    for k in range(means.shape[1]):
        means[0, k] -= means[1, k]
        loss += 0.5 * means[0, k] * means[0, k]
    step = np.float32(rate * cross.weight)
    clip = np.float32(cross.clip)
    source_rate = step / np.float32(m) if cross.divide else step
    target_rate = step / np.float32(n) if cross.divide else step
    move(source, m, source_vectors, means[0], -source_rate, clip)
    move(target, n, target_vectors, means[0], target_rate, clip)
    return loss


@compiled
def clipped_batch(word, n_inputs, rate, tables, settings, work, old, clip, totals):
    """Let the context words gathered predict a word; no component moves further than `clip`.

    `old` is memory for the output vectors.
    """
    n_outputs = draw_outputs(word, tables, settings, work)
    row_bytes, clip = 4 * old.shape[1], np.float32(clip)
    for i in range(n_outputs):
        copy_row(old.ctypes.data + i * row_bytes, work.output_rows[i], row_bytes)
    update_batch(n_inputs, n_outputs, rate, 0, tables, work, totals)
    for i in range(n_inputs):
        row = work.input_rows[i]
        clip_step(row, work.fresh_rows[i], clip, row, row_bytes)
    for i in range(n_outputs):
        row = work.output_rows[i]
        clip_step(old.ctypes.data + i * row_bytes, row, clip, row, row_bytes)


@compiled
def train_document(tokens, offsets, document, epoch, tables, settings, work, old, clip, totals):
    """Train one language on one document by skip-gram; return the learning rate at its beginning.

    As :func:`train_documents`, with the same windows and random numbers; but the learning rate
    stays that of the beginning, batches are filled one after the other, and every step, of context
    words and of outputs, is clipped, as in the tool: at a learning rate of 0.15 and with 25
    negative examples, steps of a small vocabulary explode otherwise. `old` is memory for the
    output vectors of a batch.
    """
    start_stream(work.random, settings.key, epoch, document)
    work.random[1] = np.uint64(document)  # spreads the batches whose loss is computed
    position, end = offsets[document], offsets[document + 1]
    read = np.float64(epoch) * offsets[len(offsets) - 1] + position
    rate = learning_rate(settings.alpha, settings.min_alpha, read, settings.total)
    while position < end:
        n, position = read_sentence(tokens, position, end, tables.keep, work)
        for centre in range(n):
            reach = half_width(next_bits(work.random), settings.window)
            start, stop = max(0, centre - reach), min(n, centre + reach + 1)
            totals[2] += stop - start - 1
            left = stop - start - 1
            while left > 0:
                size = min(settings.batch, left)
                n_inputs, start = gather_inputs(start, size, centre, tables.inputs, work)
                word = work.sentence[centre]
                clipped_batch(word, n_inputs, rate, tables, settings, work, old, clip, totals)
                left -= size
    return rate


@compiled
def train_pairs(source, target, first, last, epoch, cross, memory, totals):
    """Train on pairs ``first .. last - 1`` of an epoch: both languages, then the cross term.

    `source` and `target` are each a :class:`Language`. `totals` gains what
    :func:`train_documents` adds to it, then the sum of the cross-lingual losses
    and the number of cross-lingual steps. `memory` has a row for each output vector of a batch, and
    two at least.
    """
    for pair in range(first, last):
        rate = train_document(
            source.tokens,
            source.offsets,
            pair,
            epoch,
            source.tables,
            source.settings,
            source.work,
            memory,
            cross.clip,
            totals,
        )
        train_document(
            target.tokens,
            target.offsets,
            pair,
            epoch,
            target.tables,
            target.settings,
            target.work,
            memory,
            cross.clip,
            totals,
        )
        start_stream(source.work.random, cross.key, epoch, pair)
        start_stream(target.work.random, cross.key + np.uint64(1), epoch, pair)
        for _ in range(cross.updates):
            # as in the tool, the sentences are thinned out anew and cut at the longest length
            m, _end = read_sentence(
                source.tokens,
                source.offsets[pair],
                source.offsets[pair + 1],
                source.tables.keep,
                source.work,
            )
            n, _end = read_sentence(
                target.tokens,
                target.offsets[pair],
                target.offsets[pair + 1],
                target.tables.keep,
                target.work,
            )
            if m > 0 and n > 0:
                totals[3] += cross_step(
                    source.work.sentence,
                    m,
                    target.work.sentence,
                    n,
                    source.tables.inputs,
                    target.tables.inputs,
                    rate,
                    cross,
                    memory,
                )
                totals[4] += 1
