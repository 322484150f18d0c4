"""The word class of an item, where its word carries one."""

from __future__ import annotations

#: Universal part-of-speech tags, and the single letters that some corpora use for the open classes.
CLASSES = {
    **{tag: tag for tag in ("NOUN", "VERB", "ADJ", "ADV", "PROPN", "PRON", "ADP", "NUM", "DET")},
    "N": "NOUN",
    "V": "VERB",
    "A": "ADJ",
    "R": "ADV",
}


def word_class(word: str) -> str | None:
    """Return the class that stands after the last ``_`` or ``/`` of a word, None if none does.

    Examples
    --------
    >>> word_class("casa_NOUN"), word_class("correr/v"), word_class("casa"), word_class("a_b")
    ('NOUN', 'VERB', None, None)
    """
    for mark in "_/":
        stem, found, tag = word.rpartition(mark)
        if found and stem and tag.upper() in CLASSES:
            return CLASSES[tag.upper()]
    return None
