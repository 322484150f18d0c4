"""Sizes that suit a corpus: small ones have fewer themes to tell apart, and less to learn from.

The rules are read off ``benchmarks/defaults.py``.
"""

from __future__ import annotations

from typing import Any

from clss.corpus import CorpusStatistics

#: from so many tokens on, the article's dimensions pay
LARGE = 1_000_000


def suited_topics(statistics: CorpusStatistics) -> int:
    """Return half as many topics as there are pairs, to two digits, at most the article's 2000.

    Examples
    --------
    >>> corpus = CorpusStatistics(1683, (67_405, 77_000), (829, 958), (40, 46), 6, (0, 0))
    >>> suited_topics(corpus)
    840
    """
    return max(10, min(2000, int(float(f"{statistics.pairs / 2:.2g}"))))


def suited_chain(statistics: CorpusStatistics) -> dict[str, Any]:
    """Return the topics and sweeps of a topic model; a short text settles sooner."""
    sweeps = 1000 if sum(statistics.tokens) >= LARGE else 200
    return {"topics": suited_topics(statistics), "sweeps": sweeps}


def topic_space(statistics: CorpusStatistics) -> dict[str, list[Any]]:
    """Return the chains worth trying; all topic models name the same, so that they share them."""
    chain = suited_chain(statistics)
    topics = chain["topics"]
    others = [topics // 2, 2 * topics] if 2 * topics <= 2000 else [topics // 2]
    return {"topics": [topics, *others], "sweeps": [chain["sweeps"]]}


def suited_dim(statistics: CorpusStatistics) -> int:
    """Return the dimensions of vectors that are learnt from text: 100, or 200 from a lot of it."""
    return 200 if sum(statistics.tokens) >= LARGE else 100


def suited_rank(statistics: CorpusStatistics) -> int:
    """Return the singular vectors worth keeping: 300, or a fifth of the pairs if that is less."""
    return max(2, min(300, statistics.pairs // 5))
