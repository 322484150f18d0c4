"""Where a lexicon comes from: a file, a list, equal spelling or another model.

Nothing here knows of an evaluation or its gold lexicon.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TypeAlias

from clss.errors import InputError
from clss.formats.lexicon import read_lexicon
from clss.lexicon import Lexicon
from clss.model import RepresentationModel
from clss.parameters import Choice, FilePath, Kind, WordPairs
from clss.vocabulary import Vocabulary

#: A lexicon as users give it: "identical" (words spelled alike), a TSV file, or pairs of words.
GivenLexicon: TypeAlias = str | PathLike[str] | Sequence[Sequence[str]]
LEXICON: Kind = Choice("identical") | FilePath() | WordPairs()


def make_lexicon(
    given: GivenLexicon | RepresentationModel, source: Vocabulary, target: Vocabulary
) -> Lexicon:
    """Make a lexicon over two vocabularies from whatever a user may give; it has a pair at least.

    A model must be fitted: its ``lexicon_`` is taken if it has one, otherwise the mutual nearest
    neighbours of its space.
    """
    if isinstance(given, RepresentationModel):
        own = Lexicon.mutual(given.space_) if given.lexicon_ is None else given.lexicon_
        lexicon = own.over(source, target)
        what = f"the model {given.name}"
    elif spelled_alike(given):
        lexicon, what = Lexicon.identical(source, target), "identical spelling"
    elif isinstance(given, str | PathLike):
        entries = read_lexicon(given)
        lexicon = Lexicon.from_words(source, target, (entry[:2] for entry in entries))
        what = f"the file {given}"
    else:
        lexicon, what = Lexicon.from_words(source, target, given), "the given list"
    if not len(lexicon):
        raise InputError(f"{what} gives no translation pair of words in both vocabularies")
    return lexicon


def lexicon_supervision(given: GivenLexicon | RepresentationModel) -> frozenset[str]:
    """Tell what a source of lexicons is itself given."""
    if isinstance(given, RepresentationModel):
        return given.supervision
    return frozenset({"spelling" if spelled_alike(given) else "lexicon"})


def spelled_alike(given: GivenLexicon | None) -> bool:
    """Whether words spelled alike are meant; an array of pairs cannot be compared with a text."""
    return isinstance(given, str) and given == "identical"
