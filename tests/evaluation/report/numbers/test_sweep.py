"""Scores along a parameter: what is an axis, a line, a level."""

import pytest
from made_outcomes import outcome_of, panel_of

from clss.errors import InputError
from evaluation.report.numbers.sweep import sweep, sweep_axes
from evaluation.report.view import RunView


def row(name, n, seed=None, baseline=None, **grid):
    label = ", ".join([name, *(f"{key}={value}" for key, value in grid.items())])
    facts = {"grid": grid or None, "name": name, "seed": seed, "baseline": baseline}
    known = {key: value for key, value in facts.items() if value is not None}
    return outcome_of(label, [i < n for i in range(10)], **known)


def test_an_axis_is_a_number_with_several_values_the_usual_ones_first():
    panel = panel_of(
        row("A", 1, alpha=0.1, window=4, dim=10, shuffle="merge", shared=True),
        row("A", 2, alpha=0.2, window=8, dim=10, shuffle="none", shared=False),
        row("B", 3, topics=5),
        row("B", 3, topics=9),
    )
    # dim has one value; words and truth values are no places on an axis
    assert sweep_axes(panel) == ("window", "topics", "alpha")
    assert sweep(panel).axis == "window"


def test_a_line_for_every_value_of_the_other_parameters():
    panel = panel_of(
        *(
            row("A", n, window=window, way=way)
            for n, (way, window) in enumerate(
                [("up", 8), ("up", 4), ("on", 4), ("on", 16), ("on", 8)]
            )
        )
    )
    found = sweep(panel, "window")
    assert [line.label for line in found.lines] == ["A, way=up", "A, way=on"]
    assert [[p.x for p in line.points] for line in found.lines] == [[4, 8], [4, 8, 16]]
    assert [p.score for p in found.lines[1].points] == [0.2, 0.4, 0.3]
    assert found.sheet.rows[0] == ("A, way=up", 4.0, 0.1, 0.1, 0.1)
    assert found.sheet.header == ("line", "window", "score", "min", "max")


def test_a_point_is_the_mean_over_seeds_with_its_extremes():
    runs = [row("A", n, seed=seed, dim=2) for seed, n in ((1, 2), (2, 4), (3, 9))]
    (line,) = sweep(panel_of(*runs, row("A", 5, seed=1, dim=4))).lines
    assert (line.points[0].score, line.points[0].low, line.points[0].high) == (0.5, 0.2, 0.9)
    assert line.points[1].low == line.points[1].high == 0.5


def test_rows_without_the_parameter_are_levels_baselines_first():
    grid = [row("A", n, dim=n) for n in (1, 2)]
    others = [row("worst", 3), row("best", 9), row("base", 2, baseline=True), row("middle", 5)]
    found = sweep(panel_of(*grid, *others), levels=3)
    assert found.levels == (("base", 0.2), ("best", 0.9), ("middle", 0.5))
    assert found.sheet.rows[-1] == ("middle", None, 0.5, 0.5, 0.5)


def test_what_is_no_axis_is_told():
    with pytest.raises(InputError, match="BLE, a-b: no row has a grid over a number"):
        sweep(panel_of(row("A", 1), row("B", 2)))
    with pytest.raises(InputError, match="did you mean window"):
        sweep(panel_of(row("A", 1, window=1), row("A", 2, window=2)), "windows")


def test_the_sweep_of_a_run(run_dir):
    panel = RunView.open(run_dir).panel("ble")
    found = sweep(panel)
    assert found.axis == "dim"
    assert [line.label for line in found.lines] == ["LSA, nn", "LSA, csls"]
    assert [point.x for point in found.lines[0].points] == [2.0, 4.0, 8.0]
    assert found.lines[0].points[0].score == panel.comparison.score("LSA, dim=2, nn")
    assert dict(found.levels)["Counts"] == panel.comparison.score("Counts")
    with pytest.raises(InputError, match="window"):
        sweep(panel, "window")
