"""Sections say what the numbers say: levels, missing values, what is left out."""

import re
from html import escape

from made_outcomes import outcome_of, panel_of

from evaluation.report import view
from evaluation.report.numbers.intervals import ScoredRow, Scores
from evaluation.report.numbers.ranks import ranks, ranks_across
from evaluation.report.numbers.significance import significance
from evaluation.report.sections import differences
from evaluation.report.sections.audit import audit_section
from evaluation.report.sections.differences import differences_data, differences_section
from evaluation.report.sections.results import results_section
from evaluation.report.sections.scores import breakdown_section, breakdowns, intervals_section
from evaluation.report.sections.significance import heat_map_section, ranks_section


def rows_of(**right):
    return [outcome_of(label, [i < n for i in range(40)]) for label, n in right.items()]


def squares(markup):
    return re.findall(r'<td class="(w\d|l\d|none|self)"', markup)


def test_the_heat_map_marks_what_the_table_marks_at_any_level():
    tight, loose = (
        significance(panel_of(*rows_of(A=35, B=30), alpha=alpha)) for alpha in (0.05, 0.2)
    )
    p = tight.p("A", "B")
    assert 0.05 < p < 0.2
    assert squares(heat_map_section(tight)) == ["self", "none", "none", "self"]
    shown = heat_map_section(loose)
    assert squares(shown) == ["self", "w1", "l1", "self"] and "p &lt; 0.2" in shown
    assert "p &lt; 0.05" not in shown


def test_the_heat_map_is_darker_where_the_evidence_is_stronger():
    shown = heat_map_section(significance(panel_of(*rows_of(A=38, B=31, C=5))))
    assert squares(shown) == ["self", "w1", "w3", "l1", "self", "w3", "l3", "l3", "self"]


def test_a_pair_without_a_test_has_dashes():
    rows = [outcome_of("A", [1] * 20, seed=1)]
    rows += [outcome_of("B", [2] * 20, seed=seed) for seed in (1, 2)]
    shown = heat_map_section(significance(panel_of(*rows)))
    assert squares(shown) == ["self", "none", "none", "self"]
    assert shown.count('data-sort="Infinity">–</td>') == 2
    assert "not tested" in shown and len(re.findall(r'class="none"[^>]*>–</td>', shown)) == 2
    tested = heat_map_section(significance(panel_of(*rows_of(A=20, B=19))))
    assert "not tested" not in tested and len(re.findall(r'class="none"[^>]*>·</td>', tested)) == 2


def test_the_heat_map_says_that_marks_of_the_first_table_may_be_missing():
    tests = significance(panel_of(*rows_of(A=38, B=31, C=5)))
    said = "stricter than the correction under Scores and marks"
    assert said in heat_map_section(tests, stricter=True) and said not in heat_map_section(tests)


def test_bars_do_not_speak_of_rows_that_no_bar_joins():
    tests = significance(panel_of(*rows_of(A=38, B=31, C=5)))
    shown = ranks_section(ranks(tests))
    assert "Rows that no bar joins may still not differ" in shown and "All pairs" in shown
    # nothing but their distance decides over mean ranks: what no bar joins differs
    several = ranks_across([panel_of(*rows_of(A=38, B=5), pair=pair) for pair in ("a-b", "a-c")])
    assert "no bar joins" not in ranks_section(several)


def test_bars_and_heat_map_say_how_many_rows_they_leave_out(monkeypatch):
    rows = rows_of(A=38, B=31, C=20, D=5)
    for most, said in (
        (2, "The 2 rows with the lowest scores are"),
        (3, "The row with the lowest score is"),
    ):
        monkeypatch.setattr(view, "MOST_PAIRED_ROWS", most)
        tests = significance(panel_of(*rows))
        assert f"{said} left out." in ranks_section(ranks(tests))
        assert f"{said} left out." in heat_map_section(tests)
    monkeypatch.setattr(view, "MOST_PAIRED_ROWS", 4)
    assert "left out" not in ranks_section(ranks(significance(panel_of(*rows))))


def test_scores_stand_on_one_scale_with_the_best_as_reference():
    rows = (ScoredRow("A", 0.5, 0.4, 0.6), ScoredRow("B", 0.2, 0.1, 0.3))
    shown = intervals_section(Scores("Acc@1", "95% intervals", rows))
    assert "Scale: 0.07 to 0.62" in shown and "[0.400, 0.600]" in shown
    levels = re.findall(r'<rect x="([\d.]+)"[^>]*class="level"', shown)
    assert len(levels) == 2 and len(set(levels)) == 1


def test_details_stand_on_the_tested_score_alone():
    panel = panel_of(*rows_of(A=30, B=10), baseline="B")
    shown = results_section(panel.table, "Acc@1")
    assert shown.count("data-detail") == 2
    assert "against B: difference +0.500" in shown
    assert 'data-sort="-Infinity"' in shown  # the baseline has no difference to itself
    assert "data-detail" not in results_section(panel.table, "no score")


def test_kinds_of_items_are_shown_where_the_items_say_them():
    plain = panel_of(*rows_of(A=30, B=10))
    assert breakdowns(plain) == []
    counts = [10_000 >> i // 4 for i in range(40)]
    rows = [
        outcome_of(label, [i < n for i in range(40)], frequencies=counts)
        for label, n in (("A", 30), ("B", 10))
    ]
    ((title, table),) = breakdowns(panel_of(*rows))
    assert "frequency" in title and len(table.columns) > 1
    shown = breakdown_section([(title, table)])
    assert shown.count('<td class="barred"') == 2 * len(table.columns)


def by_frequency(**options):
    counts = [10_000 >> i // 4 for i in range(40)]
    rows = [
        outcome_of(label, [i % 8 < n for i in range(40)], frequencies=counts)
        for label, n in (("A", 7), ("B", 1))
    ]
    ((title, table),) = breakdowns(panel_of(*rows, **options))
    return table, breakdown_section([(title, table)])


def test_kinds_of_items_say_what_their_marks_mean():
    table, shown = by_frequency(baseline="B")
    assert "* significantly better in Acc@1 than B" in table.caption
    assert escape(table.caption) in shown
    # the caption speaks of bold numbers, so they are bold
    assert "in bold" in table.caption and re.search(r"<strong>[\d.]+</strong>\*", shown)


def test_kinds_of_items_have_the_letters_that_their_caption_explains():
    table, shown = by_frequency(baseline=None)
    assert "Rows that share a letter" in table.caption
    letters = [cell.letters for row in table.rows for cell in row.cells if cell.letters]
    assert letters and re.findall(r"<sup>(\w+)</sup>", shown) == letters


def test_the_differences_hold_as_many_rows_as_fit_in_a_page(monkeypatch):
    panel = panel_of(*rows_of(worst=5, best=35, middle=20))
    whole = differences_data(panel)
    assert list(whole["rows"]) == ["worst", "best", "middle"] and whole["left_out"] == 0
    assert whole["best"] == ["best", "middle"]
    assert whole["rows"]["best"][0] == [1, [whole["words"].index(word) for word in ("a", "b")]]
    monkeypatch.setattr(differences, "MOST_ANSWERS", 80)
    data = differences_data(panel)
    assert list(data["rows"]) == ["best", "middle"] and data["left_out"] == 1
    assert "The 1 rows with the lowest scores are left out" in differences_section(panel, data)


def test_a_frequency_is_the_highest_that_any_row_knows():
    first = outcome_of("a", [1, 2, 1], frequencies=[5, None, 7])
    second = outcome_of("b", [1, 1, 2], frequencies=[9, None, None])
    data = differences_data(panel_of(first, second))
    assert [item[3] for item in data["items"]] == [9, None, 7]
    assert [item[4] >= 0 for item in data["items"]] == [True, False, True]


def test_the_audit_tells_what_is_not_known_from_what_is_none():
    tuned = {"dim": 3}
    rows = [
        outcome_of("A", [1, None], model="lsa", supervision=("documents",), tuned=tuned, trials=4),
        outcome_of("B", [1, 1], seed_lexicon_gold=1, tuning={"dev_items": 9, "keep": 2}),
    ]
    cells = re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", audit_section(panel_of(*rows)))
    assert cells[:10] == ["A", "lsa", "documents", "as given", "dim=3", "4", "–", "–", "1/2", "yes"]
    assert cells[10:15] == ["B", "given", "none stated", "as given", "keep=2 on 9 items"]
    assert cells[15:] == ["–", "1 of 2", "–", "2/2", "yes"]


def test_the_audit_writes_a_model_within_a_model_as_the_notes_do():
    seed_model = {"model": "association-muptm", "samples": 10}
    lexicon = {"model": "traditional-ppmi", "seed_model": seed_model}
    tuned = {"lexicon": lexicon, "dim": 3}
    row = outcome_of("A", [1, 2], tuned=tuned, trials=4)
    panel = panel_of(row, outcome_of("B", [1, 1]))
    said = "dim=3, lexicon=traditional-ppmi(seed_model=association-muptm(samples=10))"
    assert f">{said}</td>" in audit_section(panel)
    assert any(said in note for note in panel.table.notes)


def test_the_audit_tells_the_span_of_what_differs_by_seed():
    runs = [
        outcome_of("A", [1, 2, None if seed == 2 else 1], seed=seed, seed_lexicon_gold=gold)
        for seed, gold in ((1, 2), (2, 3), (3, 1))
    ]
    shown = audit_section(panel_of(*runs, outcome_of("B", [1, 1, 2])))
    cells = re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", shown)
    assert (cells[6], cells[8]) == ("1 to 3 of 3", "2 to 3/3")
    assert (cells[16], cells[18]) == ("–", "3/3")
