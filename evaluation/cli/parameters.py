"""Parameters of models as users type them: ``-p dim=200 -p topic_model=bilda``."""

from __future__ import annotations

import inspect
import json
import types
import typing
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Union

from clss.errors import InputError, suggest
from clss.model import MODELS, RepresentationModel
from clss.space import BilingualSpace

_TRUE, _FALSE = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}


def make_model(cls: type[RepresentationModel], assignments: Iterable[str]) -> RepresentationModel:
    """Make a model with the parameters given as ``name=value``.

    A value is read as the type that the constructor's annotation or default has. A parameter that
    is itself a model takes a model's name, and that model's own parameters follow two
    underscores, as in scikit-learn: ``topic_model=bilda``, ``topic_model__topics=100``.

    Examples
    --------
    >>> class Model(RepresentationModel):
    ...     name = "example"
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
    known = inspect.signature(cls).parameters
    for name in (*own, *nested):
        if name not in known:
            raise InputError(
                f"{cls.name} has no parameter {name!r} (it has: {', '.join(known)})"
                f"{suggest(name, known)}"
            )
    hints = parameter_types(cls)
    values = {name: parse_value(name, text, hints[name]) for name, text in own.items()}
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


def parameter_types(cls: type[RepresentationModel]) -> dict[str, Any]:
    """Return the type of every parameter: its annotation, else the type of its default."""
    try:
        # the base class is often imported for type checkers only
        local = {"RepresentationModel": RepresentationModel}
        hints: Mapping[str, Any] = typing.get_type_hints(cls.__init__, localns=local)
    except (NameError, TypeError):  # names known only to a type checker
        hints = {}
    found = {}
    for name, parameter in inspect.signature(cls).parameters.items():
        default = parameter.default
        guess = Any if default is None or default is parameter.empty else type(default)
        found[name] = hints.get(name, guess)
    return found


def parse_value(name: str, text: str, expected: Any) -> Any:
    """Read a value as one of the types expected, the narrowest that fits.

    Examples
    --------
    >>> parse_value("l2", "none", float | None), parse_value("margin", "dim", float | str)
    (None, 'dim')
    >>> parse_value("dim", "many", int)
    Traceback (most recent call last):
    clss.errors.InputError: dim must be a whole number, not 'many'
    """
    options = _members(expected)
    for reader in (_none, _boolean, _whole, _number, _space, _model, _list, _choice, _text):
        accepted, value = reader(text, options)
        if accepted:
            return value
    wanted = " or ".join(dict.fromkeys(_spoken(option) for option in options))
    raise InputError(f"{name} must be {wanted}, not {text!r}")


def _members(expected: Any) -> list[Any]:
    if typing.get_origin(expected) in (Union, types.UnionType):
        return [m for part in typing.get_args(expected) for m in _members(part)]
    return [expected]


Reading = tuple[bool, Any]
_NO: Reading = (False, None)


def _none(text: str, options: list[Any]) -> Reading:
    fits = text.lower() == "none" and (type(None) in options or Any in options)
    return (True, None) if fits else _NO


def _boolean(text: str, options: list[Any]) -> Reading:
    word = text.lower()
    if bool in options or Any in options:
        numeric = {"0", "1"} if int in options or Any in options else set()
        if word in (_TRUE | _FALSE) - numeric:
            return True, word in _TRUE
    return _NO


def _whole(text: str, options: list[Any]) -> Reading:
    if int in options or Any in options:
        try:
            return True, int(text)
        except ValueError:
            return _NO
    return _NO


def _number(text: str, options: list[Any]) -> Reading:
    if float in options or Any in options:
        try:
            return True, float(text)
        except ValueError:
            return _NO
    return _NO


def _model(text: str, options: list[Any]) -> Reading:
    wanted = tuple(o for o in options if isinstance(o, type) and issubclass(o, RepresentationModel))
    if not wanted or (str in options and text not in MODELS.names()):
        return _NO
    cls = MODELS.get(text)
    return (True, cls()) if issubclass(cls, wanted) else _NO


def _space(text: str, options: list[Any]) -> Reading:
    if BilingualSpace in options and Path(text).is_dir():
        return True, BilingualSpace.load(text)
    return _NO


def _list(text: str, options: list[Any]) -> Reading:
    wanted = {typing.get_origin(option) or option for option in options} & {list, tuple, dict}
    if not wanted:
        return _NO
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return _NO
    if isinstance(value, list) and tuple in wanted:
        return True, tuple(value)
    return (True, value) if type(value) in wanted else _NO


def _choice(text: str, options: list[Any]) -> Reading:
    for option in options:
        if typing.get_origin(option) is Literal:
            for value in typing.get_args(option):
                if str(value) == text:
                    return True, value
    return _NO


def _text(text: str, options: list[Any]) -> Reading:
    paths = any(
        (typing.get_origin(option) or option) is PathLike
        or (isinstance(option, type) and issubclass(option, PathLike))
        for option in options
    )
    return (True, text) if paths or str in options or Any in options else _NO


def _spoken(option: Any) -> str:
    names = {
        int: "a whole number",
        float: "a number",
        bool: "true or false",
        str: "a text",
        type(None): "none",
    }
    if option in names:
        return names[option]
    if typing.get_origin(option) is Literal:
        return "one of " + ", ".join(str(value) for value in typing.get_args(option))
    if isinstance(option, type) and issubclass(option, RepresentationModel):
        kind = "model" if option is RepresentationModel else option.__name__
        return f"the name of a {kind}"
    if option is BilingualSpace:
        return "the directory of a space"
    if option is not Any and _text("", [option])[0]:
        return "a path"
    return f"a JSON value for {getattr(option, '__name__', option)}"
