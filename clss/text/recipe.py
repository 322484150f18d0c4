"""How the texts of one language become words: what a user chose, and the function it makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from clss.text.bounded_pieces import pieces
from clss.text.cleaning import clean
from clss.text.languages import UNSPACED, base_language, lower
from clss.text.lemmas import make_lemmatizer
from clss.text.stopwords import load_stopwords
from clss.text.taggers import make_tagger
from clss.text.tally import SideTally
from clss.text.tokens import make_tokenizer

_PIECE = 1 << 20  # characters that are cut into words at a time
_LONGEST_WORD = 250  # letters; what is longer is no word of any language
_MOST_REMEMBERED = 2_000_000  # forms whose fate is remembered, some 300 MB


class Numbers(StrEnum):
    """What is done with words that hold a digit or an underscore."""

    drop = "drop"
    keep = "keep"
    mask = "mask"


class WhyDropped(StrEnum):
    """Why a word is dropped."""

    digits = "digits or underscores"
    stop = "stop words"
    short = "too short"
    long = "too long"
    pos = "part of speech"
    rare = "rare"
    frequent = "in too many documents"


@dataclass(frozen=True)
class Recipe:
    """The choices for one language.

    Attributes
    ----------
    lang : str
        Code of the language.
    tokenizer : str
        As chosen by :func:`clss.text.tokens.choose_tokenizer`; a tagger brings its own.
    tagger : str or None
        See :func:`clss.text.taggers.make_tagger`.
    pos : tuple of str
        The parts of speech that a tagger lets pass.
    lemmas : bool
        Replace words by the lemmas of simplemma (a tagger gives its own).
    lowercase : bool
    stopwords : str
        See :func:`clss.text.stopwords.load_stopwords`.
    numbers : Numbers
        Drop words with digits, keep them, or write every digit as 0.
    min_length : int
        Letters that a word must have.
    """

    lang: str
    tokenizer: str = "words"
    tagger: str | None = None
    pos: tuple[str, ...] = ("NOUN",)
    lemmas: bool = False
    lowercase: bool = True
    stopwords: str = "none"
    numbers: Numbers = Numbers.drop
    min_length: int = 2


class _Fates(dict[str, str | WhyDropped]):
    """Remembers what was decided about a form: most words of a text have been seen before."""

    def __init__(self, decide: Callable[[str], str | WhyDropped]) -> None:
        super().__init__()
        self._decide = decide

    def __missing__(self, form: str) -> str | WhyDropped:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        fate = self._decide(form)
        if fate is not WhyDropped.long:  # megabytes without a blank need not be kept
            self[form] = fate
        return fate


class WordMaker:
    """Makes words of texts by a recipe.

    Examples
    --------
    >>> tally = SideTally()
    >>> WordMaker(Recipe("es")).words("La Casa, ¡y 2 árboles!", tally)
    ['la', 'casa', 'árboles']
    >>> tally.words, tally.kept, dict(tally.dropped)
    (5, 3, {'too short': 1, 'digits or underscores': 1})
    """

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe
        self._lang = base_language(recipe.lang)
        self._stopwords = load_stopwords(recipe.stopwords, recipe.lang)
        self._tagger = None if recipe.tagger is None else make_tagger(recipe.tagger, recipe.lang)
        self._tokenize = make_tokenizer(recipe.tokenizer, recipe.lang)
        with_lemmas = recipe.lemmas and self._tagger is None
        self._lemma = make_lemmatizer(recipe.lang) if with_lemmas else None
        # a character of Chinese is a word; one letter of an alphabet is none
        unspaced = self._lang in UNSPACED or recipe.tokenizer == "characters"
        self._min_length = 1 if unspaced else recipe.min_length
        self._fates = _Fates(self._decide)

    def words(self, text: str, tally: SideTally) -> list[str]:
        """Return the words of a text that the recipe keeps, and count the others."""
        if self._recipe.tagger == "conllu":
            return self._part(text, tally)
        kept: list[str] = []
        for piece in pieces(text, _PIECE):
            kept += self._part(clean(piece, tally.removed), tally)
        return kept

    def _part(self, text: str, tally: SideTally) -> list[str]:
        fates = self._forms(text)
        kept = [fate for fate in fates if fate.__class__ is str]
        if len(kept) < len(fates):
            dropped = Counter(fate for fate in fates if fate.__class__ is not str)
            tally.dropped.update({str(reason): number for reason, number in dropped.items()})
        tally.words += len(fates)
        tally.kept += len(kept)
        return kept

    def _forms(self, text: str) -> list[str | WhyDropped]:
        if self._tagger is None:
            return list(map(self._fates.__getitem__, self._tokenize(text)))
        allowed = self._recipe.pos
        return [
            self._fates[word.lemma] if word.pos in allowed else WhyDropped.pos
            for word in self._tagger.tag(text)
            if word.form[:1].isalnum()
        ]

    def _decide(self, form: str) -> str | WhyDropped:
        recipe = self._recipe
        if len(form) > _LONGEST_WORD:
            return WhyDropped.long
        if "_" in form or any(map(str.isdigit, form)):
            if recipe.numbers is Numbers.drop:
                return WhyDropped.digits
            if recipe.numbers is Numbers.mask:
                form = "".join("0" if letter.isdigit() else letter for letter in form)
        if form in self._stopwords or lower(form, self._lang) in self._stopwords:
            return WhyDropped.stop
        word = form if self._lemma is None else self._lemma(form)
        if recipe.lowercase:
            word = lower(word, self._lang)
        if word in self._stopwords:
            return WhyDropped.stop
        word = "".join(word.split())  # a lemma of two words would become two words of the corpus
        return word if len(word) >= self._min_length else WhyDropped.short
