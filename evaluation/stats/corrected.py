"""What the correction of a table makes of each test: its p-value, its level, its interval."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import numpy as np

from evaluation.stats.difference import PairedDifference
from evaluation.stats.intervals import bootstrap_interval
from evaluation.stats.kinds import JointResult, for_all
from evaluation.stats.pairs import Method
from evaluation.stats.significance import JOINT_CORRECTIONS, adjust


def corrected_pvalues(raw: np.ndarray, drawn: JointResult, method: Method) -> np.ndarray:
    """Return the p-values of a table from those of each test alone, and from common draws."""
    if method.correction not in JOINT_CORRECTIONS:
        return adjust(raw.tolist(), method.correction)
    joint = drawn.p_single_step if method.correction == "max-t" else drawn.p_step_down
    alone = for_all(raw, drawn.shares, method.alpha)
    # the only test of its kind needs no draws; an exact p is not undercut by sampling error
    return np.where(drawn.together == 1, alone, np.maximum(alone, joint))


def single_level(one: PairedDifference, drawn: JointResult, place: int, method: Method) -> float:
    """Return at which level one test is significant if no other test of the table is."""
    if method.size == 1 or method.correction in ("none", "bh"):
        return method.alpha
    if method.correction == "holm":
        return method.alpha / method.size
    if not method.fixed_size:
        return min(method.alpha, one.level(float(drawn.critical[place])))
    level = method.alpha * float(drawn.shares[place])
    exact = one.is_mcnemar and drawn.together[place] == 1
    least = 0.0 if exact else float(drawn.least_pvalues[place])
    if max(least, 2.0 ** (1 - len(one.weights))) >= level:
        return 0.0  # the rarest draw is not rare enough for so small a share
    if drawn.together[place] == 1:
        return level
    return min(level, one.level(float(drawn.critical[place])))


def with_levels(method: Method, levels: np.ndarray, with_seeds: np.ndarray) -> Method:
    """Fill in the level of a typical test, of each kind where kinds are corrected apart."""
    if not method.fixed_size:
        return replace(method, single_level=median(levels.tolist()))
    return replace(
        method,
        single_level=median(levels[with_seeds].tolist()),
        fixed_level=median(levels[~with_seeds].tolist()),
    )


def corrected_interval(
    one: PairedDifference,
    method: Method,
    drawn: JointResult,
    place: int,
    own_level: float,
    raw: float,
    adjusted: float,
    resamples: int,
) -> tuple[float, float]:
    """Return the interval of a difference, which agrees with its test where it is corrected alike.

    Parameters
    ----------
    one, method, drawn
        The difference, how the table is tested, and all its tests.
    place : int
        Of this test among them.
    own_level : float
        See :func:`single_level`.
    raw, adjusted : float
        Its p-value, alone and corrected.
    resamples : int
        Of a bootstrap interval.
    """
    if method.interval == "bootstrap":
        return bootstrap_interval(
            one.contributions,
            one.weights,
            level=1 - method.alpha,
            resamples=resamples,
            seed=method.seed,
        )
    if method.fixed_size and method.intervals_corrected and own_level == 0:
        return -1.0, 1.0  # whatever the difference is, no test of this kind can reject it
    level = method.alpha
    if method.intervals_corrected:
        level = method.level_of(bool(drawn.with_seeds[place]))
    critical = one.critical(level, method.test)
    if not one.is_mcnemar and level == method.alpha:
        critical = float(drawn.own_critical[place])
    if method.intervals_corrected and method.correction in JOINT_CORRECTIONS and method.size > 1:
        critical = _joint_critical(one, drawn, place, method)
    # an interval agrees with the test that is corrected as it is: step by step, none is
    rejected = None
    if not method.intervals_corrected:
        rejected = raw < method.alpha
    elif method.correction != "step-down":
        rejected = adjusted < method.alpha
    return one.interval(critical, level, rejected)


def _joint_critical(one: PairedDifference, drawn: JointResult, place: int, method: Method) -> float:
    """Return what the statistic must exceed for a p-value that is corrected with others."""
    joint = float(drawn.critical[place])
    if not one.is_mcnemar:
        return joint
    alone = one.critical(method.alpha * float(drawn.shares[place]), method.test)
    return alone if drawn.together[place] == 1 else max(joint, alone)
