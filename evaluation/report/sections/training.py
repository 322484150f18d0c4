"""How trainings went and what they took."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.report.charts import Axis, ChartLine, ChartPoint, line_chart, point_chart
from evaluation.report.markup import Markup, element, join, paragraph
from evaluation.report.numbers.cost import Costs
from evaluation.report.numbers.sweep import Sweep
from evaluation.report.numbers.traces import BootstrappingLog, Trace
from evaluation.report.sortable_table import Cell, number, numbers_below, sortable_table
from evaluation.report.strips import padded
from evaluation.runs.costs import duration, megabytes


def sweep_section(found: Sweep) -> Markup:
    """Show the score over a parameter of the grid."""
    lines = [
        ChartLine(
            line.label,
            [
                (
                    point.x,
                    point.score,
                    f"{line.label}\n{found.axis} {point.x:g}: {found.measure} {point.score:.3f}"
                    + (
                        "" if point.low == point.high else f" ({point.low:.3f} to {point.high:.3f})"
                    ),
                )
                for point in line.points
            ],
        )
        for line in found.lines
    ]
    xs = [point.x for line in found.lines for point in line.points]
    ys = [point.score for line in found.lines for point in line.points]
    ys += [score for _, score in found.levels]
    room = 0.03 * (max(xs) - min(xs)) or 1.0
    chart = line_chart(
        lines,
        Axis(found.axis, min(xs) - room, max(xs) + room),
        Axis(found.measure, *padded(ys)),
        found.levels,
    )
    rows = [
        [Cell(line.label), number(point.x, "{:g}"), number(point.score)]
        for line in found.lines
        for point in line.points
    ]
    return join(chart, numbers_below(sortable_table(("Line", found.axis, found.measure), rows)))


def cost_section(found: Costs) -> Markup:
    """Show the seconds of training against the score."""
    seconds = [max(row.seconds, 0.01) for row in found.rows]
    points = [
        ChartPoint(
            max(row.seconds, 0.01),
            row.score,
            str(place),
            f"{place}: {row.label}\n{duration(row.seconds)}, {megabytes(row.memory)},"
            f" {found.measure} {row.score:.3f}",
        )
        for place, row in enumerate(found.rows, 1)
    ]
    chart = point_chart(
        points,
        Axis(
            "seconds of training, with what it builds on",
            min(seconds) / 1.5,
            max(seconds) * 1.5,
            True,
        ),
        Axis(found.measure, *padded([row.score for row in found.rows])),
        f"{found.measure} against training time; the table below has the numbers",
    )
    rows = [
        [
            Cell(f"{place} {row.label}", sort=place),
            Cell(duration(row.seconds), sort=row.seconds, numeric=True),
            Cell(megabytes(row.memory), sort=row.memory, numeric=True),
            number(row.score),
        ]
        for place, row in enumerate(found.rows, 1)
    ]
    return join(
        paragraph("As measured when each model was trained, on whatever machine that was."),
        chart,
        sortable_table(("Row", "Training", "Peak memory", found.measure), rows),
    )


def traces_section(curves: Sequence[Trace], logs: Sequence[BootstrappingLog]) -> Markup:
    """Show likelihoods, losses and the log of bootstrappings."""
    parts: list[Markup] = []
    for quantity in dict.fromkeys(curve.quantity for curve in curves):
        chosen = [curve for curve in curves if curve.quantity == quantity]
        groups = [chosen] if quantity.startswith("log") else [[curve] for curve in chosen]
        for group in groups:  # losses of different models have no common scale
            longest = max(len(curve.values) for curve in group)
            values = [value for curve in group for value in curve.values]
            lines = [
                ChartLine(curve.title, [(i, v, "") for i, v in enumerate(curve.values, 1)])
                for curve in group
            ]
            low, high = padded(values, float("-inf"), float("inf"))
            parts.append(element("h3", quantity.capitalize()))
            axes = Axis("iteration", 0, longest), Axis(quantity, low, high)
            parts.append(line_chart(lines, *axes, markers=False))
    for log in logs:
        parts.append(element("h3", f"Bootstrapping: {log.title}"))
        names = ("iteration", "dimensions", "proposed", "added", "removed", "pairs")
        rows = [
            [
                *(Cell(str(one.get(n, "")), sort=one.get(n), numeric=True) for n in names),
                number(one.get("mean_confidence")),
            ]
            for one in log.iterations
        ]
        titles = (*(name.capitalize() for name in names), "Mean confidence")
        parts.append(sortable_table(titles, rows))
    return join(*parts)
