"""Which pages are articles: not disambiguations, lists, stubs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clss.text.wikipedia.markup import words
from clss.text.wikipedia.page import Page

#: Names of templates that mark a disambiguation, of many wikis at once: a template of this name
#: means nothing else elsewhere. Any name with "disambig" in it counts, too.
_TEMPLATES = words(
    """
    desambiguación desambiguação desambiguació desambig desambiguacion homonymie homonymes
    patronyme toponymie homonyme paronymie begriffsklärung dab hndis geodis dezambiguizare
    förgrening gren flertydig peker pekerside täsmennyssivu täpsustuslehekülg ujednoznacznienie
    disambiguasi disamb rozcestník egyért egyértlap anlamayrımı anlam_ayrımı неоднозначность
    многозначность багатозначність пояснение вишезначна_одредница razdvojba apartigilo argipen
    homónimos dixebra aimai 曖昧さ回避 消歧义 消歧義 동음이의 동음이의어_문서 توضيح
    ابهام‌زدایی ابهام_زدایی פירושונים αποσαφήνιση trang_định_hướng định_hướng แก้กำกวม बहुविकल्पी
    """
)
_TITLE_ENDS = re.compile(
    r"\((?:\w*disambig\w*|desambiguación|desambiguação|desambiguació|homonymie|Begriffsklärung|"
    r"dezambiguizare|förgrening|ujednoznacznienie|rozcestník|egyértelműsítő lap|anlam ayrımı|"
    r"olika betydelser|flertydig|argipena|значения|значення|αποσαφήνιση|曖昧さ回避|消歧义|消歧義|"
    r"동음이의|توضيح|ابهام‌زدایی|định hướng)\)$",
    re.IGNORECASE,
)
_MAGIC_WORD = re.compile(
    "__(?:DISAMBIG|DISAMBIGUACIÓN|DISAMBIGUACION|BEGRIFFSKLÄRUNG|HOMONYMIE|HOMÓNIMOS|TÄPSUSTUS|"
    "ПОЈАСНУВАЊЕ|توضيح|동음이의|消歧义)__"
)
_TEMPLATE_NAME = re.compile(r"\{\{\s*([^{}|<>\[\]#\n]{2,60}?)\s*(?=[|}\n])")

#: How titles of lists begin (or end, after a "…"), by language.
_LIST_TITLES = {
    "ca": ("Llista d",),
    "cs": ("Seznam ",),
    "da": ("Liste over ",),
    "de": ("Liste ",),
    "en": ("List of ", "Lists of ", "Index of ", "Outline of "),
    "es": ("Anexo:", "Lista de ", "Listas de "),
    "et": ("…loend",),
    "eu": ("…zerrenda",),
    "fi": ("Luettelo ", "…luettelo"),
    "fr": ("Liste d", "Listes d"),
    "gl": ("Lista d",),
    "hu": ("…listája",),
    "id": ("Daftar ",),
    "ja": ("…一覧",),
    "ko": ("…목록",),
    "no": ("Liste over ",),
    "pl": ("Lista ", "Listy "),
    "pt": ("Anexo:", "Lista d", "Listas d"),
    "ro": ("Lista ", "Listă "),
    "ru": ("Список ", "Списки "),
    "simple": ("List of ", "Lists of "),
    "sv": ("Lista över ",),
    "tr": ("…listesi",),
    "uk": ("Список ", "Списки "),
    "vi": ("Danh sách ",),
    "zh": ("…列表",),
}
#: A page is a list if so much of its text stands in items of lists.
LIST_SHARE = 0.8


def knows_language(code: str) -> bool:
    """Whether the titles of lists are known in a language; their form tells in all."""
    return code in _LIST_TITLES


def is_disambiguation(page: Page, more_templates: Iterable[str] = ()) -> bool:
    """Whether a page says that it is a disambiguation.

    Examples
    --------
    >>> is_disambiguation(Page(1, "Lugo", 0, "{{desambiguación}}"))
    True
    >>> is_disambiguation(Page(1, "Lugo", 0, "{{Ficha|x}}"))
    False
    """
    if _TITLE_ENDS.search(page.title):
        return True
    if page.is_markup:
        if "__" in page.text and _MAGIC_WORD.search(page.text):
            return True
        names: Iterable[str] = _TEMPLATE_NAME.findall(page.text)
    else:
        names = page.templates
    wanted = _TEMPLATES.union(map(_plain, more_templates)) if more_templates else _TEMPLATES
    for name in map(_plain, names):
        # "disambiguation needed" stands in articles, about a link in them
        if name in wanted or ("disambig" in name and not name.endswith(("needed", "inline"))):
            return True
    return False


def _plain(name: str) -> str:
    return name.strip().replace(" ", "_").lower()


def has_list_title(title: str, code: str) -> bool:
    """Whether a title is that of a list.

    Examples
    --------
    >>> has_list_title("List of rivers", "en"), has_list_title("Liszt", "en")
    (True, False)
    """
    return any(
        title.endswith(form[1:]) if form.startswith("…") else title.startswith(form)
        for form in _LIST_TITLES.get(code, ())
    )
