"""The models of context by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clss.context.additive import Additive
from clss.context.base import ContextModel
from clss.context.direct_fusion import DirectFusion
from clss.context.keep import check_keep, split_keep
from clss.context.late_fusion import LateFusion
from clss.context.melamud import AddMelamud, MultMelamud
from clss.context.none import NoContext
from clss.context.smoothed_fusion import SmoothedFusion
from clss.errors import InputError
from clss.parameters.named import made, read_named
from clss.registry import Registry

#: All models of context by name; third parties add theirs by the entry-point group.
CONTEXTS: Registry[ContextModel] = Registry(
    "context model",
    group="clss.contexts",
    builtin=[
        NoContext,
        Additive,
        SmoothedFusion,
        DirectFusion,
        LateFusion,
        AddMelamud,
        MultMelamud,
    ],
)


def get_context(context: str | ContextModel, /, **parameters: Any) -> ContextModel:
    """Return a model of context by its name and parameters; one given is returned as it is.

    Examples
    --------
    >>> get_context("add", weight=0.9)
    Additive(weight=0.9, normalize='sum', background=0.0)
    >>> get_context("add(weight=0.9)") == get_context("add", weight=0.9)
    True
    """
    return made(CONTEXTS, ContextModel, context, parameters)


def read_context(text: str, beside: Iterable[str] = ()) -> tuple[str, dict[str, Any]]:
    """Return the name of a model of context and the parameters that a text gives it.

    One of them may be ``keep``, how many words of a context stay, as in the notes of a table.

    Parameters
    ----------
    text : str
        ``name`` or ``name(parameter=value, …)``.
    beside : iterable of str
        Names of parameters that are given beside the text: one that the model does not have, or
        that the text gives as well, is an error.

    Examples
    --------
    >>> read_context("add(background=0.8)", beside=["weight"])
    ('add', {'background': 0.8})
    >>> read_context("add(background=0.8,keep=5)")
    ('add', {'background': 0.8, 'keep': 5})
    """
    of_model, keep = split_keep(text)
    others = list(beside)
    if keep is not None and "keep" in others:
        raise InputError(f"keep of the context model {text!r} is given twice")
    cls, parameters = read_named(CONTEXTS, of_model, [name for name in others if name != "keep"])
    check_keep(cls, keep)
    return cls.name, parameters if keep is None else {**parameters, "keep": keep}
