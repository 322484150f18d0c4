"""What is said on hover agrees with the marks of the table."""

from evaluation.report.sections.details import lines_of_test, record_detail

TEST = {"difference": -0.0251, "ci": [-0.05, -0.0001], "b": 3, "c": 9, "p": 0.0213}


def test_p_is_never_on_the_wrong_side_of_the_level():
    near = {**TEST, "p_adjusted": 0.04996}
    assert lines_of_test("A", "B", near, 0.05)[-1] == "p 0.021, corrected 0.04996"
    # the same p is far from another level
    assert lines_of_test("A", "B", near, 0.1)[-1] == "p 0.021, corrected 0.050"
    assert lines_of_test("A", "B", near, 0.0213)[-1].startswith("p 0.0213, ")


def test_differences_are_written_as_in_the_table():
    lines = lines_of_test("A", "B", {**TEST, "p_adjusted": 0.2, "p_equivalent": 0.00001}, 0.05)
    assert lines == [
        "A against B",
        "difference −0.025, interval [−0.050, 0.000]",
        "better here on b = 3 items, there on c = 9",
        "p 0.021, corrected 0.200",
        "equivalence p <0.001",
    ]


def test_what_was_not_tested_has_no_p():
    lines = lines_of_test("A", "B", {**TEST, "ci": [None, None], "p": None}, 0.05)
    assert lines[1:] == ["difference −0.025", "better here on b = 3 items, there on c = 9"]


def test_one_test_is_told_with_the_row_and_many_are_not():
    record = {"label": "A", "scores": {"acc1": 0.5}, "n": 40, "signature": "task:ble|dim=3,seed=1"}
    against = {"B": {**TEST, "p_adjusted": 0.03}}
    told = record_detail({**record, "against": against}, 0.05).split("\n")
    assert told[:2] == ["A", "acc1 0.500, 40 items"] and told[2].startswith("against B: difference")
    assert told[-1] == "task:ble | dim=3, seed=1"
    many = record_detail({**record, "against": {**against, "C": TEST}}, 0.05)
    assert "against" not in many


def test_a_row_that_failed_says_why():
    assert record_detail({"label": "A", "failed": "out of memory"}, 0.05) == "failed: out of memory"
