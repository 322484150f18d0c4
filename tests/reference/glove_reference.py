"""GloVe as its article and tool have it: one entry after the other, in double precision."""

from __future__ import annotations

import math

import numpy as np


def train(rows, columns, counts, words, contexts, epochs, x_max, eta):
    """Change word and context vectors, the last number of each a bias, by AdaGrad."""
    squares = np.ones_like(words), np.ones_like(contexts)
    for _ in range(epochs):
        for i, j, x in zip(rows, columns, counts, strict=True):
            w, c = words[i].copy(), contexts[j].copy()
            difference = w[:-1] @ c[:-1] + w[-1] + c[-1] - math.log(x)
            weight = (x / x_max) ** 0.75 if x < x_max else 1.0
            # the derivative by a bias is the difference alone
            slopes = np.append(c[:-1], 1.0), np.append(w[:-1], 1.0)
            for matrix, square, place, slope in zip(
                (words, contexts), squares, (i, j), slopes, strict=True
            ):
                step = eta * weight * difference * slope
                matrix[place] -= step / np.sqrt(square[place])
                square[place] += step**2  # the rate is inside, as in the tool
