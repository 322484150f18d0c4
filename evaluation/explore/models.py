"""The trained models of a run directory, ready to be asked: mapped, prepared once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

from clss.errors import InputError, unknown_name
from clss.retrieval import get_retrieval
from clss.scoring import Scorer
from clss.sides import Into, SideName
from clss.space import BilingualSpace
from evaluation.report.view import RunView
from evaluation.runs.record import ScoreCell
from evaluation.runs.stage import FIT

#: Prepared scorers hold a normalised copy of one side each; the oldest goes when there are more.
MOST_SCORERS = 64


@dataclass(frozen=True)
class Model:
    """A trained model: one space, whatever retrievals it was scored with.

    Attributes
    ----------
    label : str
        The row without what only says how it was asked.
    pair : str
    key : str
        Of the training in the store.
    similarity : str, optional
        What the config asks the space with.
    retrievals : tuple of str
        Those of the config.
    """

    label: str
    pair: str
    key: str
    similarity: str | None
    retrievals: tuple[str, ...]


class Models:
    """All models of a run, their spaces and scorers kept at hand.

    Parameters
    ----------
    view : RunView
    """

    def __init__(self, view: RunView) -> None:
        self.view = view
        self._models = {model.label: model for model in _models(view)}
        if not self._models:
            raise InputError("holds no trained model to ask", view.run.path)
        self._spaces: dict[str, BilingualSpace] = {}
        self._scorers: OrderedDict[tuple[str, str, str, str], Scorer] = OrderedDict()
        self._lock = Lock()
        self._preparing: dict[tuple[str, str, str, str], Lock] = {}

    def __iter__(self) -> Iterator[Model]:
        return iter(self._models.values())

    def get(self, label: str) -> Model:
        """Return the model of that label."""
        if label not in self._models:
            raise unknown_name("model", label, self._models)
        return self._models[label]

    def space(self, label: str) -> BilingualSpace:
        """Return the space of a model, memory-mapped."""
        key = self.get(label).key
        if key not in self._spaces:
            self._spaces[key] = self.view.run.space(key)
        return self._spaces[key]

    def scorer(self, label: str, side: SideName, into: Into, retrieval: str) -> Scorer:
        """Return what answers questions to a model, prepared once for all of them."""
        # what is unknown is an error before anything is remembered
        key = (label, side, into, get_retrieval(retrieval).describe())
        model = self.get(label)
        with self._lock:
            own = self._preparing.setdefault(key, Lock())
        with own:  # two questions at once must not prepare the same twice; others may go on
            made = self._scorers.get(key)
            if made is None:
                made = Scorer(self.space(label), side, into, model.similarity, retrieval)
            with self._lock:
                self._scorers[key] = made
                self._scorers.move_to_end(key)
                if len(self._scorers) > MOST_SCORERS:
                    self._scorers.popitem(last=False)
            return made

    def prepare(self, *retrievals: str) -> None:
        """Prepare every model from source to target: for these retrievals, or the config's."""
        for model in self:
            for retrieval in retrievals or model.retrievals:
                self.scorer(model.label, "source", "target", retrieval)


def _models(view: RunView) -> list[Model]:
    found: dict[tuple[str, str], Model] = {}
    for record in view.records:
        for cell, job in record.trained():
            if not view.run.store.has(FIT, job.space.identity):
                continue
            settings = job.settings
            label = _label(cell, view)
            known = found.get((label, cell.pair))
            used = dict.fromkeys((*(known.retrievals if known else ()), settings.retrieval or "nn"))
            key = known.key if known else job.space.identity  # of several seeds the first
            found[label, cell.pair] = Model(label, cell.pair, key, settings.similarity, tuple(used))
    return list(found.values())


def _label(cell: ScoreCell, view: RunView) -> str:
    parts = [cell.name, *(f"{name}={value}" for name, value in cell.grid.items())]
    pairs = {one.pair for record in view.records for one in record.cells}
    return ", ".join([*parts, *([cell.pair] if len(pairs) > 1 else [])])
