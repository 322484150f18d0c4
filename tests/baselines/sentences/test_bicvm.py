"""BiCVM: its gradients, its noise, its determinism, and that it learns translations."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone

from baselines.sentences._bicvm_kernel import adagrad
from baselines.sentences.bicvm import BiCVM
from baselines.sentences.composition import Bigram, SumOfWords, contrastive_loss, noise_counts
from clss.checks import check_model
from clss.corpus import AlignedCorpus
from clss.errors import DivergenceError, InputError
from clss.toy import toy_corpus

SMALL = {"dim": 20, "epochs": 20, "batch": 20}


def numerical_gradient(function, array, step=1e-6):
    """Central differences of a scalar function of `array`, which is changed in place and back."""
    gradient = np.zeros_like(array)
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + step
        above = function()
        array[index] = kept - step
        below = function()
        array[index] = kept
        gradient[index] = (above - below) / (2 * step)
    return gradient


@pytest.mark.parametrize(("pull", "push", "margin"), [(1.0, 0.1, 3.0), (0.0, 2.0, 1.5)])
def test_loss_gradients_agree_with_finite_differences(pull, push, margin):
    rng = np.random.default_rng(5)
    source, target = rng.normal(size=(2, 7, 4))
    noise = noise_counts(rng, 7, 3)
    options = {"margin": margin, "pull": pull, "push": push}

    def loss():
        return contrastive_loss(source, target, noise, **options)[0]

    _, grad_source, grad_target = contrastive_loss(source, target, noise, **options)
    np.testing.assert_allclose(grad_source, numerical_gradient(loss, source), atol=1e-6)
    np.testing.assert_allclose(grad_target, numerical_gradient(loss, target), atol=1e-6)


def test_loss_is_the_formula_written_out():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 5, 3))
    noise = noise_counts(rng, 5, 2)
    expected = 0.0
    for i in range(5):
        own = ((a[i] - b[i]) ** 2).sum()
        expected += own
        for j in range(5):
            to_target = max(0.0, 2.0 + own / 2 - ((a[i] - b[j]) ** 2).sum() / 2)
            to_source = max(0.0, 2.0 + own / 2 - ((b[i] - a[j]) ** 2).sum() / 2)
            expected += 0.1 * noise[i, j] * (to_target + to_source)
    loss, *_ = contrastive_loss(a, b, noise, margin=2.0, pull=1.0, push=0.1)
    assert loss == pytest.approx(expected, rel=1e-12)


def test_paper_objective_is_the_papers_equation():
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(2, 4, 3))
    noise = noise_counts(rng, 4, 3)
    options, l2 = BiCVM(dim=3, objective="paper")._objective()
    expected = sum(
        noise[i, j]
        * (
            max(0.0, 3 + ((a[i] - b[i]) ** 2).sum() - ((a[i] - b[j]) ** 2).sum())
            + max(0.0, 3 + ((a[i] - b[i]) ** 2).sum() - ((b[i] - a[j]) ** 2).sum())
        )
        for i in range(4)
        for j in range(4)
    )
    assert l2 == 1.0
    assert contrastive_loss(a, b, noise, **options)[0] == pytest.approx(expected, rel=1e-12)


def test_identical_documents_leave_every_hinge_at_the_margin():
    """A dead start would have no gradient."""
    same = np.tile(np.linspace(-1, 1, 6), (5, 1))
    noise = noise_counts(np.random.default_rng(0), 5, 2)
    loss, *_ = contrastive_loss(same, same, noise, margin=6.0, pull=1.0, push=0.1)
    assert loss == pytest.approx(5 * 2 * 2 * 0.1 * 6.0)
    model = BiCVM(dim=6, epochs=1, batch=5, noise=2)
    documents = [["a", "b"]] * 10
    space = model.fit(AlignedCorpus.from_documents(documents, documents)).space_
    assert np.isfinite(model.losses_).all()
    assert np.isfinite(space.matrix("source")).all()
    assert space.matrix("source").any()


@pytest.mark.parametrize("noise", [1, 4, 10])
@pytest.mark.parametrize("batch", [2, 5, 50])
def test_noise_is_never_the_partner_and_complete(noise, batch):
    counts = noise_counts(np.random.default_rng(noise), batch, noise)
    assert not counts.diagonal().any()
    assert (counts.sum(axis=1) == noise).all()
    assert (counts.sum(axis=0) == noise).all()
    if noise < batch:
        assert counts.max() == 1


@pytest.mark.parametrize("composition", [lambda s: SumOfWords(s, np.float64), Bigram])
def test_composition_gradients_agree_with_finite_differences(composition):
    corpus = toy_corpus(words=8, pairs=6, meanings=2)
    part = composition(corpus.source)
    rng = np.random.default_rng(3)
    embeddings = rng.normal(size=(len(corpus.source.vocabulary), 3))
    upstream = rng.normal(size=(4, 3))
    part.load(np.array([4, 0, 2, 5]))

    def value():
        return float((part.compose(embeddings) * upstream).sum())

    expected = numerical_gradient(value, embeddings)
    value()
    gradient = np.zeros_like(embeddings)
    gradient[part.words] = part.gradient(upstream)
    np.testing.assert_allclose(gradient, expected, atol=1e-5)


def test_compositions_are_their_formulas():
    corpus = AlignedCorpus.from_documents([["a", "b", "a"], ["b"]], [["x"], ["x"]])
    embeddings = np.array([[0.5, -1.0], [2.0, 0.25]], dtype=np.float32)
    a, b = embeddings[corpus.source.vocabulary.ids(["a", "b"])]
    for composition, expected in (
        (SumOfWords(corpus.source), [2 * a + b, b]),
        (Bigram(corpus.source), [np.tanh(a) + 2 * np.tanh(a + b), np.tanh(b)]),
    ):
        composition.load(np.array([0, 1]))
        np.testing.assert_allclose(composition.compose(embeddings), expected, rtol=1e-6)


def test_adagrad_steps_only_the_rows_named():
    embeddings = np.ones((3, 2), dtype=np.float32)
    squares = np.zeros_like(embeddings)
    gradient = np.array([[0.5, 0.0]], dtype=np.float32)
    words = np.array([1], dtype=np.int32)
    adagrad(words, gradient, embeddings, squares, 0.05, 0.0)
    np.testing.assert_allclose(embeddings, [[1, 1], [0.95, 1], [1, 1]])  # g / sqrt(g^2) = 1
    adagrad(words, gradient, embeddings, squares, 0.05, 0.0)
    np.testing.assert_allclose(embeddings[1, 0], 0.95 - 0.05 / np.sqrt(2), rtol=1e-6)
    np.testing.assert_allclose(squares, [[0, 0], [0.5, 0], [0, 0]])


def test_regulariser_acts_on_words_that_no_batch_touches():
    full = toy_corpus(pairs=40)
    source, target = (
        [[side.vocabulary[i] for i in side.document(d)] for d in range(len(side))]
        for side in full.sides
    )
    corpus = AlignedCorpus.from_documents([*source, ["alone"]], [*target, []])
    alone = corpus.source.vocabulary.id("alone")
    free, tied = (
        np.abs(BiCVM(**SMALL, objective="paper", l2=l2).fit(corpus).space_.matrix("source")[alone])
        for l2 in (0.0, 1.0)
    )
    assert (tied < free).mean() > 0.9
    assert tied.sum() < 0.7 * free.sum()


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"objective": "paper"},
        {"composition": "bigram", "shuffle": False},
    ],
)
def test_contract(parameters):
    check_model(BiCVM(**{**SMALL, "epochs": 10}, **parameters))


def test_threads_do_not_change_a_byte():
    one, two = (
        BiCVM(**SMALL, workers=workers).fit(toy_corpus()).space_.fingerprint for workers in (1, 2)
    )
    assert one == two


def test_seeds_differ_and_languages_start_apart():
    corpus = toy_corpus()
    still = BiCVM(dim=8, epochs=1, learning_rate=1e-9, batch=20)
    space = still.fit(corpus).space_
    # the tool starts both languages from the same numbers; ours must not know a translation
    assert not np.allclose(space.matrix("source"), space.matrix("target"), atol=1e-3)
    other = clone(still).set_params(seed=2).fit(corpus).space_
    assert other.fingerprint != space.fingerprint


def test_empty_sides_are_left_out():
    full = toy_corpus(pairs=40)
    documents = [
        [[side.vocabulary[i] for i in side.document(d)] for d in range(len(side))]
        for side in full.sides
    ]
    holes = AlignedCorpus.from_documents([*documents[0], []], [*documents[1], ["t00"]])
    model = BiCVM(**SMALL, shuffle=False)
    expected = model.fit(full).space_.matrix("source")
    np.testing.assert_array_equal(clone(model).fit(holes).space_.matrix("source"), expected)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"dim": 0}, "dim"),
        ({"margin": "d"}, "margin"),
        ({"noise": 0}, "noise"),
        ({"batch": 1}, "batch"),
        ({"epochs": 0}, "epochs"),
        ({"objective": "papre"}, "paper"),
        ({"composition": "sum"}, "composition"),
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"l2": -1.0}, "l2"),
        ({"noise_weight": -0.1}, "noise_weight"),
        ({"objective": "paper", "noise_weight": 0}, "learns from noise documents only"),
        ({"workers": 0}, "workers"),
    ],
)
def test_bad_parameters_are_named(parameters, words):
    with pytest.raises(InputError, match=words):
        BiCVM(**{**SMALL, **parameters}).fit(toy_corpus(pairs=10))


def test_one_usable_pair_is_refused():
    with pytest.raises(InputError, match="noise needs at least 2"):
        BiCVM(**SMALL).fit(AlignedCorpus.from_documents([["a"], []], [["x"], ["x"]]))


def test_divergence_is_reported():
    with pytest.raises(DivergenceError, match="learning_rate"):
        BiCVM(**SMALL, learning_rate=1e30).fit(toy_corpus(pairs=20))
