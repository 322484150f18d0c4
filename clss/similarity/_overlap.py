"""Kernel: similarities that are sums over the dimensions two sparse vectors share."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numba
import numpy as np

JENSEN_SHANNON = 0
JACCARD = 1

#: What the kernel calls a similarity.
MEASURES = {"js": JENSEN_SHANNON, "jaccard": JACCARD}


@numba.njit(cache=True, nogil=True)
def overlap_scores(queries, indptr, indices, data, sums, measure, restricted, min_mass):
    """Score dense queries against CSR candidates.

    Outside the shared dimensions the Jensen-Shannon divergence is ``½ ln 2`` times the mass and
    the minimum is zero, so both need only the shared ones. With `restricted`, a candidate is cut
    to the query's dimensions and renormalised to one first.
    """
    n, m = queries.shape[0], indptr.shape[0] - 1
    scores = np.empty((n, m))
    for i in range(n):
        p = queries[i]
        p_sum = p.sum()
        for j in range(m):
            scale, q_sum = 1.0, sums[j]
            if restricted:
                mass = 0.0
                for t in range(indptr[j], indptr[j + 1]):
                    if p[indices[t]] > 0.0:
                        mass += data[t]
                enough = mass >= min_mass and mass > 0.0
                scale = 1.0 / mass if enough else 0.0
                q_sum = 1.0
            shared, p_shared, q_shared, smaller = 0.0, 0.0, 0.0, 0.0
            for t in range(indptr[j], indptr[j + 1]):
                a, b = p[indices[t]], data[t] * scale
                if a > 0.0 and b > 0.0:
                    if measure == JENSEN_SHANNON:
                        shared += a * np.log(2 * a / (a + b)) + b * np.log(2 * b / (a + b))
                        p_shared += a
                        q_shared += b
                    else:
                        smaller += min(a, b)
            if measure == JENSEN_SHANNON:
                alone = max(p_sum - p_shared, 0.0) + max(q_sum - q_shared, 0.0)
                scores[i, j] = -0.5 * (shared + np.log(2.0) * alone)
            else:
                larger = p_sum + q_sum - smaller
                scores[i, j] = smaller / larger if larger > 0.0 else 0.0
    return scores
