"""Parameters that have no effect beside the others given; giving one is refused."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING

from clss.errors import InputError

if TYPE_CHECKING:
    from clss.model import RepresentationModel


def refuse_idle(model: RepresentationModel, idle: Mapping[str, str]) -> None:
    """Refuse the first of a model's idle parameters that differs from its default.

    Parameters
    ----------
    model : RepresentationModel
    idle : mapping of str to str
        Names of parameters, and when they do nothing, as the end of a sentence.

    Examples
    --------
    >>> from clss.model import RepresentationModel
    >>> class Model(RepresentationModel):
    ...     name = "example"
    ...     def __init__(self, negative: int = 25) -> None:
    ...         self.negative = negative
    ...     def _fit(self, corpus, progress): ...
    >>> refuse_idle(Model(negative=5), {"negative": "with backbone 'glove'"})
    Traceback (most recent call last):
    clss.errors.InputError: negative does nothing with backbone 'glove'; leave it out
    >>> refuse_idle(Model(negative=25), {"negative": "with backbone 'glove'"})
    """
    signature = inspect.signature(type(model)).parameters
    for name, when in idle.items():
        given, default = getattr(model, name), signature[name].default
        if given is not default and given != default:
            raise InputError(f"{name} does nothing {when}; leave it out")
