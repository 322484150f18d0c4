"""HTML and SVG in which nothing can pass for markup unless it was made as such.

Words of a corpus, labels and file names are data: a plain string is escaped wherever it is put.
"""

from __future__ import annotations

from html import escape

_VOID = frozenset({"meta", "input", "br", "line", "rect", "circle", "path", "polyline"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | Markup | None


def element(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """Make an element; plain strings among children and values are escaped.

    Parameters
    ----------
    name : str
    *children : str or Markup
        None is left out.
    **attributes
        ``class_`` and ``for_`` lose their underscore, other underscores become hyphens; True is
        an attribute without value, None and False are left out.

    Examples
    --------
    >>> element("td", "<script>", element("b", "1 & 2"), class_="word", data_key='"x"')
    '<td class="word" data-key="&quot;x&quot;">&lt;script&gt;<b>1 &amp; 2</b></td>'
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        written = key.rstrip("_").replace("_", "-")
        parts.append(written if value is True else f'{written}="{escape(_text(value))}"')
    opening = f"<{' '.join(parts)}>"
    if name in _VOID and not children:
        return Markup(opening[:-1] + "/>" if name not in ("meta", "input", "br") else opening)
    return Markup(f"{opening}{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Put markup and plain text one after the other."""
    safe = (c if isinstance(c, Markup) else escape(c) for c in children if c is not None)
    return Markup("".join(safe))


def word(text: str, class_: str | None = None) -> Markup:
    """Show a word of a corpus, whatever direction its script is written in."""
    return element("bdi", text, class_=class_)


def paragraph(*content: Child) -> Markup:
    """Make a paragraph."""
    return element("p", join(*content))


def scrolling(content: Markup, name: str) -> Markup:
    """Let something wide scroll by itself, with the keyboard too."""
    return element("div", content, class_="wide", tabindex="0", role="group", aria_label=name)


def _text(value: str | float | bool) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
