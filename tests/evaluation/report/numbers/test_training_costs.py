"""What training took beside what it scored: which rows, and which trainings."""

import pytest

from evaluation.report.numbers import cost as costs
from evaluation.report.numbers.cost import cost
from evaluation.report.view import RunView
from evaluation.runs.costs import costs_by_key


@pytest.fixture(scope="module")
def view(run_dir):
    return RunView.open(run_dir)


def test_every_trained_row_has_its_cost_with_what_it_builds_on(view):
    panel = view.panel("ble")
    found = cost(view, panel)
    assert [row.label for row in found.rows] == list(panel.comparison.labels)
    by_label = {row.label: row for row in found.rows}
    for label, row in by_label.items():
        assert row.score == panel.comparison.score(label)
        assert row.seconds >= row.own_seconds > 0 and row.memory > 0
    # its seed model was trained for it alone
    assert by_label["TPPMI"].seconds > by_label["TPPMI"].own_seconds
    assert by_label["Counts"].seconds == by_label["Counts"].own_seconds


def test_rows_of_one_space_are_one_training(view):
    keys = view.fit_keys(view.panel("ble"))
    assert keys["LSA, dim=2, nn"] == keys["LSA, dim=2, csls"] != keys["LSA, dim=4, nn"]
    assert set(view.fit_keys(view.panel("swtc")).values()) <= set(keys.values())


def test_of_several_seeds_the_first_counts(view):
    panel = view.panel("ble")
    (label,) = [label for label in panel.comparison.labels if "BWESG" in label]
    seeds = {
        cell.seed: stage.job.space.identity
        for record in view.records
        for cell in record.cells
        for stage in record.stages
        if cell.label == label and cell.task == "ble" and stage.key == cell.outcome
    }
    assert len(set(seeds.values())) == 3
    assert view.fit_keys(panel)[label] == seeds[min(seeds)]


def test_a_training_that_was_not_measured_has_no_row(view, monkeypatch):
    panel = view.panel("ble")
    lost = view.fit_keys(panel)["Counts"]
    measured = costs_by_key(view.run, view.records)
    monkeypatch.setattr(
        costs, "costs_by_key", lambda *_: {k: v for k, v in measured.items() if k != lost}
    )
    labels = [row.label for row in cost(view, panel).rows]
    assert "Counts" not in labels and len(labels) == len(panel.comparison.labels) - 1


def test_the_sheet_has_a_line_per_row(view):
    found = cost(view, view.panel("ble"))
    sheet = found.sheet
    assert sheet.header == ("row", "seconds", "own_seconds", "memory", "score")
    assert [row[0] for row in sheet.rows] == [row.label for row in found.rows]
    assert all(isinstance(row[3], int) for row in sheet.rows)
