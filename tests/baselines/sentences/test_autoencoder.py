"""The bilingual autoencoder: its gradients, its options, its contract."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from baselines.sentences._autoencoder_kernel import (
    Adam,
    Parameters,
    correlations,
    cross_entropy,
    loss_and_gradients,
    sigmoid,
)
from baselines.sentences.autoencoder import BilingualAutoencoder, binary_bags
from clss.checks import check_model
from clss.corpus import AlignedCorpus
from clss.errors import DivergenceError, InputError
from clss.toy import toy_corpus

SMALL = {"dim": 20, "epochs": 15, "learning_rate": 0.03}


def small_problem(seed=0):
    rng = np.random.default_rng(seed)
    bags = tuple(sparse.csr_matrix((rng.random((5, n)) < 0.4).astype(float)) for n in (6, 4))
    parameters = Parameters.draw(rng, 3, bags, dtype=np.float64)
    for array in parameters:
        array += rng.normal(scale=0.5, size=array.shape)
    return parameters, bags


@pytest.mark.parametrize("correlation", [0.0, 2.5])
def test_gradients_agree_with_finite_differences(correlation):
    parameters, bags = small_problem()
    _, gradients = loss_and_gradients(parameters, *bags, correlation)
    for array, gradient in zip(parameters, gradients, strict=True):
        for index in np.ndindex(array.shape):
            kept = array[index]
            ends = []
            for step in (1e-6, -1e-6):
                array[index] = kept + step
                ends.append(loss_and_gradients(parameters, *bags, correlation)[0])
            array[index] = kept
            assert gradient[index] == pytest.approx((ends[0] - ends[1]) / 2e-6, abs=1e-6)


def test_loss_is_the_papers_formula():
    p, (source, target) = small_problem(1)
    x, y = source.toarray(), target.toarray()
    layers = [sigmoid(x @ p.source + p.hidden_bias), sigmoid(y @ p.target + p.hidden_bias)]
    expected = 0.0
    for hidden in layers:  # x from x, y from x, x from y, y from y
        for bag, weights, bias in ((x, p.source, p.source_bias), (y, p.target, p.target_bias)):
            guess = sigmoid(hidden @ weights.T + bias)
            expected -= (bag * np.log(guess) + (1 - bag) * np.log(1 - guess)).sum() / len(x)
    assert loss_and_gradients(p, source, target, 0.0)[0] == pytest.approx(expected, rel=1e-10)
    units = zip(layers[0].T, layers[1].T, strict=True)
    together = sum(np.corrcoef(*columns)[0, 1] for columns in units)
    with_term = loss_and_gradients(p, source, target, 3.0)[0]
    assert with_term == pytest.approx(expected - 3.0 * together, rel=1e-10)


def test_cross_entropy_survives_extreme_logits():
    bags = sparse.csr_matrix(np.array([[1.0, 0.0, 1.0, 0.0]], dtype=np.float32))
    logits = np.array([[200.0, -200.0, -200.0, 200.0]], dtype=np.float32)
    loss, error = cross_entropy(logits, bags)
    assert loss == pytest.approx(400.0)
    np.testing.assert_allclose(error, [[0, 0, -1, 1]], atol=1e-12)


def test_a_constant_unit_has_no_correlation_and_no_gradient():
    constant, varying = np.ones((4, 1)), np.arange(4.0)[:, None]
    value, *slopes = correlations(constant, varying)
    assert value == 0.0
    assert all(np.isfinite(slope).all() for slope in slopes)


def test_adam_is_the_published_rule():
    start = Parameters(*(np.full((1, 1), 2.0) for _ in range(5)))
    adam = Adam(start, 0.1)
    mean = square = 0.0
    expected = 2.0
    for step, slope in enumerate([0.5, -1.0, 3.0], start=1):
        adam.step(Parameters(*(np.full((1, 1), slope) for _ in range(5))))
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        expected -= 0.1 * (mean / (1 - 0.9**step)) / np.sqrt(square / (1 - 0.999**step))
        assert start.source[0, 0] == pytest.approx(expected, rel=1e-6)


def test_counts_are_ignored_and_merging_unites():
    corpus = AlignedCorpus.from_documents(
        [["a", "a", "b"], ["c"], ["b"]], [["x"], ["x", "y"], ["y"]]
    )
    ids = corpus.source.vocabulary.ids(["a", "b", "c"])
    bags = binary_bags(corpus.source, np.arange(3), merge=1).toarray()[:, ids]
    assert bags.tolist() == [[1, 1, 0], [0, 0, 1], [0, 1, 0]]
    merged = binary_bags(corpus.source, np.arange(3), merge=2).toarray()[:, ids]
    assert merged.tolist() == [[1, 1, 1], [0, 1, 0]]


def test_training_lowers_the_loss_and_raises_the_correlation():
    corpus = toy_corpus()
    model = BilingualAutoencoder(**SMALL).fit(corpus)
    assert (np.diff(model.losses_[:10]) < 0).all()
    tied = BilingualAutoencoder(**SMALL, correlation=4.0).fit(corpus)

    def agreement(space):
        hidden = [
            sigmoid(binary_bags(side, np.arange(len(side)), 1) @ matrix)
            for side, matrix in zip(
                corpus.sides, (space.matrix("source"), space.matrix("target")), strict=True
            )
        ]
        return correlations(*hidden)[0] / hidden[0].shape[1]

    assert 1 - agreement(tied.space_) < 0.6 * (1 - agreement(model.space_))


@pytest.mark.parametrize("parameters", [{}, {"correlation": 1.0}])
def test_contract(parameters):
    check_model(BilingualAutoencoder(**SMALL, **parameters))


def test_merged_bags_train_too():
    model = BilingualAutoencoder(dim=10, epochs=3, merge=5).fit(toy_corpus())
    assert model.losses_[-1] < model.losses_[0]
    assert np.isfinite(model.space_.matrix("target")).all()


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"dim": 0}, "dim"),
        ({"epochs": 0}, "epochs"),
        ({"batch": 0}, "batch"),
        ({"merge": 0}, "merge"),
        ({"correlation": -1.0}, "correlation"),
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"workers": 0}, "workers"),
        ({"correlation": 1.0, "batch": 1}, "batch"),
    ],
)
def test_bad_parameters_are_named(parameters, words):
    with pytest.raises(InputError, match=words):
        BilingualAutoencoder(**{**SMALL, **parameters}).fit(toy_corpus(pairs=10))


def test_no_usable_pair_is_refused():
    with pytest.raises(InputError, match="both sides"):
        BilingualAutoencoder(**SMALL).fit(AlignedCorpus.from_documents([["a"], []], [[], ["x"]]))


def test_divergence_is_reported():
    with pytest.raises(DivergenceError, match="learning_rate"):
        BilingualAutoencoder(**{**SMALL, "learning_rate": 1e38}).fit(toy_corpus(pairs=20))
