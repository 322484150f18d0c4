"""Numbers as a table for machines: what stands in the CSV beside a figure."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sheet:
    """A header and rows.

    Examples
    --------
    >>> print(Sheet(("row", "score"), (("A, B", 0.5), ("C", None))).to_csv(), end="")
    row,score
    "A, B",0.5
    C,
    """

    header: tuple[str, ...]
    rows: tuple[Sequence[Any], ...]

    def to_csv(self) -> str:
        """Write as CSV; what is missing is empty."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(self.rows)
        return stream.getvalue()
