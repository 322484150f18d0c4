"""Curves and logs of trainings, as the saved models keep them."""

import numpy as np
import pytest

from clss.arrays import load_array
from evaluation.report.numbers.traces import traces
from evaluation.report.view import RunView
from evaluation.runs.stage import FIT


@pytest.fixture(scope="module")
def view(run_dir):
    return RunView.open(run_dir)


def test_models_with_a_curve_show_it(view):
    curves, _ = traces(view)
    quantities = {curve.quantity for curve in curves}
    assert "log-likelihood per token" in quantities
    for curve in curves:
        assert len(curve.values) > 1 and all(np.isfinite(curve.values))
    by_title = {curve.title: curve for curve in curves}
    assert len(by_title) == len(curves)
    assert not any(title.startswith(("lsa", "cooccurrence")) for title in by_title)
    likelihood = next(c for c in curves if c.quantity.startswith("log"))
    assert len(likelihood.values) == 8 and likelihood.values[-1] > likelihood.values[0]


def test_a_bootstrapping_has_its_log(view):
    _, logs = traces(view)
    (log,) = logs
    assert log.title.startswith("traditional-ppmi")
    assert [one["iteration"] for one in log.iterations] == list(range(1, len(log.iterations) + 1))
    assert all(one["pairs"] >= 1 for one in log.iterations)


def test_models_that_are_gone_and_curves_of_one_point_are_left_out(view, monkeypatch):
    stages = {s.key for record in view.records for s in record.stages if s.kind == FIT}
    store = type(view.run.store)
    with monkeypatch.context() as without:
        without.setattr(store, "get", lambda self, kind, key: None)
        assert traces(view) == ([], []) and stages
    with monkeypatch.context() as short:
        short.setattr(
            "evaluation.report.numbers.traces.load_array", lambda path: load_array(path)[:1]
        )
        assert traces(view)[0] == []
