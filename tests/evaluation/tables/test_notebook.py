"""What a notebook shows: short reprs, tables as HTML, data frames."""

from __future__ import annotations

from made_outcomes import outcome_of

from clss.space import Neighbor, Neighbors
from evaluation.stats.comparison import Comparison


def test_tables_comparisons_outcomes_and_neighbours_show_themselves():
    outcomes = [outcome_of(f"<b>{name}", [1, 2, 3, 1]) for name in "abcdef"]
    comparison = Comparison(outcomes)
    assert repr(comparison).endswith("and 2 more; 4 items)") and len(repr(comparison)) < 100
    table = comparison.table()
    assert len(repr(table)) < 60
    for shown in (table._repr_html_(), comparison._repr_html_(), outcomes[0]._repr_html_()):
        assert "<table" in shown and "<b>a" not in shown
    assert len(outcomes[0].to_frame()) == 4 and len(comparison.to_frame()) == 6
    found = Neighbors([Neighbor("<i>king", "en", 0.5)])
    assert "&lt;i&gt;king" in found._repr_html_()
    assert found.to_frame().columns.tolist() == ["word", "lang", "score"]


def test_a_comparison_draws_itself(tmp_path):
    comparison = Comparison([outcome_of("A", [1, 2, 3, 1]), outcome_of("B", [2, 2, 1, 1])])
    figure = comparison.plot()
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["A", "B"]
    figure.savefig(tmp_path / "scores.svg")
    assert (tmp_path / "scores.svg").stat().st_size > 1000
