"""The report of a run directory: every section of every task, in one page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clss._version import __version__
from clss.errors import InputError
from evaluation.report.document import data_block, document
from evaluation.report.markup import Markup, element, join, paragraph
from evaluation.report.numbers.cost import cost
from evaluation.report.numbers.intervals import scores
from evaluation.report.numbers.ranks import ranks, ranks_across
from evaluation.report.numbers.seeds import seeds
from evaluation.report.numbers.significance import significance, stricter
from evaluation.report.numbers.sweep import sweep, sweep_axes
from evaluation.report.numbers.traces import traces
from evaluation.report.planes import plane_section, row_plane
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
from evaluation.tables.methods import methods_paragraph


def report(view: RunView, say: Callable[[str], None] = lambda text: None) -> str:
    """Make the page.

    Parameters
    ----------
    view : RunView
    say : callable
        Gets a line before every part that takes time.
    """
    parts: list[tuple[str, str, Markup]] = []
    if view.options.axes or any(len(results.pairs) > 1 for results in view.results):
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
    for task in dict.fromkeys(panel.task for panel in view.panels):
        several = [panel for panel in view.panels if panel.task == task]
        if len(several) > 1:
            title = f"{task.upper()}, all language pairs"
            parts.append((f"across-{task}", title, _across(several)))
    curves, logs = traces(view)
    if curves or logs:
        parts.append(("training", "Training", traces_section(curves, logs)))
    if view.failures():
        parts.append(("failures", "Missing", failures_section(view.failures())))
    parts.append(("methods", "Methods paragraph", _methods(view)))
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


def _panel(view: RunView, panel: Panel, data: dict[str, Any] | None) -> Markup:
    comparison = panel.comparison
    several = len(comparison.labels) > 1
    found: list[tuple[str, Markup]] = [
        ("Scores and marks", results_section(panel.table, comparison.measure.title)),
        (f"{comparison.measure.title} with intervals", intervals_section(scores(comparison))),
    ]
    for axis in sweep_axes(panel)[:2]:
        found.append(
            (f"{comparison.measure.title} against {axis}", sweep_section(sweep(panel, axis)))
        )
    if several:
        tests = significance(panel)
        found.append(("Critical differences", ranks_section(ranks(tests))))
        found.append(("All pairs", heat_map_section(tests, stricter(panel))))
    kinds = breakdowns(panel)
    if kinds:
        found.append(("Kinds of items", breakdown_section(kinds)))
    spread = seeds(panel)
    if spread.rows:
        found.append(("Spread over seeds", seeds_section(spread)))
    if data is not None:
        found.append(("Where models differ", differences_section(panel, data)))
    if panel.task.startswith("ble") and view.fit_keys(panel):
        found.append(("A look at the space", plane_section(row_plane(view, panel))))
    costs = cost(view, panel)
    if costs.rows:
        found.append(("Cost against accuracy", cost_section(costs)))
    found.append(("Audit", audit_section(panel)))
    return join(*(element("section", element("h3", title), content) for title, content in found))


def _across(panels: list[Panel]) -> Markup:
    try:
        return ranks_section(ranks_across(panels))
    except InputError as error:  # the pairs have no rows in common
        return paragraph(str(error))


def _methods(view: RunView) -> Markup:
    corpora = dict.fromkeys(one.in_words for record in view.records for one in record.corpora)
    groups = [(panel.task, panel.outcomes) for panel in view.panels]
    text = methods_paragraph(groups, view.options, list(corpora))
    return join(
        paragraph("LaTeX and BibTeX, ready to paste; clss methods prints the same."),
        element("pre", element("code", text), tabindex="0", class_="wrapped"),
    )


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
