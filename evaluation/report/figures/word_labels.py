"""Names beside points, where there is room for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

#: Where a name may stand, in steps to the right and up, the preferred place first.
_SIDES = ((1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1))
#: In points; beyond the first a thin line leads to the name.
_DISTANCES = (2.0, 7.0, 13.0, 20.0, 28.0, 37.0, 47.0, 60.0)
_MARKER = 4.0  # points that a marker takes
_POINTS = 72.0


def name_points(
    figure: Figure, axes: Axes, points: Sequence[tuple[str, float, float]], size: float
) -> None:
    """Write the name of every point beside it so that names cover neither names nor points.

    Places are tried from near to far and the first that is free is taken; if none is, the one
    that covers least.
    """
    axes.margins(0.09)
    figure.draw_without_rendering()  # the layout is settled: where is every point?
    axes.autoscale(False)
    unit = figure.dpi / _POINTS
    centers = axes.transData.transform([(x, y) for _, x, y in points])
    taken = [_box(x, y, _MARKER * unit, _MARKER * unit) for x, y in centers]
    whole = figure.bbox
    page = np.array([whole.x0, whole.y0, whole.x1, whole.y1])
    for (word, x, y), center in zip(points, centers, strict=True):
        text = axes.annotate(word, (x, y), (0, 0), textcoords="offset points", fontsize=size)
        extent = text.get_window_extent()
        best = None
        for distance in _DISTANCES:
            for right, up in _SIDES:
                middle = center + np.array([right, up]) * distance * unit
                middle += np.array([right * extent.width, up * extent.height]) / 2
                box = _box(middle[0], middle[1], extent.width, extent.height)
                cost = _covered(box, taken) + _outside(box, page)
                if best is None or cost < best[0]:
                    best = (cost, box, distance)
            if best is not None and best[0] == 0:
                break
        assert best is not None
        _, box, distance = best
        text.set_position(((box[:2] - center) / unit).tolist())
        text.set_in_layout(False)
        taken.append(box)
        if distance > _DISTANCES[0]:
            _lead(axes, center, box)


def _box(x: float, y: float, width: float, height: float) -> np.ndarray:
    return np.array([x - width / 2, y - height / 2, x + width / 2, y + height / 2])


def _covered(box: np.ndarray, taken: Sequence[np.ndarray]) -> float:
    others = np.array(taken)
    sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    return float(np.prod(np.maximum(sides, 0), axis=1).sum())


def _outside(box: np.ndarray, page: np.ndarray) -> float:
    inside = np.minimum(box[2:], page[2:]) - np.maximum(box[:2], page[:2])
    return float(np.prod(box[2:] - box[:2]) - np.prod(np.maximum(inside, 0)))


def _lead(axes: Axes, center: np.ndarray, box: np.ndarray) -> None:
    """Draw a thin line from a point to the nearest place of its name."""
    end = np.clip(center, box[:2], box[2:])
    ends = axes.transData.inverted().transform([center, end])
    axes.plot(ends[:, 0], ends[:, 1], color="#777777", linewidth=0.3, zorder=1.5)
