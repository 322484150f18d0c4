"""Copies of vectors that threads train and that are joined after every round."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose

from baselines.skipgram import trainer as trainer_module
from baselines.skipgram._copies import add_step, join_rows, train_copies
from baselines.skipgram.trainer import SkipGramParameters, SkipGramTrainer


@pytest.mark.parametrize(
    ("step", "other", "joined"),
    [
        ([3, 0], [0, 4], [3, 4]),  # at right angles: the sum
        ([2, 2], [2, 2], [2, 2]),  # the same: counted once
        ([2, 0], [6, 0], [4, 0]),  # the same way: the mean
        ([1, 2], [0, 0], [1, 2]),  # one has seen nothing
        ([0, 0], [1, 2], [1, 2]),
        # half of what they share, 1 / 2, is taken from each: (1 - 2/8) (2, 0) + (1 - 2/4) (1, 1)
        ([2, 0], [1, 1], [2.0, 0.5]),
    ],
)
def test_steps_are_joined(step, other, joined):
    first, second = (np.array(row, dtype=np.float32) for row in (step, other))
    add_step(first, second, np.float32(0.5))
    assert_allclose(first, joined, rtol=1e-6)


def test_rows_are_joined_in_pairs_of_neighbours_and_copies_begin_anew():
    random = np.random.default_rng(0)
    before = random.normal(size=(4, 8)).astype(np.float32)
    copies = np.stack([before + random.normal(size=before.shape) for _ in range(5)])
    copies = copies.astype(np.float32)
    copies[:, 2] = before[2]  # nobody has moved this one
    steps, vectors = copies - before, before.copy()
    join_rows(vectors, copies, 1, 4)
    assert (vectors[[0, 2]] == before[[0, 2]]).all()
    for row in (1, 3):
        tree = steps[:, row].copy()
        for i, j, share in [(0, 1, 0.5), (2, 3, 0.5), (0, 2, 0.5), (0, 4, 0.8)]:
            add_step(tree[i], tree[j], np.float32(share))
        assert_allclose(vectors[row], before[row] + tree[0], rtol=1e-5)
    assert (copies[:, 1:] == vectors[1:]).all() and (copies[:, 0] != vectors[0]).any()


@pytest.mark.parametrize("n", range(1, 10))
def test_every_copy_counts_the_same(n):
    way = np.array([1.0, -2.0, 0.5, 3.0], dtype=np.float32)
    lengths = np.arange(1, n + 1, dtype=np.float32)
    vectors, copies = np.zeros((1, 4), np.float32), (lengths[:, None] * way)[:, None]
    join_rows(vectors, copies, 0, 1)
    assert_allclose(vectors[0], lengths.mean() * way, rtol=1e-5)


def test_what_is_not_a_number_is_not_lost():
    vectors, copies = np.zeros((1, 4), np.float32), np.zeros((2, 1, 4), np.float32)
    copies[1, 0, 2] = np.nan
    join_rows(vectors, copies, 0, 1)
    assert np.isnan(vectors).any()


def test_a_round_begins_with_what_all_have_learned():
    matrix = np.zeros((3, 16), dtype=np.float32)

    def train(copies, row, amount):
        seen = copies[0].sum()
        copies[0][row, 0] += amount
        return seen

    # in the second round one thread has two pieces, in the last the other has nothing to do
    rounds = [[[(0, 1)], [(1, 2)]], [[(2, 3), (2, 1)], [(0, 5)]], [[(1, 7)], []]]
    seen = list(train_copies(train, rounds, [matrix], 2))
    assert seen == [0, 0, 3, 3, 6, 12]
    assert matrix[:, 0].tolist() == [6, 9, 4]


def test_an_error_of_a_thread_reaches_the_caller():
    def train(copies, number):
        raise ValueError(f"part {number}")

    with pytest.raises(ValueError, match="part 1"):
        list(train_copies(train, [[[(1,)], [(2,)]]], [np.zeros((3, 16), np.float32)], 2))


def test_who_stops_waits_only_for_the_pieces_that_are_being_trained():
    begun, go_on = [], threading.Event()

    def train(copies, number):
        begun.append(number)
        if number >= 10:
            go_on.wait(10)

    rounds = [[[(1,), *((n,) for n in range(10, 30))], [(2,), *((n,) for n in range(30, 50))]]]
    results = train_copies(train, rounds, [np.zeros((3, 16), np.float32)], 2)
    next(results), next(results)
    threading.Timer(0.2, go_on.set).start()
    results.close()
    # the two that were under way, and perhaps the next of a thread that was just between two
    assert len(begun) <= 6


def ranges(lengths, words, workers, slice_, monkeypatch, round_=1):
    """Cut documents of these lengths; return rounds, and the tokens of each thread's part."""
    monkeypatch.setattr(trainer_module, "SLICE", slice_)
    monkeypatch.setattr(trainer_module, "ROUND", round_)
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    tokens = np.arange(offsets[-1]) % words
    parameters = SkipGramParameters(dim=2, window=2, epochs=2, workers=workers)
    rounds = list(SkipGramTrainer(tokens, offsets, words, parameters)._rounds())
    every = [one for pieces in rounds for part in pieces for one in part]
    read = [range(first, last) for first, last, epoch in every if epoch == 1]
    assert [document for one in read for document in one] == list(range(len(lengths)))
    sizes = [
        [sum(int(offsets[last] - offsets[first]) for first, last, _ in part) for part in pieces]
        for pieces in rounds
    ]
    return rounds, np.array(sizes)


@pytest.mark.parametrize("round_", [1, 5])
@pytest.mark.parametrize("workers", [2, 3])
def test_a_round_has_about_so_many_tokens_a_thread_for_every_word(workers, round_, monkeypatch):
    rounds, sizes = ranges([20] * 1000, 500, workers, 100, monkeypatch, round_)
    assert len(rounds) == 2 * (20_000 // (round_ * workers * 500))
    assert sizes.min() > 0.9 * round_ * 500 and sizes.max() < 2 * round_ * 500
    assert {len(part) for pieces in rounds for part in pieces} <= set(range(5, 10 * round_ + 1))


def test_a_round_of_a_small_text_is_an_epoch(monkeypatch):
    rounds, sizes = ranges([20] * 1000, 500, 3, 100, monkeypatch, trainer_module.ROUND)
    assert len(rounds) == 2 and sizes.sum(axis=1).tolist() == [20_000, 20_000]


def test_one_thread_looks_up_after_every_slice(monkeypatch):
    rounds, sizes = ranges([20] * 1000, 500, 1, 100, monkeypatch)
    assert sizes.tolist() == [[20_000], [20_000]]
    assert [len(part) for pieces in rounds for part in pieces] == [200, 200]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_documents_longer_than_a_round_keep_all_threads_busy(workers, monkeypatch):
    lengths = [2000] * 4 + [0, 0] + [2000] * 6
    rounds, sizes = ranges(lengths, 500, workers, 100, monkeypatch)
    busy = {1: [20_000], 2: [2000] * 5, 5: [2000] * 2}[workers]
    assert sizes.max(axis=1).tolist() == 2 * busy and (sizes > 0).all()
    assert all(first < last for pieces in rounds for part in pieces for first, last, _ in part)


def summed_adaptively(steps):
    """Join steps by the article's formula in float64: neighbours, then neighbours of those."""
    parts = [(step.astype(np.float64), 1) for step in steps]
    while len(parts) > 1:
        pairs, rest = zip(parts[::2], parts[1::2], strict=False), parts[len(parts) // 2 * 2 :]
        parts = [(_sum_of_two(a, b, n / (n + m)), n + m) for (a, n), (b, m) in pairs]
        parts += rest
    return parts[0][0]


def _sum_of_two(a, b, share):
    if not a.any() or not b.any():
        return a + b
    return (1 - share * (a @ b) / (a @ a)) * a + (1 - (1 - share) * (a @ b) / (b @ b)) * b


@pytest.mark.parametrize("workers", [2, 3, 5])
def test_training_agrees_with_threads_one_after_the_other(workers, monkeypatch):
    monkeypatch.setattr(trainer_module, "SLICE", 40)
    monkeypatch.setattr(trainer_module, "ROUND", 1)
    random = np.random.default_rng(workers)
    offsets = np.concatenate(([0], np.cumsum(random.integers(0, 60, 40))))
    tokens = (30 * random.random(offsets[-1]) ** 1.5).astype(np.int32)
    parameters = SkipGramParameters(
        dim=12, window=5, sample=0.05, epochs=2, workers=workers, max_sentence=17
    )
    alone = SkipGramTrainer(tokens, offsets, 30, parameters)
    tables, rounds = alone.tables, len(tokens) // (workers * 30)
    marks = [len(tokens) * i // (workers * rounds) for i in range(1, workers * rounds)]
    ends = np.unique([0, *np.searchsorted(offsets, marks), 40])
    parts = list(pairwise(ends))
    for epoch in range(2):
        for first in range(0, len(parts), workers):
            before = [matrix.copy() for matrix in tables[:2]]
            steps = []
            for part in parts[first : first + workers]:
                alone.train_range(*part, epoch)  # on to where the copy of one thread comes to
                steps.append([m - b for m, b in zip(tables[:2], before, strict=True)])
                for matrix, begin in zip(tables[:2], before, strict=True):
                    matrix[:] = begin
            steps += [[np.zeros_like(b) for b in before]] * (workers - len(steps))
            for matrix, of_all in zip(tables[:2], zip(*steps, strict=True), strict=True):
                matrix += [summed_adaptively(rows) for rows in zip(*of_all, strict=True)]
    together = SkipGramTrainer(tokens, offsets, 30, parameters).train()
    assert np.abs(alone.output_vectors).max() > 0.1  # something has been learned
    assert_allclose(together.input_vectors, alone.input_vectors, atol=1e-4)
    assert_allclose(together.output_vectors, alone.output_vectors, atol=1e-4)


def test_slices_that_end_in_another_order_change_no_byte(monkeypatch):
    random = np.random.default_rng(1)
    tokens, offsets = random.integers(0, 30, 3000), np.arange(0, 3001, 5)
    parameters = SkipGramParameters(dim=12, window=4, sample=0, epochs=2, workers=3)
    before = SkipGramTrainer(tokens, offsets, 30, parameters).train()
    plain = SkipGramTrainer.train_range

    def late(self, *given):
        time.sleep(0.001 * random.random())
        return plain(self, *given)

    monkeypatch.setattr(SkipGramTrainer, "train_range", late)
    monkeypatch.setattr(trainer_module, "SLICE", 5)  # six in a part
    seen = []
    after = SkipGramTrainer(tokens, offsets, 30, parameters).train(seen.append)
    assert before.input_vectors.tobytes() == after.input_vectors.tobytes()
    assert before.output_vectors.tobytes() == after.output_vectors.tobytes()
    assert seen[-1].done == seen[-1].total == 6000 and len(seen) == 1200


@pytest.mark.parametrize("backbone", ["sgns", "cbow"])
@pytest.mark.parametrize("workers", [2, 4])
def test_threads_read_the_whole_text_and_end_alike(workers, backbone):
    random = np.random.default_rng(1)
    tokens, offsets = random.integers(0, 30, 3000), np.arange(0, 3001, 20)
    parameters = SkipGramParameters(
        dim=12, window=4, sample=0, epochs=2, workers=workers, backbone=backbone
    )
    first, second = (SkipGramTrainer(tokens, offsets, 30, parameters).train() for _ in range(2))
    alone = SkipGramTrainer(
        tokens, offsets, 30, SkipGramParameters(**{**vars(parameters), "workers": 1})
    ).train()
    assert first.input_vectors.tobytes() == second.input_vectors.tobytes()
    assert first.output_vectors.tobytes() == second.output_vectors.tobytes()
    assert first.pairs == alone.pairs
    assert first.input_vectors.tobytes() != alone.input_vectors.tobytes()
    norms = [np.linalg.norm(trainer.output_vectors) for trainer in (first, alone)]
    assert norms[0] == pytest.approx(norms[1], rel=0.3)


def test_more_threads_than_documents():
    parameters = SkipGramParameters(dim=4, window=2, sample=0, epochs=1, workers=5)
    trainer = SkipGramTrainer(np.arange(6) % 3, np.array([0, 3, 6]), 3, parameters).train()
    assert trainer.pairs > 0 and np.isfinite(trainer.input_vectors).all()
