"""BiLDA as a model: estimates, samples, inference, checkpoints, threads."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from baselines.topics.bilda import BiLDA
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.model import MODELS, load_model
from clss.toy import toy_corpus

SMALL = BiLDA.toy_parameters()


@pytest.fixture(scope="module", autouse=True)
def registered():
    MODELS.add(BiLDA)


@pytest.fixture(scope="module")
def corpus():
    return toy_corpus()


@pytest.fixture(scope="module")
def model(corpus):
    return BiLDA(**SMALL).fit(corpus)


def spec_model(prior="uniform") -> BiLDA:
    """Counts by hand; source ids are s1, s0, s2 and target ids t1, t0 (by count)."""
    corpus = AlignedCorpus.from_documents(
        [["s0", "s1"], ["s1", "s2"]], [["t0"], ["t1", "t1"]], langs=("s", "t")
    )
    topics = (np.array([0, 0, 1, 1]), np.array([0, 1, 0]))
    return BiLDA.from_assignments(corpus, topics, topics=2, alpha=0.5, beta=0.1, prior=prior)


def test_estimates_of_the_spec_to_nine_digits():
    model = spec_model()
    theta = [[3.5 / 4, 0.5 / 4], [1.5 / 5, 3.5 / 5]]
    np.testing.assert_allclose(model.topic_given_document_, theta, rtol=1e-12)
    source, target = model.word_given_topic_
    s1, s0, s2 = range(3)
    expected = [1.1 / 2.3, 1.1 / 2.3, 0.1 / 2.3]
    np.testing.assert_allclose(source[0, [s0, s1, s2]], expected, rtol=1e-12)
    t1, t0 = range(2)
    np.testing.assert_allclose(
        target[:, [t0, t1]], [[1.1 / 2.2, 1.1 / 2.2], [0.1 / 1.2, 1.1 / 1.2]], rtol=1e-12
    )
    assert source[0, [s0, s1, s2]] == pytest.approx([0.478261, 0.478261, 0.043478], abs=5e-7)
    assert model.log_likelihood_[-1] * 7 == pytest.approx(-15.604067, abs=5e-7)


def test_cue_of_the_spec():
    space = spec_model().space_
    answers = {n.word: n.score for n in space.neighbors("s0", similarity="cue")}
    assert answers == pytest.approx({"t0": 0.465278, "t1": 0.534722}, abs=1e-6)
    assert sum(answers.values()) == pytest.approx(1)
    back = {n.word: n.score for n in space.neighbors("t0", into="source", similarity="cue")}
    assert back["s0"] != pytest.approx(answers["t0"], abs=1e-3)


def test_two_priors_order_topics_differently():
    # three words, totals 8 and 2, the word's counts 2 and 1, beta .1
    source = [["w", "w", "u", "u", "u", "v", "v", "v"], ["w", "v"]]
    corpus = AlignedCorpus.from_documents(source, [["x"], ["x"]], langs=("s", "t"))
    topics = (np.repeat([0, 1], [8, 2]), np.array([0, 1]))
    word = corpus.source.vocabulary.id("w")
    for prior, expected in (("uniform", (0.346, 0.654)), ("counts", (0.656, 0.344))):
        model = BiLDA.from_assignments(corpus, topics, 2, alpha=0.5, beta=0.1, prior=prior)
        assert model.topic_given_word_[0][word] == pytest.approx(expected, abs=5e-4)
        np.testing.assert_allclose(
            model.space_.matrix("source"), model.topic_given_word_[0], rtol=1e-6
        )


def test_distributions_sum_to_one(model):
    np.testing.assert_allclose(model.topic_given_document_.sum(axis=1), 1)
    for side in (0, 1):
        np.testing.assert_allclose(model.word_given_topic_[side].sum(axis=1), 1)
        np.testing.assert_allclose(model.topic_given_word_[side].sum(axis=1), 1)


def test_likelihood_rises_and_is_reported(corpus):
    reports = []
    model = BiLDA(**SMALL).fit(corpus, progress=reports.append)
    trace = model.log_likelihood_
    assert len(trace) == SMALL["sweeps"] and trace[-10:].mean() > trace[:10].mean()
    assert [report.values["log_likelihood"] for report in reports] == trace.tolist()
    assert reports[-1].done == reports[-1].total == SMALL["sweeps"]


def test_samples_are_averaged(corpus):
    model = BiLDA(**{**SMALL, "sweeps": 10}, burn_in=4, samples=3).fit(corpus)
    singles = [BiLDA(**{**SMALL, "sweeps": sweeps}).fit(corpus) for sweeps in (6, 8, 10)]
    for name in ("word_given_topic_", "topic_given_document_"):
        means = np.mean([np.concatenate(getattr(s, name), axis=-1) for s in singles], axis=0)
        np.testing.assert_allclose(np.concatenate(getattr(model, name), axis=-1), means, rtol=1e-10)
    np.testing.assert_array_equal(model.assignments_[0], singles[-1].assignments_[0])


def test_same_bytes_with_any_number_of_workers(corpus):
    one, two = (BiLDA(**SMALL, workers=workers).fit(corpus) for workers in (1, 2))
    assert one.space_.fingerprint == two.space_.fingerprint
    assert one.log_likelihood_.tobytes() == two.log_likelihood_.tobytes()


class Stop(Exception):
    pass


@pytest.mark.parametrize("sampled", [{}, {"samples": 4, "burn_in": 12}])
def test_stopped_and_resumed_ends_with_the_same_bytes(corpus, tmp_path, sampled):
    parameters = {**SMALL, "sweeps": 60, **sampled}

    def stop(report):
        if report.done == 47:
            raise Stop

    whole = BiLDA(**parameters).fit(corpus)
    part = BiLDA(**parameters, checkpoint=tmp_path / "chain", checkpoint_every=15)
    with pytest.raises(Stop):
        part.fit(corpus, progress=stop)
    seen = []
    part.fit(corpus, progress=lambda report: seen.append(report.done))
    assert seen[0] == 46, "it goes on after the checkpoint of sweep 45"
    assert part.space_.fingerprint == whole.space_.fingerprint
    assert part.log_likelihood_.tobytes() == whole.log_likelihood_.tobytes()
    again = BiLDA(**parameters, checkpoint=tmp_path / "chain").fit(corpus)
    assert again.space_.fingerprint == whole.space_.fingerprint


@pytest.mark.slow
def test_killed_and_resumed_ends_with_the_same_bytes(corpus, tmp_path):
    program = (
        "import sys; from baselines.topics.bilda import BiLDA; from clss.toy import toy_corpus\n"
        "BiLDA(**BiLDA.toy_parameters() | {'sweeps': 10**6}, checkpoint=sys.argv[1],"
        " checkpoint_every=1).fit(toy_corpus())"
    )
    path = tmp_path / "chain"
    process = subprocess.Popen([sys.executable, "-c", program, str(path)])
    deadline = time.monotonic() + 120
    while not (path / "trace.npy").exists() or len(np.load(path / "trace.npy")) < 20:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    process.kill()
    process.wait()
    sweeps = len(np.load(path / "trace.npy")) + 10
    resumed = BiLDA(**{**SMALL, "sweeps": sweeps}, checkpoint=path).fit(corpus)
    whole = BiLDA(**{**SMALL, "sweeps": sweeps}).fit(corpus)
    assert resumed.space_.fingerprint == whole.space_.fingerprint
    assert resumed.log_likelihood_.tobytes() == whole.log_likelihood_.tobytes()


def test_checkpoint_of_another_chain_is_refused(corpus, tmp_path):
    path = tmp_path / "chain"
    BiLDA(**{**SMALL, "sweeps": 4}, checkpoint=path).fit(corpus)
    with pytest.raises(InputError, match=r"another run \(seed differ"):
        BiLDA(**{**SMALL, "sweeps": 4}, seed=2, checkpoint=path).fit(corpus)
    with pytest.raises(InputError, match="4 sweeps already"):
        BiLDA(**{**SMALL, "sweeps": 3}, checkpoint=path).fit(corpus)
    longer = BiLDA(**{**SMALL, "sweeps": 8}, checkpoint=path).fit(corpus)
    whole = BiLDA(**{**SMALL, "sweeps": 8}).fit(corpus)
    assert longer.space_.fingerprint == whole.space_.fingerprint


def test_inference_finds_the_topics_of_a_pair_in_either_language(model, corpus):
    words = [side.vocabulary.words for side in corpus.sides]
    source, target = (
        [[words[side][i] for i in corpus.sides[side].document(d)] for d in range(40)]
        for side in (0, 1)
    )
    trained = model.topic_given_document_[:40]
    both = model.infer(source, target)
    np.testing.assert_allclose(both.sum(axis=1), 1)
    alone = (model.infer(source), model.infer(target=target))
    for theta, least in ((both, 0.9), (alone[0], 0.7), (alone[1], 0.7)):
        overlap = np.sqrt(theta * trained).sum(axis=1).mean()
        assert overlap > least
    assert model.infer(source, target).tobytes() == both.tobytes()
    np.testing.assert_allclose(model.infer([["unheard-of"]]), 1 / SMALL["topics"])


def test_perplexity_of_held_out_pairs(model, corpus):
    held_out = toy_corpus(pairs=60, seed=9)
    perplexity = model.perplexity(held_out)
    # a pair is about three meanings: predicting among them, not among all thirty words
    assert perplexity < 8
    unigram = BiLDA.from_assignments(
        corpus, tuple(np.zeros(s.n_tokens, int) for s in corpus.sides), topics=1
    )
    assert unigram.perplexity(held_out) == pytest.approx(30, rel=0.1)


def test_save_and_load(model, tmp_path):
    model.save(tmp_path / "model")
    loaded = load_model(tmp_path / "model")
    np.testing.assert_array_equal(loaded.topic_given_document_, model.topic_given_document_)
    np.testing.assert_array_equal(loaded.assignments_[1], model.assignments_[1])
    assert loaded.infer([["s01"]]).tobytes() == model.infer([["s01"]]).tobytes()


def test_bad_parameters(corpus):
    for parameters, message in (
        ({"topics": 0}, "topics must be a whole number"),
        ({"alpha": "50/N"}, "alpha must be a number above 0 or like '50/K', not '50/N'"),
        ({"alpha": -1.0}, "alpha must be a number above 0"),
        ({"beta": 0}, "beta must be a number above 0"),
        ({"prior": "count"}, "did you mean counts"),
        ({"sweeps": 5, "samples": 4}, "4 samples do not fit into 3 sweeps"),
        ({"shards": 0}, "shards must be"),
    ):
        with pytest.raises(InputError, match=message):
            BiLDA(**{**SMALL, **parameters}).fit(corpus)
    with pytest.raises(NotFittedError):
        BiLDA().infer([["a"]])
    with pytest.raises(InputError, match="as many topics below 2"):
        BiLDA.from_assignments(corpus, (np.zeros(3, int), np.zeros(2, int)), topics=2)


def test_inference_needs_matching_documents(model):
    with pytest.raises(InputError, match="source or the target"):
        model.infer()
    with pytest.raises(InputError, match="1 source documents but 2 target"):
        model.infer([["s01"]], [["t01"], ["t02"]])
    with pytest.raises(InputError, match="burn_in"):
        model.infer([["s01"]], sweeps=3, burn_in=3)
