"""Words as the letters they are written with: no text is read at all."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from baselines.counting.truncated_svd import reduce_rows
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.model import IDLE_MEMORY, RepresentationModel
from clss.parameters import Kind, Number, Whole
from clss.progress import ProgressCallback
from clss.space import BilingualSpace

#: groups of letters that are kept, the most frequent ones: lemmas written in an alphabet have about
#: as many of up to three letters, raw text and scripts of thousands of signs more
GROUPS = 20_000


class Spelling(RepresentationModel):
    """Singular vectors of the groups of letters that words of both languages are written with.

    Related languages, and all that borrow, spell many translations alike. A word is the bag of
    its groups of one to three letters, those at its ends marked; rare groups count for more. This
    says how much of a test lexicon can be read off the words alone, which everything that claims
    to have learned something has to be compared with; and :class:`Fusion` asks it, too.

    Parameters
    ----------
    dim : int
        Singular vectors to keep; where there are fewer words or groups of letters, as many.
    longest : int
        Letters in the longest groups.
    power : float
        Vectors are the left singular vectors times the singular values to this power.
    seed : int
        Of the vector that the decomposition begins with. It changes no more than rounding does,
        unless the last singular value that is kept is exactly that of others: many words that have
        no group of letters in common with any other, for example, of which chance keeps some.

    Notes
    -----
    Marks on letters are signs of their own (NFKD), so that *política* is like *politica*; upper
    and lower case are the same, so that *Radio* and *radio* have one vector. Words in different
    scripts have in common what both scripts have: such marks, digits and hyphens.

    References
    ----------
    A. Haghighi, P. Liang, T. Berg-Kirkpatrick, D. Klein (2008), Learning bilingual lexicons from
    monolingual corpora. ACL.

    Examples
    --------
    >>> from clss.corpus import AlignedCorpus
    >>> corpus = AlignedCorpus.from_documents(
    ...     [["música", "política", "reina"]], [["music", "politics", "queen"]], langs=("es", "en"))
    >>> space = Spelling(dim=5).fit(corpus).space_
    >>> [space.neighbors(word, "es", top=1)[0].word for word in ("música", "política")]
    ['music', 'politics']
    """

    name: ClassVar[str] = "spelling"
    citations = ("haghighi2008learning",)
    algorithm_version: ClassVar[int] = 2
    time_parameters = ("longest",)
    seconds_per_token = 2.3e-5  # and letter of the longest groups; a token is a word here
    parameters: ClassVar[Mapping[str, Kind]] = {
        "dim": Whole(at_least=1),
        "longest": Whole(at_least=1),
        "power": Number(at_least=-10, at_most=10),
        "seed": Whole(at_least=0),
    }

    def __init__(self, dim: int = 200, longest: int = 3, power: float = 0.5, seed: int = 1) -> None:
        self.dim = dim
        self.longest = longest
        self.power = power
        self.seed = seed

    @property
    def seed_matters(self) -> bool:
        """No: it begins a decomposition that converges to machine precision."""
        return False

    @property
    def supervision(self) -> frozenset[str]:
        """The words as they are written; which documents are aligned is not looked at."""
        return frozenset({"spelling"})

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 20}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return lengths of groups and dimensions."""
        return {"longest": [3, 4], "dim": [200, 100]}

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of training: all groups of all words, and the decomposition."""
        words = sum(statistics.vocabulary)
        # a word of ten letters has ten groups of each length; an entry is held three times
        groups = 3 * 16 * 12 * self.longest * words
        # a group of four letters or more is hardly that of two words: a string in a dictionary
        groups += 160 * 12 * max(0, self.longest - 3) * words
        return IDLE_MEMORY + groups + 4 * 8 * (words + GROUPS) * self.dim

    def amount_of_text(self, statistics: CorpusStatistics) -> float:
        """Return the number of words: the text is not read."""
        return float(sum(statistics.vocabulary))

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        words = [word for side in corpus.sides for word in side.vocabulary]
        if not any(letter_groups(word, longest=1) for word in words):
            raise InputError("no word of the corpus is written with more than blanks")
        counts = TfidfVectorizer(
            analyzer=lambda word: letter_groups(word, self.longest),
            sublinear_tf=True,
            max_features=GROUPS,
        ).fit_transform(words)
        kept = min(self.dim, *counts.shape)
        vectors = reduce_rows(counts, kept, float(self.power), self.seed)
        source, target = np.split(vectors, [len(corpus.source.vocabulary)])
        return self._space_of(corpus, source, target)


def letter_groups(word: str, longest: int) -> list[str]:
    """Return the groups of up to `longest` letters of a word, its two ends marked by a blank.

    Signs that stand for several letters are read as these, whatever their case.

    Examples
    --------
    >>> letter_groups("Uno", longest=2)
    ['u', 'n', 'o', ' u', 'un', 'no', 'o ']
    >>> len("año"), len(letter_groups("año", longest=1))
    (3, 4)
    >>> letter_groups("№", longest=1)
    ['n', 'o']
    """
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", word).casefold())
    marked = f" {letters.strip()} "
    groups = (
        marked[start : start + length]
        for length in range(1, min(longest, len(marked)) + 1)
        for start in range(len(marked) - length + 1)
    )
    return [group for group in groups if group.strip()]
