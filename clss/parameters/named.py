"""Values with a name and a few parameters that one text says: retrievals, models of context."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import Field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from clss.errors import InputError
from clss.parameters.checking import check_values, kinds_of, unknown_parameter
from clss.parameters.kinds import Kind

if TYPE_CHECKING:
    from clss.registry import Registry

_CALL = re.compile(r"\s*([^\s()]+)\s*(?:\(([^()]*)\))?\s*")


class NamedValue:
    """A value with a name and parameters.

    A subclass is a frozen dataclass of its parameters, all with defaults. They are checked when it
    is made.
    """

    name: ClassVar[str]
    #: what the parameters may be, see :mod:`clss.parameters`; one that is not here is like its
    #: default
    allowed: ClassVar[Mapping[str, Kind]] = {}

    def __post_init__(self) -> None:
        check_values(self.allowed, self.parameters)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters by name."""
        return {field.name: getattr(self, field.name) for field in _held(self)}

    def describe(self) -> str:
        """Write the value as configs and the command line take it.

        Only parameters that are not as usual are written: the plain name means the usual ones.
        """
        given = {f.name: v for f in _held(self) if (v := getattr(self, f.name)) != f.default}
        shown = ",".join(f"{name}={_plain(value)}" for name, value in sorted(given.items()))
        return f"{self.name}({shown})" if shown else self.name


V = TypeVar("V", bound=NamedValue)


def made(
    registry: Registry[V], base: type[Any], given: str | V, parameters: Mapping[str, Any]
) -> V:
    """Return a value of a registry by its text and parameters; one given is returned as it is.

    Parameters
    ----------
    registry : Registry
    base : type
        The class of all values of the registry.
    given : str or value
        ``name``, ``name(parameter=value, …)``, or a value.
    parameters : mapping
        Those that are given beside the text.
    """
    if isinstance(given, base):
        if parameters:
            raise InputError(
                f"the {registry.kind} {given.name!r} is made already; give"
                f" {', '.join(parameters)} where it is made"
            )
        return given
    if not isinstance(given, str):
        raise InputError(f"a {registry.kind} is given by name or made, not {given!r}")
    cls, read = read_named(registry, given, parameters)
    kinds = kinds_of(cls, cls.allowed)
    for key, value in parameters.items():
        kinds[key].check(key, value)
    return cls(**read, **parameters)


def read_named(
    registry: Registry[V], text: str, beside: Iterable[str] = ()
) -> tuple[type[V], dict[str, Any]]:
    """Return the class that a text names, and the parameters that the text gives.

    Parameters
    ----------
    registry : Registry
    text : str
        ``name`` or ``name(parameter=value, …)``.
    beside : iterable of str
        Names of parameters that are given beside the text.
    """
    name, texts = _parts(registry.kind, text)
    cls = registry.get(name)
    known = cls().parameters
    for parameter in (*texts, *beside):
        if parameter not in known:
            raise unknown_parameter(name, parameter, known)
    if twice := sorted(texts.keys() & set(beside)):
        raise InputError(f"{', '.join(twice)} of the {registry.kind} {text!r} is given twice")
    kinds = kinds_of(cls, cls.allowed)
    return cls, {key: kinds[key].read_text(key, value) for key, value in texts.items()}


def name_of(text: str) -> str:
    """Return the name in ``name(parameter=value, …)``.

    Examples
    --------
    >>> name_of("csls (neighborhood=5)")
    'csls'
    """
    return text.partition("(")[0].strip()


def _parts(kind: str, text: str) -> tuple[str, dict[str, str]]:
    """Read ``name`` or ``name(parameter=value, …)``."""
    found = _CALL.fullmatch(text)
    if found is None:
        raise InputError(f"a {kind} is written name or name(parameter=value), not {text!r}")
    values: dict[str, str] = {}
    for part in found[2].split(",") if found[2] and found[2].strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value) or key in values:
            raise InputError(f"{part.strip()!r} in {text!r} is not one parameter=value")
        values[key] = value
    return found[1], values


def _held(value: NamedValue) -> tuple[Field[Any], ...]:
    return fields(value) if is_dataclass(value) else ()


def _plain(value: Any) -> str:
    """Write 20.0 as 20, so that equal values have one text."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
