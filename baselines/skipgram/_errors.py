"""From the scores of a batch to the errors that its vectors learn from."""

# mypy: disable-error-code="no-untyped-def, call-arg, var-annotated"
from __future__ import annotations

import numpy as np

from baselines.skipgram._compiled import compiled, inlined
from baselines.skipgram._simd import (
    BYTES,
    clip,
    divide,
    fill,
    fill_halves,
    fma,
    load,
    load_halves,
    multiply,
    store,
    store_halves,
)


@compiled
def half_tanh(x):
    """Return half of the hyperbolic tangent of vectors.

    The rational approximation of degree 13/6 known from Eigen, right to a few float32 units.
    """
    x = clip(x, fill(np.float32(-9.0)), fill(np.float32(9.0)))
    z = multiply(x, x)
    p = fill(np.float32(-2.76076847742355e-16))
    p = fma(z, p, fill(np.float32(2.00018790482477e-13)))
    p = fma(z, p, fill(np.float32(-8.60467152213735e-11)))
    p = fma(z, p, fill(np.float32(5.12229709037114e-08)))
    p = fma(z, p, fill(np.float32(1.48572235717979e-05)))
    p = fma(z, p, fill(np.float32(6.37261928875436e-04)))
    p = fma(z, p, fill(np.float32(4.89352455891786e-03)))
    q = fill(np.float32(1.19825839466702e-06))
    q = fma(z, q, fill(np.float32(1.18534705686654e-04)))
    q = fma(z, q, fill(np.float32(2.26843463243900e-03)))
    q = fma(z, q, fill(np.float32(4.89352518554385e-03)))
    return divide(multiply(multiply(fill(np.float32(0.5)), x), p), q)


@inlined
def weigh_vector(scores, label, weights):
    """Return ``weights * (label - sigmoid(scores))``, with the label's one half taken off."""
    # the sigmoid is one half plus half the hyperbolic tangent of half the score
    value = half_tanh(multiply(fill(np.float32(0.5)), scores))
    return multiply(weights, fma(fill(np.float32(-1.0)), value, label))


@compiled
def weigh_errors(scores, stride, n_outputs, n_inputs, rate, output_weights, input_weights):
    """Turn scores into ``rate * weight * (label - sigmoid(score))``; output 0 has label 1.

    `scores` is an address, `stride` the length in bytes of a row of scores, a multiple of that of a
    vector. The number of outputs is even: two share a vector if their inputs fill half of it.
    """
    factors, rate = input_weights.ctypes.data, np.float32(rate)
    positive, negative = np.float32(0.5), np.float32(-0.5)
    for n in range(0, n_outputs, 2):
        row, first = scores + n * stride, positive if n == 0 else negative
        weight, other = rate * output_weights[n], rate * output_weights[n + 1]
        if 8 * n_inputs <= BYTES:
            factor = multiply(fill_halves(weight, other), load_halves(factors, factors))
            values = load_halves(row, row + stride)
            errors = weigh_vector(values, fill_halves(first, negative), factor)
            store_halves(row, row + stride, errors)
            continue
        for k in range(0, 4 * n_inputs, BYTES):
            factor = multiply(fill(weight), load(factors + k))
            store(row + k, weigh_vector(load(row + k), fill(first), factor))
            factor = multiply(fill(other), load(factors + k))
            below = row + stride + k
            store(below, weigh_vector(load(below), fill(negative), factor))
