"""Pictures put values where they belong, within their frames."""

import re
from itertools import pairwise

import pytest

from evaluation.report.charts import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Axis,
    ChartLine,
    ChartPoint,
    line_chart,
    point_chart,
)
from evaluation.report.strips import bar, group_bars, interval_strip, padded, seed_strip


def rects(markup, class_):
    found = re.findall(rf'<rect ([^>]*)class="{class_}"', markup)
    return [dict(re.findall(r'(\w+)="([-\d.]+)"', one)) for one in found]


def centers(markup, class_):
    return [float(r["x"]) + float(r["width"]) / 2 for r in rects(markup, class_)]


def test_an_interval_spans_its_part_of_the_scale():
    strip = interval_strip(0.5, 0.4, 0.7, (0.0, 1.0), level=0.9)
    (span,) = rects(strip, "span")
    assert (float(span["x"]), float(span["width"])) == pytest.approx((80, 60))
    assert centers(strip, "dot") == [100] and centers(strip, "level") == [180]
    assert centers(strip, "end") == [80, 140]


def test_what_leaves_the_scale_stands_at_its_end():
    strip = interval_strip(0.5, -1.0, 2.0, (0.4, 0.6))
    assert centers(strip, "end") == [0, 200] and not rects(strip, "level")
    assert centers(seed_strip([0.5, 0.5], (0.5, 0.5)), "seed") == [0, 0]  # no scale at all


def test_seeds_are_strokes_and_their_mean_a_dot():
    strip = seed_strip([0.0, 0.5, 1.0, 0.5], (0.0, 1.0))
    assert centers(strip, "seed") == [0, 100, 200, 100] and centers(strip, "dot") == [100]


def test_a_bar_is_as_long_as_its_share():
    assert [rects(bar(share), "span")[0]["width"] for share in (0, 0.25, 1)] == ["0.5", "50", "200"]


def test_bars_of_groups_begin_and_end_with_their_rows():
    groups = [("A", "B", "C"), ("C", "D")]
    tops = {row: [float(r["y"]) for r in rects(group_bars(row, groups), "dot")] for row in "ABCD"}
    assert tops == {"A": [4], "B": [0], "C": [0, 4], "D": [0]}
    heights = {
        row: [float(r["height"]) for r in rects(group_bars(row, groups), "dot")] for row in "ABCD"
    }
    assert heights == {"A": [16], "B": [20], "C": [16, 16], "D": [16]}
    assert not rects(group_bars("A", []), "dot")


def test_scales_have_room_within_bounds():
    assert padded([0.0, 1.0]) == (0.0, 1.0)
    assert padded([0.5]) == (0.48, 0.52)
    assert padded([-10.0, 10.0], float("-inf"), float("inf")) == (-11.0, 11.0)


@pytest.mark.parametrize(
    ("axis", "value", "place"),
    [
        (Axis("x", 10, 20), 15, 0.5),
        (Axis("x", 10, 10), 10, 0.0),
        (Axis("x", 1, 100, log=True), 10, 0.5),
        (Axis("x", 1, 100, log=True), 100, 1.0),
    ],
)
def test_an_axis_places_values(axis, value, place):
    assert axis.place(value) == pytest.approx(place)


@pytest.mark.parametrize("low", [0.0, -3.0, 0.123, 999.0])
@pytest.mark.parametrize("width", [1e-3, 0.5, 7.0, 1e5])
def test_ticks_are_few_round_and_within_the_axis(low, width):
    ticks = Axis("x", low, low + width).ticks()
    steps = {round((b - a) / width, 6) for a, b in pairwise(ticks)}
    assert 3 <= len(ticks) <= 8 and len(steps) == 1
    assert low - 1e-6 * width <= ticks[0] and ticks[-1] <= low + width * (1 + 1e-6)


def test_lines_stay_within_the_frame_and_say_what_their_points_are():
    lines = [ChartLine(f"line {i}", [(0, 0, "low"), (1, 1, "<high>")]) for i in range(10)]
    chart = line_chart(lines, Axis("x", 0, 1), Axis("y", 0, 1), [("base", 0.25)])
    corners = f"{LEFT:.1f},{HEIGHT - BOTTOM:.1f} {WIDTH - RIGHT:.1f},{TOP:.1f}"
    assert chart.count(f'points="{corners}"') == 10
    # the ninth has the colour of the first and another dash
    assert "curve c0 d0" in chart and "curve c0 d1" in chart
    assert chart.count("&lt;high&gt;") == 10 and "base\ny 0.250" in chart
    assert chart.count("<li>") == 11
    bare = line_chart(lines[:1], Axis("x", 0, 1), Axis("y", 0, 1), markers=False)
    assert "<circle" not in bare


def test_names_that_find_no_room_are_left_to_hover_unless_they_are_needed():
    crowd = [ChartPoint(0.5, 0.5, f"word{i:02d}", f"detail {i}") for i in range(40)]
    axes = Axis("", 0, 1), Axis("", 0, 1)
    free = point_chart(crowd, *axes, "a plane", frame=False)
    assert 0 < free.count('class="tag"') < 40 and free.count("data-detail") == 40
    assert point_chart(crowd, *axes, "a plane").count('class="tag"') == 40


def test_translations_are_joined():
    points = [ChartPoint(x, 0.5, "", "", side) for side, x in enumerate((0.0, 1.0))]
    chart = point_chart(points, Axis("", 0, 1), Axis("", 0, 1), "n", [(0, 1)], frame=False)
    (joint,) = re.findall(r'<line ([^>]*)class="joint"', chart)
    ends = dict(re.findall(r'(\w+)="([\d.]+)"', joint))
    assert (float(ends["x1"]), float(ends["x2"])) == (LEFT, WIDTH - RIGHT)
