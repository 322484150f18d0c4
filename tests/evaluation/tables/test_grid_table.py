import json

import numpy as np
import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Comparison
from evaluation.tables.breakdown import breakdown_table, grid_table

RIGHT = {("es-en", 100): 70, ("es-en", 200): 80, ("it-en", 100): 60, ("it-en", 200): 55}


def article():
    """BWESG with two windows and dimensions, and two baselines that have neither."""
    outcomes = []
    for (pair, dim), right in RIGHT.items():
        for window in (48, 16):
            n = right - (20 if window == 16 else 0)
            outcomes.append(
                outcome_of(
                    f"BWESG, dim={dim}, window={window}",
                    [1] * n + [2] * (100 - n),
                    pair=pair,
                    name="BWESG",
                    grid={"window": window, "dim": dim},
                )
            )
    for pair, right in (("es-en", 50), ("it-en", 45)):
        for name, n in (("BMu", right), ("TPPMI", right - 5)):
            outcomes.append(outcome_of(name, [2] * (100 - n) + [1] * n, pair=pair, baseline=True))
    return outcomes


def texts(table):
    return {row.label: [cell.text + cell.mark for cell in row.cells] for row in table.rows}


def test_pivot_as_in_the_article():
    table = grid_table(article(), axes=("pair", "dim"))
    assert [(c.group, c.title) for c in table.columns] == [
        ("ES-EN", "dim=100"),
        ("ES-EN", "dim=200"),
        ("IT-EN", "dim=100"),
        ("IT-EN", "dim=200"),
    ]
    found = texts(table)
    assert list(found) == ["BWESG, window=48", "BWESG, window=16", "BMu", "TPPMI"]
    assert found["BMu"] == ["0.500", "0.500", "0.450", "0.450"]  # in every column of its pair
    assert found["BWESG, window=48"] == ["0.700", "0.800*", "0.600", "0.550"]
    bold = [[cell.bold for cell in row.cells] for row in table.rows]
    assert bold[0] == [True] * 4 and not any(map(any, bold[1:]))
    assert [row.new_section for row in table.rows] == [False, False, True, False]
    # four cells of BWESG per pair, each against either baseline among which BMu was picked
    assert "over 16 tests" in table.caption and "BMu (the strongest baseline)" in table.caption
    records = json.loads(table.to_json())["rows"]
    assert len(records) == 16 and records[0]["column"] == {"pair": "es-en", "dim": 100}


def test_the_correction_is_over_the_whole_table():
    outcomes = article()
    options = {"baseline": "BMu", "test": "exact"}
    outcomes = [o for o in outcomes if o.label != "TPPMI"]
    raw = json.loads(grid_table(outcomes, correction="none", **options).to_json())["rows"]
    holm = json.loads(grid_table(outcomes, correction="holm", **options).to_json())["rows"]
    tests = [
        a["p"] for row in raw if row["label"].startswith("BWESG") for a in row["against"].values()
    ]
    assert len(tests) == 8
    adjusted = [
        a["p_adjusted"]
        for row in holm
        if row["label"].startswith("BWESG")
        for a in row["against"].values()
    ]
    order = np.argsort(tests)
    expected = np.maximum.accumulate(np.sort(tests) * np.arange(8, 0, -1)).clip(max=1)
    assert np.array(adjusted)[order] == pytest.approx(expected)


def test_a_test_that_stands_in_several_columns_counts_once():
    plain = [o.relabelled(baseline=None) for o in article()]
    table = grid_table(plain, baseline=None)
    # 6 pairs in each of 4 columns, but BMu against TPPMI is the same test in two of each pair
    assert "over 22 tests" in table.caption


def test_numbers_are_sorted_gaps_stay_empty_and_seeds_expand():
    outcomes = [
        outcome_of("m", [1, 2], name="m", grid={"dim": 200}),
        *(
            outcome_of("k", [1, r], name="k", grid={"dim": d}, seed=s)
            for d in (200, 50)
            for s, r in ((1, 1), (2, 2))
        ),
    ]
    table = grid_table(outcomes, axes=["dim"])
    assert [column.title for column in table.columns] == ["dim=50", "dim=200"]
    assert texts(table) == {
        "m": ["", "0.500"],
        "k, MIN": ["0.500", "0.500"],
        "k, AVG": ["0.750", "0.750"],
        "k, MAX": ["1.000", "1.000"],
    }


def test_bad_axes():
    with pytest.raises(InputError, match="'depth'"):
        grid_table(article(), axes=["pair", "depth"])
    with pytest.raises(InputError, match="own label"):
        grid_table(article(), axes=["dim"])  # two pairs would fall into one column
    with pytest.raises(InputError, match="no row is labelled 'X'"):
        grid_table(article(), baseline="X")


def senses():
    nouns = [f"n{i // 5}" for i in range(60)]
    counts = [2] * 30 + [3] * 20 + [4] * 10
    options = {
        "clusters": nouns,
        "candidates": counts,
        "task": "swtc",
        "frequencies": list(range(1, 61)),
    }
    return [
        outcome_of("BWESG+add", [i % 5 != 0 for i in range(60)], **options),
        outcome_of("BMu+Cue+S", [i % 2 == 0 for i in range(60)], **options),
    ]


def test_by_number_of_senses():
    table = breakdown_table(senses(), by="senses")
    assert [(c.group, c.title) for c in table.columns] == [
        ("2 senses", "n=30"),
        ("3 senses", "n=20"),
        ("4 senses", "n=10"),
    ]
    whole = Comparison(senses()).score("BWESG+add")
    values = [cell.value for cell in table.rows[0].cells]
    assert whole == pytest.approx((30 * values[0] + 20 * values[1] + 10 * values[2]) / 60)


def test_by_frequency_and_word_and_bad_kinds():
    table = breakdown_table(senses(), by="frequency", bands=(21, 41))
    assert [(c.group, c.title) for c in table.columns] == [
        ("0-20", "n=20"),
        ("21-40", "n=20"),
        ("41+", "n=20"),
    ]
    assert len(breakdown_table(senses(), by="word", baseline=None).columns) == 12
    with pytest.raises(InputError, match="senses"):
        breakdown_table(senses(), by="sense")
    with pytest.raises(InputError, match="no frequency"):
        breakdown_table([outcome_of("a", [1])], by="frequency")
    with pytest.raises(InputError, match="candidates"):
        breakdown_table([outcome_of("a", [1])], by="senses")
