"""Parameters of models as users type them: ``-p dim=200 -p topic_model=bilda``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clss.errors import InputError
from clss.model import RepresentationModel
from clss.parameters import unknown_parameter


def make_model(cls: type[RepresentationModel], assignments: Iterable[str]) -> RepresentationModel:
    """Make a model with the parameters given as ``name=value``.

    A value is read as the model declares the parameter. A parameter that is itself a model takes a
    model's name, and that model's own parameters follow two underscores, as in scikit-learn:
    ``topic_model=bilda``, ``topic_model__topics=100``.

    Examples
    --------
    >>> from clss.parameters import Number, Whole
    >>> class Model(RepresentationModel):
    ...     name = "example"
    ...     parameters = {"dim": Whole(at_least=1), "rate": Number(above=0)}
    ...     def __init__(self, dim: int = 200, rate: float = 0.1) -> None:
    ...         self.dim, self.rate = dim, rate
    ...     def _fit(self, corpus, progress): ...
    >>> make_model(Model, ["dim=50"]).get_params()
    {'dim': 50, 'rate': 0.1}
    >>> make_model(Model, ["dims=50"])
    Traceback (most recent call last):
    clss.errors.InputError: example has no parameter 'dims' (it has: dim, rate); did you mean dim?
    """
    own: dict[str, str] = {}
    nested: dict[str, list[str]] = {}
    for assignment in assignments:
        name, sign, value = assignment.partition("=")
        if not sign or not name:
            raise InputError(f"expected a parameter as name=value, found {assignment!r}")
        outer, deeper, inner = name.partition("__")
        if deeper:
            nested.setdefault(outer, []).append(f"{inner}={value}")
        elif name in own:
            raise InputError(f"the parameter {name!r} is given twice")
        else:
            own[name] = value
    kinds = cls.parameter_kinds()
    for name in (*own, *nested):
        if name not in kinds:
            raise unknown_parameter(cls.name, name, kinds)
    values = {name: kinds[name].read_text(name, text) for name, text in own.items()}
    for name, further in nested.items():
        values[name] = _nested(cls, name, values.get(name), further)
    return cls(**values)


def _nested(
    cls: type[RepresentationModel], name: str, given: Any, assignments: list[str]
) -> RepresentationModel:
    inner = cls().get_params(deep=False)[name] if given is None else given
    if not isinstance(inner, RepresentationModel):
        raise InputError(
            f"{name}__… sets parameters of the model {name!r} of {cls.name}; "
            f"say first which model it is: {name}=NAME"
        )
    changed = make_model(type(inner), assignments)
    typed = {assignment.partition("=")[0].partition("__")[0] for assignment in assignments}
    kept = {key: value for key, value in inner.get_params(deep=False).items() if key not in typed}
    return changed.set_params(**kept)
