"""Models as JSON values, and back: what they are known by in files and in keys."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

from clss.model.base import MODELS, RepresentationModel
from clss.space import BilingualSpace


def model_spec(model: RepresentationModel) -> dict[str, Any]:
    """Describe a model by JSON values: name, version of the algorithm, all parameters.

    Two models with equal descriptions learn the same from the same corpus. Models among the
    parameters are described the same way, spaces by their fingerprint.
    """
    parameters = {key: _describe(value) for key, value in model.get_params(deep=False).items()}
    return {"model": model.name, "algorithm": model.version, "parameters": parameters}


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
