"""Any pipeline of spaCy that the user has installed."""

from __future__ import annotations

from collections.abc import Iterator

from clss.errors import InputError
from clss.extras import optional_module
from clss.text.bounded_pieces import pieces
from clss.text.taggers.base import TaggedWord

_LONGEST_TEXT = 100_000  # characters; spaCy's memory grows with the text


class SpacyTagger:
    """Tags with an installed spaCy pipeline; parser and name recogniser are switched off.

    References
    ----------
    https://spacy.io/models
    """

    def __init__(self, model: str, lang: str) -> None:
        spacy = optional_module("spacy", "spaCy's pipelines", "spacy")
        try:
            self._pipeline = spacy.load(model, exclude=["parser", "ner"])
        except OSError as error:
            raise InputError(
                f"spaCy has no pipeline {model!r} here; python -m spacy download {model}"
            ) from error
        found = self._pipeline.lang
        if found not in (lang, lang.partition("-")[0], "xx"):
            raise InputError(f"the spaCy pipeline {model!r} is for {found!r}, not for {lang!r}")

    def tag(self, text: str) -> Iterator[TaggedWord]:
        """Yield the words of a text."""
        for document in self._pipeline.pipe(pieces(text, _LONGEST_TEXT)):
            for token in document:
                yield TaggedWord(token.text, token.lemma_ or token.text, token.pos_)
