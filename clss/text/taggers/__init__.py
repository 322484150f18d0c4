"""Taggers: who says what is a noun and what its lemma is. See :mod:`clss.text.taggers.base`."""

from clss.text.taggers.base import TaggedWord, Tagger
from clss.text.taggers.registry import make_tagger

__all__ = ["TaggedWord", "Tagger", "make_tagger"]
