"""What a run directory has to show, and how panels are found."""

import pytest
from made_outcomes import outcome_of, panel_of

from clss.errors import InputError
from evaluation.report import view as views
from evaluation.report.view import RunView, row_outcomes


def test_a_panel_is_found_by_task_and_pair(run_dir):
    view = RunView.open(run_dir)
    assert [(p.task, p.pair) for p in view.panels] == [("ble", "s-t"), ("swtc", "s-t")]
    assert view.panel() is view.panels[0]
    assert view.panel("swtc") is view.panel("swtc", "s-t") is view.panels[1]
    with pytest.raises(InputError, match=r"unknown task 'blee'.*did you mean ble"):
        view.panel("blee")
    with pytest.raises(InputError, match="unknown language pair"):
        view.panel(pair="s-u")


def test_options_that_were_asked_for_replace_those_of_the_config(run_dir):
    assert RunView.open(run_dir).options.baseline == "Counts"
    view = RunView.open(run_dir, {"baseline": None, "alpha": 0.01})
    assert view.options.baseline is None
    assert view.panels[0].comparison.alpha == 0.01


def test_the_table_has_one_row_a_system_however_many_seeds(run_dir):
    panel = RunView.open(run_dir, {"baseline": None}).panel("ble")
    assert [row.label for row in panel.table.rows] == list(panel.comparison.labels)


def test_all_pairs_leave_the_table_of_the_config_alone(monkeypatch):
    monkeypatch.setattr(views, "MOST_PAIRED_ROWS", 2)
    rows = [outcome_of(f"m{n}", [i < n for i in range(10)]) for n in (3, 9, 6)]
    panel = panel_of(*rows, baseline="m3")
    assert panel.paired_labels == ("m9", "m6")
    assert [row.label for row in panel.all_pairs.rows] == ["m9", "m6"]
    assert [row.label for row in panel.table.rows] == ["m3", "m9", "m6"]
    assert panel.all_pairs.about["baseline"] == "all pairs"
    assert panel.table.about["baseline"] == "m3"


def test_names_of_panels_are_identifiers():
    panel = panel_of(outcome_of("a", [1]), pair="zh-é<x>")
    assert panel.title == "BLE, zh-é<x>" and panel.anchor == "ble-zh---x-"


def test_the_runs_of_a_row_stand_by_seed():
    runs = [outcome_of("a", [1], seed=seed) for seed in (3, 1, 2)]
    assert [run.seed for run in row_outcomes([*runs, outcome_of("b", [1])], "a")] == [1, 2, 3]
    with pytest.raises(InputError, match="unknown row"):
        row_outcomes(runs, "c")
