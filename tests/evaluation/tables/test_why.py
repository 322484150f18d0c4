import json

import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation.tables.why import why

FREQUENCIES = [5, 50, 500, 5000, 7, 70]


def test_items_that_only_one_gets_right_by_frequency():
    a = outcome_of("A", [1, 1, 1, 2, 2, None], frequencies=FREQUENCIES)
    b = outcome_of("B", [1, 3, None, 1, 2, 2], frequencies=FREQUENCIES)
    report = why(a, b)
    assert [item.key for item in report.only_first] == ["w002", "w001"]  # frequent first
    assert [item.key for item in report.only_second] == ["w003"]
    assert report.only_first[1].ranks == (1, 3) and report.only_first[0].ranks == (1, None)
    counts = [
        (s.band, s.n, s.first_right, s.second_right, s.only_first, s.only_second)
        for s in report.bands
    ]
    assert counts == [
        ("0-9", 2, 1, 1, 0, 0),
        ("10-99", 2, 1, 0, 1, 0),
        ("100-999", 1, 1, 0, 1, 0),
        ("1000+", 1, 0, 1, 0, 1),
    ]
    assert (report.test.b, report.test.c, report.test.pvalue) == (2, 1, 1.0)
    assert json.loads(json.dumps(report.to_json()))["only_first"][0]["gold"] == ["g002"]
    assert len(why(a, b, k=5).only_first) == 1


def test_items_of_one_word_are_not_tested_as_if_they_were_independent():
    words = [f"noun{i // 20}" for i in range(80)]
    a, b = (outcome_of(x, [right] * 80, clusters=words) for x, right in (("A", 1), ("B", 2)))
    report = why(a, b)
    # four words on one side: 2 of 16 patterns of signs; McNemar's test says p < 1e-20
    assert report.test.pvalue == 1 / 8 and report.to_json()["p"] == 1 / 8
    assert "p = 0.125 (paired permutation test by word)" in report.to_text()
    assert "McNemar" not in report.to_text() and "McNemar" not in report.to_json()["test"]
    alone = why(*(outcome_of(x, [right] * 8) for x, right in (("A", 1), ("B", 2))))
    assert alone.to_json()["test"] == "McNemar's exact test" and alone.test.pvalue == 2 / 2**8


def test_text_shows_both_lists_and_marks_the_right_answer():
    a, b = outcome_of("left", [1, 1], frequencies=[3, 4]), outcome_of("right", [2, 2])
    text = why(a, b, top=1).to_text(limit=1)
    assert "w001 = g001, 4 times" in text and "… and 1 more" in text
    assert "left      rank 1: a" in text and "right     rank 2: a" in text
    assert "Only right gets right (0)" in text


def test_unknown_frequencies_and_equal_labels():
    report = why(outcome_of("same", [1]), outcome_of("same", [2]))
    assert [band.band for band in report.bands] == ["unknown"]
    assert (report.first, report.second) == ("same (1)", "same (2)")


def test_different_items_are_refused():
    with pytest.raises(InputError, match="not on the same items"):
        why(outcome_of("A", [1, 2]), outcome_of("B", [1]))
    assert why(outcome_of("A", [1, 2]), outcome_of("B", [1]), oov="intersect").n == 1
    with pytest.raises(InputError):
        why(outcome_of("A", [1]), outcome_of("B", [1]), oov="skip")
