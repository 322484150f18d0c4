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


def every_value(space: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]] | None:
    """Return all values of each parameter, once; None if there is no end of them.

    Parameters
    ----------
    space : mapping of str to list
        Two numbers are a range, anything else is a list of choices.

    Examples
    --------
    >>> every_value({"dim": [10, 13], "kind": ["x", "y", "x"]})
    {'dim': range(10, 14), 'kind': ['x', 'y']}
    >>> every_value({"dim": [10, 13], "rate": [0.1, 0.2]}) is None
    True
    """
    found: dict[str, Sequence[Any]] = {}
    for name, values in space.items():
        if not _is_range(values) or values[0] == values[1]:
            found[name] = list({repr(value): value for value in values}.values())
        elif all(isinstance(value, int) for value in values):
            found[name] = range(min(values), max(values) + 1)
        else:
            return None
    return found


class Adaptive:
    """Settings proposed by optuna's tree-structured Parzen estimator, none of them twice.

    Parameters
    ----------
    space : mapping of str to list
        Two numbers are a range, anything else is a list of choices. It must hold more settings
        than `trials`; a smaller one is for `Listed`.
    trials : int
    """

    def __init__(self, space: Mapping[str, Sequence[Any]], trials: int) -> None:
        self.space, self.trials = space, trials
        self._study, self._chance = _studies()
        self._seen: set[str] = set()
        self._asked: list[optuna.trial.Trial] = []
        self._left = trials

    def ask(self) -> list[Setting]:
        """Return the next batch."""
        proposed = [self._new() for _ in range(min(BATCH, self._left))]
        self._left -= len(proposed)
        self._asked = [trial for trial, _ in proposed]
        return [setting for _, setting in proposed]

    def _new(self) -> tuple[optuna.trial.Trial, Setting]:
        """Return a setting that was not tried yet: where the estimator repeats one, by chance."""
        import optuna

        trial = self._study.ask()
        setting = self._setting(trial)
        while repr(setting) in self._seen:
            self._study.tell(trial, state=optuna.trial.TrialState.FAIL)  # it learns nothing of it
            self._study.enqueue_trial(self._setting(self._chance.ask()))
            trial = self._study.ask()
            setting = self._setting(trial)
        self._seen.add(repr(setting))
        return trial, setting

    def _setting(self, trial: optuna.trial.Trial) -> Setting:
        return {name: _suggest(trial, name, values) for name, values in self.space.items()}

    def tell(self, scores: Sequence[float | None]) -> None:
        """Let the next batch know of these scores."""
        import optuna

        for trial, score in zip(self._asked, scores, strict=True):
            if score is None:
                self._study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                self._study.tell(trial, score)


def _studies() -> tuple[optuna.Study, optuna.Study]:
    """Return the estimator's study, and one of settings by chance."""
    try:
        import optuna
    except ImportError as error:
        raise InputError("tune needs optuna: pip install 'clss[tune]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=_SEED, n_startup_trials=2 * BATCH)
    chance = optuna.samplers.RandomSampler(seed=_SEED)
    return (
        optuna.create_study(direction="maximize", sampler=sampler),
        optuna.create_study(sampler=chance),
    )


def _is_range(values: Sequence[Any]) -> bool:
    """Whether values are two numbers, between which a search may choose."""
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    return len(values) == 2 and numbers


def _suggest(trial: optuna.trial.Trial, name: str, values: Sequence[Any]) -> Any:
    """Ask for a value: two numbers are a range, anything else is a list of choices."""
    if not _is_range(values):
        return trial.suggest_categorical(name, values)
    low, high = min(values), max(values)
    wide = low > 0 and high / low >= 100  # orders of magnitude are searched as such
    if all(isinstance(v, int) for v in values):
        return trial.suggest_int(name, low, high, log=wide)
    return trial.suggest_float(name, low, high, log=wide)
