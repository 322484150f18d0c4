"""Small pictures within table cells: an interval, a bar, dots for seeds, bars of groups."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.report.markup import Markup, element

_WIDTH, _HEIGHT = 200.0, 20.0


def _picture(*shapes: Markup) -> Markup:
    return element(
        "svg",
        *shapes,
        class_="strip",
        viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )


def interval_strip(
    value: float, low: float, high: float, domain: tuple[float, float], level: float | None = None
) -> Markup:
    """Draw a score as a dot on the line of its interval; `level` is a reference to compare."""
    x, left, right = (_place(v, domain) for v in (value, low, high))
    reference = None if level is None else _place(level, domain)
    return _picture(
        element("rect", x=0, y=9.5, width=_WIDTH, height=1, class_="rail"),
        *([] if reference is None else [_upright(reference, 0, 20, "level")]),
        element("rect", x=left, y=8.5, width=max(right - left, 0.5), height=3, class_="span"),
        _upright(left, 5, 15, "end"),
        _upright(right, 5, 15, "end"),
        element("rect", x=x - 2.5, y=5, width=5, height=10, class_="dot"),
    )


def seed_strip(values: Sequence[float], domain: tuple[float, float]) -> Markup:
    """Draw one stroke per seed and a mark at their mean."""
    mean = _place(sum(values) / len(values), domain)
    return _picture(
        element("rect", x=0, y=9.5, width=_WIDTH, height=1, class_="rail"),
        *(_upright(_place(value, domain), 3, 17, "seed") for value in values),
        element("rect", x=mean - 2, y=8, width=4, height=4, class_="dot"),
    )


def bar(value: float) -> Markup:
    """Draw a share from 0 to 1 as a bar."""
    return _picture(
        element("rect", x=0, y=3, width=_WIDTH, height=14, class_="rail"),
        element("rect", x=0, y=3, width=max(_WIDTH * value, 0.5), height=14, class_="span"),
    )


def group_bars(row: str, groups: Sequence[Sequence[str]]) -> Markup:
    """Draw, for one of the rows below each other, the bars of the groups that it belongs to."""
    shapes = []
    for place, group in enumerate(groups):
        if row not in group:
            continue
        top = 4 if row == group[0] else 0
        bottom = 16 if row == group[-1] else 20
        x = 6 + 12 * place
        shapes.append(element("rect", x=x, y=top, width=4, height=bottom - top, class_="dot"))
    width = 12 * max(len(groups), 1) + 6
    return element(
        "svg",
        *shapes,
        class_="bars",
        width=width,
        height=20,
        viewBox=f"0 0 {width} 20",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )


def _upright(x: float, top: float, bottom: float, class_: str) -> Markup:
    return element("rect", x=x - 0.75, y=top, width=1.5, height=bottom - top, class_=class_)


def _place(value: float, domain: tuple[float, float]) -> float:
    low, high = domain
    return _WIDTH * min(max((value - low) / ((high - low) or 1.0), 0.0), 1.0)


def padded(values: Sequence[float], least: float = 0.0, most: float = 1.0) -> tuple[float, float]:
    """Return the range of values with a little room, within bounds.

    Examples
    --------
    >>> padded([0.5, 0.7])
    (0.49, 0.71)
    """
    low, high = min(values), max(values)
    room = 0.05 * (high - low) or 0.02
    return max(least, round(low - room, 6)), min(most, round(high + room, 6))
