"""Two small matrix products on rows that lie anywhere: the arithmetic of skip-gram.

Rows are given by their addresses, so that nothing is gathered and scattered: the caches are the
buffer. Tiles of 3 x 4 rows (4 rows x 3 vectors) fill the sixteen vector registers of AVX2 with
twelve sums; more would spill, fewer would wait for the loads. AVX-512 has twice as many registers,
but twelve sums already keep both of its arithmetic units busy.
"""

# mypy: ignore-errors
from __future__ import annotations

from baselines.skipgram._compiled import compiled
from baselines.skipgram._simd import (
    BYTES,
    CACHE_LINE,
    broadcast,
    fma,
    load,
    prefetch_to_write,
    store,
    store_sums,
    zero,
)

#: Rows of the first and of the second matrix in a tile of :func:`dots`.
TILE_OUTPUTS, TILE_INPUTS = 3, 4
#: Rows that :func:`accumulate` changes at once.
TILE_ROWS = 4


@compiled
def dots(outputs, n_outputs, inputs, n_inputs, row_bytes, scores, stride):
    """Write the products of all outputs and inputs to ``scores[output, input]``.

    `n_outputs` is a multiple of 3, `n_inputs` of 4, `stride` the length in bytes of a row of
    scores.
    """
    for n in range(0, n_outputs, 3):
        p0, p1, p2 = outputs[n], outputs[n + 1], outputs[n + 2]
        for c in range(0, n_inputs, 4):
            q0, q1, q2, q3 = inputs[c], inputs[c + 1], inputs[c + 2], inputs[c + 3]
            a00, a01, a02, a03 = zero(), zero(), zero(), zero()
            a10, a11, a12, a13 = zero(), zero(), zero(), zero()
            a20, a21, a22, a23 = zero(), zero(), zero(), zero()
            for k in range(0, row_bytes, BYTES):
                o0, o1, o2 = load(p0 + k), load(p1 + k), load(p2 + k)
                x = load(q0 + k)
                a00, a10, a20 = fma(o0, x, a00), fma(o1, x, a10), fma(o2, x, a20)
                x = load(q1 + k)
                a01, a11, a21 = fma(o0, x, a01), fma(o1, x, a11), fma(o2, x, a21)
                x = load(q2 + k)
                a02, a12, a22 = fma(o0, x, a02), fma(o1, x, a12), fma(o2, x, a22)
                x = load(q3 + k)
                a03, a13, a23 = fma(o0, x, a03), fma(o1, x, a13), fma(o2, x, a23)
            score = scores + n * stride + 4 * c
            store_sums(score, a00, a01, a02, a03)
            store_sums(score + stride, a10, a11, a12, a13)
            store_sums(score + 2 * stride, a20, a21, a22, a23)


@compiled
def accumulate(new, old, n_rows, sources, n_sources, weights, row_step, source_step, row_bytes):
    """Write ``new[i] = old[i] + sum_j weight[i, j] source[j]``.

    `n_rows` is a multiple of 4; ``weight[i, j]`` is at ``weights + i row_step + j source_step``.
    `new` may be `old`; sources must be neither.
    """
    for i in range(0, n_rows, 4):
        r0, r1, r2, r3 = old[i], old[i + 1], old[i + 2], old[i + 3]
        w0, w1, w2, w3 = new[i], new[i + 1], new[i + 2], new[i + 3]
        first_weight = weights + i * row_step
        k, left = 0, row_bytes
        # two and two at the end rather than three and a lonely one, whose sums wait for each other
        while left == 3 * BYTES or left > 4 * BYTES:
            k1, k2 = k + BYTES, k + 2 * BYTES
            a00, a01, a02 = load(r0 + k), load(r0 + k1), load(r0 + k2)
            a10, a11, a12 = load(r1 + k), load(r1 + k1), load(r1 + k2)
            a20, a21, a22 = load(r2 + k), load(r2 + k1), load(r2 + k2)
            a30, a31, a32 = load(r3 + k), load(r3 + k1), load(r3 + k2)
            for j in range(n_sources):
                source, weight = sources[j], first_weight + j * source_step
                s0, s1, s2 = load(source + k), load(source + k1), load(source + k2)
                g = broadcast(weight)
                a00, a01, a02 = fma(g, s0, a00), fma(g, s1, a01), fma(g, s2, a02)
                g = broadcast(weight + row_step)
                a10, a11, a12 = fma(g, s0, a10), fma(g, s1, a11), fma(g, s2, a12)
                g = broadcast(weight + 2 * row_step)
                a20, a21, a22 = fma(g, s0, a20), fma(g, s1, a21), fma(g, s2, a22)
                g = broadcast(weight + 3 * row_step)
                a30, a31, a32 = fma(g, s0, a30), fma(g, s1, a31), fma(g, s2, a32)
            store(w0 + k, a00), store(w0 + k1, a01), store(w0 + k2, a02)
            store(w1 + k, a10), store(w1 + k1, a11), store(w1 + k2, a12)
            store(w2 + k, a20), store(w2 + k1, a21), store(w2 + k2, a22)
            store(w3 + k, a30), store(w3 + k1, a31), store(w3 + k2, a32)
            k, left = k + 3 * BYTES, left - 3 * BYTES
        while left > BYTES:
            k1 = k + BYTES
            a00, a01, a10, a11 = load(r0 + k), load(r0 + k1), load(r1 + k), load(r1 + k1)
            a20, a21, a30, a31 = load(r2 + k), load(r2 + k1), load(r3 + k), load(r3 + k1)
            for j in range(n_sources):
                source, weight = sources[j], first_weight + j * source_step
                s0, s1 = load(source + k), load(source + k1)
                g = broadcast(weight)
                a00, a01 = fma(g, s0, a00), fma(g, s1, a01)
                g = broadcast(weight + row_step)
                a10, a11 = fma(g, s0, a10), fma(g, s1, a11)
                g = broadcast(weight + 2 * row_step)
                a20, a21 = fma(g, s0, a20), fma(g, s1, a21)
                g = broadcast(weight + 3 * row_step)
                a30, a31 = fma(g, s0, a30), fma(g, s1, a31)
            store(w0 + k, a00), store(w0 + k1, a01), store(w1 + k, a10), store(w1 + k1, a11)
            store(w2 + k, a20), store(w2 + k1, a21), store(w3 + k, a30), store(w3 + k1, a31)
            k, left = k + 2 * BYTES, left - 2 * BYTES
        if left:  # rows of a single vector
            a00, a10, a20, a30 = load(r0 + k), load(r1 + k), load(r2 + k), load(r3 + k)
            for j in range(n_sources):
                s0, weight = load(sources[j] + k), first_weight + j * source_step
                a00 = fma(broadcast(weight), s0, a00)
                a10 = fma(broadcast(weight + row_step), s0, a10)
                a20 = fma(broadcast(weight + 2 * row_step), s0, a20)
                a30 = fma(broadcast(weight + 3 * row_step), s0, a30)
            store(w0 + k, a00), store(w1 + k, a10), store(w2 + k, a20), store(w3 + k, a30)


@compiled
def copy_row(target, source, row_bytes):
    """Copy a row."""
    for k in range(0, row_bytes, BYTES):
        store(target + k, load(source + k))


@compiled
def prefetch_row(row, row_bytes):
    """Ask for a row that will be changed.

    It comes while others are drawn; and asked for once, not to read and again to write, where
    another thread has changed it.
    """
    for k in range(0, row_bytes, CACHE_LINE):
        prefetch_to_write(row + k)
