"""Linear maps from one vector space to another, learnt from pairs of rows; closed forms, float64.

Rows are vectors and a map is applied from the right: a source row `x` lands at ``x @ W``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import linalg

from baselines.rank import spanning
from clss.errors import InputError, unknown_name
from clss.matrices import unit_rows

PENALTIES = (0.0, 0.01, 0.1, 1.0, 10.0, 100.0)
"""The penalties that leave-one-out chooses from."""

# a leverage this close to one leaves no residual to divide: the pair determines its own prediction
_FULL_LEVERAGE = 1.0 - 1e-10

# rows of predictions compared at a time
_BLOCK = 1024


@dataclass(frozen=True)
class LeaveOneOut:
    """The penalty that predicts a held-out pair best.

    Attributes
    ----------
    penalty : float
        The chosen one.
    errors : dict of float to float
        What was minimised, for each penalty; infinite where it admits no unique solution.
    """

    penalty: float
    errors: dict[float, float]


def ridge(x: np.ndarray, y: np.ndarray, penalty: float) -> np.ndarray:
    """Return W that minimises |XW - Y|^2 + penalty |W|^2 (Frobenius norms).

    Parameters
    ----------
    x : ndarray, shape (pairs, source dimensions)
    y : ndarray, shape (pairs, target dimensions)
    penalty : float
        Not negative; zero needs at least as many independent pairs as source dimensions.

    Returns
    -------
    ndarray of float64, shape (source dimensions, target dimensions)

    Examples
    --------
    >>> x, y = [[1, 0], [0, 1], [1, 1]], [[2, 0], [0, 3], [2, 3]]
    >>> ridge(x, y, penalty=1).round(12).tolist()
    [[1.25, 0.375], [0.25, 1.875]]
    """
    x, y = _pairs_of_rows(x, y)
    if not penalty >= 0 or np.isinf(penalty):
        raise InputError(f"the penalty of ridge regression must be a number >= 0, not {penalty}")
    if penalty == 0:
        weights, _, rank, _ = linalg.lstsq(x, y)
        if rank < x.shape[1]:
            raise InputError(
                f"regression without a penalty needs {x.shape[1]} independent pairs, as many as "
                f"source dimensions, but the lexicon gives {rank}; use a penalty above 0"
            )
        return weights
    gram = x.T @ x
    gram[np.diag_indices_from(gram)] += penalty
    return linalg.solve(gram, x.T @ y, assume_a="pos")


def leave_one_out(
    x: np.ndarray,
    y: np.ndarray,
    penalties: Sequence[float] = PENALTIES,
    criterion: str = "residual",
) -> LeaveOneOut:
    """Choose the ridge penalty by leave-one-out over the pairs; of equals the largest.

    One decomposition serves all penalties: the residual of pair i when it is held out is its
    residual in the full fit divided by 1 - h_ii, its leverage.

    Parameters
    ----------
    x, y : ndarray
        Paired rows.
    penalties : sequence of float
        What to choose from.
    criterion : {"residual", "retrieval"}
        The mean squared length of the held-out residuals, or the share of held-out predictions
        that are nearer, by the cosine, to another pair's target than to their own (of equals,
        the residuals decide).

    Examples
    --------
    >>> generator = np.random.default_rng(3)
    >>> x = generator.normal(size=(50, 4))
    >>> leave_one_out(x, x @ generator.normal(size=(4, 4))).penalty  # no noise: nothing to shrink
    0.0
    """
    x, y = _pairs_of_rows(x, y)
    if not penalties:
        raise InputError("leave-one-out needs at least one penalty to choose from")
    if criterion not in CRITERIA:
        raise unknown_name("criterion", criterion, CRITERIA)
    left, singular, _ = linalg.svd(x, full_matrices=False)
    rotated = left.T @ y
    rank = int(spanning(singular, x.shape).sum())
    errors: dict[float, tuple[float, ...]] = {}
    for penalty in sorted(penalties):
        kept = singular**2 / (singular**2 + penalty) if penalty else np.ones_like(singular)
        leverage = (left**2) @ kept
        if (penalty == 0 and rank < x.shape[1]) or leverage.max() > _FULL_LEVERAGE:
            errors[penalty] = (np.inf,)
            continue
        residual = (y - left @ (kept[:, None] * rotated)) / (1.0 - leverage)[:, None]
        errors[penalty] = CRITERIA[criterion](y, residual)
    least = min(errors.values())
    if np.isinf(least[0]):
        raise InputError("the lexicon has too few pairs to choose the penalty by leave-one-out")
    chosen = max(penalty for penalty, error in errors.items() if error == least)
    return LeaveOneOut(chosen, {penalty: error[0] for penalty, error in errors.items()})


def _mean_square(y: np.ndarray, residual: np.ndarray) -> tuple[float]:
    return (float((residual**2).sum() / len(y)),)


def _missed(y: np.ndarray, residual: np.ndarray) -> tuple[float, float]:
    predicted, targets = unit_rows(y - residual), unit_rows(y)
    own = np.einsum("ij,ij->i", predicted, targets)
    missed = 0
    for start in range(0, len(y), _BLOCK):
        block = slice(start, start + _BLOCK)
        best = (predicted[block] @ targets.T).max(axis=1)
        # a target that stands in two pairs is as near as itself, up to rounding: that is no miss
        missed += int((best > own[block] + 1e-12).sum())
    return missed / len(y), *_mean_square(y, residual)


CRITERIA: dict[str, Callable[[np.ndarray, np.ndarray], tuple[float, ...]]] = {
    "residual": _mean_square,
    "retrieval": _missed,
}


def procrustes(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the orthogonal W that minimises |XW - Y| (Xing et al., 2015).

    With different dimensions, W has orthonormal rows or columns, whichever are fewer.

    Examples
    --------
    >>> turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    >>> x = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 2.0]])
    >>> bool(np.allclose(procrustes(x, x @ turn), turn))
    True
    """
    x, y = _pairs_of_rows(x, y)
    left, _, right = linalg.svd(x.T @ y, full_matrices=False)
    return left @ right


def _pairs_of_rows(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.ndim != 2 or y.ndim != 2 or len(x) != len(y) or not len(x):
        raise InputError(
            f"a map needs the same number (at least one) of source and target rows, "
            f"not {x.shape} and {y.shape}"
        )
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise InputError("the vectors of the lexicon contain numbers that are not finite")
    return x, y
