"""What has to be known about languages before a single word is read."""

from __future__ import annotations

import re

from clss.errors import InputError

_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")

#: Languages written without blanks between words, and what can find the words.
SEGMENTERS = {"zh": "jieba", "yue": "jieba", "ja": "fugashi", "th": "pythainlp"}
UNSPACED = frozenset({*SEGMENTERS, "km", "lo", "my", "bo", "dz"})

#: Languages in which an apostrophe is a letter and not the end of a word.
APOSTROPHE_IS_A_LETTER = frozenset({"uk", "be", "br", "gn", "uz"})

#: Languages that pair a dotless with a dotted i.
DOTLESS_I = frozenset({"tr", "az", "crh", "kk"})


def check_language(code: str) -> str:
    """Refuse what cannot be the code of a language.

    Examples
    --------
    >>> check_language("es"), check_language("pt-BR")
    ('es', 'pt-BR')
    >>> check_language("Spanish")
    Traceback (most recent call last):
        ...
    clss.errors.InputError: 'Spanish' is not a language code; as in es, pt-BR or yue (ISO 639)
    """
    if not _CODE.fullmatch(code):
        raise InputError(f"{code!r} is not a language code; as in es, pt-BR or yue (ISO 639)")
    return code


def base_language(code: str) -> str:
    """Return the language of a code without its region.

    Examples
    --------
    >>> base_language("pt-BR")
    'pt'
    """
    return code.partition("-")[0]


def lower(text: str, lang: str) -> str:
    """Write in lower case, as the language does.

    Examples
    --------
    >>> lower("ISPARTA", "tr"), lower("ISPARTA", "en")
    ('ısparta', 'isparta')
    """
    if lang in DOTLESS_I:
        text = text.replace("İ", "i").replace("I", "ı")
    return text.lower()
