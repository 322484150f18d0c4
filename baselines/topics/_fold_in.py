"""Kernels: topics of new documents under fixed P(w|z)."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numba
import numpy as np

from baselines import _random
from baselines.topics import _kernel
from baselines.topics._kernel import uniform
from clss._numba_cache import watching

U = np.uint64


@watching(_random.__file__, _kernel.__file__)
@numba.njit(cache=True, nogil=True, error_model="numpy")
def fold_in(words, start, phi, phi_sum, alpha, sweeps, burn_in, key, theta):
    """Sample topics of tokens given P(w|z) and write the mean P(z|d) of the sweeps after `burn_in`.

    `phi` has words in rows. The same two sums as in training: topics of the document (few), and
    all topics weighted by alpha, searched only when a draw falls there.
    """
    n_topics = phi.shape[1]
    counts = np.zeros(n_topics, dtype=np.int64)
    present = np.empty(n_topics, dtype=np.int64)
    for d in range(len(start) - 1):
        length = start[d + 1] - start[d]
        z = np.empty(length, dtype=np.int64)
        n_present = 0
        for sweep in range(sweeps + 1):  # in the first, tokens enter one after the other
            for t in range(length):
                row = phi[words[start[d] + t]]
                if sweep:
                    counts[z[t]] -= 1
                here = 0.0
                kept = 0
                for s in range(n_present):
                    k = present[s]
                    if counts[k] > 0:
                        present[kept] = k
                        kept += 1
                        here += counts[k] * row[k]
                n_present = kept
                counter = U(start[d] + t) * U(sweeps + 1) + U(sweep)
                u = uniform(key, counter) * (here + alpha * phi_sum[words[start[d] + t]])
                new = -1
                if u < here:
                    for s in range(n_present):
                        new = present[s]
                        u -= counts[new] * row[new]
                        if u < 0:
                            break
                else:
                    u = (u - here) / alpha
                    new = 0
                    while new < n_topics - 1 and u >= row[new]:
                        u -= row[new]
                        new += 1
                    if counts[new] == 0:
                        present[n_present] = new
                        n_present += 1
                counts[new] += 1
                z[t] = new
            if sweep > burn_in:
                for s in range(n_present):
                    theta[d, present[s]] += counts[present[s]]
        samples = sweeps - burn_in
        for k in range(n_topics):
            theta[d, k] = (theta[d, k] / samples + alpha) / (length + n_topics * alpha)
        for t in range(length):
            counts[z[t]] = 0
