"""JSON for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable


def render_json(table: ResultTable) -> str:
    """Write one document of rows and notes."""
    rows = [finite(record) for record in table.records]
    return json.dumps(
        {"rows": rows, "notes": list(table.notes)}, ensure_ascii=False, indent=1, allow_nan=False
    )


def finite(value: Any) -> Any:
    """Replace numbers that JSON does not have by null."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [finite(inner) for inner in value]
    return value
