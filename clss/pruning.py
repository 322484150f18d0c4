"""Semantic space truncation: keep only the strongest dimensions of a distribution.

References
----------
Reisinger & Mooney (2010); Vulić & Moens (2013), which can be read in both ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from clss.errors import InputError
from clss.floored import FlooredMatrix
from clss.floored_pruning import prune_floored
from clss.matrices import Matrix, largest_entries, normalized_rows

PruningMode = Literal["own", "query"]


@dataclass(frozen=True)
class Pruning:
    """How the vectors of a space are truncated.

    Attributes
    ----------
    top : int
        Dimensions kept.
    mode : {"own", "query"}
        "own": every word keeps its own strongest dimensions. "query": the dimensions of the
        word asked about are kept, and the same ones of every candidate. Both renormalise.
    min_mass : float
        With "query": a candidate with less than this mass on the kept dimensions shares nothing
        with the query; renormalising would blow up what is only smoothing.
    """

    top: int
    mode: PruningMode = "own"
    min_mass: float = 1e-3

    def __post_init__(self) -> None:
        if self.top < 1:
            raise InputError(f"pruning keeps at least one dimension, not {self.top}")
        if self.mode not in get_args(PruningMode):
            raise InputError(f"pruning mode is 'own' or 'query', not {self.mode!r}")


def prune_rows(matrix: Matrix, top: int) -> Matrix:
    """Keep the `top` strongest dimensions of every row and renormalise it to sum to one."""
    if top >= matrix.shape[1]:
        return matrix
    if isinstance(matrix, FlooredMatrix):
        return prune_floored(matrix, top)
    return normalized_rows(largest_entries(matrix, top))
