"""Wikipedia dumps to document-aligned corpora.

The way of a page: :mod:`~clss.text.wikipedia.unpacking` and
:mod:`~clss.text.wikipedia.raw_pages` cut the dump into pages,
:mod:`~clss.text.wikipedia.page` reads one, :mod:`~clss.text.wikipedia.links` knows its partner,
:mod:`~clss.text.wikipedia.page_filter` says whether it is an article,
:mod:`~clss.text.wikipedia.wikitext` makes running text of it; :mod:`~clss.text.wikipedia.extract`
does all this for a unit of the dump in a process of its own,
:mod:`~clss.text.wikipedia.align` for both dumps.
"""

from clss.text.wikipedia.align import align_wikipedia
from clss.text.wikipedia.wikitext import strip_wikitext

__all__ = ["align_wikipedia", "strip_wikitext"]
