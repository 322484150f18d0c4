"""What a training will cost: memory, time and threads, estimated before it begins."""

from __future__ import annotations

import math
from typing import ClassVar

from sklearn.base import BaseEstimator

from clss.corpus import CorpusStatistics

#: what an idle process holds: the interpreter and its libraries
IDLE_MEMORY = 300 << 20
#: what a training takes that has nothing to learn: reading the corpus, writing the space
IDLE_SECONDS = 0.3


class TrainingCosts(BaseEstimator):
    """The estimates of a model, by what it says of itself; the part of a model that runs plan by.

    A model gives the attributes their values, and replaces a method where it knows better.
    """

    #: the parameters that say how many numbers a word's vector has, for the estimate of memory
    width_parameters: ClassVar[tuple[str, ...]] = ("dim", "topics", "prune")
    #: the parameters that the time of training is proportional to, as it is to the text
    time_parameters: ClassVar[tuple[str, ...]] = ()
    #: the seconds per token where all of these are 1, as measured once on some machine; a run
    #: corrects the estimate by what its own trainings took
    seconds_per_token: ClassVar[float] = 1e-5
    #: the memory that grows with the text, the mapped text itself included
    bytes_per_token: ClassVar[int] = 48

    @property
    def threads(self) -> int:
        """The threads that training keeps busy: the parameter ``workers``, otherwise one."""
        workers = self.get_params(deep=False).get("workers", 1)
        return workers if isinstance(workers, int) and workers > 0 else 1

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of a process that trains the model, in bytes; generously.

        By default: the interpreter, two float64 matrices as wide as the largest of
        :attr:`width_parameters`, here or in a model within, and the text with its co-occurrences.
        """
        words, tokens = sum(statistics.vocabulary), sum(statistics.tokens)
        return IDLE_MEMORY + 2 * 8 * words * self.width + self.bytes_per_token * tokens

    @property
    def width(self) -> int:
        """The largest of :attr:`width_parameters`, here or in a model within; 100 without any."""
        widths = [
            int(value)
            for name, value in self.get_params(deep=True).items()
            if name.split("__")[-1] in self.width_parameters and isinstance(value, int)
        ]
        return max(widths, default=100)

    def estimate_seconds(self, statistics: CorpusStatistics) -> float:
        """Estimate how long training takes, without the models that this one builds on.

        Proportional to :meth:`amount_of_text` and to each of :attr:`time_parameters`.
        """
        given = self.get_params(deep=False)
        sizes = [given[name] for name in self.time_parameters]
        work = math.prod(size for size in sizes if isinstance(size, int | float))
        work *= self.seconds_per_token * self.amount_of_text(statistics)
        return IDLE_SECONDS + work / self.threads

    def amount_of_text(self, statistics: CorpusStatistics) -> float:
        """Return what the time of training grows with: the tokens, unless a model knows better."""
        return float(sum(statistics.tokens))
