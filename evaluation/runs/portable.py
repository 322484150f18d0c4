"""Parameters of models with their files told by content: the same on every machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clss.model import RepresentationModel, model_spec
from evaluation.runs.disk import hash_file


def portable_spec(model: RepresentationModel, named: bool = False) -> dict[str, Any]:
    """Describe a model by what its parameters hold, wherever the files and directories lie."""
    spec = _portable(model_spec(model), named)
    for name, value in model.get_params(deep=False).items():
        if isinstance(value, RepresentationModel):
            spec["parameters"][name] = portable_spec(value, named)
    for name, content in model.content_hashes().items():
        given = Path(getattr(model, name)).name
        spec["parameters"][name] = f"{given}@{content[:8]}" if named else f"content:{content}"
    return spec


def _portable(value: Any, named: bool = False) -> Any:
    """Replace files among a model's parameters by their content, wherever they lie.

    `named` keeps the name of the file, for people.
    """
    if isinstance(value, Mapping):
        return {key: _portable(inner, named) for key, inner in value.items()}
    if isinstance(value, list):
        return [_portable(inner, named) for inner in value]
    if isinstance(value, str) and os.path.isabs(value) and os.path.isfile(value):
        content = hash_file(Path(value))
        return f"{Path(value).name}@{content[:8]}" if named else f"file:{content}"
    return value


def placeless(value: Any) -> Any:
    """Leave out where files and directories lie, of values whose key says what these hold.

    Examples
    --------
    >>> placeless({"model": "cca", "parameters": {"lexicon": os.path.abspath("a.tsv"), "dim": 4}})
    {'model': 'cca', 'parameters': {'lexicon': '', 'dim': 4}}
    """
    if isinstance(value, Mapping):
        return {key: placeless(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [placeless(inner) for inner in value]
    return "" if isinstance(value, str) and os.path.isabs(value) else value


def chosen_portably(chosen: Mapping[str, Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a search chose, files and directories named as among all the parameters."""
    return {
        name: parameters[name] if isinstance(value, str) else value
        for name, value in chosen.items()
    }
