import csv
import io
import json
import re

import numpy as np
import pytest
from made_outcomes import outcome_of
from wcwidth import wcswidth

from clss.errors import InputError
from evaluation import Comparison, Item, Outcome
from evaluation.tables.render import RENDERERS, render_tables
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
    assert [cell.mark for cell in cells] == ["*", "▼", "▼", "▼"]
    tied = Comparison(rows_of(("a", 50), ("b", 50), ("c", 10))).table()
    assert [row.cells[0].bold for row in tied.rows] == [True, True, False]
    # the best two are the same, the last is worse than they
    assert [row.cells[0].mark for row in tied.rows] == ["", "", "▼"]


def test_the_mark_stands_on_the_tested_column_only():
    outcomes = rows_of(("a", 80), ("b", 20))
    table = Comparison(outcomes, measure="acc5").table(scores=["acc1", "acc5", "n"])
    # all are among the first five; where only scores are named, the results of tests follow
    assert [cell.mark for cell in table.rows[0].cells] == [""] * 6
    table = Comparison(outcomes).table(scores=["acc1", "acc5", "b", "c", "p", "odds_ratio"])
    assert [cell.mark for cell in table.rows[0].cells] == ["*", "", "", "", "", ""]
    assert [cell.text for cell in table.rows[0].cells][2:] == ["60", "0", "<0.001", "∞"]


def test_caption_tells_the_tests_that_were_run(table):
    assert "paired permutation test by item, max-t correction over 6 tests" in table.caption
    comparison = Comparison(rows_of(("a", 80), ("b", 20)), alpha=0.01)
    other = comparison.table(baseline="b", test="midp", correction="none")
    assert "than b (McNemar's mid-p test, one test, p < 0.01)" in other.caption
    assert "[+0.4" in other.to_text() and "99% CI" in other.to_text()
    letters = comparison.table(baseline=None)
    assert "share a letter" in letters.caption and "significantly better" not in letters.caption
    assert [row.cells[0].letters for row in letters.rows] == ["a", "b"]


def test_the_heading_of_p_names_the_correction():
    comparison = Comparison(rows_of(("a", 80), ("b", 20), ("c", 40)))
    heads = [
        [column.title for column in comparison.table("b", correction=name).columns][-1]
        for name in ("max-t", "holm", "none")
    ]
    assert heads == ["p (max-t)", "p (Holm)", "p (uncorrected)"]


def test_the_caption_explains_the_marks_that_occur_and_no_others():
    def found(baseline, *specs):
        table = Comparison(rows_of(*specs)).table(baseline)
        marks = {cell.mark for row in table.rows for cell in row.cells} - {""}
        for mark in "*▼≈":
            assert (mark in table.caption) == (mark in marks)
        return marks

    assert found("b", ("a", 80), ("b", 50)) == {"*"}
    assert found("b", ("a", 20), ("b", 50)) == {"▼"}
    assert found("b", ("a", 20), ("b", 50), ("c", 80)) == {"*", "▼"}
    assert found("b", ("a", 49), ("b", 50)) == set()
    assert "bold" not in Comparison(rows_of(("alone", 50))).table().caption


def test_the_detectable_difference_is_at_the_level_of_the_table(table):
    (note,) = [note for note in table.notes if "Detectable with 80% power" in note]
    assert "corrected level" in note and "mostly missed" not in note
    pair = Comparison(rows_of(("a", 80), ("b", 50))).table()
    (single,) = [note for note in pair.notes if "Detectable" in note]
    assert "corrected level" not in single


def test_intervals_are_corrected_or_say_that_they_are_not():
    outcomes = rows_of(("a", 52), ("b", 45), ("c", 44))
    corrected = Comparison(outcomes).table()
    assert "95% CI" in [column.title for column in corrected.columns]
    assert any("corrected for all 3 tests" in note for note in corrected.notes)
    for kind in ("score-uncorrected", "bootstrap"):
        table = Comparison(outcomes, interval=kind).table()
        assert "95% CI, uncorrected" in [column.title for column in table.columns]
        assert any("each holds for its row alone" in note for note in table.notes)


def test_an_interval_that_leaves_out_zero_beside_a_large_p_is_explained():
    random = np.random.default_rng(0)
    outcomes = [outcome_of("m0", (random.random(100) < 0.45).tolist())]
    outcomes += [outcome_of(f"n{i}", (random.random(100) < 0.55).tolist()) for i in range(12)]
    comparison = Comparison(outcomes, interval="bootstrap")
    table, family = comparison.table("m0"), comparison.tests("m0")
    apart = [r for r in family if family.significant(r) == (r.ci[0] <= 0 <= r.ci[1])]
    assert apart  # an uncorrected interval beside a corrected p
    assert any("point different ways" in note and apart[0].first in note for note in table.notes)


def test_trivial_columns_and_notes_are_left_out(table):
    assert "Coverage" not in [column.title for column in table.columns]
    assert not any(note.startswith(("Coverage", "Gold", "Scores")) for note in table.notes)
    partly = Comparison([outcome_of("a", [1, None, 2]), outcome_of("b", [1, 1, 2])]).table()
    assert "Coverage" in [column.title for column in partly.columns]


def test_notes_digits_and_order():
    comparison = Comparison(rows_of(("low", 20), ("high", 80)))
    full, short, none = (comparison.table(notes=n) for n in ("full", "short", "none"))
    assert len(full.notes) > len(short.notes) > len(none.notes) == 0
    assert [row.label for row in comparison.table(sort="score").rows] == ["high", "low"]
    assert comparison.table(digits=2).rows[0].cells[0].text == "0.20"
    for wrong in ({"notes": "some"}, {"sort": "name"}, {"digits": 0}):
        with pytest.raises(InputError):
            comparison.table(**wrong)


def test_baselines_beside_the_strongest_are_said_not_to_be_tested():
    right = [1] * 60 + [2] * 40
    rows = [
        outcome_of("ours", [1] * 90 + [2] * 10),
        outcome_of("strong", right, baseline=True),
        outcome_of("weak, nn", right[::-1][:70] + [2] * 30, baseline=True),
    ]
    note = "Not tested, because they are baselines: weak, nn; --baseline all tests them, too."
    assert note in Comparison(rows).table().notes
    assert not any("baselines:" in n for n in Comparison(rows).table("strong").notes)
    assert not any("baselines:" in n for n in Comparison(rows).table(None).notes)


def test_a_paper_is_not_told_about_options(table):
    assert any("--margin tests that" in note for note in table.notes)
    assert "is not thereby as good.\\par" in table.to_latex() and "margin" not in table.to_latex()


def test_a_margin_is_explained_whether_or_not_a_row_is_as_good():
    rows = rows_of(("a", 80), ("b", 80), ("c", 20))
    near = Comparison(rows, margin=0.2).table("a")
    assert "≈ as good as what it is tested against: differs by less than 0.2" in near.caption
    far = Comparison(rows[1:], margin=0.01).table("b")
    assert "No row is shown to differ from what it is tested against by less than" in far.caption
    assert not any("--margin" in note for note in (*near.notes, *far.notes))


def test_skip_says_whether_anything_is_left_out():
    full, part = outcome_of("a", [1, 2, 1]), outcome_of("b", [1, None, 1])
    said = Comparison([full], oov="skip").table().notes
    assert "oov=skip: every row covers all 3 items, so none is left out." in said
    said = Comparison([full, part], oov="skip").table().notes
    assert any("rows have different denominators" in note for note in said)


def test_items_won_by_default_are_counted_and_can_be_left_out():
    def item(key, answers, rank):
        return Item(key, "ranked", rank, rank, ("g",), answers, candidates=2, cluster=key[0])

    free = [item("a1", ("g",), 1), item("a2", ("g", "h"), 1), item("b1", ("h", "g"), 2)]
    fair = [item("a1", ("g", "h"), 1), item("a2", ("h", "g"), 2), item("b1", ("h", "g"), 2)]
    rows = [Outcome("free", free, "swtc"), Outcome("fair", fair, "swtc")]
    counted = Comparison(rows).table()
    assert any("won by default" in note and "free 1 of 3" in note for note in counted.notes)
    left = Comparison(rows, free_hits="skip")
    assert left.n == 2 and left.dropped_free == 1
    assert any("Left out: 1 items" in note for note in left.table().notes)
    with pytest.raises(InputError, match="nothing is left"):
        Comparison([Outcome("free", free[:1], "swtc")], free_hits="skip")


def test_json_form(table):
    document = json.loads(table.to_json())
    assert set(document) == {"tables", "rows", "notes"} and len(document["rows"]) == 4
    (about,) = document["tables"]
    assert about["caption"] == table.caption and about["notes"] == list(table.notes)
    assert (about["test"], about["correction"], about["family_size"]) == ("permutation", "max-t", 6)
    assert (about["measure"], about["alpha"], about["task"]) == ("acc1", 0.05, "ble")
    row = document["rows"][0]
    assert set(row) == {
        "table",
        "pair",
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
    assert float(lines[0]["p (max-t)"]) < 0.001
    frame = table.to_frame()
    assert frame["Acc@1"].tolist() == [0.8, 0.6, 0.6, 0.2]
    tidy = table.to_frame(tidy=True)
    assert len(tidy) == 4 * 4 and set(tidy["measure"]) == {"acc1", "acc5", "acc10", "mrr"}


def test_two_tables_are_one_csv_that_can_be_read(table):
    swtc = Comparison(
        [outcome_of("x", [1, 2], task="swtc"), outcome_of("y", [2, 2], task="swtc")]
    ).table()
    lines = list(csv.DictReader(io.StringIO(render_tables([table, swtc], "csv"))))
    assert [line["Task"] for line in lines] == ["ble"] * 4 + ["swtc"] * 2
    assert all(None not in line for line in lines)  # no line is longer than the header
    tidy = list(csv.DictReader(io.StringIO(render_tables([table, swtc], "tidy"))))
    assert {line["task"] for line in tidy} == {"ble", "swtc"}


def test_markdown_and_html_escape(table):
    markdown = table.to_markdown()
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    unescaped = {len(re.findall(r"(?<!\\)\|", line)) for line in lines}
    assert unescaped == {len(table.columns) + 2}
    assert r"A &amp; B\_1 100%" in markdown and "**0.800**" in markdown
    html = table.to_html()
    assert "A &amp; B_1 100%" in html and "|pipe| &lt;b&gt;" in html and "<b>" not in html
    assert "<strong>0.800</strong>*" in html and "0.200▼" in html


def test_text_is_aligned_and_bold_by_brackets_or_escape_codes(table):
    text = table.to_text()
    assert "[0.800]*" in text and "\x1b" not in text and "[ ] stands for bold" in text
    assert "\x1b[1m0.800\x1b[0m*" in table.to_text(ansi=True)
    body = [line for line in text.splitlines() if line.startswith((LABEL, "|pipe|", "c ", "d "))]
    assert len(body) == 4 and len({line.index("0.") for line in body}) == 1


def test_text_fits_a_hundred_columns_and_wide_characters_are_aligned():
    outcomes = [
        outcome_of(
            f"日本語 model {i} with a rather long label, window=48, dim=200", [1] * 9 + [i] * 5
        )
        for i in range(1, 4)
    ]
    columns = ["acc1", "acc5", "acc10", "mrr", "coverage", "n", "difference", "ci", "p", "b", "c"]
    text = Comparison(outcomes).table(scores=columns).to_text()
    assert max(wcswidth(line) for line in text.splitlines()) <= 100
    assert text.count("Model") == 2  # what does not fit follows below
    body = [line for line in text.splitlines() if line.startswith("日本語")]
    places = {wcswidth(line[: re.search(r"\d\.\d", line).start()]) for line in body[:3]}
    assert len(places) <= 2  # the brackets of bold stand before the number


def test_seeds_give_min_avg_and_max():
    runs = [outcome_of("s", [1] * k + [2] * (20 - k), seed=k) for k in (8, 10, 12)]
    comparison = Comparison([*runs, outcome_of("t", [1] * 11 + [2] * 9)])
    table = comparison.table(scores=["acc1", "difference"])
    assert [(row.label, row.cells[0].text) for row in table.rows] == [
        ("s, MIN", "0.400"),
        ("s, AVG", "0.500"),
        ("s, MAX", "0.600"),
        ("t", "0.550"),
    ]
    assert table.rows[1].cells[0].spread == "±0.100"
    # the best run of a row does not compete with the others' averages
    assert [row.cells[0].bold for row in table.rows] == [False, False, False, True]
    assert any(note.startswith("MIN and MAX") for note in table.notes)
    short = comparison.table(scores=["acc1"], seed_rows=False)
    assert not any("MIN" in note for note in short.notes)
    assert [row.label for row in short.rows] == ["s", "t"]
    records = json.loads(table.to_json())["rows"]
    assert all(
        "|seed:8;10;12|" in text for text in (records[0]["signature"], table.rows[1].signature)
    )
    assert "|seed:" not in records[1]["signature"]
    seeds = records[0]["seeds"]
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
    assert "x" in bare.render(name) or name in ("json", "tidy")  # those hold records


def test_a_page_stands_on_its_own():
    from evaluation.tables.render.html import html_page

    page = html_page(["<table></table>\n"])
    assert page.startswith("<!DOCTYPE html>") and '<meta charset="utf-8">' in page
    assert "<title>Results</title>" in page and "<table></table>" in page
    assert "http" not in page  # nothing is fetched
