"""Self-learning on spaces whose right map is known; what it is given; the contract."""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_limits
from toy_accuracy import accuracy

from baselines.documents.lsa import LSA
from baselines.joined.csls import BLOCK
from baselines.joined.self_learning import SelfLearning
from clss import check_model
from clss.corpus import CorpusStatistics
from clss.model import load_model
from clss.space import BilingualSpace
from clss.toy import toy_corpus
from clss.vocabulary import Vocabulary

WORDS = 200
CORPUS = toy_corpus(pairs=400)


def turned_pair(noise: float = 0.3, dim: int = 10) -> BilingualSpace:
    """Target vectors are source vectors turned round, with noise; words are in one order."""
    generator = np.random.default_rng(2)
    source = generator.normal(size=(WORDS, dim)) * np.linspace(2, 0.5, dim)
    turn, _ = np.linalg.qr(generator.normal(size=(dim, dim)))
    target = source @ turn + noise * generator.normal(size=(WORDS, dim))
    names = ([f"{side}{i}" for i in range(WORDS)] for side in "st")
    return BilingualSpace(*(Vocabulary(words) for words in names), source, target)


def test_few_pairs_become_many_and_better():
    vectors, few = turned_pair(noise=0.5, dim=20), [(f"s{i}", f"t{i}") for i in range(12)]
    once = SelfLearning(lexicon=few, vectors=vectors, iterations=1).fit(CORPUS)
    often = SelfLearning(lexicon=few, vectors=vectors, iterations=6).fit(CORPUS)
    assert accuracy(once.space_) + 0.1 < accuracy(often.space_)
    assert often.log_[0] == 12 and often.log_[-1] > 150
    assert often.supervision == {"lexicon"}


def test_pairs_are_looked_for_among_frequent_words_only():
    model = SelfLearning(
        lexicon=[(f"s{i}", f"t{i}") for i in range(40)],
        vectors=turned_pair(),
        vocabulary=50,
    ).fit(CORPUS)
    assert model.lexicon_.source_ids.max() < 50 and model.lexicon_.target_ids.max() < 50


def test_the_anchor_keeps_pairs_where_the_vectors_say_nothing():
    generator = np.random.default_rng(1)
    source, target = CORPUS.source.vocabulary, CORPUS.target.vocabulary
    noise = BilingualSpace(
        source, target, *(generator.normal(size=(len(words), 8)) for words in (source, target))
    )
    anchored, drifting = (
        SelfLearning(lexicon=LSA(dim=25), vectors=noise, anchored=anchored, iterations=4)
        .fit(CORPUS)
        .lexicon_.pairs
        for anchored in (True, False)
    )
    right = {(word, "t" + word[1:]) for word in source}
    assert len(right & set(anchored)) > 20 > len(right & set(drifting))


def test_it_finds_the_translations_of_a_corpus_and_is_saved(tmp_path):
    model = SelfLearning(**SelfLearning.toy_parameters()).fit(CORPUS)
    assert accuracy(model.space_) > 0.9
    assert model.supervision == {"documents"} and set(model.components_) == {"lexicon", "vectors"}
    model.save(tmp_path / "model")
    back = load_model(tmp_path / "model")
    assert isinstance(back, SelfLearning)
    assert back.log_ == model.log_ and back.lexicon_.pairs == model.lexicon_.pairs


def test_threads_of_blas_change_nothing():
    prints = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            model = SelfLearning(**SelfLearning.toy_parameters()).fit(CORPUS)
        prints.append(model.space_.fingerprint)
    assert prints[0] == prints[1]


def test_only_frequent_words_are_compared_at_once_in_the_estimate_of_memory():
    sizes = CorpusStatistics(1000, (10**6,) * 2, (200_000,) * 2, (1000.0,) * 2, 0.0, (0, 0))
    few, all_words = (SelfLearning(vocabulary=n).estimate_memory(sizes) for n in (20_000, 200_000))
    assert all_words - few == 3 * 4 * BLOCK * 180_000


def test_supervision_is_that_of_the_first_pairs():
    assert SelfLearning().supervision == {"documents"}
    assert SelfLearning(lexicon="identical").supervision == {"spelling"}


def test_it_keeps_the_contract():
    check_model(SelfLearning)
