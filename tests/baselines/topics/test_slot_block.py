"""Sums of slots by vectors against the same sums one by one."""

from __future__ import annotations

import numpy as np
import pytest

from baselines.topics._kernel import sum_slots
from baselines.topics._slot_block import SLOT_BLOCK


@pytest.mark.parametrize("topic_type", [np.uint16, np.uint32])
@pytest.mark.parametrize("count_type", [np.uint16, np.uint32])
def test_blocks_and_their_total(topic_type, count_type):
    random = np.random.default_rng(3)
    # counts and topics in the upper half of their type would be negative if read as signed
    topics = random.integers(0, 60_000, 48).astype(topic_type)
    counts = random.integers(0, 60_000, 48).astype(count_type)
    phi = random.random(60_000).astype(np.float32)
    first, used = SLOT_BLOCK, 4 * SLOT_BLOCK
    block = np.full(6, -1, np.float32)
    total = sum_slots(topics, counts, np.uint64(first), np.uint64(used), phi, block)
    terms = counts.astype(np.float64) * phi[topics.astype(np.int64)]
    expected = terms[first : first + used].reshape(-1, SLOT_BLOCK).sum(axis=1)
    np.testing.assert_allclose(block[:4], expected, rtol=1e-6)
    np.testing.assert_array_equal(block[4:], -1)
    assert total == pytest.approx(expected.sum(), rel=1e-6)


def test_one_order_of_summation():
    """Rounding is part of what a seed gives: r with r + 4, then neighbours, then the two left."""
    counts = np.ones(SLOT_BLOCK, np.uint16)
    topics = np.arange(SLOT_BLOCK).astype(np.uint16)
    phi = np.random.default_rng(5).lognormal(sigma=4, size=SLOT_BLOCK).astype(np.float32)
    a, b, c, d = (phi[r] + phi[r + 4] for r in range(4))
    block = np.zeros(1, np.float32)
    sum_slots(topics, counts, np.uint64(0), np.uint64(SLOT_BLOCK), phi, block)
    assert block[0] == (a + b) + (c + d)
    assert block[0] != phi.cumsum(dtype=np.float32)[-1], "the order shows"
