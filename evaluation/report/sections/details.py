"""What is said of a score on hover, tap or focus: the test behind it, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluation.tables.numbers import interval_text, p_text, score_text, signed_text


def lines_of_test(label: str, other: str, test: Mapping[str, Any], alpha: float) -> list[str]:
    """Describe the test of two rows, from its JSON form, with p on the right side of `alpha`."""
    lines = [f"{label} against {other}"]
    if test.get("difference") is not None:
        low, high = test["ci"]
        interval = "" if low is None else f", interval {interval_text((low, high))}"
        lines.append(f"difference {signed_text(test['difference'])}{interval}")
    if test.get("b") is not None:
        lines.append(f"better here on b = {test['b']} items, there on c = {test['c']}")
    if test.get("p") is not None:
        corrected = p_text(test["p_adjusted"], alpha)
        lines.append(f"p {p_text(test['p'], alpha)}, corrected {corrected}")
    if test.get("p_equivalent") is not None:
        lines.append(f"equivalence p {p_text(test['p_equivalent'], alpha)}")
    return lines


def record_detail(record: Mapping[str, Any], alpha: float) -> str:
    """Describe a row of a table, from its JSON form."""
    for missing in ("failed", "pending"):
        if record.get(missing):
            return f"{missing}: {record[missing]}"
    lines = [str(record["label"])]
    lines += [f"{name} {score_text(value)}" for name, value in record["scores"].items()][:1]
    lines[-1] += f", {record['n']} items"
    tests = dict(record.get("against") or {})
    if len(tests) == 1:
        (other, test), *_ = tests.items()
        lines += lines_of_test(str(record["label"]), str(other), test, alpha)[1:]
        lines[2] = f"against {other}: {lines[2]}"
    if len(record.get("seeds") or ()) > 1:
        lines.append(f"{len(record['seeds'])} seeds")
    if record.get("signature"):
        lines.append(str(record["signature"]).replace("|", " | ").replace(",", ", "))
    return "\n".join(lines)
