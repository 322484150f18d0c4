import csv
import io
import json
import re

import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Comparison
from evaluation.tables.render import RENDERERS
from evaluation.tables.table import Column, ResultTable, Row, TableCell

LABEL = "A & B_1 100%"


def rows_of(*specs):
    return [outcome_of(label, [1] * right + [2] * (100 - right)) for label, right in specs]


@pytest.fixture
def table():
    return Comparison(rows_of((LABEL, 80), ("|pipe| <b>", 60), ("c", 60), ("d", 20))).table()


def test_best_is_bold_all_tied_bests_are_and_the_asterisk_is_the_tests(table):
    column = [column.title for column in table.columns].index("Acc@1")
    cells = [row.cells[column] for row in table.rows]
    assert [cell.bold for cell in cells] == [True, False, False, False]
    assert [cell.mark for cell in cells] == ["*", "", "", ""]
    tied = Comparison(rows_of(("a", 50), ("b", 50), ("c", 10))).table()
    assert [row.cells[0].bold for row in tied.rows] == [True, True, False]
    assert [row.cells[0].mark for row in tied.rows] == ["", "", ""]  # p = 1 against each other


def test_the_mark_stands_on_the_tested_column_only():
    outcomes = rows_of(("a", 80), ("b", 20))
    table = Comparison(outcomes, measure="acc5").table(columns=["acc1", "acc5"])
    assert [cell.mark for cell in table.rows[0].cells] == ["", ""]  # all are among the first five
    table = Comparison(outcomes).table(columns=["acc1", "acc5", "b", "c", "p", "odds_ratio"])
    assert [cell.mark for cell in table.rows[0].cells] == ["*", "", "", "", "", ""]
    assert [cell.text for cell in table.rows[0].cells][2:] == ["60", "0", "<0.001", "inf"]


def test_caption_tells_the_tests_that_were_run(table):
    assert "McNemar's exact test, Holm correction over 3 tests, p < 0.05" in table.caption
    comparison = Comparison(rows_of(("a", 80), ("b", 20)), alpha=0.01)
    other = comparison.table(baseline="b", test="midp", correction="none")
    assert "than b: McNemar's mid-p test, not corrected for 1 test, p < 0.01" in other.caption
    assert "[+0.4" in other.to_text() and "99% CI" in other.to_text()
    letters = comparison.table(baseline=None)
    assert "share a letter" in letters.caption
    assert [row.cells[0].letters for row in letters.rows] == ["a", "b"]


def test_the_smallest_detectable_difference_is_printed_once(table):
    assert sum("Smallest detectable" in note for note in table.notes) == 1
    assert table.to_text().count("Smallest detectable") == 1


def test_json_form(table):
    document = json.loads(table.to_json())
    assert set(document) == {"rows", "notes"} and len(document["rows"]) == 4
    row = document["rows"][0]
    assert set(row) == {
        "label",
        "model",
        "task",
        "scores",
        "n",
        "coverage",
        "seeds",
        "signature",
        "against",
    }
    assert row["label"] == LABEL and row["scores"]["acc1"] == 0.8 and row["n"] == 100
    assert {"b", "c", "p", "p_adjusted", "difference", "ci"} <= set(row["against"]["c"])
    assert row["against"]["c"]["b"] == 20 and row["against"]["c"]["difference"] == 0.2
    assert row["against"]["c"]["odds_ratio"] is None  # 20 to 0
    back = document["rows"][2]["against"][LABEL]
    assert (back["b"], back["c"], back["difference"]) == (0, 20, -0.2)
    assert row["signature"].startswith("task:ble|") and "oov:error" in row["signature"]
    assert document["notes"] == list(table.notes)


def test_csv_has_full_values(table):
    lines = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert lines[0]["Model"] == LABEL
    assert float(lines[0]["Acc@1"]) == 0.8 and lines[0]["Acc@1 mark"] == "*"
    assert float(lines[0]["95% CI low"]) < 0.2 < float(lines[0]["95% CI high"])
    assert float(lines[0]["p (Holm)"]) < 1e-4


def test_markdown_and_html_escape(table):
    markdown = table.to_markdown()
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    unescaped = {len(re.findall(r"(?<!\\)\|", line)) for line in lines}
    assert unescaped == {len(table.columns) + 2}
    assert r"A &amp; B\_1 100%" in markdown and "**0.800**" in markdown
    html = table.to_html()
    assert "A &amp; B_1 100%" in html and "|pipe| &lt;b&gt;" in html and "<b>" not in html
    assert "<strong>0.800</strong>*" in html


def test_text_is_aligned_and_bold_by_brackets_or_escape_codes(table):
    text = table.to_text()
    assert "[0.800]*" in text and "\x1b" not in text and "[ ] stands for bold" in text
    assert "\x1b[1m0.800\x1b[0m*" in table.to_text(ansi=True)
    body = [line for line in text.splitlines() if line.startswith((LABEL, "|pipe|", "c ", "d "))]
    assert len(body) == 4 and len({line.index("0.") for line in body}) == 1


def test_seeds_give_min_avg_and_max():
    runs = [outcome_of("s", [1] * k + [2] * (20 - k), seed=k) for k in (8, 10, 12)]
    comparison = Comparison([*runs, outcome_of("t", [1] * 11 + [2] * 9)])
    table = comparison.table(columns=["acc1"])
    assert [(row.label, row.cells[0].text) for row in table.rows] == [
        ("s, MIN", "0.400"),
        ("s, AVG", "0.500"),
        ("s, MAX", "0.600"),
        ("t", "0.550"),
    ]
    assert table.rows[1].cells[0].spread == "±0.100"
    # the best run of a row does not compete with the others' averages
    assert [row.cells[0].bold for row in table.rows] == [False, False, False, True]
    short = comparison.table(columns=["acc1"], seed_rows=False)
    assert [row.label for row in short.rows] == ["s", "t"]
    seeds = json.loads(table.to_json())["rows"][0]["seeds"]
    assert [(run["seed"], run["scores"]["acc1"]) for run in seeds] == [
        (8, 0.4),
        (10, 0.5),
        (12, 0.6),
    ]


def test_every_format_renders_and_others_are_refused(table):
    for name in RENDERERS:
        assert LABEL.split()[0] in table.render(name)
    with pytest.raises(InputError, match="markdown"):
        table.render("word")


def test_thirty_models_have_letters():
    outcomes = [outcome_of(f"m{i}", [1] * (3 * i) + [2] * (90 - 3 * i)) for i in range(31)]
    table = Comparison(outcomes, resamples=100).table(baseline=None, correction="none")
    assert all(row.cells[0].letters for row in table.rows)


def test_ragged_rows_are_a_mistake():
    with pytest.raises(ValueError, match="2 cells"):
        ResultTable((Column("x"),), (Row("r", (TableCell(), TableCell())),))


@pytest.mark.parametrize("name", RENDERERS)
def test_a_table_without_rows_or_columns_renders(name):
    """As for a comparison in which every row failed."""
    empty = ResultTable((), (), caption="no row could be computed")
    assert isinstance(empty.render(name), str)
    bare = ResultTable(
        (Column("Acc@1"),), (Row("x", (TableCell(None, "failed"),)),), notes=("why",)
    )
    assert "x" in bare.render(name) or name == "json"


def test_a_page_stands_on_its_own():
    from evaluation.tables.render.html import html_page

    page = html_page(["<table></table>\n"], title="A & B")
    assert page.startswith("<!DOCTYPE html>") and '<meta charset="utf-8">' in page
    assert "<title>A &amp; B</title>" in page
    assert "http" not in page  # nothing is fetched
