"""Textbook similarities and retrievals, one pair after the other, in double precision.

Only for words of the source that ask for words of the target. Vectors are dense; a pruned space
is given by its pruned vectors.
"""

from __future__ import annotations

import math

import numpy as np

#: What is nearer is equal.
TIE = 1e-10


def cosine(p, q):
    return float(p @ q / math.sqrt((p @ p) * (q @ q)))


def bhattacharyya(p, q):
    return sum(math.sqrt(a * b) for a, b in zip(p, q, strict=True))


def hellinger(p, q):
    gap = 1 - bhattacharyya(p, q)
    return 1 - math.sqrt(gap if gap > 1e-9 else 0.0)


def kl(p, q):
    return -sum(a * math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def js(p, q):
    middle = (p + q) / 2
    return (kl(p, middle) + kl(q, middle)) / 2


def jaccard(p, q):
    return float(np.minimum(p, q).sum() / np.maximum(p, q).sum())


SIMILARITIES = {
    "cosine": cosine,
    "bhattacharyya": bhattacharyya,
    "hellinger": hellinger,
    "kl": kl,
    "js": js,
    "jaccard": jaccard,
}


def all_scores(similarity, source, target):
    """Compare all source words with all target words."""
    compare = SIMILARITIES[similarity]
    return np.array([[compare(p, q) for q in target] for p in source])


def nn(scores):
    return scores


def csls(scores, neighborhood=10):
    adjusted = np.empty_like(scores)
    for i in range(scores.shape[0]):
        for j in range(scores.shape[1]):
            of_query = np.sort(scores[i])[-neighborhood:].mean()
            of_candidate = np.sort(scores[:, j])[-neighborhood:].mean()
            adjusted[i, j] = 2 * scores[i, j] - of_query - of_candidate
    return adjusted


def inverted_softmax(scores, temperature=30.0):
    adjusted = np.empty_like(scores)
    for j in range(scores.shape[1]):
        total = math.log(sum(math.exp(temperature * s) for s in scores[:, j]))
        adjusted[:, j] = temperature * scores[:, j] - total
    return adjusted


def globally_corrected(scores):
    adjusted = np.empty_like(scores)
    for i in range(scores.shape[0]):
        for j in range(scores.shape[1]):
            adjusted[i, j] = scores[i, j] - 1 - (scores[:, j] > scores[i, j] + TIE).sum()
    return adjusted


def mutual(scores, back):
    """Keep the pairs that choose each other; `back` are the scores when target words ask."""
    adjusted = np.full_like(scores, -np.inf)
    for j in range(scores.shape[1]):
        chosen = int(np.flatnonzero(back[:, j] >= back[:, j].max() - TIE)[0])
        if scores[chosen, j] >= scores[chosen].max() - TIE:
            adjusted[chosen, j] = scores[chosen, j]
    return adjusted


RETRIEVALS = {
    "nn": nn,
    "csls": csls,
    "inverted-softmax": inverted_softmax,
    "globally-corrected": globally_corrected,
}


def best(row, k):
    """Return the ids of the `k` best answers; of equal ones the lower id first."""
    left = {j: score for j, score in enumerate(row) if score > -np.inf}
    found = []
    while left and len(found) < k:
        top = max(left.values())
        found.append(min(j for j, score in left.items() if score >= top - TIE * max(1, abs(top))))
        del left[found[-1]]
    return found + [-1] * (k - len(found))


def rank(row, gold):
    """Return the pessimistic rank of one answer, 0 if it has no score."""
    if row[gold] == -np.inf:
        return 0
    return int((row >= row[gold] - TIE * max(1, abs(row[gold]))).sum())
