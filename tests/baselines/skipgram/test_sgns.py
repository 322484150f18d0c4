"""The skip-gram kernel: numbers computed by hand, and a slow oracle."""

import sys
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from baselines._random import (
    alias_cells,
    alias_table,
    draw,
    keep_probability,
    next_bits,
    noise_weights,
    start_stream,
)
from baselines.skipgram import _kernel
from baselines.skipgram._errors import weigh_errors
from baselines.skipgram._simd import LANES, aligned_zeros
from baselines.skipgram._tiles import accumulate
from baselines.skipgram.trainer import SkipGramParameters, SkipGramTrainer
from clss.errors import DivergenceError, InputError
from clss.progress import Progress

sys.path.insert(0, str(Path(__file__).parents[2] / "reference"))
import sgns_reference as reference

X, X2 = (0.1, 0.2), (0.2, -0.1)
POSITIVE, NEGATIVE = (0.3, -0.1), (-0.2, 0.4)


def padded(*rows):
    matrix = np.zeros((len(rows), LANES), dtype=np.float32)
    matrix[:, : len(rows[0])] = rows
    return matrix


def addresses(matrix):
    return matrix.ctypes.data + np.arange(len(matrix)) * matrix.strides[0]


def run_batch(inputs, outputs, rate=0.025):
    """Let the kernel do one batch of distinct words; return the new inputs and outputs."""
    inputs, outputs = padded(*inputs), padded(*outputs)
    work = _kernel.make_workspace(10, LANES, 10, drawn=8, batch=20)
    n_inputs, n_outputs = len(inputs), len(outputs)
    work.output_rows[:] = work.padding.ctypes.data
    work.input_rows[:n_inputs] = addresses(inputs)
    work.output_rows[:n_outputs] = addresses(outputs)
    work.input_weights[:n_inputs] = 1
    work.output_weights[:n_outputs] = 1
    keep, noise = np.ones(1, dtype=np.float32), alias_cells(np.ones(1))
    tables = _kernel.Tables(inputs, outputs, keep, noise)
    _kernel.update_batch(n_inputs, n_outputs, rate, 0, tables, work, np.zeros(3))
    return work.fresh[:n_inputs, :2].copy(), outputs[:, :2]


def small_text(seed=0, lengths=(60, 1, 0, 37, 25)):
    """Some short documents of 40 words, the first of them more frequent."""
    random = np.random.default_rng(seed)
    tokens = (40 * random.random(sum(lengths)) ** 1.5).astype(np.int32)
    return tokens, np.concatenate(([0], np.cumsum(lengths)))


def test_keep_probability_is_the_tools_not_the_articles():
    counts = np.array([1, 10, 100, 9_889])  # f = 1e-4, 1e-3, 1e-2 of 10,000
    assert_allclose(keep_probability(counts, 1e-4)[:3], [1, 0.41623, 0.11], atol=5e-6)
    assert keep_probability(counts, 0).tolist() == [1, 1, 1, 1]


def test_half_width_is_uniform_on_one_to_window():
    state = np.zeros(2, dtype=np.uint64)
    start_stream(state, np.uint64(1), 0, 0)
    widths = [_kernel.half_width(np.uint64(next_bits(state)), 3) for _ in range(6000)]
    histogram = np.bincount(widths, minlength=4)
    assert histogram[0] == 0 and histogram.sum() == histogram[1:4].sum()
    assert ((histogram[1:4] - 2000) ** 2 / 2000).sum() < 13.8  # chi-square, p = .001


def test_subsampling_happens_before_windowing():
    tokens = np.array([0, 2, 1])  # a, filler, b
    parameters = SkipGramParameters(dim=4, window=1, sample=0, epochs=1)
    trainer = SkipGramTrainer(tokens, np.array([0, 3]), 3, parameters)
    trainer.tables.keep[2] = 0
    trainer.train()
    assert trainer.pairs == 2  # a with b, b with a: the filler no longer stands between them
    assert trainer.output_vectors[:2].any(axis=1).all()


def test_one_pair_computed_by_hand():
    (x,), outputs = run_batch([X], [POSITIVE, NEGATIVE])
    assert_allclose(x, (0.106306, 0.193606), atol=5e-7)
    assert_allclose(outputs, [(0.301244, -0.097513), (-0.201287, 0.397425)], atol=5e-7)
    x, outputs = np.array(X), np.array([POSITIVE, NEGATIVE])
    reference.sequential_pair(x, outputs, (1, 0), 0.025)
    assert_allclose(x, (0.106306, 0.193606), atol=5e-7)


def test_two_inputs_of_a_batch_use_the_old_outputs():
    (_, x2), outputs = run_batch([X, X2], [POSITIVE, NEGATIVE])
    assert_allclose(x2, (0.206019, -0.106006), atol=5e-7)
    expected = [(0.303656, -0.098719), (-0.203688, 0.398625)]
    assert_allclose(outputs, expected, atol=1.5e-6)
    x, x2, rows = np.array(X), np.array(X2), np.array([POSITIVE, NEGATIVE])
    for one in (x, x2):
        reference.sequential_pair(one, rows, (1, 0), 0.025)
    assert_allclose(x2, (0.206049, -0.105945), atol=5e-7)
    assert_allclose(rows, expected, atol=1.5e-6)


@pytest.mark.parametrize("n_outputs", [1, 2, 4, 5, 9])
@pytest.mark.parametrize("n_inputs", [1, 4, 7, 20])
def test_batches_of_every_shape_agree_with_the_oracle(n_inputs, n_outputs):
    random = np.random.default_rng(n_inputs * 10 + n_outputs)
    inputs, outputs = random.normal(size=(n_inputs, 2)), random.normal(size=(n_outputs, 2))
    to_inputs, to_outputs = reference.shared_batch(inputs, outputs, np.ones(n_outputs), 0.1)
    new_inputs, new_outputs = run_batch(inputs, outputs, 0.1)
    assert_allclose(new_inputs, inputs + to_inputs, atol=1e-6)
    assert_allclose(new_outputs, outputs + to_outputs, atol=1e-6)


def test_sigmoid_is_exact_everywhere():
    scores = np.linspace(-30, 30, 2000, dtype=np.float32)[None, :].repeat(2, axis=0)
    exact = reference.sigmoid(scores.astype(np.float64))
    ones = np.ones(scores.shape[1], dtype=np.float32)
    weigh_errors(scores.ctypes.data, 4 * 2000, 2, 2000, 1.0, ones[:2], ones)
    assert_allclose(scores[0], 1 - exact[0], atol=5e-7)
    assert_allclose(scores[1], -exact[1], atol=5e-7)


def test_a_negative_that_is_the_positive_is_dropped():
    text = np.array([0, 1, 0, 1]), np.array([0, 4])
    trainer = SkipGramTrainer(*text, 2, SkipGramParameters(dim=4, window=2))
    work = trainer.workspace()
    for document in range(50):
        start_stream(work.random, np.uint64(1), 0, document)
        n = _kernel.draw_outputs(0, trainer.tables, trainer.settings, work)
        assert work.output_words[:n].tolist() in ([0], [0, 1])
        assert work.output_weights[0] == 1
        hits = work.output_weights[1:n].sum() * trainer.settings.drawn / 25
        assert 0 <= hits <= trainer.settings.drawn - (document == 0)  # some are dropped
        assert hits == pytest.approx(round(hits), abs=1e-4)


def test_long_documents_are_continued_not_cut_off():
    tokens, keep = np.zeros(2500, dtype=np.int32), np.ones(1, dtype=np.float32)
    work = _kernel.make_workspace(1, LANES, 1000, 5, 8)
    position, lengths = 0, []
    while position < 2500:
        n, position = _kernel.read_sentence(tokens, position, 2500, keep, work)
        lengths.append(n)
    assert lengths == [1000, 1000, 500]


def test_no_window_crosses_the_end_of_a_sentence():
    def pairs(max_sentence):
        parameters = SkipGramParameters(
            dim=4, window=1, sample=0, epochs=1, max_sentence=max_sentence
        )
        trainer = SkipGramTrainer(np.zeros(10, np.int32), np.array([0, 10]), 1, parameters)
        return trainer.train().pairs

    assert pairs(0) == 18  # nine neighbours, both ways
    assert pairs(4) == 14  # 4, 4 and 2 tokens: 3 + 3 + 1 neighbours


def test_learning_rate_falls_with_tokens_before_subsampling():
    tokens, offsets = np.zeros(1000, dtype=np.int32), np.arange(0, 1001, 100)
    parameters = SkipGramParameters(dim=4, alpha=0.025, epochs=2, sample=1e-4)
    trainer = SkipGramTrainer(tokens, offsets, 1, parameters)
    assert trainer.tables.keep[0] < 0.02  # nearly nothing is kept, and yet:
    assert trainer.settings.total == 2001
    rates = [_kernel.learning_rate(0.025, 2.5e-6, read, 2001) for read in (0, 1900, 2001)]
    assert rates == pytest.approx([0.025, 0.025 * (1 - 1900 / 2001), 2.5e-6])  # down to the floor


@pytest.mark.parametrize(
    ("backbone", "shared", "draws"),
    [("sgns", 8, None), ("sgns", 1, None), ("sgns", 20, 15), ("cbow", 8, None)],
)
@pytest.mark.parametrize("dim", [3, 20, 40])  # one vector, three (one tile), five
def test_training_agrees_with_the_oracle(backbone, shared, draws, dim):
    tokens, offsets = small_text()
    parameters = SkipGramParameters(
        dim=dim,
        window=13,
        sample=0.05,
        epochs=4,
        alpha=0.025,
        backbone=backbone,
        max_sentence=30,
        seed=5,
        shared=shared,
        draws=draws,
    )
    trainer = SkipGramTrainer(tokens, offsets, 40, parameters)
    inputs, outputs = (
        np.array(m, dtype=np.float64) for m in (trainer.input_vectors, trainer.output_vectors)
    )
    tables, settings = trainer.tables, trainer.settings
    probability, alias = alias_table(noise_weights(np.bincount(tokens, minlength=40)))
    reference.train(
        tokens,
        offsets,
        inputs,
        outputs,
        keep=tables.keep,
        probability=probability,
        alias=alias,
        window=13,
        negative=25,
        drawn=draws or 25,
        cbow=settings.cbow,
        alpha=0.025,
        min_alpha=2.5e-6,
        epochs=4,
        key=settings.key,
        max_sentence=30,
        batch=shared,
    )
    assert (settings.batch, settings.drawn) == (shared, draws or 25)
    trainer.train()
    assert np.abs(outputs).max() > 0.05  # something has been learned
    assert_allclose(trainer.input_vectors, inputs, atol=2e-4)
    assert_allclose(trainer.output_vectors, outputs, atol=2e-4)


def test_settings_have_the_batch_that_is_trained():
    trainers = [
        SkipGramTrainer(*small_text(), 40, SkipGramParameters(dim=4, sample=0, shared=shared))
        for shared in range(1, 13)
    ]
    batches = [trainer.settings.batch for trainer in trainers]
    assert batches == [1, 2, 3, 4, 4, 4, 4, 8, 8, 8, 8, 12]
    vectors = [trainer.train().input_vectors.tobytes() for trainer in trainers]
    for batch, alike in zip(batches, vectors, strict=True):
        assert (alike == vectors[7]) == (batch == 8)


def test_drawn_negatives_weigh_as_many_as_asked_for():
    parameters = SkipGramParameters(dim=4, negative=25, draws=15)
    trainer = SkipGramTrainer(*small_text(), 40, parameters)
    work, weights = trainer.workspace(), []
    for document in range(400):
        start_stream(work.random, np.uint64(3), 0, document)
        n = _kernel.draw_outputs(5, trainer.tables, trainer.settings, work)
        weights.append(work.output_weights[1:n].sum())
    counts = np.bincount(small_text()[0], minlength=40) ** 0.75
    assert np.mean(weights) == pytest.approx(25 * (1 - counts[5] / counts.sum()), rel=0.02)


@pytest.mark.parametrize("weights", [[1.0], [1, 3], [5, 0, 1, 1, 0], [1e-9, 1, 1e9]])
def test_alias_table_has_exactly_the_given_distribution(weights):
    weights = np.array(weights, dtype=np.float64)
    probability, alias = alias_table(weights)
    mass = probability.astype(np.float64)
    np.add.at(mass, alias, 1.0 - probability)
    assert_allclose(mass / len(weights), weights / weights.sum(), atol=1e-7)
    assert not mass[weights == 0].any()


def test_a_draw_from_packed_cells_is_that_of_the_table():
    random = np.random.default_rng(4)
    weights = np.append(random.random(300) ** 4, [0.0, 50.0])  # cells of all probabilities
    (probability, alias), cells = alias_table(weights), alias_cells(weights)
    for bits in random.integers(0, 2**64, size=2000, dtype=np.uint64):
        cell = (int(bits) >> 32) * len(cells) >> 32
        # the number on either side of a cell's limit, and the one that was drawn
        limit = int(np.ceil(float(probability[cell]) * 2**24))
        for low in {int(bits) % 2**24, max(limit - 1, 0), min(limit, 2**24 - 1)}:
            expected = cell if low * 2.0**-24 < probability[cell] else alias[cell]
            assert draw(np.uint64((int(bits) >> 32 << 32) | low), cells) == expected


@pytest.mark.parametrize("vectors", [1, 2, 3, 4, 5, 7])
@pytest.mark.parametrize("n_rows", [2, 4, 6, 8])
def test_rows_of_every_width_are_accumulated(n_rows, vectors):
    random = np.random.default_rng(n_rows * 10 + vectors)
    width = vectors * LANES
    old, sources, new = (aligned_zeros(n, width) for n in (n_rows, 5, n_rows))
    old[:], sources[:] = random.normal(size=old.shape), random.normal(size=sources.shape)
    weights = random.normal(size=(n_rows, 5)).astype(np.float32)
    lists = [addresses(matrix) for matrix in (new, old, sources)]
    accumulate(lists[0], lists[1], n_rows, lists[2], 5, weights.ctypes.data, 20, 4, 4 * width)
    assert_allclose(new, old + weights @ sources, atol=1e-5)


def test_any_cutting_into_ranges_gives_the_same_bytes():
    text, parameters = small_text(), SkipGramParameters(dim=8, window=5, epochs=3, seed=2)
    whole = SkipGramTrainer(*text, 40, parameters).train()
    again = SkipGramTrainer(*text, 40, parameters)
    for epoch in range(3):
        for document in range(again.n_documents):
            again.train_range(document, document + 1, epoch)
    assert whole.input_vectors.tobytes() == again.input_vectors.tobytes()
    assert whole.output_vectors.tobytes() == again.output_vectors.tobytes()


def test_words_that_do_not_occur_have_no_vector():
    trainer = SkipGramTrainer(
        np.array([0, 2, 0, 2]), np.array([0, 4]), 4, SkipGramParameters(dim=4, sample=0)
    ).train()
    assert not trainer.input_vectors[[1, 3]].any() and not trainer.output_vectors[[1, 3]].any()
    assert trainer.input_vectors[[0, 2]].any(axis=1).all()


def test_a_diverging_training_says_what_to_change():
    parameters = SkipGramParameters(dim=8, window=5, alpha=1e30, sample=0)
    with pytest.raises(DivergenceError, match=r"lower alpha \(now 1e\+30\)"):
        SkipGramTrainer(*small_text(), 40, parameters).train()


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_and_interruption(workers, monkeypatch):
    monkeypatch.setattr("baselines.skipgram.trainer.SLICE", 50)
    seen: list[Progress] = []

    def stop(report):
        seen.append(report)
        if len(seen) == 3:
            raise KeyboardInterrupt

    parameters = SkipGramParameters(dim=8, window=5, sample=0, epochs=4000, workers=workers)
    trainer = SkipGramTrainer(*small_text(), 40, parameters)
    with pytest.raises(KeyboardInterrupt) as caught:
        trainer.train(stop)
    before = trainer.input_vectors.copy()
    assert len(seen) == 3 and seen[0].total == 4000 * 123
    assert seen[0].values["loss"] > 0 and seen[0].values["tokens/s"] > 0
    time.sleep(0.05)  # nobody goes on training behind our back, while the traceback lives
    assert (trainer.input_vectors == before).all() and caught.tb is not None


@pytest.mark.parametrize("alpha", [0.025, 0.05, 0.1])
def test_small_vocabularies_do_not_explode(alpha):
    tokens = np.random.default_rng(0).integers(0, 16, 400)
    parameters = SkipGramParameters(dim=40, window=48, sample=0, epochs=15, alpha=alpha)
    trainer = SkipGramTrainer(tokens, np.arange(0, 401, 40), 16, parameters).train()
    assert np.linalg.norm(trainer.input_vectors, axis=1).max() < 5


@pytest.mark.parametrize("workers", [1, 3])
def test_vectors_that_explode_are_no_model(workers):
    tokens, seen = np.random.default_rng(0).integers(0, 4, 4000), []
    parameters = SkipGramParameters(
        dim=40, window=48, sample=0, epochs=1500, alpha=0.3, workers=workers
    )
    with pytest.raises(DivergenceError, match="lower alpha"):
        SkipGramTrainer(tokens, np.arange(0, 4001, 400), 4, parameters).train(seen.append)
    assert len(seen) < 30  # as soon as the loss says so, not in the end


def test_a_loss_far_above_that_of_zeros_is_divergence():
    trainer = SkipGramTrainer(*small_text(), 40, SkipGramParameters(dim=4, negative=25))
    trainer._note(np.array([10 * 103.0, 10.0, 1.0]))  # zeros have 26 ln 2 = 18
    with pytest.raises(DivergenceError, match="lower alpha"):
        trainer._note(np.array([10 * 105.0, 10.0, 1.0]))


def test_vectors_that_are_no_numbers_are_no_model():
    # the first document has no pair, and of the second no batch is in the sample of the loss
    parameters = SkipGramParameters(dim=8, window=5, alpha=1e30, sample=0, epochs=2)
    trainer = SkipGramTrainer(np.array([0, 1, 0, 1]), np.array([0, 1, 4]), 2, parameters)
    with pytest.raises(DivergenceError, match="lower alpha"):
        trainer.train()
    assert np.isnan(trainer.loss) and not np.isfinite(trainer.output_vectors).all()


def test_the_loss_of_a_batch_counts_every_pair():
    work = _kernel.make_workspace(10, LANES, 10, drawn=8, batch=20)
    work.scores[:2, :2] = scores = np.array([[0.5, -2.0], [1.0, 3.0]])
    work.input_weights[:2], work.output_weights[:2] = (1, 3), (1, 2.5)
    loss, pairs = _kernel.batch_loss(2, 2, work)
    softplus = np.log1p(np.exp(scores * [[-1], [1]]))
    assert loss == pytest.approx(float(np.array([1, 2.5]) @ softplus @ np.array([1, 3])), rel=1e-6)
    assert pairs == 4  # a word that was seen three times is three pairs


@pytest.mark.parametrize("length", [20, 1000])  # a few batches a document, and many
def test_one_batch_in_many_has_its_loss_computed(length):
    tokens = np.random.default_rng(0).integers(0, 40, 20_000)
    parameters = SkipGramParameters(dim=4, window=5, sample=0, epochs=1)
    trainer = SkipGramTrainer(tokens, np.arange(0, 20_001, length), 40, parameters)
    _, sampled, pairs = trainer.train_range(0, trainer.n_documents, 0)
    assert pairs / 400 < sampled < pairs / 150


def test_the_loss_falls():
    losses: list[float] = []
    parameters = SkipGramParameters(dim=8, window=3, sample=0, epochs=60, alpha=0.1)
    SkipGramTrainer(np.tile([0, 1, 2, 3], 20), np.arange(0, 81, 2), 4, parameters).train(
        lambda report: losses.append(report.values["loss"])
    )
    assert len(losses) == 60 and np.mean(losses[-10:]) < 0.9 * losses[0]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"dim": 0}, "dim must be"),
        ({"window": 2.5}, "window must be"),
        ({"sample": -1}, "sample"),
        ({"alpha": 0}, "alpha must be"),
        ({"min_alpha": 1.0}, "min_alpha"),
        ({"backbone": "glov"}, "backbone must be one of"),
        ({"workers": 0}, "workers must be"),
    ],
)
def test_wrong_parameters_are_refused(wrong, message):
    with pytest.raises(InputError, match=message):
        SkipGramTrainer(*small_text(), 40, SkipGramParameters(**wrong))
