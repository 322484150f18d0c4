"""Text that was tagged elsewhere, in the form that all taggers can write."""

from __future__ import annotations

from collections.abc import Iterator

from clss.errors import InputError
from clss.text.taggers.base import TaggedWord


class ConlluTagger:
    r"""Reads the words of a document in CoNLL-U.

    References
    ----------
    https://universaldependencies.org/format.html

    Examples
    --------
    >>> text = "# text = casas\n1\tcasas\tcasa\tNOUN\t_\t_\t0\troot\t_\t_"
    >>> list(ConlluTagger().tag(text))
    [TaggedWord(form='casas', lemma='casa', pos='NOUN')]
    """

    def tag(self, text: str) -> Iterator[TaggedWord]:
        """Yield the words; contractions (1-2) and empty words (1.1) are passed over."""
        for line in text.split("\n"):
            if not line.strip() or line.startswith("#"):
                continue
            columns = line.split("\t")
            if len(columns) < 4:
                raise InputError(f"is not CoNLL-U: ten columns were expected in {line[:60]!r}")
            number, form, lemma, pos = columns[:4]
            if "-" in number or "." in number:
                continue
            yield TaggedWord(form, form if lemma == "_" else lemma, pos)
