"""What is said under tables in which rows of several seeds stand beside rows without a seed."""

import re
from statistics import median

import pytest
from made_outcomes import outcome_of

from evaluation import Comparison
from evaluation.stats.power import detectable_by_t, smallest_detectable
from evaluation.tables import citations
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
    assert "between single runs a true difference" in note
    assert "between single runs" not in beginning(notes_of(MIXED, "BWESG, nn"), "Detectable")
