"""Taggers by name."""

from __future__ import annotations

from collections.abc import Callable

from clss.errors import InputError, unknown_name
from clss.text.taggers.base import Tagger
from clss.text.taggers.conllu import ConlluTagger
from clss.text.taggers.hanta import HantaTagger
from clss.text.taggers.spacy_pipeline import SpacyTagger
from clss.text.taggers.stanza_pipeline import StanzaTagger
from clss.text.taggers.table import TableTagger

_TAGGERS: dict[str, Callable[[str, str], Tagger]] = {
    "hanta": lambda argument, lang: HantaTagger(lang),
    "spacy": SpacyTagger,
    "stanza": lambda argument, lang: StanzaTagger(lang),
    "table": TableTagger,
    "conllu": lambda argument, lang: ConlluTagger(),
}
_WITH_ARGUMENT = {"spacy": "spacy:es_core_news_sm", "table": "table:words.tsv"}


def make_tagger(choice: str, lang: str) -> Tagger:
    """Make a tagger from its name and, after a colon, its model or file.

    Parameters
    ----------
    choice : str
        ``hanta``, ``spacy:MODEL``, ``stanza``, ``table:FILE`` or ``conllu``.
    lang : str
        Code of the language.
    """
    name, _, argument = choice.partition(":")
    if name not in _TAGGERS:
        raise unknown_name("tagger", name, _TAGGERS)
    if (name in _WITH_ARGUMENT) != bool(argument):
        expected = _WITH_ARGUMENT.get(name, name)
        raise InputError(f"the tagger {choice!r} was expected in the form {expected}")
    return _TAGGERS[name](argument, lang)
