"""What a retrieval is: how similarities become a ranking."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clss.parameters import Kind, check_values

if TYPE_CHECKING:
    from clss.scoring import Scorer

#: Takes query ids and their similarities to all candidates, gives the scores to rank by.
Adjuster = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Retrieval(ABC):
    """Turns raw similarities into the scores that answers are ranked by; exact, in blocks.

    A subclass is a frozen dataclass of its parameters, all with defaults, and implements
    :meth:`adjuster`. The parameters are checked when it is made.
    """

    name: ClassVar[str]
    #: see :attr:`clss.model.RepresentationModel.citations`
    citations: ClassVar[tuple[str, ...]] = ()
    #: what the parameters may be, see :mod:`clss.parameters`; one that is not here is like its
    #: default
    allowed: ClassVar[Mapping[str, Kind]] = {}

    def __post_init__(self) -> None:
        check_values(self.allowed, self.parameters)

    @abstractmethod
    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Look at all queries and candidates once, where needed, and return the adjustment."""

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name."""
        return {field.name: getattr(self, field.name) for field in _held(self)}

    def describe(self) -> str:
        """Write the retrieval as configs and the command line take it.

        Only parameters that are not as usual are written: the plain name means the usual ones.
        """
        given = {f.name: v for f in _held(self) if (v := getattr(self, f.name)) != f.default}
        shown = ",".join(f"{name}={_plain(value)}" for name, value in sorted(given.items()))
        return f"{self.name}({shown})" if shown else self.name

    def __repr__(self) -> str:
        return self.describe()


def _held(retrieval: Retrieval) -> tuple[Field[Any], ...]:
    return fields(retrieval) if is_dataclass(retrieval) else ()


def _plain(value: Any) -> str:
    """Write 20.0 as 20, so that equal values have one text."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


@dataclass(frozen=True, repr=False)
class NearestNeighbor(Retrieval):
    """Plain nearest neighbours: the similarity itself."""

    name = "nn"

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Return the identity."""
        return lambda ids, scores: scores
