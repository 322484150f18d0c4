"""Counts by distance against counting by hand; vectors against a full decomposition."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from baselines.counting.ppmi import ppmi
from baselines.counting.windows import near_counts
from baselines.joined.count_vectors import CountVectors
from clss import check_model
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.model import IDLE_MEMORY
from clss.toy import toy_corpus


def counted_by_hand(documents, words, window):
    counts = np.zeros((len(words), len(words)))
    for document in documents:
        for i, word in enumerate(document):
            for j, other in enumerate(document):
                if 0 < abs(i - j) <= window:
                    counts[words.index(word), words.index(other)] += 1 / abs(i - j)
    return counts


@pytest.mark.parametrize("window", [1, 2, 5, 40])
def test_a_neighbour_counts_by_its_distance(window):
    generator = np.random.default_rng(3)
    documents = [[f"w{i}" for i in generator.integers(6, size=size)] for size in (1, 9, 14)]
    corpus = AlignedCorpus.from_documents(documents, [["x"]] * 3)
    words = list(corpus.source.vocabulary.words)
    expected = counted_by_hand(documents, words, window)
    np.testing.assert_allclose(near_counts(corpus.source, window).toarray(), expected)


@pytest.mark.parametrize("weighting", ["smoothed-ppmi", "ppmi", "cds"])
def test_vectors_are_scaled_singular_vectors_of_the_weighted_counts(weighting):
    corpus = toy_corpus(pairs=200)
    space = CountVectors(dim=5, window=3, weighting=weighting, power=0.5).fit(corpus).space_
    for side in corpus.sides:
        u, singular, _ = np.linalg.svd(ppmi(near_counts(side, 3), weighting).toarray())
        expected = u[:, :5] * np.sqrt(singular[:5])
        found = space.matrix("source" if side is corpus.source else "target")
        np.testing.assert_allclose(found @ found.T, expected @ expected.T, atol=1e-5)


def test_the_settings_that_published_figures_have():
    given = CountVectors().get_params()
    assert (given["dim"], given["window"], given["power"]) == (200, 5, 1.0)
    assert given["weighting"] == "smoothed-ppmi"


def test_memory_is_that_of_the_pairs_of_words_in_a_window():
    sizes = CorpusStatistics(1000, (10**6,) * 2, (20_000,) * 2, (1000.0,) * 2, 0.0, (0, 0))
    narrow, wide = (CountVectors(dim=1, window=n).estimate_memory(sizes) for n in (2, 10))
    # what was counted in Europarl, 48 to 56 (2 window tokens)^.65, five times in memory
    assert narrow - IDLE_MEMORY > 5 * 12 * 56 * (4e6) ** 0.65 + 8e6
    assert wide - IDLE_MEMORY > 5 * 12 * 56 * (20e6) ** 0.65 + 8e6
    small = replace(sizes, vocabulary=(100, 100))
    assert CountVectors(window=10**9).estimate_memory(small) < narrow


def test_a_small_vocabulary_fills_fewer_dimensions():
    corpus = AlignedCorpus.from_documents([["a", "b", "a", "c"]], [["x", "y", "x", "z", "y"]])
    space = CountVectors(dim=10).fit(corpus).space_
    assert space.matrix("source").shape == (3, 10)
    assert not space.matrix("source")[:, 3:].any()


def test_a_language_without_neighbours_is_refused():
    corpus = AlignedCorpus.from_documents([["a"], ["b"]], [["x", "y"], ["y", "x"]])
    with pytest.raises(InputError, match="nothing was learned"):
        CountVectors(dim=2).fit(corpus)


def test_it_keeps_the_contract():
    check_model(CountVectors)
    assert CountVectors().supervision == frozenset()
