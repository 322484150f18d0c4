"""Options that mean something beside others only: given in vain they are refused, not ignored."""

from __future__ import annotations

from typing import Any

from clss.errors import InputError


def goes_with(needed: str, is_there: bool, **options: Any) -> None:
    """Refuse the options that were given, if what they need is not there.

    Parameters
    ----------
    needed : str
        What they go with, as the sentence says it.
    is_there : bool
    **options
        Options by the names of their parameters; None and False were not given.

    Examples
    --------
    >>> goes_with("--swtc", False, weight=0.5, keep=None)
    Traceback (most recent call last):
    clss.errors.InputError: --weight goes with --swtc
    """
    names = _given(options)
    if names and not is_there:
        verb = "goes" if len(names) == 1 else "go"
        raise InputError(f"{' and '.join(names)} {verb} with {needed}")


def excludes(given: str, is_there: bool, **options: Any) -> None:
    """Refuse the options that were given, if something that makes them idle is there.

    Examples
    --------
    >>> excludes("--costs", True, task="ble", by="senses")
    Traceback (most recent call last):
    clss.errors.InputError: --task and --by do not go with --costs
    """
    names = _given(options)
    if names and is_there:
        verb = "does not go" if len(names) == 1 else "do not go"
        raise InputError(f"{' and '.join(names)} {verb} with {given}")


def _given(options: dict[str, Any]) -> list[str]:
    """Return the options that were given, as they are typed."""
    return [
        f"--{name.replace('_', '-')}"
        for name, value in options.items()
        if value is not None and value is not False
    ]
