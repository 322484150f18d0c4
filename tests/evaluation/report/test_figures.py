"""Figures for papers: every one is drawn, with its numbers beside it, the same each time."""

from __future__ import annotations

import csv
import re
from itertools import combinations

import pytest

from clss.errors import InputError
from evaluation.cli import main
from evaluation.report.figures.style import COLUMN, check_format, drawing
from evaluation.report.figures.word_labels import name_points
from evaluation.report.numbers.ranks import ranks, ranks_across
from evaluation.report.numbers.significance import Significance, significance
from evaluation.report.numbers.sweep import sweep
from evaluation.report.planes import row_plane
from evaluation.report.view import RunView

KINDS = ("sweep", "seeds", "significance", "ranks", "cost", "space")


@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_and_its_numbers_are_written(kind, run_dir, tmp_path):
    out = tmp_path / f"{kind}.pdf"
    assert main(["plot", kind, str(run_dir), "--task", "ble", "-o", str(out)]) == 0
    content = out.read_bytes()
    assert content.startswith(b"%PDF")
    # TrueType fonts inside; and nothing beyond the width of a column, except the large matrix
    assert b"/FontFile2" in content and b"/Type3" not in content
    width = float(re.search(rb"/MediaBox \[ 0 0 ([\d.]+)", content)[1]) / 72
    assert width <= (COLUMN if kind not in ("significance", "space") else 7.0) + 0.01
    with open(out.with_suffix(".csv"), newline="") as stream:
        header, *rows = csv.reader(stream)
    assert len(rows) >= 2 and all(len(row) == len(header) for row in rows)


def test_the_same_numbers_give_the_same_file(run_dir, tmp_path):
    for name in ("a.svg", "b.svg"):
        assert main(["plot", "ranks", str(run_dir), "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_a_sweep_has_a_line_per_model_and_levels_for_the_rest(run_dir):
    panel = RunView.open(run_dir).panel("ble")
    found = sweep(panel)
    assert found.axis == "dim"
    assert [line.label for line in found.lines] == ["LSA, nn", "LSA, csls"]
    assert [point.x for point in found.lines[0].points] == [2.0, 4.0, 8.0]
    assert found.lines[0].points[0].score == panel.comparison.score("LSA, dim=2, nn")
    assert dict(found.levels)["Counts"] == panel.comparison.score("Counts")
    with pytest.raises(InputError, match="window"):
        sweep(panel, "window")


def test_bars_join_neighbours_that_do_not_differ():
    p = {("A", "B"): 0.5, ("A", "C"): 0.01, ("B", "C"): 0.2, ("A", "D"): 0.01, ("B", "D"): 0.01}
    p |= {("C", "D"): 0.01}
    pairs = {}
    for (a, b), value in p.items():
        pairs[a, b] = pairs[b, a] = {"p_adjusted": value, "difference": 0.1}
    labels = tuple("ABCD")
    tests = Significance("Acc@1", "", 0.05, labels, dict.fromkeys(labels, 0.5), pairs, 0)
    assert ranks(tests).groups == (("A", "B"), ("B", "C"))


def test_ranks_over_language_pairs_are_means():
    from made_outcomes import outcome_of

    from evaluation.report.view import Panel
    from evaluation.tables.options import TableOptions

    def panel(pair, right):
        outcomes = [outcome_of(label, [i < n for i in range(10)]) for label, n in right.items()]
        return Panel("ble", pair, tuple(outcomes), TableOptions())

    found = ranks_across(
        [panel("a-b", {"A": 9, "B": 5, "C": 1}), panel("a-c", {"A": 5, "B": 9, "C": 1})]
    )
    assert dict(found.places) == {"A": 1.5, "B": 1.5, "C": 3.0}
    assert found.groups == (("A", "B", "C"),) and not found.descending


def test_all_pairs_are_those_of_the_table(run_dir):
    panel = RunView.open(run_dir).panel("ble")
    found = significance(panel)
    n = len(panel.comparison.labels)
    assert len(found.pairs) == n * (n - 1) and len(found.sheet.rows) == n * (n - 1) // 2
    first, second = found.labels[0], found.labels[-1]
    expected = panel.comparison.pair(first, second).difference
    assert found.pairs[first, second]["difference"] == pytest.approx(expected)


def test_a_plane_joins_translations(run_dir):
    view = RunView.open(run_dir)
    panel = view.panel("ble")
    found = row_plane(view, panel, "LSA, dim=8, nn", ["s03", "s04", "s05"])
    words = sorted(place.word for place in found.places)
    assert words == ["s03", "s04", "s05", "t03", "t04", "t05"]
    for a, b in found.joined:
        assert found.places[a].word[1:] == found.places[b].word[1:]
    with pytest.raises(InputError, match="row"):
        row_plane(view, panel, "LSA")
    with pytest.raises(InputError, match="projection"):
        row_plane(view, panel, method="mds")


def test_the_plane_as_a_page_escapes_words(run_dir, tmp_path):
    out = tmp_path / "space.html"
    assert main(["plot", "space", str(run_dir), "--task", "ble", "-o", str(out)]) == 0
    page = out.read_text("utf-8")
    assert "<img" not in page and page.count("<script") == 1 and "data-detail" in page


def test_mistakes_are_told(run_dir, tmp_path, capsys):
    with pytest.raises(InputError, match=r"ends in \.pdf"):
        check_format(tmp_path / "figure.docx")
    assert main(["plot", "seeds", str(run_dir), "--task", "swtc", "-o", "x.doc"]) == 2
    assert main(["plot", "cost", str(run_dir), "--task", "nothing", "-o", "x.pdf"]) == 2
    assert "task" in capsys.readouterr().err


def test_names_cover_neither_each_other_nor_points():
    places = [("one", 0.0, 0.0), ("two", 0.01, 0.0), ("three", 0.0, 0.01), ("four", 1.0, 1.0)]
    with drawing(2.5) as (figure, axes):
        axes.scatter([x for _, x, _ in places], [y for _, _, y in places], s=9)
        name_points(figure, axes, places, size=6)
        figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in axes.texts]
        points = axes.transData.transform([(x, y) for _, x, y in places])
    assert len(boxes) == len(places)
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    assert not any(box.contains(*point) for box in boxes for point in points)
    assert all(figure.bbox.containsx(b.x0) and figure.bbox.containsx(b.x1) for b in boxes)
