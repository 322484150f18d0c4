"""The last step from wikitext to running text: lines, entities, odd characters."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from clss.text.wikipedia.markup import unprotect

_HEADING = re.compile(r"^=[^\n]*=[ \t]*$", re.MULTILINE)
_LIST_LINE = re.compile(r"^[*#][^\n]*$", re.MULTILINE)
_LINE_MARKS = re.compile(r"^[*#:;]+[ \t]*|^[ \t]*(?:\{\||\|[-+}]|[|!])", re.MULTILINE)
_QUOTES = re.compile(r"'{2,}")
_MAGIC_WORD = re.compile(r"__[^\W_]+__")
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s<>\"\[\]«»{}|]*[^\s<>\"\[\]«»{}|.,;:!?()]")
_LEFT_OVER = re.compile(r"\[\[|\]\]|\{\{|\}\}|<!--|-->")
# a pronunciation was there; NOW() stays
_EMPTY_BRACKETS = re.compile(r"\((?<=\s\()(?:[,;]?\s[\s,;]*)?\)")
# Control characters, the marks and overrides of writing direction, the byte order mark, halves of
# surrogate pairs. The joiners U+200C and U+200D stay: Persian and Hindi are spelled with them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class RunningText:
    """The text of a page.

    Attributes
    ----------
    text : str
        In one line.
    list_share : float
        How much of it stood in items of lists, between 0 and 1.
    invisible : int
        Control and direction characters that were taken out.
    """

    text: str
    list_share: float = 0.0
    invisible: int = 0


def tidy_lines(text: str) -> RunningText:
    r"""Make running text of wikitext whose templates, tables, tags and links are gone already.

    Headings go (every article has the same "References" and "See also"), the text of list items
    stays.

    Examples
    --------
    >>> tidy_lines("== History ==\nThe ''first''&nbsp;part.\n* An item.")
    RunningText(text='The first part. An item.', list_share=0.33, invisible=0)
    """
    text = _HEADING.sub("", text)
    if "''" in text:
        text = _QUOTES.sub("", text)
    if "__" in text:
        text = _MAGIC_WORD.sub("", text)
    if "://" in text:
        text = _ADDRESS.sub("", text)
    in_lists = sum(len(line.lstrip("*#:; ")) for line in _LIST_LINE.findall(text))
    text = _LINE_MARKS.sub("", text)
    text = _LEFT_OVER.sub(" ", text)
    if "&" in text:
        text = html.unescape(text)
    done = clean_characters(unprotect(text))
    share = min(1.0, in_lists / len(done.text)) if done.text else 0.0
    return RunningText(done.text, round(share, 2), done.invisible)


def clean_characters(text: str) -> RunningText:
    r"""Put a text on one line, without characters that nobody sees.

    Examples
    --------
    >>> clean_characters("one\u202e two\n( , )three")
    RunningText(text='one two three', list_share=0.0, invisible=1)
    """
    text, invisible = _INVISIBLE.subn("", text)
    text = _EMPTY_BRACKETS.sub(" ", text)
    return RunningText(" ".join(text.split()), 0.0, invisible)
