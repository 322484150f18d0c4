"""Which settings a search tries next: listed in advance, or proposed from the scores so far."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from clss.errors import InputError

if TYPE_CHECKING:
    import optuna

#: Trials started at once; a constant, so that the search is the same with any number of jobs.
BATCH = 4
_SEED = 1

Setting = dict[str, Any]


class Proposals(Protocol):
    """A source of settings, asked in batches until it has none left."""

    #: how many settings it proposes in all
    trials: int

    def ask(self) -> list[Setting]:
        """Return the next settings; none if that was all."""

    def tell(self, scores: Sequence[float | None]) -> None:
        """Take the scores of the settings asked for last; None for one that failed."""


class Listed:
    """The first settings of a declared space, the others drawn from it without replacement.

    The first value of each parameter makes the first trial. All can be tried side by side, and
    none depends on a score.

    Parameters
    ----------
    space : mapping of str to list
        The values of each parameter.
    trials : int
        How many settings are wanted; a smaller space is tried as a whole.

    Examples
    --------
    >>> Listed({"dim": [100, 200], "window": [16]}, trials=5).ask()
    [{'dim': 100, 'window': 16}, {'dim': 200, 'window': 16}]
    """

    def __init__(self, space: Mapping[str, Sequence[Any]], trials: int) -> None:
        points = [
            dict(zip(space, values, strict=True)) for values in itertools.product(*space.values())
        ]
        order = 1 + np.random.default_rng(_SEED).permutation(len(points) - 1)
        self._left = [points[0], *(points[place] for place in order)][:trials]
        self.trials = len(self._left)

    def ask(self) -> list[Setting]:
        """Return all settings, the first time."""
        asked, self._left = self._left, []
        return asked

    def tell(self, scores: Sequence[float | None]) -> None:
        """Learn nothing: equal chances for every model."""


class Adaptive:
    """Settings proposed by optuna's tree-structured Parzen estimator.

    Parameters
    ----------
    space : mapping of str to list
        Two numbers are a range, anything else is a list of choices.
    trials : int
    """

    def __init__(self, space: Mapping[str, Sequence[Any]], trials: int) -> None:
        self.space, self.trials = space, trials
        self._study = _study()
        self._asked: list[optuna.trial.Trial] = []
        self._left = trials

    def ask(self) -> list[Setting]:
        """Return the next batch."""
        self._asked = [self._study.ask() for _ in range(min(BATCH, self._left))]
        self._left -= len(self._asked)
        return [
            {name: _suggest(trial, name, values) for name, values in self.space.items()}
            for trial in self._asked
        ]

    def tell(self, scores: Sequence[float | None]) -> None:
        """Let the next batch know of these scores."""
        import optuna

        for trial, score in zip(self._asked, scores, strict=True):
            if score is None:
                self._study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                self._study.tell(trial, score)


def _study() -> optuna.Study:
    try:
        import optuna
    except ImportError as error:
        raise InputError("tune needs optuna: pip install 'clss[tune]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=_SEED, n_startup_trials=2 * BATCH)
    return optuna.create_study(direction="maximize", sampler=sampler)


def _suggest(trial: optuna.trial.Trial, name: str, values: Sequence[Any]) -> Any:
    """Ask for a value: two numbers are a range, anything else is a list of choices."""
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    if len(values) != 2 or not numbers:
        return trial.suggest_categorical(name, values)
    low, high = min(values), max(values)
    wide = low > 0 and high / low >= 100  # orders of magnitude are searched as such
    if all(isinstance(v, int) for v in values):
        return trial.suggest_int(name, low, high, log=wide)
    return trial.suggest_float(name, low, high, log=wide)
