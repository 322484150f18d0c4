"""What is said under tables in which rows of several seeds stand beside rows without a seed."""

import json
import re
from statistics import median

import numpy as np
import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation import Comparison
from evaluation.stats.power import detectable_by_t, smallest_detectable
from evaluation.tables import citations
from evaluation.tables.options import TableOptions
from evaluation.tables.render import RENDERERS


def asked(label):
    row, _, retrieval = label.partition(", ")
    return {"row": row, "retrieval": retrieval or "nn"}


def seeded(label, *rights):
    return [
        outcome_of(label, [1] * right + [2] * (200 - right), seed=seed, **asked(label))
        for seed, right in enumerate(rights, 1)
    ]


def fixed(label, right):
    """One run that no seed changes; it gets the last words right, not the first."""
    return outcome_of(label, [2] * (200 - right) + [1] * right, **asked(label))


MIXED = [
    *seeded("BWESG, nn", 90, 94, 98),
    *seeded("BWESG, csls", 100, 104, 106),
    fixed("LSA, nn", 110),
    fixed("LSA, csls", 118),
    fixed("Spelling, nn", 60),
    fixed("Spelling, csls", 62),
]
CLAIM = "Tests are about the algorithm: the average over seeds, of which these are a sample."
ALONE = "Rows without a seed have one result, which is tested as it is: LSA, Spelling."


def notes_of(outcomes, baseline, **options):
    return Comparison(outcomes, resamples=999).table(baseline, **options).notes


def beginning(notes, start):
    (found,) = [note for note in notes if note.startswith(start)]
    return found


def test_intervals_between_single_runs_are_called_what_they_are():
    against_seeds = beginning(notes_of(MIXED, "BWESG, nn"), "Intervals")
    assert "studentised interval over items and seeds, corrected" in against_seeds
    against_lsa = beginning(notes_of(MIXED, "LSA, nn"), "Intervals")
    assert "over items and seeds (between single runs Tango's score interval), " in against_lsa
    family = Comparison(MIXED, resamples=999).tests("LSA, nn")
    assert {r.first for r in family if r.is_mcnemar} == {
        "LSA, csls",
        "Spelling, nn",
        "Spelling, csls",
    }
    assert citations.of_intervals(family) == ("tango1998equivalence",)
    single = beginning(notes_of(MIXED[6:], "LSA, nn"), "Intervals")
    assert "95% score interval (Tango for an accuracy), corrected" in single
    ranks = Comparison(MIXED[6:], measure="mrr", resamples=999).table("LSA, nn")
    assert "studentised interval over items, corrected" in beginning(ranks.notes, "Intervals")
    assert citations.of_intervals(Comparison(MIXED[6:], measure="mrr").tests("LSA, nn")) == ()


def test_rows_without_a_seed_are_named_once_whatever_their_retrieval():
    for name in RENDERERS:
        shown = re.sub(r"\s+", " ", Comparison(MIXED, resamples=999).table("BWESG").render(name))
        if name not in ("csv", "safe-csv", "tidy"):
            assert CLAIM in shown and ALONE in shown
    assert ALONE not in notes_of(MIXED[:6], "BWESG, nn")
    assert ALONE not in notes_of(MIXED[6:], "LSA, nn")
    runs = Comparison(MIXED, resamples=999, claim="runs").table("LSA, nn").notes
    assert CLAIM not in runs and ALONE not in runs


def test_labels_with_commas_are_kept_apart():
    one = [outcome_of(f"AMu, {way}", [1] * 50 + [2] * 150, seed=1) for way in ("nn", "csls")]
    note = beginning(notes_of([*MIXED, *one], "BWESG, nn"), "One seed only")
    assert "so not tested: AMu, nn / AMu, csls; --claim" in note


def test_nothing_is_said_of_tests_where_none_was_made():
    one = outcome_of("AMu", [1] * 190 + [2] * 10, seed=1)
    table = Comparison([*MIXED, one], resamples=999).table("AMu")
    assert "not tested" in table.caption and CLAIM not in table.notes
    # the strongest has one seed: other pairs of its family can be tested, its own cannot
    table = Comparison([*MIXED, one], resamples=999).table("strongest")
    assert "not tested" in table.caption and "No row differs" not in table.caption
    assert CLAIM not in table.notes
    assert not any(note.startswith(("Intervals", "Detectable")) for note in table.notes)


def test_what_is_detectable_is_said_of_single_runs_apart():
    family = Comparison(MIXED, resamples=999).tests("LSA, nn")
    note = beginning(notes_of(MIXED, "LSA, nn"), "Detectable")
    with_seeds = [result for result in family if not result.is_mcnemar]
    between = [result for result in family if result.is_mcnemar]
    assert (len(with_seeds), len(between)) == (2, 3)

    def typical(results, name):
        return median(getattr(result, name) for result in results)

    by_t = detectable_by_t(*(typical(with_seeds, name) for name in ("error", "degrees", "level")))
    share = median((result.b + result.c) / 200 for result in between)
    counted = smallest_detectable(share, 200, alpha=typical(between, "level"))
    found = [float(x) for x in re.findall(r"true difference of (0\.\d+)", note)]
    assert found == pytest.approx([by_t, counted], abs=0.0006)
    assert "between rows without a seed a true difference" in note
    alike = beginning(notes_of(MIXED, "BWESG, nn"), "Detectable")
    assert "without a seed" not in alike and "single runs" not in alike


def by_word(words, seeded, seed=0, runs=2, good=0.95):
    """Two rows without a seed, of which one is better, and others of few seeds."""
    random = np.random.default_rng(seed)
    clusters = [f"word{i // 20}" for i in range(20 * words)]

    def run(label, chance, **asked):
        right = (random.random(len(clusters)) < chance).tolist()
        return outcome_of(label, right, clusters=clusters, task="swtc", row=label, **asked)

    found = [run("base", 0.2), run("good", good)]
    for i in range(seeded):
        found += [run(f"s{i}", 0.2 + random.normal(0, 0.06), seed=s) for s in range(runs)]
    return found


def test_that_the_kinds_are_corrected_apart_is_said_where_there_are_two():
    apart = "Tests with new seeds (2) and tests between rows without a seed (3) are corrected apart"
    table = Comparison(MIXED, resamples=999).table("LSA, nn")
    assert f"{apart}, each kind at its share of p < 0.05." in table.notes
    assert "max-t correction over 5 tests, with and without seeds apart, p < 0.05" in table.caption
    for outcomes, baseline, options in (
        (MIXED, "BWESG, nn", {}),
        (MIXED, "LSA, nn", {"correction": "holm"}),
        (MIXED[6:], "LSA, nn", {}),
        (MIXED[:6], "BWESG, nn", {}),
    ):
        table = Comparison(outcomes, resamples=999).table(baseline, **options)
        assert " apart" not in table.caption + " ".join(table.notes)
    runs = Comparison(MIXED, resamples=999, claim="runs").table("LSA, nn")
    assert " apart" not in runs.caption + " ".join(runs.notes)


def test_the_level_of_one_test_is_said_of_either_kind():
    comparison = Comparison(by_word(12, 4), resamples=1999)
    family = comparison.tests("base")
    seeded, fixed = (
        [result.level for result in family if result.with_seeds == kind] for kind in (True, False)
    )
    assert len(seeded) == 4 and fixed == [pytest.approx(0.05 / 5)]
    note = beginning(comparison.table("base").notes, "Detectable")
    shown = f"(one test: {median(seeded):.2g}; between rows without a seed 0.01): "
    assert shown in note
    about = json.loads(comparison.table("base").render("json"))
    found = json.dumps(about)
    assert '"family_size_without_seeds": 1' in found
    assert '"single_test_level_without_seeds": 0.01' in found
    alike = json.dumps(json.loads(Comparison(by_word(12, 4)[:2]).table("base").render("json")))
    assert '"single_test_level": 0.05' in alike and "without_seeds" not in alike
    holm = comparison.table("base", correction="holm").notes
    assert "(one test: 0.01): " in beginning(holm, "Detectable")


def test_it_is_said_where_few_words_leave_rows_without_a_seed_no_mark():
    """Of seven words 2 of 128 patterns are the rarest: p = .0156, of which five tests make .08."""
    comparison = Comparison(by_word(7, 4, runs=9), resamples=999)
    result = comparison.tests("base").find("good")
    assert result.level == 0 and result.p_adjusted == pytest.approx(5 / 64)
    assert result.ci == (-1, 1)
    notes = comparison.table("base").notes
    assert "between rows without a seed 0)" in beginning(notes, "Detectable")
    assert (
        "In this table no difference between rows without a seed can be marked: there are too few"
        " words or draws for their share of p < 0.05."
    ) in notes
    enough = Comparison(by_word(9, 4), resamples=999)
    assert enough.tests("base").better("good")
    assert not any("seed can be marked" in note for note in enough.table("base").notes)


def test_that_the_strongest_was_picked_is_said_beside_a_row_of_one_seed():
    one = outcome_of("AMu", [1] * 20 + [2] * 180, seed=1, **asked("AMu"))
    rows = [fixed("LSA", 110), fixed("Spelling", 60), *seeded("BWESG", 100, 104, 108), one]
    comparison = Comparison(rows, resamples=999)
    family = comparison.tests("strongest")
    assert family.method.size == len(family.results) == 3
    notes = comparison.table("strongest").notes
    assert "covers all 3 pairs among which it was picked" in beginning(notes, "The strongest")
    # of one pair nothing was picked
    notes = Comparison([rows[0], *rows[2:]], resamples=999).table("strongest").notes
    assert not any("picked" in note for note in notes)


def test_no_correction_is_named_once():
    with pytest.raises(InputError) as caught:
        TableOptions(correction="maxt")
    assert str(caught.value) == (
        "correction must be one of max-t, step-down, holm, bh, none, not 'maxt';"
        " did you mean max-t?"
    )
    assert TableOptions().correction is None
    assert TableOptions(correction="none").correction == "none"
