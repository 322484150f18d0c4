"""From the scores of a batch to the errors that its vectors learn from."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from baselines.skipgram._compiled import compiled
from baselines.skipgram._simd import BYTES, clip, divide, fill, fma, load, multiply, store


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


@compiled
def weigh_errors(scores, stride, n_outputs, n_inputs, rate, output_weights, input_weights):
    """Turn scores into ``rate * weight * (label - sigmoid(score))``; output 0 has label 1.

    `scores` is an address, `stride` the length in bytes of a row of scores, a multiple of that of a
    vector. The sigmoid is one half plus :func:`half_tanh` of half the score.
    """
    factors = input_weights.ctypes.data
    for n in range(n_outputs):
        row = scores + n * stride
        weight = fill(np.float32(rate) * output_weights[n])
        label = fill(np.float32(0.5) if n == 0 else np.float32(-0.5))  # one half is the sigmoid's
        for k in range(0, 4 * n_inputs, BYTES):
            value = half_tanh(multiply(fill(np.float32(0.5)), load(row + k)))
            error = fma(fill(np.float32(-1.0)), value, label)
            store(row + k, multiply(multiply(weight, load(factors + k)), error))
