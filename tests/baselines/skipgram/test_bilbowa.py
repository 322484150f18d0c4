"""BilBOWA: the cross-lingual step, the shared skip-gram kernel, the fixed schedule."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import baselines.skipgram.bilbowa
from baselines.skipgram._bilbowa_kernel import Cross, cross_step, train_pairs
from baselines.skipgram._simd import LANES, aligned_zeros
from baselines.skipgram._tiles import clip_step
from baselines.skipgram.bilbowa import BilBOWA
from baselines.skipgram.trainer import SkipGramTrainer
from clss.checks import check_model
from clss.corpus import AlignedCorpus
from clss.errors import DivergenceError, InputError
from clss.toy import toy_corpus, toy_gold

SMALL = {"dim": 20, "window": 4, "sample": 0.0, "epochs": 10}


def step(source, target, x, y, *, rate=0.15, weight=1.0, divide=False, clip=0.1):
    """Do one cross-lingual step on float32 copies; return the loss and the new vectors."""
    x, y = np.array(x, dtype=np.float32), np.array(y, dtype=np.float32)
    ids = [np.array(words, dtype=np.int32) for words in (source, target)]
    cross = Cross(weight, divide, clip, 1, np.uint64(0))
    memory = np.zeros((5, x.shape[1]), dtype=np.float32)
    loss = cross_step(ids[0], len(source), ids[1], len(target), x, y, rate, cross, memory)
    return loss, x, y


@pytest.mark.parametrize("divide", [False, True])
def test_sign_scale_and_clip(divide):
    """delta = 1, the raw step .15 is clipped to .1."""
    loss, x, y = step([0], [0], [[1.0]], [[0.0]], divide=divide)
    assert loss == pytest.approx(0.5)
    np.testing.assert_allclose(x, [[0.9]], rtol=1e-6)
    np.testing.assert_allclose(y, [[0.1]], rtol=1e-6)


def test_code_moves_every_occurrence_by_the_whole_difference():
    # means 2 and 0: delta 2; word 0 occurs twice in the source sentence
    _, x, y = step([0, 1, 0], [0], [[2.0], [2.0]], [[0.0]], rate=0.01, clip=10.0)
    np.testing.assert_allclose(x, [[2 - 2 * 0.02], [2 - 0.02]], rtol=1e-6)
    np.testing.assert_allclose(y, [[0.02]], rtol=1e-6)


def test_gradient_scale_is_the_gradient():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(4, 3)), rng.normal(size=(5, 3))
    source, target = [0, 2, 2, 1], [4, 0, 1]

    def loss(x, y):
        return 0.5 * ((x[source].mean(axis=0) - y[target].mean(axis=0)) ** 2).sum()

    value, new_x, new_y = step(source, target, x, y, rate=0.5, divide=True, clip=10.0)
    assert value == pytest.approx(loss(x, y), rel=1e-5)
    for index in np.ndindex(x.shape):
        shift = np.zeros_like(x)
        shift[index] = 1e-6
        slope = (loss(x + shift, y) - loss(x - shift, y)) / 2e-6
        assert new_x[index] - x[index] == pytest.approx(-0.5 * slope, abs=1e-6)
    for index in np.ndindex(y.shape):
        shift = np.zeros_like(y)
        shift[index] = 1e-6
        slope = (loss(x, y + shift) - loss(x, y - shift)) / 2e-6
        assert new_y[index] - y[index] == pytest.approx(-0.5 * slope, abs=1e-6)


def test_clip_step_keeps_short_steps():
    old, row = (aligned_zeros(1, 2 * LANES)[0] for _ in range(2))  # two vectors
    old[:], row[:3], row[-1] = 1.0, [1.05, 3.0, -3.0], 0.95
    clip_step(old.ctypes.data, row.ctypes.data, np.float32(0.1), row.ctypes.data, row.nbytes)
    np.testing.assert_allclose(row[[0, 1, 2, -1]], [1.05, 1.1, 0.9, 0.95], rtol=1e-6)


def test_without_the_cross_term_it_is_skip_gram():
    """One kernel: with windows that fit into one group and no clipping, the same vectors."""
    corpus = toy_corpus(pairs=30)
    model = BilBOWA(dim=8, window=2, sample=0.01, epochs=2, cross_updates=0, clip=1e6)
    space = model.fit(corpus).space_
    for name, side, seed in zip(
        ("source", "target"), corpus.sides, np.random.SeedSequence(1).spawn(2), strict=True
    ):
        alone = SkipGramTrainer(
            side.tokens, side.offsets, len(side.vocabulary), model._skip_gram(seed)
        )
        for epoch in range(2):
            for document in range(len(corpus)):
                alone.train_range(document, document + 1, epoch)
        np.testing.assert_allclose(space.matrix(name), alone.input_vectors, atol=1e-5)


def test_skip_gram_steps_are_clipped():
    """Two words a document: each is context once in an epoch, so moves once."""
    corpus = AlignedCorpus.from_documents([["a", "b"]], [["x", "y"]])
    options = {"dim": 8, "window": 1, "sample": 0.0, "epochs": 5, "cross_updates": 0}

    def furthest(**more):
        still, moved = (
            BilBOWA(**options, learning_rate=rate, **more).fit(corpus).space_
            for rate in (1e-9, 2.0)
        )
        inputs = np.abs(moved.matrix("source") - still.matrix("source")).max()
        return inputs, np.abs(moved.context_vectors[0] - still.context_vectors[0]).max()

    inputs, outputs = furthest(clip=1e6)
    assert inputs > 0.1 and outputs > 0.1
    inputs, outputs = furthest(clip=0.01)
    assert 0.01 < inputs <= 5 * 0.01 + 1e-6
    # a word is predicted once and a negative example once in an epoch
    assert 0.01 < outputs <= 10 * 0.01 + 1e-6


def test_the_cross_term_brings_the_means_together():
    corpus = toy_corpus()
    apart, near, nearer = (
        BilBOWA(**SMALL, cross_updates=updates).fit(corpus) for updates in (0, 1, 5)
    )
    assert apart.losses_[-1, 1] == 0.0  # nothing was measured
    assert nearer.losses_[-1, 1] < near.losses_[-1, 1]
    found = [
        sum(model.space_.neighbors(a, "s", top=1)[0].word == b for a, b in toy_gold(corpus))
        for model in (apart, near)
    ]
    assert found[0] <= 5  # chance is 1 of 30
    assert found[1] >= 25


@pytest.mark.parametrize("scale", ["code", "gradient"])
def test_contract(scale):
    check_model(BilBOWA(**SMALL, scale=scale))


def test_slices_do_not_change_a_byte(monkeypatch):
    whole_epoch = BilBOWA(**SMALL).fit(toy_corpus()).space_.fingerprint
    monkeypatch.setattr(baselines.skipgram.bilbowa, "SLICE", 100)
    assert BilBOWA(**SMALL).fit(toy_corpus()).space_.fingerprint == whole_epoch


def test_two_workers_learn_as_well():
    model = BilBOWA(**SMALL, workers=2)
    assert not model.deterministic
    corpus = toy_corpus()
    space = model.fit(corpus).space_
    right = sum(space.neighbors(a, "s", top=1)[0].word == b for a, b in toy_gold(corpus))
    assert right >= 20


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"dim": 0}, "dim"),
        ({"window": 0}, "window"),
        ({"negative": 0}, "negative"),
        ({"sample": -1.0}, "sample"),
        ({"epochs": 0}, "epochs"),
        ({"scale": "cod"}, "code"),
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"cross_weight": -1.0}, "cross_weight"),
        ({"clip": 0.0}, "clip"),
        ({"cross_updates": -1}, "cross_updates"),
        ({"workers": 0}, "workers"),
    ],
)
def test_bad_parameters_are_named(parameters, words):
    with pytest.raises(InputError, match=words):
        BilBOWA(**{**SMALL, **parameters}).fit(toy_corpus(pairs=10))


def test_divergence_is_reported():
    with pytest.raises(DivergenceError, match="learning_rate"):
        BilBOWA(**SMALL, learning_rate=1e30, clip=1e30).fit(toy_corpus(pairs=20))


def test_an_interruption_stops_all_threads(monkeypatch):
    monkeypatch.setattr(baselines.skipgram.bilbowa, "SLICE", 20)
    begun, threads, both = [], set(), threading.Barrier(2, timeout=60)

    def slow(source, target, first, last, epoch, *rest):
        begun.append((first, epoch))
        if threading.get_ident() not in threads:
            threads.add(threading.get_ident())
            both.wait()  # or one thread may have done everything before the other is there
        time.sleep(0.001)
        train_pairs(source, target, first, last, epoch, *rest)

    def stop(report):
        raise KeyboardInterrupt

    monkeypatch.setattr(baselines.skipgram.bilbowa, "train_pairs", slow)
    with pytest.raises(KeyboardInterrupt) as caught:
        BilBOWA(**SMALL, workers=2).fit(toy_corpus(pairs=100), progress=stop)
    before = len(begun)
    time.sleep(0.05)  # nobody goes on training behind our back, while the traceback lives
    assert len(begun) == before and caught.tb is not None and len(threads) == 2
