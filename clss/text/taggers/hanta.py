"""The Hanover Tagger: English and German from one small package, no downloads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clss.errors import InputError
from clss.extras import optional_module
from clss.text.cleaning import combining_marks
from clss.text.languages import base_language
from clss.text.taggers.base import TaggedWord

_MODELS = {"en": "morphmodel_en.pgz", "de": "morphmodel_ger.pgz"}
# the beginning of a tag (CLAWS for English, STTS for German) and what Universal Dependencies say
_TAGS = {
    "NN": "NOUN",
    "NP": "PROPN",
    "NE": "PROPN",
    "V": "VERB",
    "AJ": "ADJ",
    "ADJ": "ADJ",
    "AV": "ADV",
    "ADV": "ADV",
}
_SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+")
_LONGEST_SENTENCE = 200  # words; the time of the tagger's search grows with each


class HantaTagger:
    """Tags sentence by sentence with a hidden Markov model over words and their suffixes.

    References
    ----------
    C. Wartena (2019). A Probabilistic Morphology Model for German Lemmatization. KONVENS.
    """

    def __init__(self, lang: str) -> None:
        code = base_language(lang)
        if code not in _MODELS:
            raise InputError(
                f"HanTa is used here for {' and '.join(sorted(_MODELS))}, not for {code!r}; "
                "take spacy:MODEL, stanza or table:FILE"
            )
        module = optional_module("HanTa.HanoverTagger", "the tagger's models")
        self._model = module.HanoverTagger(_MODELS[code])
        self._tokens = re.compile(
            rf"\w[\w{combining_marks()}]*(?:[-·‐‑'’]\w[\w{combining_marks()}]*)*|[^\w\s]"
        )

    def tag(self, text: str) -> Iterator[TaggedWord]:
        """Yield the words of a text; punctuation has the tag ``X``."""
        for sentence in _SENTENCE_END.split(text):
            words = self._tokens.findall(sentence)
            for start in range(0, len(words), _LONGEST_SENTENCE):
                part = words[start : start + _LONGEST_SENTENCE]
                for form, lemma, tag in self._model.tag_sent(part):
                    yield TaggedWord(form, lemma, _universal(tag))


def _universal(tag: str) -> str:
    for length in (3, 2, 1):
        if tag[:length] in _TAGS:
            return _TAGS[tag[:length]]
    return "X"
