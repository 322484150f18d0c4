"""The report of a run directory: every section of every task, in one page."""

from __future__ import annotations

from collections.abc import Callable

from clss._version import __version__
from evaluation.report.document import data_block, document
from evaluation.report.grid import paragraph
from evaluation.report.markup import Markup, element, join
from evaluation.report.numbers.cost import cost
from evaluation.report.numbers.intervals import scores
from evaluation.report.numbers.ranks import ranks
from evaluation.report.numbers.seeds import seeds
from evaluation.report.numbers.significance import significance
from evaluation.report.numbers.sweep import sweep, sweep_axes
from evaluation.report.numbers.traces import traces
from evaluation.report.sections.audit import audit_section, failures_section
from evaluation.report.sections.differences import differences_data, differences_section
from evaluation.report.sections.results import results_section
from evaluation.report.sections.scores import (
    breakdown_section,
    breakdowns,
    intervals_section,
    seeds_section,
)
from evaluation.report.sections.significance import heat_map_section, ranks_section
from evaluation.report.sections.training import cost_section, sweep_section, traces_section
from evaluation.report.view import Panel, RunView


def report(view: RunView, say: Callable[[str], None] = lambda text: None) -> str:
    """Make the page.

    Parameters
    ----------
    view : RunView
    say : callable
        Gets a line before every part that takes time.
    """
    parts: list[tuple[str, str, Markup]] = []
    if len(view.tables()) and view.options.axes:
        say("tables")
        shown = [results_section(table, "") for table in view.tables()]
        parts.append(("tables", "Tables", join(*shown)))
    data = []
    for panel in view.panels:
        say(panel.title)
        found = differences_data(panel) if len(panel.comparison.labels) > 1 else None
        parts.append((panel.anchor, panel.title, _panel(view, panel, found)))
        if found is not None:
            data.append(data_block(f"data-{panel.anchor}", found))
    curves, logs = traces(view)
    if curves or logs:
        parts.append(("training", "Training", traces_section(curves, logs)))
    if view.failures():
        parts.append(("failures", "Missing", failures_section(view.failures())))
    parts.append(("source", "Where this comes from", _source(view)))
    links = [element("li", element("a", title, href=f"#{name}")) for name, title, _ in parts]
    body = join(
        element("a", "Skip to the results", href="#main", class_="skip"),
        element(
            "header",
            element("h1", f"{view.name}: comparison of bilingual word representations"),
            element("nav", element("ul", *links), aria_label="Sections"),
            element("button", "Dark page", type="button", id="theme", hidden=True),
        ),
        element(
            "main",
            *(
                element("section", element("h2", title, id=name), content)
                for name, title, content in parts
            ),
            id="main",
        ),
        element("footer", paragraph(f"Made by clss {__version__}.")),
        element("div", id="tip", role="tooltip", hidden=True),
        *data,
    )
    return document(f"{view.name}: report", body)


def _panel(view: RunView, panel: Panel, data: dict | None) -> Markup:
    comparison = panel.comparison
    several = len(comparison.labels) > 1
    found: list[tuple[str, Markup]] = [
        ("Scores and marks", results_section(panel.table, comparison.measure.title)),
        (f"{comparison.measure.title} with intervals", intervals_section(scores(panel))),
    ]
    if sweep_axes(panel):
        for axis in sweep_axes(panel)[:2]:
            found.append(
                (f"{comparison.measure.title} against {axis}", sweep_section(sweep(panel, axis)))
            )
    if several:
        tests = significance(panel)
        found.append(("Critical differences", ranks_section(ranks(tests))))
        found.append(("All pairs", heat_map_section(tests)))
    kinds = breakdowns(panel)
    if kinds:
        found.append(("Kinds of items", breakdown_section(kinds)))
    spread = seeds(panel)
    if spread.rows:
        found.append(("Spread over seeds", seeds_section(spread)))
    if data is not None:
        found.append(("Where models differ", differences_section(panel, data)))
    costs = cost(view, panel)
    if costs.rows:
        found.append(("Cost against accuracy", cost_section(costs)))
    found.append(("Audit", audit_section(panel)))
    return join(*(element("section", element("h3", title), content) for title, content in found))


def _source(view: RunView) -> Markup:
    entries = []
    for record in view.records:
        corpora = ", ".join(f"{c.name} ({'-'.join(c.langs)})" for c in record.corpora)
        entries.append(
            element(
                "details",
                element("summary", f"{record.config}, run {record.when}"),
                paragraph(f"Corpora: {corpora}"),
                element("pre", element("code", record.text), tabindex="0"),
            )
        )
    return join(*entries)
