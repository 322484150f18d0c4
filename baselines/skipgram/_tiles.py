"""Two small matrix products on rows that lie anywhere: the arithmetic of skip-gram.

Rows are given by their addresses, so that nothing is gathered and scattered: the caches are the
buffer. Tiles of 3 x 4 rows (4 rows x 3 vectors) fill the sixteen vector registers of AVX2 with
twelve sums; more would spill, fewer would wait for the loads. AVX-512 has twice as many registers,
but twelve sums already keep its arithmetic units busy: larger tiles were measured, and are not
faster. What is left over is done in tiles of two rows. Tiles do not change the order of a sum.
"""

# mypy: disable-error-code="no-untyped-def, call-arg, var-annotated"
from __future__ import annotations

import numpy as np

from baselines.skipgram._blocks import (
    add_multiples,
    add_products,
    addresses,
    load_block,
    store_block,
    store_sums,
    zero_block,
)
from baselines.skipgram._compiled import compiled, inlined
from baselines.skipgram._simd import BYTES, clip, fill, fma, load, store

#: Rows of the first matrix in a tile of :func:`dots`.
TILE_OUTPUTS = 3
#: All functions take an even number of rows, here filled up.
PADDING = 2

# how many rows or vectors a block has is the length of a tuple
_ONE, _TWO, _THREE, _FOUR = (0,), (0, 0), (0, 0, 0), (0, 0, 0, 0)


@inlined
def _dots(outputs, inputs, row_bytes, score, stride):
    sums = zero_block(outputs, inputs)
    for k in range(0, row_bytes, BYTES):
        sums = add_products(sums, outputs, inputs, k)
    store_sums(score, stride, sums, outputs)


@compiled
def _dots_of_inputs(outputs, inputs, n_inputs, row_bytes, scores, stride):
    c = 0
    while c + 4 <= n_inputs:
        _dots(outputs, addresses(inputs + 8 * c, _FOUR), row_bytes, scores + 4 * c, stride)
        c += 4
    if c < n_inputs:
        _dots(outputs, addresses(inputs + 8 * c, _TWO), row_bytes, scores + 4 * c, stride)


@inlined
def dots(outputs, n_outputs, inputs, n_inputs, row_bytes, scores, stride):
    """Write the products of the first three outputs and all inputs to ``scores[output, input]``.

    If fewer outputs are left, two are taken. `outputs` and `inputs` are the addresses of lists of
    addresses, `n_inputs` is even, `stride` the length in bytes of a row of scores.
    """
    if n_outputs >= TILE_OUTPUTS:
        rows = addresses(outputs, _THREE)
        _dots_of_inputs(rows, inputs, n_inputs, row_bytes, scores, stride)
    else:
        rows = addresses(outputs, _TWO)
        _dots_of_inputs(rows, inputs, n_inputs, row_bytes, scores, stride)


@inlined
def _accumulate(new, old, k, like, sources, n_sources, weights, row_step, source_step):
    sums = load_block(old, k, like)
    for j in range(n_sources):
        sums = add_multiples(sums, old, sources[j] + k, weights + j * source_step, row_step)
    store_block(new, k, sums)


@compiled
def _accumulate_rows(new, old, sources, n_sources, weights, row_step, source_step, row_bytes):
    k, left = 0, row_bytes
    # two and two at the end rather than three and a lonely one, whose sums wait for each other
    while left == 3 * BYTES or left > 4 * BYTES:
        _accumulate(new, old, k, _THREE, sources, n_sources, weights, row_step, source_step)
        k, left = k + 3 * BYTES, left - 3 * BYTES
    while left > BYTES:
        _accumulate(new, old, k, _TWO, sources, n_sources, weights, row_step, source_step)
        k, left = k + 2 * BYTES, left - 2 * BYTES
    if left:  # rows of a single vector
        _accumulate(new, old, k, _ONE, sources, n_sources, weights, row_step, source_step)


@compiled
def accumulate(new, old, n_rows, sources, n_sources, weights, row_step, source_step, row_bytes):
    """Write ``new[i] = old[i] + sum_j weight[i, j] source[j]``.

    `n_rows` is even; ``weight[i, j]`` is at ``weights + i row_step + j source_step``. `new` may be
    `old`; sources must be neither.
    """
    to, of = new.ctypes.data, old.ctypes.data
    i = 0
    while i + 4 <= n_rows:
        rows, values = addresses(to + 8 * i, _FOUR), addresses(of + 8 * i, _FOUR)
        first = weights + i * row_step
        _accumulate_rows(rows, values, sources, n_sources, first, row_step, source_step, row_bytes)
        i += 4
    if i < n_rows:
        rows, values = addresses(to + 8 * i, _TWO), addresses(of + 8 * i, _TWO)
        first = weights + i * row_step
        _accumulate_rows(rows, values, sources, n_sources, first, row_step, source_step, row_bytes)


@compiled
def copy_row(target, source, row_bytes):
    """Copy a row."""
    for k in range(0, row_bytes, BYTES):
        store(target + k, load(source + k))


@compiled
def clip_step(old, new, limit, row, row_bytes):
    """Write to `row` (which may be either) `old` and the step to `new`, its components clipped.

    All three are addresses.
    """
    low, high, minus, one = fill(-limit), fill(limit), fill(np.float32(-1.0)), fill(np.float32(1.0))
    for k in range(0, row_bytes, BYTES):
        before = load(old + k)
        step = fma(minus, before, load(new + k))
        store(row + k, fma(one, clip(step, low, high), before))
