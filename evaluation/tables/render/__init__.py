"""Output formats of a :class:`ResultTable`; none of them knows statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clss.errors import unknown_name
from evaluation.tables.render.csv_form import CsvRenderer, SafeCsvRenderer, TidyRenderer
from evaluation.tables.render.html import HtmlRenderer
from evaluation.tables.render.json_form import JsonRenderer
from evaluation.tables.render.latex import LatexRenderer
from evaluation.tables.render.markdown import MarkdownRenderer
from evaluation.tables.render.renderer import Renderer
from evaluation.tables.render.text import TextRenderer

if TYPE_CHECKING:
    from evaluation.tables.table import ResultTable

#: The renderers by the name of their format.
RENDERERS: dict[str, Renderer] = {
    renderer.name: renderer
    for renderer in (
        TextRenderer(),
        MarkdownRenderer(),
        LatexRenderer(),
        HtmlRenderer(),
        CsvRenderer(),
        SafeCsvRenderer(),
        TidyRenderer(),
        JsonRenderer(),
    )
}


def renderer(name: str) -> Renderer:
    """Return the renderer of a format."""
    if name not in RENDERERS:
        raise unknown_name("format", name, RENDERERS)
    return RENDERERS[name]


def render_tables(tables: Sequence[ResultTable], format: str) -> str:
    """Render tables one after the other; as HTML a whole page, as JSON one document."""
    return renderer(format).render_all(tables)
