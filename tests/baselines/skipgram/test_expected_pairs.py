"""Forecasts of skip-gram count the pairs of words that training will see."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.skipgram.bwesg import BWESG
from baselines.skipgram.expected_pairs import expected_pairs
from baselines.skipgram.monolingual import MonolingualVectors
from clss.corpus import AlignedCorpus


def zipfian(documents: int, length: int, words: int) -> list[list[str]]:
    """Documents of one length, whose words are drawn by Zipf's law."""
    shares = 1 / np.arange(1.0, words + 1)
    drawn = np.random.default_rng(1).choice(words, (documents, length), p=shares / shares.sum())
    return [[f"w{word}" for word in row] for row in drawn]


@pytest.mark.parametrize("length", [12, 300])
@pytest.mark.parametrize("sample", [0.0, 1e-3])
def test_the_forecast_is_near_what_was_trained(sample, length):
    text = zipfian(12_000 // length, length, 400)
    corpus = AlignedCorpus.from_documents(text, text, langs=("s", "t"))
    model = BWESG(dim=8, window=20, sample=sample, epochs=1).fit(corpus)
    trained = model.space_.metadata["pairs"]
    assert model.amount_of_text(corpus.statistics()) == pytest.approx(trained, rel=0.15)


def test_both_languages_count():
    corpora = [
        AlignedCorpus.from_documents(zipfian(9, 40, 50), zipfian(9, length, 50), langs=("s", "t"))
        for length in (40, 80)
    ]
    once, longer = (MonolingualVectors().amount_of_text(c.statistics()) for c in corpora)
    one_side = expected_pairs(360, len(corpora[0].source.vocabulary), 40, 48, 1e-4)
    assert once == pytest.approx(2 * one_side) and longer > 1.5 * once


def test_windows_end_with_the_document():
    long, short = (expected_pairs(1000, 50, length, 48, 0.0) for length in (1e6, 10))
    assert long == pytest.approx(49 * 1000, rel=1e-3)
    assert short < 9 * 1000
