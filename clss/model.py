"""The interface that every model implements, ours and yours."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import NotFittedError

from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.persistence import (
    atomic_directory,
    check_format,
    intact,
    load_array,
    save_array,
    write_json,
)
from clss.progress import ProgressCallback
from clss.registry import Registry
from clss.space import BilingualSpace


class RepresentationModel(BaseEstimator, ABC):
    """Learns a :class:`BilingualSpace` from an :class:`AlignedCorpus`, as an estimator does.

    The constructor stores its parameters untouched, ``fit`` checks them, results end in an
    underscore, ``get_params`` and ``sklearn.base.clone`` work. A subclass gives itself a
    ``name`` and implements :meth:`_fit`; ``clss.check_model`` tells whether it keeps the rules.

    Attributes
    ----------
    space_ : BilingualSpace
        What was learned.
    components_ : dict of str to RepresentationModel
        The fitted models that this one builds on.
    """

    #: the name users type
    name: ClassVar[str]
    #: raise it when the same parameters give other results than before: cached runs expire
    algorithm_version: ClassVar[int] = 1
    #: the similarity that the model's space is meant for
    similarity: ClassVar[str] = "cosine"

    space_: BilingualSpace
    components_: dict[str, RepresentationModel]

    @property
    def supervision(self) -> frozenset[str]:
        """What the model is given: "documents" (the corpus's alignment), "lexicon", or nothing."""
        return frozenset({"documents"})

    @property
    def deterministic(self) -> bool:
        """Whether one seed gives the same bytes every time."""
        return True

    @property
    def is_fitted(self) -> bool:
        """Whether the model has been trained."""
        return hasattr(self, "space_")

    def components(self) -> dict[str, RepresentationModel]:
        """Return the models that must be fitted on the same corpus before this one."""
        return {}

    def fit(
        self,
        corpus: AlignedCorpus,
        *,
        progress: ProgressCallback | None = None,
        components: Mapping[str, RepresentationModel] | None = None,
    ) -> Self:
        """Learn from a corpus.

        Parameters
        ----------
        corpus : AlignedCorpus
        progress : callable, optional
            Called with a :class:`clss.progress.Progress` now and then.
        components : mapping, optional
            Some of :meth:`components`, already fitted on this corpus; the others are fitted here.
        """
        if not isinstance(corpus, AlignedCorpus):
            raise InputError(f"fit takes an AlignedCorpus, not {type(corpus).__name__}")
        for side in corpus.sides:
            if not side.n_tokens:
                raise InputError(f"the corpus is empty: it has no {side.lang} tokens")
        self.components_ = {}
        for key, component in self.components().items():
            given = (components or {}).get(key, component)
            self.components_[key] = (
                given if given.is_fitted else clone(given).fit(corpus, progress=progress)
            )
        self.space_ = self._signed(self._fit(corpus, progress))
        return self

    def _signed(self, space: BilingualSpace) -> BilingualSpace:
        """Note in the space which model made it, from what, and whether it can be repeated."""
        used = [component.space_.metadata for component in self.components_.values()]
        return space.described(
            model=self.name,
            supervision=sorted(self.supervision),
            deterministic=self.deterministic and all(m.get("deterministic", True) for m in used),
        )

    @abstractmethod
    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        """Learn; fitted components are in ``self.components_``, further results are attributes."""

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        """Return results beyond the space that a saved model must keep."""
        return {}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take back what :meth:`_extra_arrays` returned."""

    def save(self, path: str | PathLike[str]) -> None:
        """Write parameters and results to a directory, all or nothing."""
        if not self.is_fitted:
            raise NotFittedError(f"this {type(self).__name__} has not been fitted yet")
        with atomic_directory(path) as directory:
            self.write(directory)

    def write(self, directory: Path) -> None:
        """Write into a directory that is being made."""
        arrays = self._extra_arrays()
        header = {"kind": "model", "version": 1, "spec": model_spec(self), "arrays": sorted(arrays)}
        write_json(directory / "format.json", header)
        for key, array in arrays.items():
            save_array(directory / f"{key}.npy", array)
        (directory / "space").mkdir()
        self.space_.write(directory / "space")


#: All models by name; packages add theirs by the entry-point group, as this one does.
MODELS: Registry[RepresentationModel] = Registry("model", group="clss.models")


def model_spec(model: RepresentationModel) -> dict[str, Any]:
    """Describe a model by JSON values: name, version of the algorithm, all parameters.

    Two models with equal descriptions learn the same from the same corpus. Models among the
    parameters are described the same way, spaces by their fingerprint.
    """
    parameters = {key: _describe(value) for key, value in model.get_params(deep=False).items()}
    return {"model": model.name, "algorithm": model.algorithm_version, "parameters": parameters}


def _describe(value: Any) -> Any:
    if isinstance(value, RepresentationModel):
        return model_spec(value)
    if isinstance(value, BilingualSpace):
        return {"space": value.fingerprint}
    if isinstance(value, list | tuple):
        return [_describe(item) for item in value]
    if isinstance(value, dict):
        return {key: _describe(item) for key, item in value.items()}
    if isinstance(value, PathLike):
        return str(value)
    return value


def model_from_spec(spec: Mapping[str, Any]) -> RepresentationModel:
    """Make the unfitted model that a description describes, through the registry."""
    cls = MODELS.get(spec["model"])
    parameters = {
        key: model_from_spec(value) if isinstance(value, dict) and "model" in value else value
        for key, value in spec["parameters"].items()
        # a given space is not part of a saved model, only its name
        if not (isinstance(value, dict) and "space" in value)
    }
    return cls(**parameters)


def load_model(path: str | PathLike[str]) -> RepresentationModel:
    """Open a saved model, through the registry: what is loaded cannot run code of its own."""
    header, directory = check_format(path, "model"), Path(path)
    with intact(directory, "model"):
        spec = header["spec"]
        model = model_from_spec(spec)
        if model.algorithm_version != spec["algorithm"]:
            raise InputError(
                f"was made by version {spec['algorithm']} of {model.name}; "
                f"this is version {model.algorithm_version}",
                path=path,
            )
        model.space_ = BilingualSpace.load(directory / "space")
        model.components_ = {}
        arrays = {key: load_array(directory / f"{key}.npy") for key in header["arrays"]}
        model._restore_arrays(arrays)
        return model
