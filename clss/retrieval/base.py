"""What a retrieval is: how similarities become a ranking."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clss.parameters.named import NamedValue

if TYPE_CHECKING:
    from clss.scoring import Scorer

#: Takes query ids and their similarities to all candidates, gives the scores to rank by.
Adjuster = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Retrieval(NamedValue, ABC):
    """Turns raw similarities into the scores that answers are ranked by; exact, in blocks.

    A subclass is a frozen dataclass of its parameters, all with defaults, says in ``allowed`` what
    they may be, and implements :meth:`adjuster`.
    """

    #: see :attr:`clss.model.RepresentationModel.citations`
    citations: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Look at all queries and candidates once, where needed, and return the adjustment."""

    def __repr__(self) -> str:
        return self.describe()


@dataclass(frozen=True, repr=False)
class NearestNeighbor(Retrieval):
    """Plain nearest neighbours: the similarity itself."""

    name = "nn"

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Return the identity."""
        return lambda ids, scores: scores
