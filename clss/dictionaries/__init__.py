"""Dictionaries that people have, and the gold lexicons that are made of them."""

from clss.dictionaries.gold import GoldChoice, GoldLexicons, build_gold
from clss.dictionaries.reading import read_dictionary
from clss.dictionaries.translation import Translation

__all__ = ["GoldChoice", "GoldLexicons", "Translation", "build_gold", "read_dictionary"]
