"""Charts of a page as inline SVG: lines over a parameter, points in a plane.

Colours come from the page's style sheet by the classes ``c0`` to ``c7``, so that they suit a light
and a dark page; lines differ in marker and dash as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.report.markup import Markup, element, scrolling

WIDTH, HEIGHT = 480.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 12.0, 12.0, 40.0
COLORS = 8
_MARKERS = ("circle", "square", "triangle", "diamond", "cross")


@dataclass(frozen=True)
class ChartLine:
    """A line: its name and its points, each with what to say of it."""

    label: str
    points: Sequence[tuple[float, float, str]]


@dataclass(frozen=True)
class ChartPoint:
    """A point of a plane: where it is, what stands on it, what to say of it, its colour."""

    x: float
    y: float
    text: str
    detail: str
    color: int = 0


@dataclass(frozen=True)
class Axis:
    """An axis: its title, the range it shows, and whether it is logarithmic."""

    title: str
    low: float
    high: float
    log: bool = False

    def place(self, value: float) -> float:
        """Return where a value is, from 0 to 1."""
        if self.log:
            value, low, high = (math.log10(max(v, 1e-9)) for v in (value, self.low, self.high))
        else:
            low, high = self.low, self.high
        return (value - low) / ((high - low) or 1.0)

    def ticks(self) -> list[float]:
        """Return round values for the labels.

        Examples
        --------
        >>> Axis("score", 0.32, 0.58).ticks()
        [0.35, 0.4, 0.45, 0.5, 0.55]
        >>> Axis("seconds", 0.5, 200, log=True).ticks()
        [1.0, 10.0, 100.0]
        """
        if self.log:
            powers = range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)
            return [10.0**power for power in powers]
        rough = (self.high - self.low) / 5 or 1.0
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * 0.8)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(step * i, 10) for i in range(first, last + 1)]


def line_chart(
    lines: Sequence[ChartLine],
    x: Axis,
    y: Axis,
    levels: Sequence[tuple[str, float]] = (),
    markers: bool = True,
) -> Markup:
    """Draw lines over an axis, and levels as horizontal lines, with a legend below."""
    shapes = _frame(x, y)
    for place, (label, score) in enumerate(levels):
        high = _y(y, score)
        shapes.append(
            element(
                "line",
                x1=LEFT,
                x2=WIDTH - RIGHT,
                y1=high,
                y2=high,
                class_=f"reference d{place % 4}",
                data_detail=f"{label}\n{y.title} {score:.3f}",
            )
        )
    for place, line in enumerate(lines):
        corners = " ".join(f"{_x(x, px):.1f},{_y(y, py):.1f}" for px, py, _ in line.points)
        color = f"c{place % COLORS}"
        shapes.append(
            element("polyline", points=corners, class_=f"curve {color} d{place // COLORS % 4}")
        )
        if markers:
            shapes += [
                marker(_x(x, px), _y(y, py), place, detail) for px, py, detail in line.points
            ]
    names = [
        *(_legend_entry(line.label, place, markers) for place, line in enumerate(lines)),
        *(_level_entry(label, score, place) for place, (label, score) in enumerate(levels)),
    ]
    name = f"{y.title} against {x.title}"
    legend = element("ul", *names, class_="legend")
    return element("figure", scrolling(_svg(shapes, name), name), legend)


def point_chart(
    points: Sequence[ChartPoint],
    x: Axis,
    y: Axis,
    name: str,
    joined: Sequence[tuple[int, int]] = (),
    frame: bool = True,
) -> Markup:
    """Draw points in a plane, some of them joined by lines.

    Without a frame (a space of words) a name that finds no room is shown on hover only. With a
    frame the names are numbers that a table below explains, and all of them are written.
    """
    shapes = _frame(x, y) if frame else []
    for first, second in joined:
        a, b = points[first], points[second]
        shapes.append(
            element(
                "line", x1=_x(x, a.x), y1=_y(y, a.y), x2=_x(x, b.x), y2=_y(y, b.y), class_="joint"
            )
        )
    places = [(_x(x, point.x), _y(y, point.y)) for point in points]
    taken = [(left - 4, top - 4, left + 4, top + 4) for left, top in places]
    for point, (left, top) in zip(points, places, strict=True):
        shapes.append(marker(left, top, point.color, point.detail, size=4.5))
        if point.text:
            tag = _tag(point.text, left, top, taken, needed=frame)
            shapes += [] if tag is None else [tag]
    return element("figure", scrolling(_svg(shapes, name), name))


def _tag(
    text: str,
    left: float,
    top: float,
    taken: list[tuple[float, float, float, float]],
    needed: bool,
) -> Markup | None:
    """Write a name at the first free place beside a point; without one only if it is `needed`."""
    width, height = 6.5 * len(text), 9.0
    tried: list[tuple[bool, bool, int, tuple[float, float, float, float]]] = []
    for dx, dy in ((7, -4), (7, 12), (-7, -4), (-7, 12), (14, 4), (-14, 4), (7, -14), (7, 22)):
        start = left + dx if dx > 0 else left + dx - width
        box = (start, top + dy - height, start + width, top + dy)
        inside = start >= 0 and start + width <= WIDTH and box[1] >= 0
        free = not any(
            box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken
        )
        tried.append((not inside, not free, len(tried), box))
    _, covers, _, box = min(tried)
    if covers and not needed:
        return None
    taken.append(box)
    return element("text", text, x=box[0], y=box[3], class_="tag")


def marker(left: float, top: float, place: int, detail: str = "", size: float = 3.5) -> Markup:
    """Draw the marker of the line or group of that number."""
    kind, color = _MARKERS[place % len(_MARKERS)], f"mark c{place % COLORS}"
    said = detail or None
    if kind == "circle":
        return element("circle", cx=left, cy=top, r=size, class_=color, data_detail=said)
    s = size
    outlines = {
        "square": [(-s, -s), (s, -s), (s, s), (-s, s)],
        "triangle": [(0, -1.2 * s), (1.1 * s, s), (-1.1 * s, s)],
        "diamond": [(0, -1.3 * s), (1.3 * s, 0), (0, 1.3 * s), (-1.3 * s, 0)],
        "cross": [
            *[(-s, -s / 3), (-s / 3, -s / 3), (-s / 3, -s), (s / 3, -s), (s / 3, -s / 3)],
            *[(s, -s / 3), (s, s / 3), (s / 3, s / 3), (s / 3, s), (-s / 3, s), (-s / 3, s / 3)],
            (-s, s / 3),
        ],
    }
    path = "M" + "L".join(f"{left + dx:.1f} {top + dy:.1f}" for dx, dy in outlines[kind]) + "Z"
    return element("path", d=path, class_=color, data_detail=said)


def _svg(shapes: Sequence[Markup], name: str) -> Markup:
    return element(
        "svg",
        *shapes,
        class_="chart",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
        aria_label=name,
    )


def _frame(x: Axis, y: Axis) -> list[Markup]:
    shapes = []
    for value in x.ticks():
        left = _x(x, value)
        shapes.append(element("line", x1=left, x2=left, y1=TOP, y2=HEIGHT - BOTTOM, class_="grid"))
        shapes.append(
            element(
                "text",
                f"{value:g}",
                x=left,
                y=HEIGHT - BOTTOM + 16,
                class_="tick",
                text_anchor="middle",
            )
        )
    for value in y.ticks():
        high = _y(y, value)
        shapes.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=high, y2=high, class_="grid"))
        shapes.append(
            element("text", f"{value:g}", x=LEFT - 6, y=high + 4, class_="tick", text_anchor="end")
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    shapes.append(
        element("text", x.title, x=middle, y=HEIGHT - 6, class_="title", text_anchor="middle")
    )
    center = (TOP + HEIGHT - BOTTOM) / 2
    shapes.append(
        element(
            "text",
            y.title,
            transform=f"translate(13 {center:g}) rotate(-90)",
            class_="title",
            text_anchor="middle",
        )
    )
    return shapes


def _x(axis: Axis, value: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * axis.place(value), 2)


def _y(axis: Axis, value: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * axis.place(value), 2)


def _legend_entry(label: str, place: int, markers: bool) -> Markup:
    color = f"curve c{place % COLORS} d{place // COLORS % 4}"
    shapes = [element("line", x1=0, x2=26, y1=7, y2=7, class_=color)]
    if markers:
        shapes.append(marker(13, 7, place))
    return element("li", _key(shapes), label)


def _level_entry(label: str, score: float, place: int) -> Markup:
    shapes = [element("line", x1=0, x2=26, y1=7, y2=7, class_=f"reference d{place % 4}")]
    return element("li", _key(shapes), f"{label} ({score:.3f})")


def _key(shapes: Sequence[Markup]) -> Markup:
    return element(
        "svg", *shapes, class_="key", width=26, height=14, viewBox="0 0 26 14", aria_hidden="true"
    )
