from made_outcomes import outcome_of

from evaluation import Comparison, Item, Outcome
from evaluation.tables.audit import audit
from evaluation.tasks.scores import measure


def notes_of(*outcomes):
    return audit(outcomes, measure("acc1"))


def find(notes, start):
    found = [note for note in notes if note.startswith(start)]
    assert len(found) == 1, notes
    return found[0]


def test_supervision():
    a = outcome_of("a", [1], supervision=["documents"])
    b = outcome_of("b", [1], supervision=["lexicon", "documents"])
    c = outcome_of("c", [1], supervision=["documents"])
    d = outcome_of("d", [1])
    note = find(notes_of(a, b, c, d), "Supervision")
    assert note == ("Supervision differs: a, c: documents; b: documents + lexicon; d: not stated.")
    assert find(notes_of(a, c), "Supervision") == "Supervision of every row: documents."
    assert not [note for note in notes_of(d) if "Supervision" in note]


def test_gold_in_the_seed_lexicon():
    a = outcome_of("a", [1, 2], seed_lexicon_gold=1, seed_lexicon_size=50)
    given = a.relabelled("given", supervision=["documents", "lexicon"])
    none = outcome_of("none", [1, 2], seed_lexicon_gold=0, seed_lexicon_size=50)
    notes = notes_of(a, given, none)
    note = find(notes, "Gold pairs in the seed lexicon that the model found by itself")
    assert note.endswith("a: 1 of 2 gold items among its 50.")
    note = find(notes, "Gold pairs in the seed lexicon that the model was given")
    assert note.endswith("given: 1 of 2 gold items among its 50.")


def test_identical_strings():
    items = [Item("piano", "oov", gold=("piano",)), Item("casa", "oov", gold=("house",))]
    note = find(notes_of(Outcome("a", items)), "Gold: the right answer is the source word")
    assert "1 of 2 items (50.0%)" in note
    assert not any("source word" in note for note in notes_of(Outcome("a", items[1:])))


def test_coverage_per_row():
    a, b = outcome_of("a", [1, None, 2]), outcome_of("b", [1, 1, 2])
    assert find(notes_of(a, b), "Coverage") == "Coverage: a: 2/3; b: 3/3."
    assert not any("Coverage" in note for note in notes_of(b))  # nothing to say


def test_items_without_any_context():
    a = outcome_of("a", [1, 1, 2], items_without_context=2)
    b = outcome_of("b", [1, 1, 2], items_without_context=0)
    note = find(notes_of(a, b), "Items of whose context no word is known")
    assert note.endswith("the word alone decides: a: 2 of 3 items.")
    assert not any("context" in note for note in notes_of(b))


def test_mixed_retrievals_are_never_silent():
    a = outcome_of("a", [1], retrieval="csls")
    b = outcome_of("b", [1], retrieval="nn")
    table = Comparison([a, b]).table()
    assert any("differ in retrieval" in note and "a: csls; b: nn" in note for note in table.notes)
    assert not any("retrieval" in note for note in notes_of(a, a))


def test_ties_and_tuning_and_repeated_gold():
    tied = Outcome("t", [Item("x", "ranked", 3, 1, ties=2), Item("y", "ranked", 1, 1)])
    assert "t 0.500 to 1.000" in find(notes_of(tied), "Equal scores")
    clean = outcome_of("a", [1], dev_overlap=0)
    assert "share no item" in find(notes_of(clean), "Tuning")
    leaky = outcome_of("b", [1], dev_overlap=3)
    assert "b: 3 items" in find(notes_of(clean, leaky), "Tuning")
    assert "2 lines" in find(notes_of(outcome_of("g", [1], gold_duplicates=2)), "Gold: 2")


def test_rows_that_cannot_be_repeated_are_named():
    a, b = outcome_of("a", [1], deterministic=True), outcome_of("b", [1], deterministic=False)
    assert find(notes_of(a, b), "Trained with threads").endswith("same seed: b.")
    assert not any("threads" in note for note in notes_of(a))
