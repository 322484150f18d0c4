"""NO-CONTEXT: the word alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clss.context.base import VectorContext
from clss.matrices import Matrix

if TYPE_CHECKING:
    from clss.context.view import ContextView


@dataclass(frozen=True)
class NoContext(VectorContext):
    """The similarity of word types: whatever the sentence, the same answer.

    The baseline NO-CONTEXT of Vulić & Moens (2016).
    """

    name = "none"
    uses_context = False

    def modulate(self, view: ContextView) -> Matrix:
        """Return the vectors of the words themselves."""
        return view.pivot_rows
