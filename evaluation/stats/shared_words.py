"""Which items of different corpora are about the same words, and so not independent."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from evaluation.stats.comparison import Comparison

Unit = tuple[Hashable, str]


def groups_by_word(comparisons: Sequence[Comparison]) -> dict[Unit, int]:
    """Number the units of several corpora so that units that share a word have one number.

    A unit is an item, or a word with all its sentences. A system that knows "casa" – "house" well
    tends to answer from either side, in sentences, and of another language's word for "house":
    what it gains or loses there is one thing and not three.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One per corpus. A word that only one of them has joins nothing: within a corpus units are
        what they are in its own table.

    Returns
    -------
    dict
        From the corpus (:attr:`Comparison.items_name`) and the name of the unit.
    """
    units: dict[Unit, int] = {}
    holders: dict[tuple[str, str], set[int]] = {}  # units that a word of a language occurs in
    corpora: dict[tuple[str, str], set[Hashable]] = {}
    for comparison in comparisons:
        for item in comparison.systems[0].first:
            name = item.word if comparison.by_word else item.key
            unit = units.setdefault((comparison.items_name, name), len(units))
            for word in _words(comparison, item.word, item.gold):
                holders.setdefault(word, set()).add(unit)
                corpora.setdefault(word, set()).add(comparison.items_name)
    shared = [sorted(holders[word]) for word, where in corpora.items() if len(where) > 1]
    links = [(some[0], other) for some in shared for other in some[1:]]
    first, second = np.array(links, dtype=np.int64).reshape(-1, 2).T
    graph = coo_array((np.ones(len(first)), (first, second)), shape=(len(units), len(units)))
    _, group = connected_components(graph, directed=False)
    return {unit: int(group[place]) for unit, place in units.items()}


def _words(comparison: Comparison, asked: str, right: Iterable[str]) -> list[tuple[str, str]]:
    """Return the words of an item with their languages, as far as the corpus tells them."""
    source, _, target = comparison.items_name[1].partition("-")
    return [(source, asked), *((target, word) for word in right)]
