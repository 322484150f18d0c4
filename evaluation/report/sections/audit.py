"""What one must know to trust the comparison: supervision, tuning, leaks, coverage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.report.markup import Markup, element, join, paragraph
from evaluation.report.sortable_table import Cell, sortable_table
from evaluation.report.view import Panel
from evaluation.runs.collect import Failure
from evaluation.tables.audit import by_seed, parameters_text
from evaluation.tables.numbers import span_text


def audit_section(panel: Panel) -> Markup:
    """Show per row what it learned from, how it was asked and tuned, and what it had seen."""
    titles = (
        "Row",
        "Model",
        "Supervision",
        "Asked by",
        "Tuned",
        "Trials",
        "Gold in seed lexicon",
        "Test items in dev set",
        "Coverage",
        "Repeatable",
    )
    rows = []
    for system in panel.comparison.systems:
        label, outcome = system.label, system.first
        facts = outcome.facts
        asked = [facts.similarity, facts.retrieval]
        asked += [by_seed(system.runs, "context")] if facts.context else []
        covered, n = [int(run.covered.sum()) for run in system.runs], len(outcome)
        known = [run.facts.seed_lexicon_gold for run in system.runs]
        leaked = [count for count in known if count is not None]
        rows.append(
            [
                Cell(label),
                Cell(outcome.model or "given"),
                Cell(" + ".join(facts.supervision or ()) or "none stated"),
                Cell(", ".join(name for name in asked if name) or "as given"),
                Cell(_tuned(facts.tuned, facts.tuning)),
                Cell(
                    "–" if facts.trials is None else str(facts.trials),
                    sort=facts.trials or 0,
                    numeric=True,
                ),
                Cell(
                    f"{span_text(leaked)} of {n}" if leaked else "–",
                    sort=max(leaked, default=0),
                    numeric=True,
                ),
                Cell(
                    "–" if facts.dev_overlap is None else str(facts.dev_overlap),
                    sort=facts.dev_overlap or 0,
                    numeric=True,
                ),
                Cell(f"{span_text(covered)}/{n}", sort=min(covered) / n, numeric=True),
                Cell("no, threads" if facts.deterministic is False else "yes"),
            ]
        )
    return sortable_table(titles, rows, class_="audit")


def _tuned(tuned: Mapping[str, Any] | None, tuning: Mapping[str, Any] | None) -> str:
    """Say what was chosen on development items, and on how many."""
    found = dict(tuning or {})
    chosen = {**(tuned or {}), **found.get("parameters", {})}
    if found.get("keep") is not None:
        chosen["keep"] = found["keep"]
    if not chosen:
        return "no"
    items = f" on {found['dev_items']} items" if found.get("dev_items") else ""
    return f"{parameters_text(chosen)}{items}"


def failures_section(failures: Sequence[Failure]) -> Markup:
    """List what is missing and why."""
    entries = [
        element("li", element("strong", one.label), f" ({one.pair}): {one.reason}")
        for one in failures
    ]
    return join(paragraph("These scores are not there:"), element("ul", *entries))
