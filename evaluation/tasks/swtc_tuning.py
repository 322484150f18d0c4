"""Choosing lambda and the size of the context on a development set, never on test items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from clss.context import ContextModel, check_keep, get_context, read_context
from clss.errors import InputError
from clss.space import BilingualSpace
from evaluation.tasks.swtc_items import SWTCItem, shared_items

if TYPE_CHECKING:
    from clss.similarity import Similarity
    from evaluation.tasks.swtc import SWTC

#: The article's grid for lambda.
WEIGHTS = tuple(i / 10 for i in range(11))
#: How many context words to keep; None keeps all.
KEEPS = (1, 2, 3, 5, 7, 10, 15, 20, None)


@dataclass(frozen=True)
class Trial:
    """One point of the grid and how many development items it gets right."""

    model: ContextModel
    keep: int | None
    correct: int


@dataclass(frozen=True, eq=False)
class Tuning:
    """What a development set says about a model of context.

    Attributes
    ----------
    model : ContextModel
        The best model of context, with its parameters.
    keep : int or None
        The best number of context words; None is all.
    similarity : Similarity
        The similarity it was found with.
    items : tuple of SWTCItem
        The development items: the result must not be used on any of them.
    fingerprint : str
        Their hash.
    trials : tuple of Trial
        All points of the grid, in its order.
    """

    model: ContextModel
    keep: int | None
    similarity: Similarity
    items: tuple[SWTCItem, ...]
    fingerprint: str
    trials: tuple[Trial, ...]

    @property
    def accuracy(self) -> float:
        """The share of development items that the best setting gets right."""
        return max(trial.correct for trial in self.trials) / len(self.items)

    def to_json(self) -> dict[str, Any]:
        """Return the choice and the whole grid, in JSON values."""
        return {
            "context": self.model.name,
            "parameters": self.model.parameters,
            "keep": self.keep,
            "similarity": self.similarity.name,
            "accuracy": self.accuracy,
            "dev_items": len(self.items),
            "dev_fingerprint": self.fingerprint,
            "trials": [
                {"parameters": t.model.parameters, "keep": t.keep, "correct": t.correct}
                for t in self.trials
            ],
        }


def tune(
    space: BilingualSpace,
    dev: SWTC,
    context: str = "add",
    *,
    weights: Sequence[float] | None = None,
    keeps: Sequence[int | Literal["all"] | None] | None = None,
    similarity: str | Similarity | None = None,
    test: SWTC | None = None,
    **parameters: Any,
) -> Tuning:
    """Find the best λ and context size of a model of context on a development set.

    Parameters
    ----------
    space : BilingualSpace
    dev : SWTC
        The development items.
    context : str
        The name of the model of context, also with parameters: ``add(background=0.8)``.
    weights : sequence of float, optional
        Values of λ to try, by default 0, 0.1, …, 1 where the model has one.
    keeps : sequence of int or "all", optional
        Context sizes to try; by default 1, 2, 3, 5, 7, 10, 15, 20 and all.
    similarity : str or Similarity, optional
        By default the one the space is meant for.
    test : SWTC, optional
        The items that the result is meant for: refused at once if they share one with `dev`.
        (``SWTC.evaluate(tuning=…)`` refuses them in any case.)
    **parameters
        Further parameters of the model; a list is another axis of the grid.

    Returns
    -------
    Tuning
        The setting with the most right answers. Among equals the one that does least: all
        context words before fewer, more before less; then the λ nearest to the model's default.

    Examples
    --------
    >>> import numpy as np
    >>> from clss.vocabulary import Vocabulary
    >>> from evaluation.tasks.swtc import SWTC
    >>> space = BilingualSpace(
    ...     Vocabulary(["banco", "dinero"]), Vocabulary(["bank", "bench"]),
    ...     np.array([[0.9, 1.0], [1.0, 0.1]]), np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> dev = SWTC([{"word": "banco", "sentence": ["dinero", "banco"], "position": 1,
    ...              "candidates": ["bank", "bench"], "gold": "bank"}])
    >>> tuning = tune(space, dev, weights=[0.0, 0.5])
    >>> tuning.model, tuning.keep, tuning.accuracy
    (Additive(weight=0.5, normalize='sum', background=0.0), None, 1.0)
    """
    if test is not None:
        require_disjoint(dev.items, test.items)
    beside = [*parameters, *([] if weights is None else ["weight"])]
    name, given = read_context(context, beside)
    default = get_context(name)
    axes = _axes(default, weights, {**given, **parameters})
    choosable = default.uses_context and default.takes_bags
    tried = (KEEPS if choosable else (None,)) if keeps is None else keeps
    sizes = [check_keep(default, keep) for keep in tried]
    if not sizes:
        raise InputError("there is no context size to try")
    scorer = dev.scorer(space, similarity)
    models = [
        get_context(name, **dict(zip(axes, point, strict=True)))
        for point in product(*axes.values())
    ]
    trials = [
        Trial(model, keep, int(scorer.correct(model, keep).sum()))
        for keep in sizes
        for model in models
    ]
    usual = default.parameters.get("weight", 0.0)

    def merit(trial: Trial) -> tuple[float, ...]:
        size = float("inf") if trial.keep is None else trial.keep
        return trial.correct, size, -abs(trial.model.parameters.get("weight", usual) - usual)

    best = max(trials, key=merit)  # the first of equals
    return Tuning(
        best.model, best.keep, scorer.similarity, dev.items, dev.fingerprint, tuple(trials)
    )


def require_disjoint(dev: Iterable[SWTCItem], test: Iterable[SWTCItem]) -> None:
    """Refuse development and test items that are the same: by id, or by the occurrence itself."""
    shared = shared_items(dev, test)
    if shared:
        raise InputError(
            f"{len(shared)} of the test items also stand in the development set (the first:"
            f" {shared[0].key!r}); parameters must not be chosen on test items: take them out"
            " of one of the two"
        )


def _axes(
    default: ContextModel, weights: Sequence[float] | None, parameters: dict[str, Any]
) -> dict[str, list[Any]]:
    axes = {
        name: list(value) if isinstance(value, list | tuple) else [value]
        for name, value in parameters.items()
    }
    if weights is not None:
        axes["weight"] = list(weights)
    elif "weight" in default.parameters:
        axes.setdefault("weight", list(WEIGHTS))
    for name, values in axes.items():
        if not values:
            raise InputError(f"there is no {name} to try")
    return axes
