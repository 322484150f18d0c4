"""The models of context by name."""

from __future__ import annotations

from typing import Any

from clss.context.additive import Additive
from clss.context.base import ContextModel
from clss.context.direct_fusion import DirectFusion
from clss.context.late_fusion import LateFusion
from clss.context.melamud import AddMelamud, MultMelamud
from clss.context.none import NoContext
from clss.context.smoothed_fusion import SmoothedFusion
from clss.errors import InputError, suggest
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
    Additive(weight=0.9, normalize='sum')
    """
    if isinstance(context, ContextModel):
        if parameters:
            raise InputError(
                f"the context model {context.name!r} is made already; give"
                f" {', '.join(parameters)} where it is made"
            )
        return context
    if not isinstance(context, str):
        raise InputError(f"a context model is given by name or made, not {context!r}")
    made = CONTEXTS.get(context)
    known = list(made().parameters)
    for name in parameters:
        if name not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has none"
            raise InputError(
                f"the context model {context!r} has no parameter {name!r}; {has}"
                f"{suggest(name, known)}"
            )
    return made(**parameters)
