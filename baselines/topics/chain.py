"""Running a Gibbs chain: sweeps, samples, reports."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from time import monotonic

from baselines.topics.checkpoint import Checkpoint
from baselines.topics.estimates import TopicEstimates
from baselines.topics.sampler import GibbsState
from clss.errors import UnusableCheckpoint
from clss.progress import Progress, ProgressCallback, per_second


@dataclass
class Chain:
    """A Gibbs chain and what it has seen so far.

    Attributes
    ----------
    state : GibbsState
    sampled : sequence of int
        The sweeps after which a sample is taken, in ascending order; the last one ends the chain.
    trace : list of float
        The log-likelihood per token after each sweep.
    estimates : TopicEstimates or None
        The mean of the samples taken.
    """

    state: GibbsState
    sampled: Sequence[int]
    trace: list[float] = field(default_factory=list)
    estimates: TopicEstimates | None = None

    def run(
        self,
        workers: int = 1,
        checkpoint: Checkpoint | None = None,
        progress: ProgressCallback | None = None,
    ) -> TopicEstimates:
        """Do all sweeps that are left and return the mean of the samples."""
        if checkpoint is not None:
            self._resume(checkpoint)
        with ThreadPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
            while self.state.sweeps < self.sampled[-1]:
                self._step(pool, progress)
                if checkpoint is not None and (
                    self.state.sweeps % checkpoint.every == 0
                    or self.state.sweeps == self.sampled[-1]
                ):
                    kept = self.estimates if len(self.sampled) > 1 else None
                    checkpoint.write(self.state, self.trace, kept)
        if self.estimates is None:  # the chain was resumed after its last sweep
            self.estimates = TopicEstimates.of_state(self.state)
        return self.estimates

    def _resume(self, checkpoint: Checkpoint) -> None:
        self.trace, self.estimates = checkpoint.read(self.state)
        if self.state.sweeps > self.sampled[-1]:
            raise UnusableCheckpoint(
                f"holds a chain of {self.state.sweeps} sweeps already, "
                f"more than the {self.sampled[-1]} asked for",
                path=checkpoint.path,
            )

    def _step(self, pool: ThreadPoolExecutor | None, progress: ProgressCallback | None) -> None:
        state = self.state
        begun = monotonic()
        state.sweep(pool)
        speed = per_second(state.n_tokens, begun)
        self.trace.append(state.log_likelihood(pool) / state.n_tokens)
        if state.sweeps in self.sampled:
            sample = TopicEstimates.of_state(state)
            weight = 1 / (self.sampled.index(state.sweeps) + 1)
            before = self.estimates
            self.estimates = sample if before is None else before.blend(sample, weight)
        if progress is not None:
            values = {"log_likelihood": self.trace[-1], "tokens_per_second": speed}
            progress(Progress("sampling", state.sweeps, self.sampled[-1], "sweeps", values))
