"""How many pairs of words skip-gram will train, from what is known before a text is read."""

from __future__ import annotations

import numpy as np


def expected_pairs(tokens: float, words: int, length: float, window: int, sample: float) -> float:
    """Estimate the number of pairs of a word and a context word.

    Two things make it smaller than tokens times windows: frequent words are thinned out, the more
    the fewer words a language has, and the windows of short documents are cut off at both ends.

    Parameters
    ----------
    tokens, words : number
        Of the text; frequencies are taken to fall as Zipf's law has it.
    length : float
        Of a document, on average.
    window : int
        A window reaches 1 to `window` words to each side, with the same probability.
    sample : float
        The relative frequency from which on words are thinned out; 0 for never.

    Examples
    --------
    A long text has both neighbours of a word, a document of two words one:

    >>> round(expected_pairs(1000, words=50, length=1e9, window=1, sample=0))
    2000
    >>> round(expected_pairs(1000, words=50, length=2, window=1, sample=0))
    1000
    """
    kept = _kept_share(words, sample)
    reach = np.arange(1, window + 1, dtype=np.float64)
    left = max(kept * length, 1.0)
    # a reach of b has 2b words, but for the b(b + 1) that are missing at the ends of a document
    around = np.where(reach < left, 2 * reach - reach * (reach + 1) / left, left - 1)
    return float(kept * tokens * around.mean())


def _kept_share(words: int, sample: float) -> float:
    """Return the share of the tokens that is left where frequent words are thinned out."""
    if not sample:
        return 1.0
    shares = 1 / np.arange(1.0, max(words, 1) + 1)
    shares /= shares.sum()
    ratio = sample / shares
    return float(shares @ np.minimum(1.0, np.sqrt(ratio) + ratio))
