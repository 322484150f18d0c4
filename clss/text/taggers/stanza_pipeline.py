"""Stanza, if the user has it and its models."""

from __future__ import annotations

from collections.abc import Iterator

from clss.errors import InputError
from clss.extras import optional_module
from clss.text.bounded_pieces import pieces
from clss.text.taggers.base import TaggedWord

_LONGEST_TEXT = 100_000


class StanzaTagger:
    """Tags with the models that ``stanza.download`` has put on this machine.

    References
    ----------
    P. Qi et al. (2020). Stanza: A Python Natural Language Processing Toolkit for Many Human
    Languages. ACL, system demonstrations.
    """

    def __init__(self, lang: str) -> None:
        stanza = optional_module("stanza", "stanza's models", "stanza")
        try:
            self._pipeline = stanza.Pipeline(
                lang,
                processors="tokenize,pos,lemma",
                verbose=False,
                download_method=None,
            )
        except Exception as error:  # stanza has an error of its own for every missing piece
            raise InputError(
                f"stanza has no models for {lang!r} here; "
                f"python -c \"import stanza; stanza.download('{lang}')\""
            ) from error

    def tag(self, text: str) -> Iterator[TaggedWord]:
        """Yield the words of a text."""
        for piece in pieces(text, _LONGEST_TEXT):
            for sentence in self._pipeline(piece).sentences:
                for word in sentence.words:
                    yield TaggedWord(word.text, word.lemma or word.text, word.upos or "X")
