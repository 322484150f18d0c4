"""The sampler against the textbook: conditionals, the law over all states, counts, likelihood."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from baselines.topics.bilda import BiLDA
from baselines.topics.sampler import GibbsState
from clss import scratch
from clss.corpus import AlignedCorpus
from clss.toy import toy_corpus
from tests.reference.dense_bilda import DenseBiLDA, enumerate_posterior
from tests.reference.gibbs_conditional import conditional

QUICKSTART = Path(__file__).parents[3] / "examples" / "quickstart"


def spec_corpus() -> AlignedCorpus:
    """Words are named so that their ids are those of the table."""
    # ids go by count, then alphabet: source counts are 1, 2, 1 and target counts 1, 2
    corpus = AlignedCorpus.from_documents(
        [["s0", "s1"], ["s1", "s2"]], [["t0"], ["t1", "t1"]], langs=("s", "t")
    )
    assert corpus.source.vocabulary.words == ("s1", "s0", "s2")
    assert corpus.target.vocabulary.words == ("t1", "t0")
    return corpus


SPEC_TOPICS = (np.array([0, 0, 1, 1]), np.array([0, 1, 0]))


def spec_state(shards: int = 1) -> GibbsState:
    return GibbsState(spec_corpus(), 2, 0.5, 0.1, shards=shards, assignments=SPEC_TOPICS)


def test_conditionals_of_the_spec_to_nine_digits():
    state = spec_state()
    # source token 0 of pair 1: (1 + .5)(1 + .1)/(2 + .3) against (2 + .5)(0 + .1)/(1 + .3)
    weights = np.array([1.5 * 1.1 / 2.3, 2.5 * 0.1 / 1.3])
    assert weights == pytest.approx([0.717391, 0.192308], abs=5e-7)
    np.testing.assert_allclose(conditional(state, 2), weights / weights.sum(), rtol=1e-12)
    assert conditional(state, 2) == pytest.approx([0.788603, 0.211397], abs=5e-7)
    # target token 1 of pair 1, which has topic 0: (0 + .5)(0 + .1)/(1 + .2), (3 + .5)(1 + .1)/1.2
    weights = np.array([0.5 * 0.1 / 1.2, 3.5 * 1.1 / 1.2])
    np.testing.assert_allclose(conditional(state, 6), weights / weights.sum(), rtol=1e-12)
    assert conditional(state, 6) == pytest.approx([0.012821, 0.987179], abs=5e-7)


def test_two_mistakes_that_look_alike_would_show():
    """The same token with documents counted in one language, and with totals over both."""
    dense = DenseBiLDA(spec_corpus(), 2, 0.5, 0.1, z=np.concatenate(SPEC_TOPICS))
    token, right = 2, conditional(spec_state(), 2)
    of_source = [dense.n_dk[1] - np.array([1, 1])]  # without the two target tokens of the pair
    source_only, pooled = dense.weights(token), dense.weights(token)
    own = np.array([0, 1])  # the token itself has topic 1
    source_only *= (of_source[0] - own + 0.5) / (dense.n_dk[1] - own + 0.5)
    pooled *= (dense.v_k[0] - own + 0.3) / (dense.v_k.sum(axis=0) - own + 0.3)
    for wrong, value in ((source_only, 0.674528), (pooled, 0.779261)):
        share = wrong[0] / wrong.sum()
        assert share == pytest.approx(value, abs=5e-7)
        assert abs(share - right[0]) > 0.005


def test_log_likelihood_of_the_spec():
    state = spec_state()
    dense = DenseBiLDA(spec_corpus(), 2, 0.5, 0.1, z=np.concatenate(SPEC_TOPICS))
    assert state.log_likelihood() == pytest.approx(-15.604067, abs=5e-7)
    assert state.log_likelihood() == pytest.approx(dense.log_likelihood(), rel=1e-12)
    assert spec_state(shards=2).log_likelihood() == pytest.approx(state.log_likelihood(), rel=1e-12)


def test_likelihood_ratio_of_two_states_is_that_of_the_conditionals():
    state = spec_state()
    moved = (np.array([0, 0, 0, 1]), SPEC_TOPICS[1])
    other = GibbsState(spec_corpus(), 2, 0.5, 0.1, assignments=moved)
    gain = other.log_likelihood() - state.log_likelihood()
    p = conditional(state, 2)
    assert gain == pytest.approx(np.log(p[0] / p[1]), abs=1e-9)
    assert gain == pytest.approx(1.316525, abs=5e-7)


def test_conditionals_equal_the_dense_ones_on_a_chain():
    corpus = toy_corpus(words=12, pairs=30)
    state = GibbsState(corpus, 7, 0.3, 0.05, shards=2, seed=4)
    for _ in range(5):
        state.sweep()
    dense = DenseBiLDA(corpus, 7, 0.3, 0.05, z=np.concatenate(state.assignments()))
    for token in range(0, state.n_tokens, 37):
        weights = dense.weights(token)
        np.testing.assert_allclose(conditional(state, token), weights / weights.sum(), rtol=1e-12)
    assert state.log_likelihood() == pytest.approx(dense.log_likelihood(), rel=1e-12)


def check_counts(state: GibbsState) -> None:
    """Everything that is maintained equals what follows from the tokens' topics."""
    np.testing.assert_array_equal(state.totals, state.count_totals())
    slots = state.list_start[state.pair_of] + state.slot_of
    np.testing.assert_array_equal(state.list_topic[slots], state.z)
    expected = state.document_topic_counts().toarray()
    found = np.zeros_like(expected)
    for pair in range(len(expected)):
        used = slice(state.list_start[pair], state.list_start[pair] + state.list_used[pair])
        topics, counts = state.list_topic[used], state.list_count[used]
        real = topics < state.topics
        assert len(np.unique(topics[real])) == real.sum(), "a topic has two slots"
        assert not counts[~real].any()
        found[pair, topics[real]] = counts[real]
        assert state.list_start[pair] + state.list_used[pair] <= state.list_start[pair + 1]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("shards", [1, 2])
@pytest.mark.parametrize("topics", [1, 5, 40])
def test_counts_are_right_after_every_sweep(shards, topics):
    corpus = toy_corpus(words=15, pairs=40)
    state = GibbsState(corpus, topics, 0.4, 0.02, shards=shards, seed=2)
    for _ in range(20):
        state.sweep()
        check_counts(state)


def test_empty_sides_and_single_tokens():
    corpus = AlignedCorpus.from_documents(
        [["a"], [], ["a", "b"], []], [[], ["x"], [], []], langs=("s", "t")
    )
    state = GibbsState(corpus, 3, 0.1, 0.01, shards=4, seed=1)
    for _ in range(200):
        state.sweep()
        check_counts(state)


def test_distribution_over_all_states_is_the_posterior():
    # two pairs, 3 + 3 tokens, two topics: 64 states
    corpus = AlignedCorpus.from_documents(
        [["a", "b"], ["b"]], [["x"], ["x", "y"]], langs=("s", "t")
    )
    expected = enumerate_posterior(corpus, 2, 0.5, 0.1)
    state = GibbsState(corpus, 2, 0.5, 0.1, shards=BiLDA().shards, seed=1)
    assert state.blocks == 2 and np.diff(state.pair_blocks).all()  # both cells have work
    place = 2 ** (5 - state.origin)
    seen = np.zeros(64)
    for _ in range(200_000):
        state.sweep()
        seen[place @ state.z] += 1
    assert 0.5 * np.abs(seen / seen.sum() - expected).sum() < 0.01


def test_threads_change_nothing_and_shards_and_seeds_do():
    corpus = toy_corpus()
    results = {}
    with ThreadPoolExecutor(2) as pool:
        for shards, seed, threads in [
            *((2, 1, None), (2, 1, pool), (2, 2, None)),
            *((1, 1, None), (1, 1, pool)),
        ]:
            state = GibbsState(corpus, 10, 0.1, 0.01, shards=shards, seed=seed)
            for _ in range(10):
                state.sweep(threads)
            key = (shards, seed, threads is not None)
            results[key] = (state.z.tobytes(), state.log_likelihood(threads))
    assert results[2, 1, False] == results[2, 1, True]
    assert results[1, 1, False] == results[1, 1, True]
    assert len({z for z, _ in results.values()}) == 3


@pytest.mark.slow
def test_more_topics_and_longer_documents_than_sixteen_bits_hold():
    words = [f"w{i % 7}" for i in range(70_000)]
    corpus = AlignedCorpus.from_documents([words, ["w1"]], [["x"], words], langs=("s", "t"))
    last = tuple(np.full(70_001, 69_999) for _ in range(2))
    state = GibbsState(corpus, 70_000, 1e-4, 0.01, shards=2, seed=1, assignments=last)
    assert state.list_count.max() == 70_001 and state.z.max() == 69_999
    for _ in range(3):
        state.sweep()
        check_counts(state)


@pytest.mark.slow
@pytest.mark.parametrize(("topics", "chains"), [(20, 12), (500, 3)])
def test_log_likelihood_on_the_quickstart_is_that_of_the_dense_sampler(topics, chains):
    # one chain differs from the next by half a percent at K=20, by less with more topics, the
    # dense ones among themselves as well: means over chains are compared
    corpus = AlignedCorpus.from_files(
        QUICKSTART / "nouns.es.txt.gz", QUICKSTART / "nouns.en.txt.gz", langs=("es", "en")
    )
    dense, plain, sharded = [], [], []
    for seed in range(1, chains + 1):
        samplers = [DenseBiLDA(corpus, topics, 50 / topics, 0.01, seed=seed)] + [
            GibbsState(corpus, topics, 50 / topics, 0.01, shards=shards, seed=seed)
            for shards in (1, 2)
        ]
        for values, sampler in zip((dense, plain, sharded), samplers, strict=True):
            for _ in range(200):
                sampler.sweep()
            values.append(sampler.log_likelihood())
    assert np.mean(plain) == pytest.approx(np.mean(dense), rel=0.005)
    assert np.mean(sharded) == pytest.approx(np.mean(dense), rel=0.005)


def test_a_chain_in_files_is_the_same_chain(monkeypatch, tmp_path):
    """Beyond a size all that is as long as the text lies in temporary files."""
    corpus = toy_corpus()

    def chain():
        model = BiLDA(topics=30, alpha=0.1, sweeps=12, samples=3, shards=2, seed=4)
        model.set_params(checkpoint=str(tmp_path / f"chain{scratch.LARGE}"), checkpoint_every=5)
        return model.fit(corpus)

    expected = chain()
    again = BiLDA.from_assignments(corpus, expected.assignments_, 30, alpha=0.1)
    monkeypatch.setattr(scratch, "LARGE", 64)
    monkeypatch.setattr(scratch, "BLOCK", 101)
    monkeypatch.setattr("baselines.topics.sampler.index_type", lambda length: np.int64)
    state = GibbsState(corpus, 30, 0.1, 0.01)
    for name in ("z", "slot_of", "order", "origin", "pair_of", "list_topic", "list_count"):
        assert isinstance(getattr(state, name).base, np.memmap), name
    found = chain()
    assert found.space_.fingerprint == expected.space_.fingerprint
    for name, array in expected._extra_arrays().items():
        assert np.array_equal(array, found._extra_arrays()[name]), name
    made = BiLDA.from_assignments(corpus, expected.assignments_, 30, alpha=0.1)
    assert made.space_.fingerprint == again.space_.fingerprint


def test_tokens_are_sorted_by_word_then_place():
    corpus = toy_corpus(pairs=40)
    state = GibbsState(corpus, 5, 0.1, 0.01)
    words = np.concatenate(
        [corpus.source.tokens, corpus.target.tokens + len(corpus.source.vocabulary)]
    )
    pairs = np.concatenate([np.repeat(np.arange(40), side.lengths) for side in corpus.sides])
    expected = np.argsort(words, kind="stable")
    assert np.array_equal(state.origin, expected)
    assert np.array_equal(state.pair_of, pairs[expected])
    assert np.array_equal(state.order, np.argsort(pairs[expected], kind="stable"))
    counts = np.zeros((40, 5), dtype=int)
    np.add.at(counts, (state.pair_of, state.z), 1)
    assert np.array_equal(state.document_topic_counts().toarray(), counts)
