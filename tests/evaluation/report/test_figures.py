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
