"""What is said of a score on hover, tap or focus: the test behind it, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def p_text(value: float | None) -> str:
    """Write a p-value; never a false zero.

    Examples
    --------
    >>> p_text(0.00001), p_text(0.0423), p_text(None)
    ('< 0.001', '0.042', 'not given')
    """
    if value is None:
        return "not given"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def test_lines(label: str, other: str, test: Mapping[str, Any]) -> list[str]:
    """Describe the test of two rows, from its JSON form."""
    lines = [f"{label} against {other}"]
    if test.get("difference") is not None:
        low, high = test.get("ci") or (None, None)
        interval = "" if low is None else f", interval [{low:+.3f}, {high:+.3f}]"
        lines.append(f"difference {test['difference']:+.3f}{interval}")
    if test.get("b") is not None:
        lines.append(f"b = {test['b']} items only here, c = {test['c']} only there")
    if "p" in test:
        corrected = p_text(test.get("p_adjusted"))
        lines.append(f"p {p_text(test['p'])}, corrected {corrected}")
    cluster = test.get("cluster")
    if cluster:
        lines.append(f"by word: p {p_text(cluster.get('p'))}")
    if test.get("p_equivalent") is not None:
        lines.append(f"equivalence p {p_text(test['p_equivalent'])}")
    return lines


def record_detail(record: Mapping[str, Any]) -> str:
    """Describe a row of a table, from its JSON form."""
    for missing in ("failed", "pending"):
        if record.get(missing):
            return f"{missing}: {record[missing]}"
    lines = [str(record["label"])]
    lines += [f"{name} {value:.3f}" for name, value in record["scores"].items()][:1]
    lines[-1] += f", {record['n']} items"
    tests = dict(record.get("against") or {})
    if len(tests) == 1:
        (other, test), *_ = tests.items()
        lines += test_lines(str(record["label"]), str(other), test)[1:]
        lines[2] = f"against {other}: {lines[2]}"
    if len(record.get("seeds") or ()) > 1:
        lines.append(f"{len(record['seeds'])} seeds")
    if record.get("signature"):
        lines.append(str(record["signature"]).replace("|", " | ").replace(",", ", "))
    return "\n".join(lines)
