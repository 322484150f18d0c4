"""What a renderer is: a form in which tables are written.

To add one, write a subclass of :class:`Renderer` in a file of its own and name it in the registry
(:data:`evaluation.tables.render.RENDERERS`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable


class Renderer(ABC):
    """Writes tables in one form; it knows no statistics.

    Attributes
    ----------
    name : str
        As ``--format`` takes it.
    suffix : str
        How names of its files end.
    """

    name: str
    suffix: str

    @abstractmethod
    def render(self, table: ResultTable) -> str:
        """Write one table."""

    def render_all(self, tables: Sequence[ResultTable]) -> str:
        """Write tables one after the other, as a file or a command's output."""
        return "\n\n".join(self.render(table).rstrip("\n") for table in tables) + "\n"
