"""What models say they need is no less than what they took where it was measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baselines.skipgram._simd import padded
from clss import MODELS
from clss.corpus import CorpusStatistics

MEASURED = json.loads(Path(__file__).parents[2].joinpath("benchmarks/growth.json").read_text())


@pytest.mark.parametrize("size", ["1", "8"])
@pytest.mark.parametrize("name", sorted(MEASURED["models"]))
def test_estimates_are_generous(name: str, size: str) -> None:
    corpus = MEASURED["corpora"][size]
    statistics = CorpusStatistics(
        corpus["pairs"],
        tuple(corpus["tokens"]),
        tuple(corpus["vocabulary"]),
        average_length=(200.0, 200.0),
        average_length_difference=0.0,
        empty_documents=(0, 0),
    )
    took = MEASURED["models"][name][size]["peak_megabytes"] * 2**20
    assert took <= MODELS.get(name)().estimate_memory(statistics) < 30 * took


@pytest.mark.parametrize("name", ["bwesg", "monolingual"])
def test_threads_with_copies_need_more(name: str) -> None:
    statistics = CorpusStatistics(10, (500, 500), (30, 50), (5.0, 5.0), 0.0, (0, 0))
    one, three, racing = (
        MODELS.get(name)(dim=10, **given).estimate_memory(statistics)
        for given in ({}, {"workers": 3}, {"workers": 3, "backend": "gensim"})
    )
    words = {"bwesg": 80, "monolingual": 50}[name]  # both languages at once, or one after the other
    assert three - one == 3 * words * padded(10) * 2 * 4
    assert racing == one
