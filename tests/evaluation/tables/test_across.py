import json

import numpy as np
import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Comparison
from evaluation.stats.across import average_ranks, combined_family
from evaluation.stats.shared_words import groups_by_word
from evaluation.tables.across import across_table
from evaluation.tables.methods import methods_paragraph
from evaluation.tables.options import TableOptions


def corpora(gains=(0.0, 0.0, 0.12), names=("es-en", "fr-en", "de-en"), n=200):
    random = np.random.default_rng(3)
    return [
        (
            name,
            [
                outcome_of(f"m{i}", (random.random(n) < 0.4 + gain).tolist(), pair=name)
                for i, gain in enumerate(gains)
            ],
        )
        for name in names
    ]


def test_the_combined_test_sees_what_no_corpus_shows_alone():
    answers = (
        ("m1", [True] * 14 + [False] * 46),
        ("m0", [False] * 14 + [True] * 6 + [False] * 40),
    )
    comparisons = [
        Comparison([outcome_of(x, right, pair=pair, words=("w", pair)) for x, right in answers])
        for pair in ("es-en", "fr-en", "de-en")
    ]
    (result,) = combined_family(comparisons).results
    alone = [c.pair("m1", "m0").pvalue for c in comparisons]
    assert min(alone) > 0.1 and result.pvalue < 0.01
    assert result.n == result.units == 180 and (result.b, result.c) == (42, 18)
    expected = np.mean([c.score("m1") - c.score("m0") for c in comparisons])
    assert result.difference == pytest.approx(expected)
    assert (result.p_adjusted < 0.05) == (not result.ci[0] <= 0 <= result.ci[1])


def test_both_directions_of_a_lexicon_are_no_two_corpora():
    right = [("A", [True] * 14 + [False] * 46), ("B", [False] * 14 + [True] * 6 + [False] * 40)]
    ahead = Comparison([outcome_of(x, r, pair="es-en", words=("s", "t")) for x, r in right])
    back = Comparison(
        [outcome_of(x, r, pair="en-es", words=("t", "s"), task="ble-backward") for x, r in right]
    )
    sentences = Comparison(
        [
            outcome_of(x, r, pair="es-en", words=("i", "j"), task="swtc", clusters=["s003"] * 60)
            for x, r in right
        ]
    )
    groups = groups_by_word([ahead, back, sentences])
    assert len(groups) == 121 and len(set(groups.values())) == 60
    assert groups[("ble", "es-en"), "s003"] == groups[("ble-backward", "en-es"), "t003"]
    assert groups[("ble", "es-en"), "s003"] == groups[("swtc", "es-en"), "s003"]
    (result,) = combined_family([ahead, back]).results
    # the same answers a second time are no more evidence
    assert result.units == 60 and result.pvalue == pytest.approx(
        ahead.pair("A", "B").pvalue, abs=0.02
    )
    table = across_table([("one", outcomes_in(ahead)), ("other", outcomes_in(back))])
    assert any("exchanged together: 60 groups" in note for note in table.notes)


def outcomes_in(comparison):
    return [run for system in comparison.systems for run in system.runs]


def test_a_lucky_run_is_lucky_in_every_task():
    lucky, usual = [True] * 35 + [False] * 65, [True] * 10 + [False] * 90
    comparisons = []
    for task in ("ble", "other", "third"):
        runs = [outcome_of("A", r, seed=i, task=task) for i, r in enumerate((lucky, usual, usual))]
        comparisons.append(Comparison([*runs, outcome_of("B", [False] * 100, task=task)]))
    alone = comparisons[0].pair("A", "B")
    (result,) = combined_family(comparisons).results
    # three tasks, but the same three runs: their spread does not average out
    assert result.difference == pytest.approx(alone.difference)
    assert result.ci[0] < 0.02 and alone.ci[0] < 0.02
    single = [
        outcome_of("B", [False] * 100, seed=1, task=c.systems[0].first.task) for c in comparisons
    ]
    mixed = [
        (c.systems[0].first.task, [*c.system("A").runs, one])
        for c, one in zip(comparisons, single, strict=True)
    ]
    table = across_table(mixed)
    assert "Not tested." in table.caption and table.rows[0].cells[-1].text == "–"
    assert any("One seed only" in note for note in table.notes)
    assert not any(note.startswith(("Tests are about", "Intervals")) for note in table.notes)


def test_averages_over_seeds_are_said_to_be_and_what_is_tested_of_other_rows():
    groups = []
    for task in ("ble", "other"):
        runs = [
            outcome_of("A", [1] * right + [2] * (60 - right), seed=right, task=task)
            for right in (20, 22, 27)
        ]
        groups.append((task, [*runs, outcome_of("B", [2] * 35 + [1] * 25, task=task)]))
    notes = across_table(groups).notes
    assert "Rows with 3 seeds: the score is the average." in notes
    assert "Rows without a seed have one result, which is tested as it is: B." in notes
    assert any(note.startswith("Tests are about the algorithm") for note in notes)
    assert "Intervals: 95% studentised interval over items and seeds." in notes
    runs = across_table(groups, TableOptions(claim="runs")).notes
    assert "Tests are about the average of these very runs, not of other seeds." in runs
    assert not any("without a seed" in note or "algorithm" in note for note in runs)
    single = across_table([(t, some[2:]) for t, some in groups], TableOptions(claim="runs")).notes
    assert not any("seeds" in note for note in single)


def test_corpora_have_the_same_weight_whatever_their_size():
    large = [outcome_of(x, [v] * 200, pair="a") for x, v in (("A", True), ("B", False))]
    small = [outcome_of(x, [v] * 20, pair="b") for x, v in (("A", False), ("B", True))]
    (result,) = combined_family([Comparison(large), Comparison(small)]).results
    assert result.difference == pytest.approx(0)
    assert result.pvalue == 1


def test_average_ranks():
    ranks = average_ranks([Comparison(outcomes) for _, outcomes in corpora()])
    assert sum(ranks.ranks.values()) == pytest.approx(6) and ranks.ranks["m2"] < 1.5
    # Demsar (2006): q for 3 rows at .05 is 2.343
    assert ranks.critical_difference == pytest.approx(2.343 * np.sqrt(3 * 4 / (6 * 3)), abs=2e-3)


def test_the_table_over_corpora():
    table = across_table(corpora())
    assert [c.title for c in table.columns][:5] == ["es-en", "fr-en", "de-en", "Mean", "Rank"]
    assert "stratified by corpus" in table.caption and "over 3 tests" in table.caption
    marks = {cell.mark for row in table.rows for cell in row.cells} - {""}
    assert marks and all(mark in table.caption for mark in marks)
    about = json.loads(table.to_json())["tables"][0]
    assert set(about["average_ranks"]) == {"m0", "m1", "m2"}
    named = across_table(corpora(), TableOptions(baseline="m0"))
    assert "over 2 tests" in named.caption and named.rows[0].cells[-1].text == ""
    pairs = across_table(corpora(), TableOptions(baseline=None))
    assert "Means that share a letter" in pairs.caption
    assert {row.cells[3].letters for row in pairs.rows} == {"a", "b"}
    unheard = across_table(corpora(), TableOptions(correction="holm", margin=0.1))
    assert any("(correction holm, margin 0.1)" in note for note in unheard.notes)
    with pytest.raises(InputError, match="at least two"):
        across_table(corpora()[:1])
    with pytest.raises(InputError, match="does not stand in every corpus"):
        across_table(corpora(), TableOptions(baseline="m9"))


def test_a_named_baseline_is_the_one_with_the_same_retrieval():
    random = np.random.default_rng(5)
    groups = [
        (
            pair,
            [
                outcome_of(
                    f"{name}, {way}",
                    (random.random(200) < chance).tolist(),
                    pair=pair,
                    name=name,
                    retrieval=way,
                )
                for name, chance in (("Counts", 0.5), ("LSA", 0.3))
                for way in ("nn", "csls")
            ],
        )
        for pair in ("es-en", "fr-en")
    ]
    comparisons = [Comparison(outcomes) for _, outcomes in groups]
    family = combined_family(comparisons, "Counts")
    assert family.references == {"LSA, nn": "Counts, nn", "LSA, csls": "Counts, csls"}
    table = across_table(groups, TableOptions(baseline="Counts"))
    assert "than Counts with the same retrieval" in table.caption


def test_the_methods_paragraph_says_what_was_done():
    outcomes = [
        outcome_of("LSA", [1, 2] * 20, model="lsa", pair="es-en", parameters={"dim": 100}),
        *(
            outcome_of("BWESG", [1, 1, 2, 2] * 10, model="bwesg", seed=s, pair="es-en")
            for s in (1, 2)
        ),
    ]
    text = methods_paragraph([("ble", outcomes)], TableOptions(), ["some corpus_1"])
    for part in (
        "some corpus\\_1",
        "40 test items",
        "dim 100",
        "BWESG: 2 seeds",
        "paired permutation test by item with new seeds",
        "Tests are about the algorithm",
        "Rows without a seed have one result, which is tested as it is: LSA.",
        "clss 0.",
        "@inproceedings{dumais1996automatic",
        "@article{vulic2016bilingual",
        "\\cite{vulic2016bilingual",
    ):
        assert part in text, part
    assert text.count("@article{vulic2016bilingual") == 1
    runs = methods_paragraph([("ble", outcomes)], TableOptions(claim="runs"))
    assert "algorithm:" not in runs and "without a seed" not in runs


def test_methods_name_the_kernel_and_no_parameter_that_does_nothing():
    given = {"dim": 100, "backend": "gensim", "shared": 8, "glove_x_max": 10.0, "workers": 2}
    rows = [
        outcome_of("BWESG", [1, 2] * 20, model="bwesg", parameters=given),
        outcome_of("Unknown", [1, 2] * 20, model="not-here", parameters={"shared": 3}),
        outcome_of("Given", [1, 1] * 20),
    ]
    text = methods_paragraph([("ble", rows)], TableOptions())
    assert ": backend gensim, dim 100, workers 2" in text and "(not-here: shared 3" in text
    assert "shared 8" not in text and "glove" not in text


def test_the_development_set_is_named():
    tuned = {"tuned": {"dim": 100}, "dev_items": 30, "tuned_on": "0123456789abcdef" * 4}
    outcomes = [outcome_of("LSA", [1, 2] * 20, model="lsa", pair="es-en", **tuned)]
    text = methods_paragraph([("ble", outcomes)], TableOptions(), ["a corpus"])
    assert "a development set of 30 items (fingerprint 0123456789ab) that shares" in text
