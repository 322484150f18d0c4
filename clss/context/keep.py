"""How many words of a context are kept: ``keep`` beside a model of context, or in its text."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from clss.context.base import ContextModel
from clss.errors import InputError


def check_keep(
    model: ContextModel | type[ContextModel], keep: int | Literal["all"] | None
) -> int | None:
    """Return the context size that `keep` means, None for all words; refuse one without effect."""
    if keep is None or keep == "all":
        return None
    if isinstance(keep, bool) or not isinstance(keep, int | np.integer) or keep < 1:
        raise InputError(
            f"keep is how many context words stay, a whole number from 1, not {keep!r}"
            " ('all' keeps all)"
        )
    if not model.uses_context:
        raise InputError(f"the context model {model.name!r} looks at no context; leave keep out")
    if not model.takes_bags:
        raise InputError(f"the context model {model.name!r} reads whole sentences; leave keep out")
    return int(keep)


def split_keep(text: str) -> tuple[str, Any]:
    """Return the text of a model of context without its ``keep``, and what that is.

    The size is not checked, see :func:`check_keep`; None if the text has none.

    Examples
    --------
    >>> split_keep("add(background=0.8,keep=5)")
    ('add(background=0.8)', 5)
    >>> split_keep("add(background=0.8)")
    ('add(background=0.8)', None)
    """
    name, _, inside = text.strip().partition("(")
    if not inside.endswith(")"):
        return text, None  # without parameters, or not well written, which is told elsewhere
    parts = inside[:-1].split(",")
    sizes = [part for part in parts if part.partition("=")[0].strip() == "keep"]
    if not sizes:
        return text, None
    value = sizes[0].partition("=")[2].strip()
    wrong = [*sizes[1:], *([] if value else sizes), *(part for part in parts if not part.strip())]
    if wrong:
        raise InputError(f"{wrong[0].strip()!r} in {text!r} is not one parameter=value")
    others = [part for part in parts if part not in sizes]
    return f"{name}({','.join(others)})" if others else name, _number(value)


def _number(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text
