"""The loss of the bilingual autoencoder, its gradients, and Adam."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from scipy import sparse


class Parameters(NamedTuple):
    """The weights of both languages; a word's vector is its row."""

    source: np.ndarray  # words x dim
    target: np.ndarray
    source_bias: np.ndarray  # of the reconstruction, one a word
    target_bias: np.ndarray
    hidden_bias: np.ndarray  # shared by the two encoders

    @classmethod
    def draw(
        cls,
        rng: np.random.Generator,
        dim: int,
        bags: tuple[sparse.csr_matrix, sparse.csr_matrix],
        dtype: type = np.float32,
    ) -> Parameters:
        """Start from small random weights and from biases that reproduce how common words are."""
        source, target = (_weights(rng, bag.shape[1], dim, dtype) for bag in bags)
        biases: list[np.ndarray] = [_log_odds(bag).astype(dtype) for bag in bags]
        return cls(source, target, biases[0], biases[1], np.zeros(dim, dtype=dtype))


def _weights(rng: np.random.Generator, words: int, dim: int, dtype: type) -> np.ndarray:
    bound = np.sqrt(6 / (words + dim))  # Glorot & Bengio 2010
    return rng.uniform(-bound, bound, size=(words, dim)).astype(dtype)


def _log_odds(bags: sparse.csr_matrix) -> np.ndarray:
    share = (bags.getnnz(axis=0) + 0.5) / (bags.shape[0] + 1)
    return np.log(share / (1 - share))


def loss_and_gradients(
    parameters: Parameters,
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    correlation: float,
) -> tuple[float, Parameters]:
    """Return the mean loss of a batch of pairs of binary bags of words, and its gradients.

    Both languages are reconstructed from either one's hidden layer: four binary cross-entropies,
    summed over the vocabulary; `correlation` times the sum over hidden units of the correlation
    of the two layers is subtracted.
    """
    p, pairs = parameters, source.shape[0]
    h_source, h_target = (
        sigmoid(bag @ weights + p.hidden_bias)
        for bag, weights in ((source, p.source), (target, p.target))
    )
    hidden = np.concatenate([h_source, h_target])
    # Two rows of logits for each pair, one from either hidden layer, against the same bag.
    loss = 0.0
    errors = []
    for bag, weights, bias in (
        (source, p.source, p.source_bias),
        (target, p.target, p.target_bias),
    ):
        logits = hidden @ weights.T
        logits += bias
        part, error = cross_entropy(logits, sparse.vstack([bag, bag], format="csr"))
        error /= pairs
        loss += part / pairs
        errors.append(error)
    error_source, error_target = errors
    slope = error_source @ p.source + error_target @ p.target
    if correlation:
        value, slope_source, slope_target = correlations(h_source, h_target)
        loss -= correlation * value
        slope -= correlation * np.concatenate([slope_source, slope_target])
    slope *= hidden * (1 - hidden)  # through the sigmoid
    return loss, Parameters(
        error_source.T @ hidden + source.T @ slope[:pairs],
        error_target.T @ hidden + target.T @ slope[pairs:],
        error_source.sum(axis=0),
        error_target.sum(axis=0),
        slope.sum(axis=0),
    )


def sigmoid(values: np.ndarray) -> np.ndarray:
    """Return 1 / (1 + exp(-x)), without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * values))


def cross_entropy(logits: np.ndarray, bags: sparse.csr_matrix) -> tuple[float, np.ndarray]:
    """Return the binary cross-entropy and its gradient on the logits, which are overwritten.

    -log p(bag) = sum softplus(logit) - sum of the logits of the words in the bag: only the second
    sum needs the sparse bags.
    """
    rows = np.repeat(np.arange(bags.shape[0]), np.diff(bags.indptr))
    loss = -float(logits[rows, bags.indices].sum(dtype=np.float64))
    loss += softplus_to_sigmoid(logits)
    logits[rows, bags.indices] -= 1
    return loss, logits


@njit(cache=True, nogil=True)
def softplus_to_sigmoid(values: np.ndarray) -> float:
    """Sum softplus(x) = max(x, 0) + log(1 + exp(-|x|)) and replace x by its slope, sigmoid(x).

    The logarithm of a product of 512 factors, each at most 2, stands for 512 logarithms.
    """
    total = 0.0
    for i in range(values.shape[0]):
        product = 1.0
        for j in range(values.shape[1]):
            value = values[i, j]
            decay = math.exp(-abs(value))
            factor = 1 + decay
            product *= factor
            if j % 512 == 511:
                total += math.log(product)
                product = 1.0
            if value > 0:
                total += value
                decay = 1
            values[i, j] = decay / factor
        total += math.log(product)
    return total


def correlations(first: np.ndarray, second: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the sum over columns of the correlation of two matrices, and its gradients."""
    first, second = first - first.mean(axis=0), second - second.mean(axis=0)
    # a unit that does not vary in the batch has no correlation and no gradient
    tiny = np.finfo(first.dtype).tiny
    size_first = np.sqrt((first * first).sum(axis=0)) + tiny
    size_second = np.sqrt((second * second).sum(axis=0)) + tiny
    first, second = first / size_first, second / size_second
    value = (first * second).sum(axis=0)
    return (
        float(value.sum()),
        (second - value * first) / size_first,
        (first - value * second) / size_second,
    )


class Adam:
    """Adam (Kingma & Ba 2015), in place."""

    def __init__(self, parameters: Parameters, learning_rate: float) -> None:
        self.parameters, self.learning_rate, self.steps = parameters, learning_rate, 0
        self._means = [np.zeros_like(array) for array in parameters]
        self._squares = [np.zeros_like(array) for array in parameters]

    def step(self, gradients: Parameters) -> None:
        """Move the parameters against the gradients, whose arrays are used up."""
        self.steps += 1
        rate = self.learning_rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for array, gradient, mean, square in zip(
            self.parameters, gradients, self._means, self._squares, strict=True
        ):
            mean += (1 - 0.9) * (gradient - mean)
            np.square(gradient, out=gradient)
            square += (1 - 0.999) * (gradient - square)
            array -= array.dtype.type(rate) * mean / (np.sqrt(square) + 1e-8)
