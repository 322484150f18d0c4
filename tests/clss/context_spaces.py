"""Small spaces, and textbook similarities, for the tests of context models."""

from __future__ import annotations

import math

import numpy as np
from scipy import sparse

from clss.context import CONTEXTS
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

TOPICS = 6
#: the models of context that see bags of words, not sentences
OF_BAGS = sorted(name for name in CONTEXTS.names() if CONTEXTS.get(name).takes_bags)


def words(n, prefix):
    return Vocabulary([f"{prefix}{i}" for i in range(n)], range(2 * n, n, -1))


def embedding_space(seed=0, n=9, m=7, as_csr=False, dtype=np.float32):
    rng = np.random.default_rng(seed)
    matrices = [rng.normal(size=(k, 5)).astype(dtype) for k in (n, m)]
    outputs = tuple(rng.normal(size=(k, 5)).astype(dtype) for k in (n, m))
    if as_csr:
        matrices = [sparse.csr_matrix(np.where(np.abs(a) > 0.3, a, 0)) for a in matrices]
    kind = "count" if as_csr else "embedding"
    return BilingualSpace(
        words(n, "s"),
        words(m, "t"),
        *matrices,
        kind=kind,
        langs=("es", "en"),
        context_vectors=outputs,
    )


def topic_space(seed=0, n=9, m=7):
    rng = np.random.default_rng(seed)
    phis = tuple(rng.dirichlet(np.full(k, 0.3), size=TOPICS) + 1e-4 for k in (n, m))
    phis = tuple(phi / phi.sum(axis=1, keepdims=True) for phi in phis)
    thetas = [(phi / phi.sum(axis=0)).T for phi in phis]
    return BilingualSpace(
        words(n, "s"),
        words(m, "t"),
        *thetas,
        kind="distribution",
        similarity="hellinger",
        word_given_topic=phis,
    )


def cosine(x, y):
    return float(x @ y / math.sqrt((x @ x) * (y @ y)))


def hellinger(p, q):
    return 1 - math.sqrt(max(0.0, 1 - sum(math.sqrt(a * b) for a, b in zip(p, q, strict=True))))


def rows(space, side):
    matrix = space.matrix(side)
    dense = matrix.toarray() if sparse.issparse(matrix) else np.asarray(matrix)
    return dense.astype(float)
