"""A table of results that knows neither statistics nor any output format."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evaluation.tables.render import renderer
from evaluation.tables.render.latex import render_latex
from evaluation.tables.render.text import render_text

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell.

    Parameters
    ----------
    value : float, int, str, pair of float or None
        The full value, for machines; a pair is an interval.
    text : str
        The value as people read it.
    bold : bool
        Whether it is a best of its column.
    mark : str
        ``"*"`` significantly better, ``"▼"`` significantly worse, ``"≈"`` as good.
    letters : str
        Groups of rows that do not differ.
    spread : str
        What stands beside the value, such as the deviation over seeds.
    """

    value: float | int | str | tuple[float, float] | None = None
    text: str = ""
    bold: bool = False
    mark: str = ""
    letters: str = ""
    spread: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Parameters
    ----------
    title : str
    group : str
        The title over it that it shares with its neighbours.
    words : bool
        Whether its cells are words, which begin at the left; numbers end at the right.
    """

    title: str
    group: str = ""
    words: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Parameters
    ----------
    label : str
        What stands in its first column.
    cells : tuple of TableCell
        One per column.
    new_section : bool
        Whether a rule stands above it.
    signature : str
        How its numbers came about.
    """

    label: str
    cells: tuple[TableCell, ...]
    new_section: bool = False
    signature: str = ""


@dataclass(frozen=True)
class ResultTable:
    """Rows, columns, marks, a caption and notes; rendered by the ``to_`` methods.

    Parameters
    ----------
    columns : tuple of Column
        Without the first, which holds the labels.
    rows : tuple of Row
        Each with one cell per column.
    caption : str
        What the table shows and what its marks mean.
    notes : tuple of str
        What a reader must know to trust it.
    records : tuple of mapping
        The rows in full, for :meth:`to_json`.
    stub : str
        Title of the column of labels.
    about : mapping
        How the table came about, for :meth:`to_json`: test, correction, level …
    label : str
        For ``\\ref`` in LaTeX.
    wide : bool
        Whether it spans both columns of a page in LaTeX.
    """  # noqa: D301

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    notes: tuple[str, ...] = ()
    records: tuple[Mapping[str, Any], ...] = ()
    stub: str = "Model"
    about: Mapping[str, Any] = field(default_factory=dict)
    label: str = "tab:results"
    wide: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise ValueError(
                    f"row {row.label!r} has {len(row.cells)} cells, not {len(self.columns)}"
                )

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"ResultTable({len(self.rows)} rows, {len(self.columns)} columns)"

    def _repr_html_(self) -> str:
        """Show the table in a notebook."""
        return self.to_html()

    def to_text(self, ansi: bool = False) -> str:
        """Render for a terminal; bold by escape codes if `ansi`, else by brackets."""
        return render_text(self, ansi)

    def to_markdown(self) -> str:
        """Render as a GitHub-flavoured Markdown table."""
        return self.render("markdown")

    def to_latex(
        self, standalone: bool = False, label: str | None = None, wide: bool | None = None
    ) -> str:
        """Render as a LaTeX table that needs the packages booktabs and graphicx.

        Parameters
        ----------
        standalone : bool
            Give a whole document instead of the table environment.
        label : str, optional
            For ``\\ref``, instead of the table's own.
        wide : bool, optional
            Across both columns of a page, instead of the table's own.
        """  # noqa: D301
        return render_latex(self, standalone, label, wide)

    def to_html(self) -> str:
        """Render as an HTML fragment."""
        return self.render("html")

    def to_csv(self) -> str:
        """Render values in full precision, marks in columns of their own."""
        return self.render("csv")

    def to_frame(self, tidy: bool = False) -> pandas.DataFrame:
        """Return the table as a data frame, with full values.

        Parameters
        ----------
        tidy : bool
            One line per row, seed and measure instead: every score of every run.
        """
        import pandas

        return pandas.read_csv(io.StringIO(self.render("tidy" if tidy else "csv")))

    def to_json(self) -> str:
        """Render ``{"tables": …, "rows": …, "notes": …}`` with everything known."""
        return self.render("json")

    def render(self, format: str) -> str:
        """Render in the named format, one of :data:`~evaluation.tables.render.RENDERERS`."""
        return renderer(format).render(self)
