"""Values that nobody changes once they are made."""

from __future__ import annotations

from typing import Any, Self


class Immutable:
    """A value whose copy is itself, as a string's is.

    ``sklearn.base.clone`` copies every parameter that is no estimator, deeply. A space that is a
    parameter can be gigabytes, mapped from a file; a copy of it would be read into memory, once
    for every clone.

    Examples
    --------
    >>> import copy
    >>> value = Immutable()
    >>> copy.copy(value) is copy.deepcopy([value])[0] is value
    True
    """

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
