"""Formulas as MathML, made when the site is built: browsers draw it without any script."""

from __future__ import annotations

import html
import re

from latex2mathml.converter import convert

# what pymdownx.arithmatex makes of $…$ and $$…$$ in its generic form
_INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
_BLOCK = re.compile(r'<div class="arithmatex">\\\[(.*?)\\\]</div>', re.DOTALL)

_BAR = '<mo stretchy="false">&#x0007C;</mo>'


def draw_formulas(page: str) -> str:
    r"""Replace the formulas of a page by MathML.

    Examples
    --------
    >>> draw_formulas(r'<p><span class="arithmatex">\(x\)</span></p>')[-28:]
    '<mi>x</mi></mrow></math></p>'
    """
    page = _BLOCK.sub(lambda found: _mathml(found[1], "block"), page)
    return _INLINE.sub(lambda found: _mathml(found[1], "inline"), page)


def _mathml(formula: str, display: str) -> str:
    made = convert(html.unescape(formula).strip(), display=display)
    # bars around a quantity, which MathML would set apart like a relation
    return made.replace(_BAR, _BAR.replace(">", ' lspace="0" rspace="0">', 1))
