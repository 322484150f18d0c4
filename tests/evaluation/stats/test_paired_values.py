import pytest

from clss.errors import InputError
from evaluation.stats.paired_values import PairedValues


def test_runs_are_averaged_before_items_are_counted():
    # the two runs of the first system share item 1, and differ on 0 and 2
    values = PairedValues([[1, 1, 0], [0, 1, 1]], [[0, 1, 1]])
    assert values.discordant == (1, 1)
    assert values.binary and not values.one_run


def test_a_reciprocal_rank_is_neither_right_nor_wrong():
    assert not PairedValues([1, 0.5], [0, 1]).binary


def test_units_are_clusters_and_columns_sum_to_the_scores():
    scores = PairedValues([1, 1, 0, 1], [0, 1, 0, 0], ["a", "b", "a", "b"]).unit_scores()
    assert scores.values.tolist() == [[0.25, 0.0], [0.5, 0.25]]
    assert not scores.has_runs


def test_every_item_needs_both_values_and_a_cluster():
    with pytest.raises(InputError, match="every item"):
        PairedValues([1, 0], [1])
    with pytest.raises(InputError, match="every item"):
        PairedValues([1, 0], [1, 0], ["a"])
