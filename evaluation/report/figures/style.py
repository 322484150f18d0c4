"""The look of all figures, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # no window is ever opened

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from clss.errors import InputError
from clss.persistence import atomic_file
from evaluation.report.numbers.sheet import Sheet

#: Inches: one column of a two-column page.
COLUMN = 3.35

#: Okabe and Ito's colours, which the colour-blind tell apart, darkest first so that grey copies
#: keep an order; markers and dashes differ as well.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.2, 1, 1.2)))

FORMATS = ("pdf", "svg", "png", "eps", "ps")

_LOOK: Any = {
    "font.size": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.4,
    "axes.axisbelow": True,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.5,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,  # nothing leaves the width that was asked for
    "savefig.dpi": 300,
    "pdf.fonttype": 42,  # TrueType: embedded, and text stays text
    "ps.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "clss",  # the same numbers, the same file
    "text.usetex": False,
    "text.parse_math": False,  # a $ in a label is a $
}


@contextmanager
def drawing(height: float, width: float = COLUMN) -> Iterator[tuple[Figure, Axes]]:
    """Give a figure and its axes in the common look."""
    with plt.rc_context(_LOOK):
        figure, axes = plt.subplots(figsize=(width, height))
        try:
            yield figure, axes
        finally:
            plt.close(figure)


def line_style(place: int) -> dict[str, Any]:
    """Return how the line of that number is drawn: in colour, marker and dash."""
    return {
        "color": COLORS[place % len(COLORS)],
        "marker": MARKERS[place % len(MARKERS)],
        "linestyle": DASHES[(place // len(COLORS) + place) % len(DASHES)],
    }


def check_format(path: Path) -> None:
    """Refuse a file name that does not say which kind of figure is meant."""
    if path.suffix.lstrip(".").lower() not in FORMATS:
        raise InputError(f"a figure ends in .{', .'.join(FORMATS)}", path)


def save(figure: Figure, path: Path, sheet: Sheet) -> Path:
    """Write a figure and, beside it, the numbers as CSV; return where those are."""
    kind = path.suffix.lstrip(".").lower()
    fixed: Any = {
        "pdf": {"CreationDate": None, "Creator": "clss", "Producer": None},
        "svg": {"Date": None, "Creator": "clss"},
        "png": {"Software": "clss"},
    }.get(kind, {"Creator": "clss"})
    with plt.rc_context(_LOOK), atomic_file(path, "wb") as stream:
        figure.savefig(stream, format=kind, metadata=fixed)
    numbers = path.with_suffix(".csv")
    with atomic_file(numbers) as stream:
        stream.write(sheet.to_csv())
    return numbers
