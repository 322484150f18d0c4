"""What makes one suspect that a corpus is still raw text, or not in its language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from clss.text.language_guess import wrong_language
from clss.text.languages import UNSPACED, base_language
from clss.text.scripts import wrong_script

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>?|&#?\w+;|\{\{|\}\}|\[\[|\]\]|https?://|www\.")
_CHECKED = 5000  # commonest words by which the language is guessed
# shares of all tokens from which on a remark is made
_PUNCTUATION, _CAPITALS, _MARKUP_SHARE, _NUMBERS, _LONG = 0.01, 0.02, 0.001, 0.05, 0.001
_LONGEST_WORD = 40


def word_remarks(counts: Mapping[str, int], lang: str) -> list[str]:
    """Look at the words of one language for signs of text that was not prepared.

    Parameters
    ----------
    counts : mapping of str to int
        Words and how often they occur.
    lang : str
        The language that they should be in.

    Examples
    --------
    >>> word_remarks({"text": 3, "Text": 2, "text.": 1, "text,": 1}, "xx")  # doctest: +ELLIPSIS
    ["29% of the tokens begin or end with punctuation ('text.', 'text,'): ...", ...]
    """
    total = sum(counts.values())
    if not total:
        return []
    capitals = [] if base_language(lang) == "de" else [w for w in counts if w != w.lower()]
    words = list(counts)
    signs = [
        (_PUNCTUATION, filter(_has_punctuation, words), "begin or end with punctuation"),
        (_CAPITALS, capitals, "hold capitals"),
        (_MARKUP_SHARE, filter(_MARKUP.search, words), "are markup or addresses"),
        (_NUMBERS, (w for w in words if any(map(str.isdigit, w))), "hold digits"),
    ]
    if base_language(lang) not in UNSPACED:
        long_words = (w for w in words if len(w) > _LONGEST_WORD)
        signs.append((_LONG, long_words, f"are longer than {_LONGEST_WORD} letters"))
    found = [_remark(share, hits, what, counts, total) for share, hits, what in signs]
    remarks = [remark for remark in found if remark is not None]
    common = sorted(counts, key=lambda word: (-counts[word], word))[:_CHECKED]
    if script := wrong_script(counts, lang):
        remarks.append(f"the words are in {script} letters, {lang} is not written so")
    elif other := wrong_language(common, lang):
        remarks.append(f"the words look like {other}, not like {lang}")
    return remarks


def _has_punctuation(word: str) -> bool:
    return unicodedata.category(word[0])[0] in "PS" or unicodedata.category(word[-1])[0] in "PS"


def _remark(
    least: float, words: Iterable[str], what: str, counts: Mapping[str, int], total: int
) -> str | None:
    hits = sorted(words, key=lambda word: -counts[word])
    share = sum(counts[word] for word in hits) / total
    if share < least:
        return None
    examples = ", ".join(repr(word[:30]) for word in hits[:2])
    return f"{share:.0%} of the tokens {what} ({examples}): see clss corpus prepare"
