"""JSON for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evaluation.tables.render.renderer import Renderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable


def as_document(tables: Sequence[ResultTable]) -> dict[str, Any]:
    """Return tables as one JSON document.

    ``tables``: per table its caption, notes, and how it was tested; ``rows``: all rows, each with
    the place of its table; ``notes``: those of all tables.
    """
    about = [
        {"caption": table.caption, **finite(table.about), "notes": list(table.notes)}
        for table in tables
    ]
    rows = [
        {**finite(record), "table": place}
        for place, table in enumerate(tables)
        for record in table.records
    ]
    notes = dict.fromkeys(note for table in tables for note in table.notes)
    return {"tables": about, "rows": rows, "notes": list(notes)}


def finite(value: Any) -> Any:
    """Replace numbers that JSON does not have by null."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [finite(inner) for inner in value]
    return value


class JsonRenderer(Renderer):
    """JSON: whatever the number of tables, one document."""

    name = "json"
    suffix = "json"

    def render(self, table: ResultTable) -> str:
        """Write one table."""
        return self.render_all([table]).rstrip("\n")

    def render_all(self, tables: Sequence[ResultTable]) -> str:
        """Write one document with the rows of all tables."""
        document = as_document(tables)
        return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
